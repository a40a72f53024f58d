// What a picture showed before the last change: it opens where that was most, and draws it as
// outlines.
#include <gtest/gtest.h>

#include <set>

#include "app/shell/in_step_choice.h"
#include "app/views/before_here.h"
#include "tests/app/shell_driver.h"

namespace {

using app::testing::Driver;

// A kernel or a knob turned in a lesson, seen as memory.
struct Turned : Driver {
    Turned(const char* before, int rung, int stride = 0) : Driver(1366, 768) {
        shell.restore(before);
        settle();
        shell.slot = app::Slot::memory;
        settle();
        at_first = step();
        lab::Settings& settings = shell.session.request.settings;
        settings.rung = rung;
        if (stride) settings.set(*lab::find_knob(*settings.subject, "stride"), stride);
        settle();
    }
    int at_first = -1;
    int step() const { return shell.playback.cursor.step; }
};

TEST(BeforeHere, APictureOpensWhereTheChangeTookMostAway) {
    const Turned padded("scan/blelloch", 2);
    EXPECT_EQ(padded.step(), padded.at_first);
    EXPECT_TRUE(padded.says("Every word lies in a bank of its own"));
    EXPECT_TRUE(padded.sees("16 in kernel 2")) << "beside the big number";
    EXPECT_TRUE(padded.sees("2 in kernel 2")) << "its second wavefront, as an outline";
    const Turned back("scan/padded --view banks", 1);
    EXPECT_TRUE(back.says("16 wavefronts")) << "what is more than it was is where most of it is";
    EXPECT_TRUE(back.sees("1 in kernel 3"));
    EXPECT_FALSE(back.sees("2 in kernel 3"));
}

// Twelve bars were 8 high, where now is 1.
TEST(BeforeHere, OutlinedBarsHaveTheirNumbers) {
    Driver driver(1920, 1080);
    driver.shell.restore("reduction/strided");
    driver.settle();
    driver.shell.slot = app::Slot::memory;
    driver.shell.session.settings().rung = 2;
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "banks");
    EXPECT_GT(std::ranges::count(driver.texts, "8", &app::NotedText::text), 12);
}

// Of 257 bars there are as many as have room: the highest outline has the one number.
TEST(BeforeHere, NarrowBarsHaveTheNumberOfTheHighestOutline) {
    Driver driver(1366, 768);
    driver.shell.restore("matrix_product/swapped");
    driver.settle();
    driver.shell.slot = app::Slot::memory;
    driver.shell.session.settings().rung = 2;
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "coalescing");
    const auto number = [&](std::string_view words) {
        return std::ranges::any_of(driver.texts, [&](const app::NotedText& text) {
            return text.card == "stage" && text.text == words;
        });
    };
    EXPECT_TRUE(number("1\u2009024"));
    EXPECT_FALSE(number("128"));
}

// A set-up turns the size and more: the sentence compares nothing, and no number stands beside
// another.
TEST(BeforeHere, WhereMoreThanTheSizeChangedNothingIsDrawnOfIt) {
    for (const bool with_kernel : {false, true}) {
        Driver driver(1366, 768);
        driver.shell.restore("vector_addition/one_each n=256 block=256");
        driver.settle();
        driver.shell.slot = app::Slot::memory;
        driver.settle();
        lab::Settings& settings = driver.shell.session.request.settings;
        settings.set(*settings.subject->size, 512);
        if (with_kernel) settings.rung += 1;
        driver.settle();
        bool drawn = false;
        driver.shell.with_context(app::Metrics{}, [&](const app::DrawContext& context) {
            drawn = app::before_step(context, context.cursor.step).has_value();
        });
        EXPECT_EQ(drawn, !with_kernel);
        EXPECT_EQ(driver.says("nothing is compared"), with_kernel);
    }
}

TEST(BeforeHere, WhatDoesNotFitIsCounted) {
    const Turned padded("transpose/tile", 4);
    EXPECT_TRUE(padded.sees("32 in kernel 4"));
    EXPECT_TRUE(padded.says("more in kernel 4"));
}

TEST(BeforeHere, SectorsHaveTheirOutlines) {
    const Turned one("vector_addition/strided stride=16", 3, 1);
    EXPECT_TRUE(one.sees("32 with stride 16"));
    EXPECT_TRUE(one.says("outlined: stride 16"));
    const Turned same("vector_addition/strided stride=16", 3, 32);
    EXPECT_FALSE(same.sees("32 with stride 16")) << "as many as now";
    EXPECT_FALSE(same.says("outlined:"));
}

// The sentence, the picture and its step tell of one count.
TEST(BeforeHere, APictureOfMemoryIsThatOfTheNamedCount) {
    const Turned stores("transpose/write_columns", 2);
    EXPECT_TRUE(stores.says("8 times fewer global store sectors"));
    EXPECT_TRUE(stores.says("The warp writes every byte of its 4 sectors")) << "and no load";
    EXPECT_TRUE(stores.sees("32 in kernel 2"));
    const Turned shared("transpose/read_columns", 3);
    EXPECT_TRUE(shared.says("with shared load wavefronts 0 →"));
    EXPECT_EQ(shared.shell.stage_view()->id, "banks");
    EXPECT_TRUE(shared.says("The warp uses only 1 of 32 banks: 32 wavefronts"));
    const Turned requests("matrix_product/naive", 6);
    EXPECT_EQ(requests.shell.stage_view()->id, "tiles") << "a request is as it was, fewer are made";
}

// Of 8 warps each had its first lane on, and one has eight: those that were on are outlined.
TEST(BeforeHere, LanesThatWereOnAreOutlined) {
    Turned strided("reduction/interleaved", 1);
    strided.shell.slot = app::Slot::thread;
    strided.settle();
    EXPECT_TRUE(strided.says("8 ran in kernel 1"));
    EXPECT_TRUE(strided.has_mark("stage", app::MarkKind::outline, app::Role::text2));
    strided.shell.session.settings().rung = 0;
    strided.settle();
    strided.shell.session.settings().set(*lab::find_knob(*lab::find_lesson("reduction"), "block"),
                                         128);
    strided.settle();
    EXPECT_FALSE(strided.says(" ran in kernel")) << "blocks of two sizes";
}

// What is on the stage stays there: one press leads from the count to the picture of it.
TEST(BeforeHere, ASentenceLeadsToThePictureOfItsCount) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/strided");
    driver.settle();
    driver.shell.slot = app::Slot::warp;
    driver.settle();
    EXPECT_FALSE(driver.control("because.picture")) << "nothing was changed";
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_TRUE(driver.says("shared load wavefronts"));
    EXPECT_EQ(driver.shell.stage_view()->slot, app::Slot::warp);
    ASSERT_TRUE(driver.click("because.picture"));
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "banks");
    EXPECT_FALSE(driver.control("because.picture"));
}

// Warp instructions have no picture, and the branches that are told beside them have one.
TEST(BeforeHere, BranchesBesideInstructionsLeadToLanes) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/interleaved");
    driver.settle();
    driver.shell.session.settings().rung = 1;
    driver.settle();
    ASSERT_TRUE(driver.says("divergent branches"));
    ASSERT_TRUE(driver.click("because.picture"));
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "lanes");
}

TEST(BeforeHere, ALedgerOfLongHeadsHasBoth) {
    Driver driver(1366, 768);
    driver.shell.restore("laplace/blocks block_x=4 block_y=1");
    driver.settle();
    const lab::Lesson& laplace = *lab::find_lesson("laplace");
    driver.shell.session.settings().set(*lab::find_knob(laplace, "block_x"), 128);
    driver.settle();
    EXPECT_EQ(std::ranges::count_if(driver.texts,
                                    [](const app::NotedText& text) {
                                        return text.card == "ledger" &&
                                               text.text.ends_with("× 1 × 2");
                                    }),
              2);
}

// A load of four numbers a lane takes four wavefronts at least: their number is no measure alone.
TEST(BeforeHere, WavefrontsOfMoreNumbersSaySo) {
    Driver driver(1366, 768);
    for (const char* rung : {"matrix_product/transposed", "matrix_product/padded"}) {
        driver.shell.restore(rung);
        driver.settle();
    }
    ASSERT_EQ(driver.shell.stage_view()->id, "banks");
    EXPECT_TRUE(driver.sees("32 in kernel 5"));
    EXPECT_TRUE(driver.sees("for 4 numbers a lane"));
    driver.shell.restore("matrix_product/straight");
    driver.settle();
    EXPECT_FALSE(driver.sees("numbers a lane"));
}

// There are an eighth of the loads, each of them without a conflict as before; some stores have
// one.
TEST(BeforeHere, APictureOpensAtTheKindOfAccessThatIsNamed) {
    Driver driver(1366, 768);
    driver.shell.restore("matrix_product/straight");
    driver.settle();
    driver.shell.restore("matrix_product/square");
    driver.settle();
    driver.shell.slot = app::Slot::memory;
    driver.settle();
    ASSERT_EQ(app::named_count(driver.shell.session), "shared_load_wavefronts");
    const lab::Run& run = *driver.shell.session.picture();
    EXPECT_EQ(run.steps[std::size_t(driver.shell.playback.cursor.step)].kind,
              simulator::EventKind::load);
}

// How often blocks look is by the simulator's order, and how long they wait is no count.
TEST(BeforeHere, WaitsLeadToBlocks) {
    for (const char* chain : {"scan/chain n=2^20", "scan/chain n=2^12"}) {
        Driver driver(1366, 768);
        driver.shell.restore(chain);
        driver.settle();
        driver.shell.slot = app::Slot::warp;
        driver.shell.session.settings().rung += 2;
        driver.settle();
        EXPECT_TRUE(driver.says("No count tells how long blocks wait")) << chain;
        EXPECT_EQ(app::named_count(driver.shell.session), "polls") << chain;
        EXPECT_TRUE(driver.control("because.picture")) << chain;
    }
}

TEST(BeforeHere, AQueueSaysHowLongItWas) {
    Driver driver(1366, 768);
    driver.shell.restore("histogram/shared skew=few");
    driver.settle();
    driver.shell.slot = app::Slot::memory;
    driver.shell.restore("histogram/shared skew=one");
    driver.settle();
    driver.shell.slot = app::Slot::memory;
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "same_address");
    EXPECT_TRUE(driver.says("passes for this atomic"));
    EXPECT_TRUE(driver.says(" with numbers four bins"));
    EXPECT_FALSE(driver.says("vs bins"));
}

// Between two other curves: a line from its name ends at one of its marks.
TEST(BeforeHere, TheNameOfACurveAmongOthersHasALeader) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/strided");
    driver.settle();
    driver.shell.session.settings().rung = 2;
    driver.settle();
    const auto name = std::ranges::find_if(driver.texts, [](const app::NotedText& text) {
        return text.text == "kernel 2" && text.card == "timings";
    });
    ASSERT_NE(name, driver.texts.end());
    EXPECT_TRUE(std::ranges::any_of(driver.marks, [&](const app::NotedMark& mark) {
        return mark.card == "timings" && mark.is(app::MarkKind::line, app::Role::text3) &&
               mark.box.inside(-6).meets(name->box);
    }));
}

// Also where less than half of what the picture shows moved, which chooses no picture by itself.
TEST(BeforeHere, ASentenceLeadsThereAlsoWhereLittleMoved) {
    Driver driver(1366, 768);
    driver.shell.restore("vector_addition/strided stride=8");
    driver.settle();
    driver.shell.slot = app::Slot::warp;
    driver.shell.session.settings().set(
        *lab::find_knob(*lab::find_lesson("vector_addition"), "stride"), 6);
    driver.settle();
    EXPECT_TRUE(driver.says("sectors"));
    EXPECT_FALSE(view_of_change(driver.shell.session, app::most_of_it));
    EXPECT_TRUE(driver.control("because.picture"));
}

// What wants one word for all needs less, and is no measure of what wants 32.
TEST(BeforeHere, OnlyWhatWantsAsMuchIsAMeasure) {
    const Turned swapped("matrix_product/naive", 1);
    EXPECT_TRUE(swapped.sees("4 would be enough"));
    EXPECT_FALSE(swapped.sees("1 in kernel 3"));
    const Turned straight("matrix_product/padded", 6);
    EXPECT_FALSE(straight.says("outlined: kernel 6")) << "another array is read at that step";
}

TEST(BeforeHere, ANeededSectorIsNoWasteWhereALaneWantsAPart) {
    const Turned naive("matrix_product/swapped", 2);
    EXPECT_TRUE(naive.says("All lanes use one address: one sector"));
    EXPECT_FALSE(naive.has_mark("stage", app::MarkKind::hatch, app::Role::waste));
    const Turned swapped("matrix_product/naive", 1);
    EXPECT_TRUE(swapped.has_mark("stage", app::MarkKind::hatch, app::Role::waste));
}

TEST(BeforeHere, NothingChangedIsSaidOfNothing) {
    Turned strided("reduction/interleaved", 0);
    lab::Settings& settings = strided.shell.session.settings();
    settings.set(*lab::find_knob(*settings.subject, "pattern"), 1);
    strided.settle();
    EXPECT_TRUE(strided.says("4 times as many global load sectors"));
    EXPECT_TRUE(strided.sees("Coalesced") && strided.sees("Strided")) << "columns of the ledger";
}

TEST(TwoInStep, OpenWhereTheyAreMostApart) {
    Driver driver(1280, 720);
    driver.shell.restore("reduction/strided");
    driver.settle();
    driver.shell.slot = app::Slot::thread;
    driver.settle();
    driver.shell.session.stand_beside(0);
    driver.settle();
    EXPECT_TRUE(driver.says("in 8 of 8 warps"));
    EXPECT_TRUE(driver.says("in 1 of 8 warps"));
}

// "Kernel 3 -> 12", and the third was out of sight.
TEST(BeforeHere, TheKernelBeforeStaysAmongTheBars) {
    Driver driver(1366, 768);
    const auto bars_from = [&](const char* line) {
        driver.shell.restore(line);
        driver.settle();
        driver.shell.session.settings().rung = 8;
        driver.settle();
        std::set<std::string> numbers;
        for (const auto& text : driver.texts)
            if (text.card == "rungs_compared") numbers.insert(text.text);
        return numbers;
    };
    EXPECT_TRUE(bars_from("matrix_product/naive").contains("3"));
    EXPECT_FALSE(bars_from("matrix_product/wide").contains("3"));
}

// Recorded on another day it stands among the bars, and was "not recorded" in the ladder.
TEST(Ladders, HaveTheTimesThatBarsHave) {
    Driver driver(1366, 768);
    driver.shell.restore("laplace/blocks block_z=1");
    driver.shell.home = true;
    driver.settle();
    driver.shell.session.complete(3e7, 24);
    driver.settle();
    EXPECT_TRUE(driver.sees("73.2 µs"));
    EXPECT_FALSE(driver.says("not recorded"));
}

TEST(Refusals, NameTheSideOfABlock) {
    Driver driver(1366, 768);
    driver.shell.restore("laplace/blocks");
    driver.settle();
    lab::Settings& settings = driver.shell.session.settings();
    settings.set(*lab::find_knob(*settings.subject, "block_x"), 128);
    driver.settle();
    EXPECT_TRUE(driver.says("Use block x 64"));
    EXPECT_FALSE(driver.says("Use 64 threads"));
}

// Two arrays have numbers.
TEST(Refusals, NameWhoseNumbersTheyOffer) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("fft/spread block=128 m=600 points=512"));
    driver.settle();
    EXPECT_TRUE(driver.says("Use filter length 512"));
    EXPECT_TRUE(driver.says("Use 2048 points"));
}

// "Load requests 0, 2 048" of shared memory, beside a kernel that loads from global memory alone.
TEST(BeforeHere, ARowOfTheLedgerNamesItsMemoryWhereTheKernelsUseTwo) {
    const Turned tile("matrix_product/naive", 3);
    EXPECT_FALSE(tile.sees("Load requests"));
    EXPECT_FALSE(tile.sees("Load wavefronts") && tile.sees("Global load wavefronts"));
}

// A compiler's stars are no marks of bold letters.
TEST(NoticeLetters, WriteStarsAsTheyAre) {
    Driver driver(1366, 768);
    driver.shell.restore("scan/hillis");
    driver.settle();
    driver.shell.notice = "k.cu(3): error: float *a, *b";
    driver.frame();
    EXPECT_TRUE(driver.says("float *a, *b"));
}

}  // namespace

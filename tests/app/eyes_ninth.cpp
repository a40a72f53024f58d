// What newcomers and a designer met around the pictures: faults without their words, verdicts that
// gave way to rows, the ladder without a keyboard, numbers in two forms.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/format.h"
#include "app/regions/keep_sheet.h"
#include "app/sentences/disease.h"
#include "app/sentences/load_rounds.h"
#include "app/views/cards/broken_scale.h"
#include "app/views/cards/ladder.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/rungs.h"
#include "lab/opening/opening.h"
#include "lab/requests/state_line.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

struct Seen : ::testing::Test {
    Driver driver{1366, 768};
    void SetUp() override { driver.shell.look.predict = false; }
    void open(const std::string& line) {
        driver.shell.restore(line);
        driver.settle();
    }
    // With what cards tell of other kernels, as far as a count costs no more.
    void compare(double cost = 0) {
        driver.shell.session.complete(cost, 40);
        driver.settle();
    }
    void project() {
        driver.width = 1280, driver.height = 720;
        driver.shell.look.density = Density::projector;
    }
};

// --- faults

TEST_F(Seen, AFaultHasItsWordsOnAProjectorToo) {
    project();
    open("bug_hunt/past_the_end");
    ASSERT_TRUE(driver.shell.session.picture()->faulted());
    EXPECT_TRUE(driver.says("elements, 0 to"));
}

TEST_F(Seen, OfALoadThatFailedNothingIsUnderWay) {
    open("bug_hunt/past_the_end");
    const lab::Run& run = *driver.shell.session.picture();
    for (const auto& warp : load_rounds(run, 0).warps)
        for (const LoadRound& round : warp) EXPECT_GT(round.bytes(), 0u);
    EXPECT_FALSE(driver.says("of 0 B"));
}

TEST_F(Seen, WhatIsRightInSpiteOfARaceIsRightByLuck) {
    open("bug_hunt/running_sum");
    ASSERT_TRUE(driver.shell.session.counted()->verdict.ok);
    EXPECT_TRUE(driver.sees("Right this time, by luck"));
    EXPECT_FALSE(driver.has_mark("status", MarkKind::circle, Role::good));
}

TEST(Faulty, KernelsAreNamedSoBeforeAnyCount) {
    lab::Result result = result_of(settings(1, 1 << 22), lab::TimeKind::none, 0);
    auto run = std::make_shared<lab::Run>(*result.counted);
    run->verdict.checked = true;
    result.picture = result.counted = run;
    Series series;
    series.add(result);
    EXPECT_EQ(disease_words(*series.counts(settings(1, 1 << 22))), "wrong result");
    simulator::Fault race;
    race.kind = simulator::FaultKind::race;
    run->faults.push_back(race);
    Series again;
    again.add(result);
    EXPECT_EQ(disease_words(*again.counts(settings(1, 1 << 22))), "race, wrong result");
}

// --- shuffles

// Lanes that ask beyond the warp add their own value: they do not keep it, nor get another's.
TEST_F(Seen, OfAShuffleBothSentencesSayWhoGetsItsOwnValue) {
    for (const char* rung :
         {"dot_product/shuffle", "average/wide --view data_flow", "reduction/shuffle"}) {
        open(rung);
        EXPECT_TRUE(driver.says("128 get their own value back")) << rung;
        EXPECT_TRUE(driver.says("own value back, the others")) << rung;
        EXPECT_FALSE(driver.says("keep their values")) << rung;
    }
}

// --- counts

TEST(Spills, AreADiseaseAndRowsOfTheLedger) {
    Session session(lab::Worker::Mode::pumped);
    session.open(lab::read_state_line("occupancy/all_warps")->request);
    session.complete();
    const lab::Settings& at = session.settings();
    const auto counts = telling_counts(session.series(), at);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->spilled, 828);
    EXPECT_EQ(disease_words(*counts), "spills");
    const LedgerData data = ledger_data({*session.shown(), {}, {}, session.series()}, 1);
    const auto has_row = [&](const char* title) {
        return std::ranges::find(data.rows, title, &LedgerRow::title) != data.rows.end();
    };
    EXPECT_TRUE(has_row("Bytes spilled") && has_row("Registers a thread"));
}

// As drawn it is one block; as it is timed it is many.
TEST(OneBlock, IsJudgedAtTheSizeOfTheTime) {
    Session session(lab::Worker::Mode::pumped);
    session.open(lab::read_state_line("matrix_product/ahead n=2048")->request);
    session.complete();
    const auto counts = telling_counts(session.series(), session.settings());
    ASSERT_TRUE(counts);
    EXPECT_NE(disease_words(*counts), "one block");
    EXPECT_GT(counts->widest, 1u);
}

// The sentence compares with the kernel that was left: so does the tick.
TEST(MixPicture, TheMarkIsOfTheKernelThatWasLeft) {
    Filled from = filled(lab::TimeKind::none, 3);
    const lab::Result before = result_of(settings(0, 1 << 22), lab::TimeKind::none, 0);
    from.series.add(before);
    CanvasNotes notes{app::testing::measuring_painter().fonts()};
    DrawContext context{from.shown, {}, {}, from.series};
    context.before = &before;
    find_view("instruction_mix")->draw(notes, context, {0, 0, 520, 240});
    EXPECT_TRUE(notes.find("kernel 1"));
    EXPECT_FALSE(notes.find("kernel 3"));
}

// A neighbour that is too much to count: all columns are as drawn, and none is an empty box.
TEST_F(Seen, TheLedgerHasNoEmptyColumnAtFirst) {
    open("average/many");
    const auto shown = driver.shell.session.shown();
    const DrawContext context{*shown, {}, {}, driver.shell.session.series()};
    for (const LedgerColumn& column : ledger_data(context, 5).columns)
        EXPECT_FALSE(column.costly) << column.title;
}

// --- kernels compared

TEST(Compared, RowsFoldBeforeTheVerdictDoes) {
    const Filled from = filled(lab::TimeKind::measured, 2, .001);
    for (const float height : {150.f, 120.f, 100.f}) {
        const Picture picture("rungs_compared", from.shown, {}, {0, 0, 420, height}, from.series);
        EXPECT_TRUE(picture.sees("is ahead")) << height;
    }
}

TEST(Compared, ShortBarsGetAScaleOfTheirOwn) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    const double times[] = {400, 100, 1, 1.2, .9, .8, 1.1};
    for (int rung = 0; rung < 7; ++rung)
        from.series.add(
            result_of(settings(rung, 1 << 22), lab::TimeKind::measured, times[rung], .001));
    const Rect area{0, 0, 480, 260};
    const Picture picture("rungs_compared", from.shown, {}, area, from.series);
    const auto shown = picture.notes.of(MarkKind::fill, Role::accent);
    ASSERT_FALSE(shown.empty());
    EXPECT_GT(shown[0].box.w, 20);
}

// At 1366 pixels the processor's loop left all kernels 1 to 25 of 50 pixels.
// In one of three; with WARPLENS_ALL=1 in the environment, in every one.
TEST_F(Seen, BarsHaveRoomOnALaptop) {
    std::size_t number = 0;
    for (const char* line :
         {"reduction/interleaved", "reduction/two_passes", "matrix_product/transposed",
          "matrix_product/one_block", "laplace/blocks"}) {
        if (!tests::in_part(number++, 3)) continue;
        open(line);
        compare();
        float longest = 0;
        std::vector<float> widths;
        for (const NotedMark& mark : driver.marks) {
            const bool bar =
                mark.kind == MarkKind::fill && mark.radius == 3 &&
                (mark.colour.role == Role::accent || mark.colour.role == Role::other_series) &&
                mark.card == "rungs_compared" && mark.box.h < 14;
            if (bar) widths.push_back(mark.box.w), longest = std::max(longest, mark.box.w);
        }
        std::ranges::sort(widths);
        ASSERT_GT(widths.size(), 5u) << line;
        EXPECT_GT(longest, 60) << line;
        EXPECT_GT(widths[widths.size() / 2], 15) << line;
    }
}

// A whisker begins where its bar may end: behind the break, in no bar that it goes through.
TEST(Compared, NoWhiskerGoesThroughABreak) {
    for (const Density density : {Density::laptop, Density::desk, Density::projector}) {
        const Metrics m = metrics_of(density);
        for (float width = 60; width < 400; width += 10) {
            const BrokenScale x = BrokenScale::of(1, 20, 100, 100 + width, m);
            const float gap_ends = x.whole.to + m.px(4 + 4 + 5);
            EXPECT_GE(x.at(1.01), gap_ends) << width;
            EXPECT_GE(x.at(.9, 1.1), gap_ends) << width << ": the lower end of a broken bar's";
            EXPECT_LE(x.at(.9, .8), x.whole.to) << "a whole bar's stays";
            EXPECT_LE(x.at(20), x.end);
        }
    }
}

// "Eight by sixteen" was cut to its first word for the last row of a room.
TEST_F(Seen, NamesBesideBarsAreNotCut) {
    project();
    for (const char* line : {"matrix_product/oblong", "matrix_product/ahead", "pi/shared"}) {
        open(line);
        for (const NotedText& text : driver.texts)
            EXPECT_FALSE(text.text.ends_with("…")) << line << ": " << text.text;
    }
}

// Where few kernels leave it room, whatever the window's size.
TEST_F(Seen, WhatMovedMostIsToldBelowFewKernels) {
    driver.width = 1920, driver.height = 1080;
    open("dot_product/grid_stride");
    compare(3e7);
    EXPECT_TRUE(driver.says("Kernel 2 → 3, faster: atomic passes"));
    open("dot_product/tree");  // that is what was copied, and no counter
    compare(3e7);
    EXPECT_FALSE(driver.says("Kernel 1 → 2, faster"));
}

// It is no estimate that is missing, nor a device.
TEST_F(Seen, WhatWasRecordedOtherwiseSaysSo) {
    driver.width = 1920, driver.height = 1080;
    open("streams/overlapped waits=forgotten");
    compare();
    EXPECT_TRUE(driver.sees("not recorded with waits forgotten"));
    EXPECT_FALSE(driver.sees("too much to count"));
    EXPECT_FALSE(driver.sees("not recorded on"));
}

// Bars of other work are no bars: a time without "other work" looked like a reason.
TEST_F(Seen, ATimeOfOtherWorkIsNoReason) {
    open("tridiagonal/fixed");
    compare();
    const auto bare = [](const NotedText& text) { return text.text.ends_with(" systems"); };
    int brief = 0;
    for (float width = 180; width < 400; width += 10) {
        const Picture picture("rungs_compared", *driver.shell.session.shown(), {},
                              {0, 0, width, 220}, driver.shell.session.series());
        EXPECT_FALSE(std::ranges::any_of(picture.notes.texts, bare)) << width;
        brief += picture.sees("other work: ");
    }
    EXPECT_GT(brief, 0);
}

TEST(Numbers, ThatDifferAreWrittenSo) {
    EXPECT_EQ(times_against(.0299, .0389), "29.9 against 38.9 µs");
    EXPECT_EQ(times_against(1.9123, 1.9412), "1.91 against 1.94 ms") << "not 1.9 against 1.9";
    EXPECT_EQ(times_against(1.91201, 1.91202), "1.91201 against 1.91202 ms");
}

// Behind a refusal stood the bare presets, at another size than the kernel opens with.
TEST_F(Seen, WhatStandsInIsWhatTheKernelOpensWith) {
    open("fft/spread m=512 points=64");
    ASSERT_TRUE(driver.shell.session.refusal());
    ASSERT_TRUE(driver.shell.session.stands_in());
    lab::Settings presets(driver.shell.session.settings().subject);
    presets.rung = driver.shell.session.settings().rung;
    EXPECT_EQ(driver.shell.session.shown()->request.settings, lab::opening_of(presets));
}

// --- streams

// Its boxes are of a box of 512 points a side, and the steps below it of a smaller run.
TEST_F(Seen, ATimelineSaysOfWhichRunStepsAre) {
    driver.width = 1920, driver.height = 1080;
    open("streams/overlapped");
    EXPECT_TRUE(driver.sees("16 chunks; steps drawn: 32 points"));
    project();
    driver.settle();
    EXPECT_TRUE(driver.sees("in a run of its own")) << "why it has another total than the cards";
}

TEST_F(Seen, WaitsBetweenStreamsAreAboveTheFold) {
    open("streams/overlapped");
    const Control* waits = driver.control("knob.waits.1");
    ASSERT_TRUE(waits);
    EXPECT_LT(waits->area.bottom(), driver.control("rail.run")->area.y - 30);
    const Control* copies = driver.control("knob.copies.1");  // below it, or out of sight
    EXPECT_TRUE(!copies || copies->area.h <= 0 || copies->area.y > waits->area.y);
}

// --- keys of marks

TEST_F(Seen, TicksOfLastValuesHaveAKey) {
    driver.width = 1920, driver.height = 1080;
    for (const char* line : {"scan/hillis", "recurrence/block"}) {
        open(line);
        const bool ticks = driver.has_mark("stage", MarkKind::circle, Role::good);
        EXPECT_EQ(driver.sees("; ticked: last values"), ticks) << line;
        if (line == std::string("scan/hillis")) {
            EXPECT_TRUE(ticks);
        }
    }
}

TEST_F(Seen, WhatIsReadOfAProductHasAKeyInLittleRoom) {
    open("matrix_product/one_block");
    EXPECT_TRUE(driver.sees("c: deeper as more was read") || driver.sees("c: deeper, more read"));
}

// Lanes that have returned wait for nobody.
TEST_F(Seen, LanesThatAreOffAreNotSaidToWait) {
    open("bug_hunt/left_lane");
    EXPECT_FALSE(driver.sees("lanes that wait"));
    EXPECT_TRUE(driver.sees("hatched: lanes that are off") || driver.sees("hatched: lanes off"));
}

TEST_F(Seen, NamesOfSetUpsAreWhole) {
    open("laplace/blocks");
    const auto cut = [](const NotedText& text) {
        return text.text.find("…s of") != text.text.npos;
    };
    EXPECT_FALSE(std::ranges::any_of(driver.texts, cut));
    EXPECT_TRUE(driver.sees("1024 points, 32 × 20"));
}

// --- the ladder by keyboard

TEST_F(Seen, TheLadderIsWalkedAndLeftByKeys) {
    open("reduction/strided");
    driver.key(Key::backspace);
    ASSERT_TRUE(driver.shell.home);
    EXPECT_EQ(driver.shell.ui_state.focus, "ladder.strided");
    driver.key(Key::right);
    EXPECT_EQ(driver.shell.ui_state.focus, "ladder.sequential");
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.home) << "at once";
    driver.key(Key::backspace);
    driver.shell.ui_state.focus = "home.back";
    driver.key(Key::right);
    EXPECT_EQ(driver.shell.ui_state.focus, "ladder.sequential");
    driver.key(Key::enter);
    EXPECT_FALSE(driver.shell.home);
    EXPECT_EQ(driver.shell.session.settings().rung, 2);
}

// One row of a library stands below tiles that end where the colours' words begin.
TEST_F(Seen, TheLaddersLegendLiesOverNoTile) {
    open("histogram/global");
    driver.key(Key::backspace);
    const auto shown = driver.shell.session.shown();
    for (const Density density : {Density::laptop, Density::desk})
        for (float height = 280; height < 700; height += .5f) {
            const LadderTiles made =
                ladder_places({*shown, {}, metrics_of(density), driver.shell.session.series()},
                              {272, 123, 720, height});
            for (const Rect& flat : made.flat)
                EXPECT_FALSE(flat.inside(0, 1).meets(made.legend)) << height;
        }
    EXPECT_TRUE(driver.sees("served again")) << "what atomics of one bin do";
}

TEST_F(Seen, AShortListClosesWithItsLetters) {
    project();
    open("average");
    driver.click("kernel.picker");
    driver.frame();
    ASSERT_FALSE(driver.shell.menu.name.empty());
    driver.type("x");
    driver.key(Key::escape);
    EXPECT_TRUE(driver.shell.menu.name.empty());
}

// --- the rail

TEST_F(Seen, ManySetUpsAreAList) {
    open("fft/direct");
    EXPECT_FALSE(driver.control("rail.setup.0"));
    ASSERT_TRUE(driver.click("rail.setup"));
    driver.frame();
    ASSERT_TRUE(driver.click("rail.setup.0"));
    driver.settle();
    EXPECT_EQ(driver.shell.session.settings()[*driver.shell.session.subject()->size], 50);
}

// --- a projector's one card

TEST_F(Seen, OneCardComparesKernels) {
    project();
    open("reduction/interleaved");
    EXPECT_TRUE(driver.shell.ui_state.places.contains("shown.rungs_compared"));
}

// --- numbers

TEST(Numbers, FarBelowOneHaveOneForm) {
    EXPECT_EQ(with_power(7.5e-8), "7.5·10⁻⁸");
    EXPECT_EQ(with_power(5e-5), "5·10⁻⁵");
    EXPECT_EQ(with_power(.00013), "1.3·10⁻⁴");
    EXPECT_EQ(with_power(9.99e-6), "10⁻⁵");
    EXPECT_EQ(with_power(.02), "0.02");
    EXPECT_EQ(with_power(0), "0");
}

// --- keeping

TEST_F(Seen, WhatWasTypedStaysWithAnotherForm) {
    open("reduction/strided");
    show_keep_sheet(driver.shell);
    KeepSheet& sheet = driver.shell.keep_sheet;
    sheet.path.set("/somewhere/else.png");
    driver.frame();
    ASSERT_TRUE(driver.click("keep.form.1"));
    EXPECT_EQ(sheet.path.words, "/somewhere/else.svg");
    sheet.path.set("/somewhere/else.png");
    driver.key(Key::enter);
    EXPECT_FALSE(sheet.open) << sheet.problem;
    EXPECT_EQ(sheet.form, KeepForm::png) << "as its name says";
}

// --- a file of PTX

TEST_F(Seen, AFileOfPtxHasNoTabForCuda) {
    lab::AskedFile words;
    words.file = "several.ptx";
    const auto subject = lab::subject_of(words, {"", tests::own_code("several").ptx});
    ASSERT_TRUE(subject) << subject.problem().message;
    lab::Request request;
    request.settings = lab::Settings(*subject);
    driver.shell.session.open(request);
    driver.settle();
    EXPECT_FALSE(driver.sees("CUDA"));
    EXPECT_TRUE(driver.sees("PTX"));
}

}  // namespace

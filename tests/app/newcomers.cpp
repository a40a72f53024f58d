// What newcomers stumbled over: numbers of lanes that are given up, results that stand where they
// came from, rounds beside those that double, queues that are no even ones.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/in_step.h"
#include "app/regions/kernel_chooser.h"
#include "app/sentences/because.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/places.h"
#include "app/views/ledger/ledger_columns.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/rungs.h"
#include "app/views/sectors.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/declared.h"
#include "lab/opening/opening.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

std::ptrdiff_t times_shown(const char* line, std::string_view text) {
    Driver driver(1366, 768);
    driver.shell.restore(line);
    driver.settle();
    return std::ranges::count(driver.texts, text, &NotedText::text);
}

// What is shown at `line`, then with a knob of it turned.
void turn(Driver& driver, const std::string& line, const std::string& knob) {
    EXPECT_TRUE(driver.shell.restore(line)) << line;
    driver.settle();
    EXPECT_FALSE(lab::assign(driver.shell.session.settings(), knob.c_str())) << knob;
    driver.settle();
}

bool says(const char* line, std::string_view text) {
    Driver driver(1366, 768);
    driver.shell.restore(line);
    driver.settle();
    return driver.says(std::string(text));
}

// What a lane holds whose sum nobody reads is no number of the row above: 24 and 13 are not 50.
TEST(Newcomers, ALaneThatIsGivenUpShowsNoNumber) {
    constexpr const char* dash = "\u2013";
    EXPECT_EQ(times_shown("reduction/shuffle n=2^19 --at step=4,lens=8,view=1", dash), 8);
    EXPECT_EQ(times_shown("reduction/shuffle n=2^19 --at step=4,lens=0,view=1", dash), 0)
        << "all are read";
    EXPECT_EQ(times_shown("scan/shuffle --at step=6,lens=0,view=1", dash), 0) << "they stay";
}

// Mirrored numbers stand mirrored, and not each below the one that it is.
TEST(Newcomers, ResultsOfAWholeRowStandAtTheirPlaces) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/no_barrier block=16 --at step=4,view=1");
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.settle();
    const auto t0 = std::ranges::find(driver.texts, "t0", &NotedText::text),
               t15 = std::ranges::find(driver.texts, "t15", &NotedText::text);
    ASSERT_NE(t0, driver.texts.end());
    ASSERT_NE(t15, driver.texts.end());
    EXPECT_LT(t0->box.x, t15->box.x);
}

TEST(Newcomers, RoundsBesideThoseThatDoubleAreToldApart) {
    EXPECT_TRUE(says("tridiagonal/four steps=3", "Three rounds, each twice as far, and two more"));
    EXPECT_TRUE(says("tridiagonal/four", "Five rounds, each twice as far, and two more"));
    EXPECT_FALSE(says("tridiagonal/blocks n=64", "twice as far, and"));
}

TEST(Newcomers, WhereFewAddressesAreMetTheyAreNoEvenQueues) {
    EXPECT_TRUE(says("histogram/global skew=few", ", in this block only"));
    EXPECT_FALSE(says("histogram/global skew=few", "spread evenly"));
    EXPECT_FALSE(says("histogram/global", "those of this block"));
}

TEST(Newcomers, ATimelineWithoutCopiesIsNoPiece) {
    EXPECT_TRUE(says("streams/overlapped copies=without", "kernels alone"));
    EXPECT_FALSE(says("streams/overlapped", "kernels alone"));
}

// Cured, nobody meets at the slots.
TEST(Newcomers, ACureOpensOnWhatItChanged) {
    lab::Settings slots = *lab::settings_named("bug_hunt/two_slots");
    EXPECT_EQ(lab::first_view(slots), "");
    ASSERT_FALSE(lab::assign(slots, "version=cured"));
    EXPECT_EQ(lab::first_view(slots), "array");
    EXPECT_TRUE(says("bug_hunt/two_slots version=cured", "Two threads write all four elements"));
}

TEST(Newcomers, WhatTheHostLacksIsDashed) {
    EXPECT_TRUE(says("bug_hunt/copied_early", "dashed: written after the host"));
    EXPECT_FALSE(says("bug_hunt/copied_early version=cured", "dashed: written after the host"));
}

// What to change is said in little room, too.
TEST(Newcomers, AFindingBelowAChangeSaysWhatToChange) {
    Driver driver(1280, 720);
    driver.shell.restore("bug_hunt/no_barrier block=64");
    driver.settle();
    lab::Request request = driver.shell.session.request;
    ASSERT_FALSE(lab::assign(request.settings, "block=16"));
    driver.shell.session.open(request);
    driver.settle();
    EXPECT_TRUE(driver.says("The result is right now."));
    EXPECT_TRUE(driver.says("Put __syncwarp() between the two lines"));
}

// A kernel that opens at a size of its own compares with nothing; at that size both can be had.
TEST(Newcomers, WhereTheSizeCameAlongTheCardOfBothIsNamed) {
    const auto said = [](lab::Result before, lab::Result now) {
        before.complete = now.complete = true;
        const auto forms = because(before, now);
        return forms.empty() ? "" : forms.front();
    };
    EXPECT_TRUE(said(test::drawn_rung("radix_sort/in_order", {"n=2048"}),
                     test::drawn_rung("radix_sort/eight", {"n=4096"}))
                    .ends_with("*Kernels compared* shows both at this size."));
    EXPECT_TRUE(
        said(test::drawn_rung("radix_sort/digits", {"n=32"}),
             test::drawn_rung("radix_sort/blocks", {"n=2048"}))
            .ends_with(
                "Kernel 3 takes at most 256 keys per block. At that size both are compared."));
}

// Of two that can both have it, the one before is counted there, too.
TEST(Newcomers, TheKernelBeforeComesAlongToTheSizeOfTheNext) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/in_order");
    driver.settle();
    choose_rung(driver.shell, 5);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.before());
    EXPECT_TRUE(
        one_size(driver.shell.session.before()->request.settings, driver.shell.session.settings()));
    EXPECT_TRUE(driver.says("Kernel 5 → 6: ")) << "its time and counts, of one size";
}

// Who wants back from two pictures presses Esc; what plays stops first.
TEST(Newcomers, EscLeavesTwoInStep) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/interleaved");
    driver.settle();
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.in_step());
    driver.shell.notice.clear();
    driver.shell.playback.playing = true;
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.playback.playing);
    EXPECT_TRUE(driver.shell.session.in_step());
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.session.in_step());
}

// A load of 16 bytes brings four numbers: one load, in the order of memory.
TEST(Newcomers, FourNumbersOfOneLoadAreOneLoad) {
    const lab::Result result = test::drawn_rung("dot_product/wide", {});
    const FlowLayout& layout = flow_layout(*result.picture, {});
    ASSERT_GE(layout.rows.size(), 8u);
    for (int r = 0; r < 8; ++r) {
        const FlowRow& row = layout.rows[std::size_t(r)];
        EXPECT_TRUE(row.name.ends_with(", load " + std::to_string(r / 4 + 1) + "." + "xyzw"[r % 4]))
            << row.name;
    }
    EXPECT_EQ(layout.requests, 8) << "of 32 numbers";
    const auto cell = [&](int row) {
        return result.picture->flow->versions[layout.rows[std::size_t(row)].marks[0].version].cell;
    };
    for (int r = 1; r < 4; ++r) EXPECT_EQ(cell(r), cell(r - 1) + 1);
}

// Nothing stands yet in the row that is next: what this step fills is in sight.
TEST(Newcomers, AStepThatLoadsShowsWhatItFills) {
    const lab::Result result = test::drawn_rung("dot_product/wide", {});
    Cursor cursor;
    cursor.step = 0;
    const FlowLayout& layout = flow_layout(*result.picture, cursor);
    const int now = row_now(layout, result.picture->steps, 0);
    ASSERT_GT(now, 4);
    const FlowPlaces places = places_of(layout, cursor, Metrics{}, {0, 0, 900, 260}, now, {});
    EXPECT_LE(places.first_row, 3);
    EXPECT_GT(places.first_row + places.rows, 3) << "the last of the four numbers";
}

// Four on the average are not four in each.
TEST(Newcomers, SectorsThatDifferAreToldTogether) {
    Coalescing all;
    all.lines.push_back({.base = 0, .touched = 3, .wanted_in = {8, 24, 0, 0}, .wanted = {}});
    EXPECT_EQ(wanted_of_each(all), 0);
    all.lines[0].wanted_in[1] = 8;
    EXPECT_EQ(wanted_of_each(all), 8);
}

// 64 and 72 drawn rows do not grow as 2048 and 1000 do.
TEST(Newcomers, DrawnSizesStandForNoOthers) {
    lab::Result before = test::drawn_rung("matrix_product/transposed", {"n=2048"}),
                now = test::drawn_rung("matrix_product/transposed", {"n=1000"});
    before.complete = now.complete = true;
    const auto said = because(before, now);
    EXPECT_TRUE(said.empty() || said.front().find("per element") == std::string::npos)
        << said.front();
}

TEST(Newcomers, LaunchesAreNamedWhereNothingElseChanged) {
    Driver driver(1366, 768);
    driver.shell.restore("memory_model/release");
    driver.settle();
    driver.shell.session.settings().rung = 4;
    driver.settle();
    EXPECT_TRUE(driver.says("launches 1 → 2"));
    EXPECT_FALSE(driver.says("no counter changed"));
}

// Of 10 sweeps and of 20 three are drawn: their counts tell nothing of it. Those of a smaller size
// do, whose sweeps are as many as were asked for.
TEST(Newcomers, TheLedgerSetsNothingAgainstWhatIsDrawnAlike) {
    const lab::Result before = test::drawn_rung("streams/overlapped", {}),
                      now = test::drawn_rung("streams/overlapped", {"sweeps=20"});
    Series series;
    series.add(before), series.add(now);
    const Metrics metrics;
    DrawContext context{now, {}, metrics, series};
    context.before = &before;
    const auto columns = ledger_columns(context, 3);
    EXPECT_FALSE(columns.empty());
    EXPECT_FALSE(std::ranges::count(columns, before_column, &LedgerColumn::rung));
    const auto columns_from = [](const char* before, const char* knob) {
        Driver driver(1366, 768);
        turn(driver, before, knob);
        return std::ranges::count_if(driver.texts, [](const NotedText& text) {
            return text.card == "ledger" && text.text.starts_with("Sweeps ");
        });
    };
    EXPECT_GT(columns_from("streams/overlapped", "sweeps=20"), 0);
    EXPECT_GT(columns_from("streams/overlapped sweeps=1", "sweeps=2"), 0);
}

// A chunk's steps overlap in one timeline, and in the other they do not.
TEST(Newcomers, KnobsOfStreamsHaveTheirTimelinesAsReasons) {
    Driver driver(1366, 768);
    turn(driver, "streams/overlapped chunks=2", "chunks=32");
    EXPECT_TRUE(driver.says("several engines at work"));
}

// "numbers" headed both.
TEST(Newcomers, ColumnsOfNumbersAreNamedByTheirKind) {
    Driver driver(1366, 768);
    turn(driver, "reduction/sequential type=float", "type=double");
    const auto heads = [&](std::string_view word) {
        return std::ranges::count_if(driver.texts, [&](const NotedText& text) {
            return text.card == "ledger" && text.text == word;
        });
    };
    EXPECT_EQ(heads("numbers"), 0);
    EXPECT_GT(heads("Double") + heads("double"), 0);
}

// One lane of a block tells nothing of how all are spread.
TEST(Newcomers, HowAllAreSpreadIsToldWhereLanesShowIt) {
    Driver driver(1366, 768);
    driver.shell.restore("histogram/shared skew=one");
    driver.settle();
    driver.shell.playback.go_to(driver.shell.playback.count() - 1);
    driver.settle();
    EXPECT_TRUE(driver.says("In the whole run"));
    EXPECT_FALSE(driver.says("if they are spread evenly"));
}

// The first launch has one block, and the one that is now eight.
TEST(Newcomers, BlocksAreThoseOfTheLaunchThatIsNow) {
    EXPECT_EQ(times_shown("fft/pieces --view blocks", "block 0 of 1"), 0);
    EXPECT_EQ(times_shown("fft/pieces --view blocks", "drawn: 810 numbers, block 0 of 8"), 1);
}

// More than one knob lifts a refusal: the other one is offered beside the one that it names.
TEST(Newcomers, ARefusalOffersAnotherKnobThatDoes) {
    Driver driver(1366, 768);
    driver.shell.restore("histogram/per_lane bins=4096 copies=32");
    driver.settle();
    ASSERT_TRUE(driver.shell.session.refusal());
    ASSERT_TRUE(driver.control("refused.use"));
    ASSERT_TRUE(driver.control("refused.back"));
    ASSERT_TRUE(driver.click("refused.other"));
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_EQ(now[*lab::find_knob(*now.subject, "copies")], 8) << "the most that fit";
    EXPECT_EQ(now[*lab::find_knob(*now.subject, "bins")], 4096);
    EXPECT_FALSE(lab::refusal(now));
}

// What only some kernels have is turned before what all have: it is in sight where room is short.
TEST(Newcomers, CopiesOfBinsAreInSight) {
    Driver driver(1366, 768);
    driver.shell.restore("histogram/per_lane");
    driver.settle();
    EXPECT_TRUE(driver.sees("Copies of the bins"));
}

// One thread goes down its equations: that is no round of many.
TEST(Newcomers, StepsOfOneThreadAreNoRound) {
    EXPECT_TRUE(
        says("tridiagonal/thomas systems=1 --view data_flow", "31 steps, one after the other"));
    EXPECT_FALSE(says("tridiagonal/blocks --view data_flow", "steps, one after the other"));
}

// A count of fewer systems says so: of unknowns there are as many.
TEST(Newcomers, ACountSaysWhatIsLess) {
    const lab::Settings asked = *lab::settings_named("tridiagonal/four");
    lab::Settings counted = asked;
    ASSERT_FALSE(lab::assign(counted, "systems=1024"));
    EXPECT_EQ(counted_suffix(counted, asked), " (counted at 2\u00b9\u2070 systems)");
    ASSERT_FALSE(lab::assign(counted, "n=32"));
    EXPECT_EQ(counted_suffix(counted, asked), " (counted at 32 unknowns, 2\u00b9\u2070 systems)");
}

// Other calls in place of shared memory were to be faster: that they are there slows nothing down.
TEST(Newcomers, AnotherWayIsNoReasonForWhatIsSlower) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("recurrence/block n=512"));
    driver.settle();
    ASSERT_TRUE(driver.shell.restore("recurrence/look_back n=512"));
    driver.settle();
    EXPECT_TRUE(driver.says("explain little of it"));
    EXPECT_FALSE(driver.says("with shuffles"));
    ASSERT_TRUE(driver.shell.restore("recurrence/block n=512"));
    driver.settle();
    EXPECT_TRUE(driver.says("faster"));
    EXPECT_FALSE(driver.says("with shuffles")) << "nor is it one that they are gone";
}

// A counter that is chosen, whose lines stand elsewhere, brings the first of them along.
TEST(Newcomers, LinesOfACounterComeInSight) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("recurrence/chain n=512 type=double"));
    driver.settle();
    const auto shuffle_in_sight = [&] {
        return std::ranges::any_of(driver.texts, [](const NotedText& text) {
            return text.box.x > 1020 && text.box.y < 520 &&
                   text.text.find("shfl") != text.text.npos;
        });
    };
    ASSERT_FALSE(shuffle_in_sight());
    const auto row = std::ranges::find(driver.texts, "Shuffles", &NotedText::text);
    ASSERT_NE(row, driver.texts.end());
    driver.click(Point{row->box.middle_x(), row->box.middle_y()});
    driver.settle();
    EXPECT_TRUE(shuffle_in_sight());
}

// Of a question about two kernels the code is that of the one which is new.
TEST(Newcomers, AQuestionAboutTwoKernelsShowsTheNewOne) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("reduction/interleaved"));
    driver.settle();
    driver.key(Key::g);
    driver.type("47");
    driver.key(Key::enter);
    driver.key(Key::enter);
    driver.settle();
    ASSERT_TRUE(driver.shell.predictions.is_open());
    EXPECT_EQ(driver.shell.predictions.asks_elsewhere(0), 1);
    EXPECT_EQ(driver.shell.predictions.asks_elsewhere(1), -1);
}

// Of ten sweeps the last launch of a chunk is the tenth, though two are drawn.
TEST(Newcomers, WhatTheHostLacksIsSaidOfWhatWasAskedFor) {
    EXPECT_TRUE(says("streams/overlapped waits=forgotten", "after launch 10 of"));
    EXPECT_FALSE(says("streams/overlapped waits=forgotten", "behind launch 2 of"));
}

// A hunt shows both sides of a program; its cure is in one of them.
TEST(Newcomers, ACureOfAKernelBehindAHuntIsSeenInTheKernel) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("bug_hunt/running_sum"));
    driver.settle();
    driver.shell.hunt.turn(driver.shell.session);
    driver.settle();
    EXPECT_TRUE(driver.shell.host_code.shown);
    ASSERT_FALSE(lab::assign(driver.shell.session.settings(), "version=cured"));
    driver.settle();
    driver.frame();
    EXPECT_FALSE(driver.shell.hunt.hides(driver.shell.session));
    EXPECT_FALSE(driver.shell.host_code.shown);
}

// Two beside each other stand where what is said of them is seen, in one array if both have it.
TEST(Newcomers, TwoInStepOpenWhereWhatLeadsIsApart) {
    const auto opened = [](const lab::Result& shown, const lab::Result& beside, const char* view,
                           const char* leading) {
        return opening_step(find_view(view), *shown.picture, beside.picture.get(), leading);
    };
    const lab::Result tile = test::drawn_rung("matrix_product/tile_of_a", {}),
                      turned = test::drawn_rung("matrix_product/transposed", {}),
                      block = test::drawn_rung("matrix_product/one_block", {}),
                      swapped = test::drawn_rung("matrix_product/swapped", {});
    const auto kind = [&](const char* leading) {
        return turned.picture->steps[std::size_t(opened(turned, tile, "banks", leading))].kind;
    };
    EXPECT_EQ(kind("shared_load_wavefronts"), simulator::EventKind::load);
    EXPECT_EQ(kind("shared_store_wavefronts"), simulator::EventKind::store);
    const int at = opened(swapped, block, "coalescing", "global_load_sectors");
    const int there = step_beside(find_view("coalescing"), *swapped.picture, at, *block.picture);
    EXPECT_EQ(array_of_step(*swapped.picture, at), "a");
    EXPECT_EQ(array_of_step(*block.picture, there), "a");
}

// A question about another kernel shows that one's code, wherever the pane stood.
TEST(Newcomers, CodeOfAQuestionIsThatOfItsKernel) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("fft/pieces"));
    driver.settle();
    driver.key(Key::g);
    driver.settle();
    ASSERT_EQ(driver.shell.predictions.asks_elsewhere(7), 3);
    const std::string kernel = lab::bare_name(at_rung(driver.shell.session.settings(), 3).kernel());
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
        return text.box.x > 1000 && text.text.find(kernel) != text.text.npos;
    })) << kernel;
}

// The set-up that is meant for the last kernel stays at it, though that has its own way of a block.
TEST(Newcomers, ASetUpStaysAtTheKernelItIsMeantFor) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("laplace/two_planes"));
    driver.settle();
    const auto title = std::ranges::find(driver.texts, "1024 points, 32 × 20", &NotedText::text);
    ASSERT_NE(title, driver.texts.end());
    driver.click(Point{title->box.middle_x(), title->box.middle_y()});
    driver.settle();
    const lab::Settings& now = driver.shell.session.settings();
    EXPECT_EQ(lab::rung_of(now).id, "two_planes");
    EXPECT_EQ(now[*lab::find_knob(*now.subject, "nz")], 1024);
}

// What the last round leaves to where the result is computed is no round more.
TEST(Newcomers, RoundsByShufflesAreAsManyAsWereAskedFor) {
    EXPECT_TRUE(
        says("tridiagonal/shuffles steps=1 --view data_flow", "One round from lane to lane"));
    EXPECT_TRUE(
        says("tridiagonal/shuffles steps=3 --view data_flow", "Three rounds from lane to lane"));
    EXPECT_TRUE(
        says("tridiagonal/shuffles steps=5 --view data_flow", "Five rounds from lane to lane"));
}

// Of another number of chunks as many sweeps are drawn: else their counts say nothing.
TEST(Newcomers, AsManySweepsAreDrawnOfAnyNumberOfChunks) {
    const auto drawn = [](const char* chunks) {
        lab::Settings asked = *lab::settings_named("streams/overlapped");
        EXPECT_FALSE(lab::assign(asked, chunks));
        const lab::Settings picture = lab::picture_of(asked);
        return picture[*lab::find_knob(*picture.subject, "sweeps")];
    };
    EXPECT_EQ(drawn("chunks=1"), drawn("chunks=16"));
}

}  // namespace

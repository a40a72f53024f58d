// Where a picture opens behind a change: at what the change is about, and else where it opens by
// itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/regions/kernel_chooser.h"
#include "app/series.h"
#include "app/views/cards/knob_map.h"
#include "app/views/cards/map_legend.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/places.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/opening/opening.h"
#include "lab/time/recordings.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

// `line`, then another kernel of its lesson.
void step_on(Driver& driver, const std::string& line, int rung) {
    ASSERT_TRUE(driver.shell.restore(line)) << line;
    driver.settle();
    choose_rung(driver.shell, rung);
    driver.settle();
}

std::string picture(const Driver& driver) {
    return driver.shell.stage_view() ? driver.shell.stage_view()->id : "";
}

// A third of the wavefronts, by a sixth of the requests: one request takes more of them.
TEST(WhereItOpens, FewerRequestsAreSeenInNoOneOfThem) {
    Driver driver(1366, 768);
    step_on(driver, "matrix_product/column", 8);
    EXPECT_TRUE(driver.says("3.3 times fewer shared load wavefronts"));
    EXPECT_EQ(picture(driver), "tiles");
    EXPECT_TRUE(driver.says("50 %")) << "where tiles open by themselves";
}

TEST(WhereItOpens, WhatEachRequestTakesIsSeenInOne) {
    Driver driver(1366, 768);
    step_on(driver, "matrix_product/transposed", 5);
    EXPECT_EQ(picture(driver), "banks");
    EXPECT_TRUE(driver.says("Every word lies in a bank of its own")) << "where kernel 5 had most";
}

// The steps of the two tiles stand beside each other by their number alone: one reads one array,
// the other the other.
TEST(WhereItOpens, StepsOfTwoArraysAreNotSetAgainstEachOther) {
    Driver driver(1366, 768);
    driver.shell.restore("matrix_product/transposed tile=32");
    driver.settle();
    ASSERT_FALSE(lab::assign(driver.shell.session.settings(), "tile=16"));
    driver.settle();
    EXPECT_EQ(picture(driver), "banks");
    EXPECT_TRUE(driver.says("16 wavefronts"));
}

// The lesson's next picture, and not whatever stands beside the one that this run does not fit.
TEST(WhereItOpens, TheLessonsOwnOrderGoesThroughAllOfThem) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("fft/block n=512 m=512 points=1024"));
    driver.settle();
    EXPECT_EQ(picture(driver), "banks") << "too many values flow";
    ASSERT_TRUE(driver.shell.restore("fft/block"));
    driver.settle();
    EXPECT_EQ(picture(driver), "data_flow");
}

// A stretch of the signal is read once a block: what that saves is in the ledger, and said.
TEST(WhereItOpens, WhatAStretchSavesIsSaid) {
    Driver driver(1366, 768);
    step_on(driver, "fft/direct", 1);
    EXPECT_TRUE(driver.says("7.1 times fewer global load sectors"));
}

// Values travel less far, and that is no waste which a change took away.
TEST(WhereItOpens, WhereValuesTravelNothingFell) {
    Driver driver(1366, 768);
    step_on(driver, "fft/unordered", 6);
    EXPECT_EQ(picture(driver), "data_flow");
    EXPECT_LT(driver.shell.playback.cursor.step, 20) << "the first exchange of both";
}

// What fell in what leads up to a kernel is not its idea.
TEST(WhereItOpens, WhatFellElsewhereIsNoPlaceToOpen) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("fft/block n=54"));
    driver.settle();
    ASSERT_TRUE(driver.shell.restore("fft/spread n=2^20"));
    driver.settle();
    EXPECT_EQ(picture(driver), "banks");
    const lab::Run& run = *driver.shell.session.shown()->picture;
    EXPECT_EQ(run.steps[std::size_t(driver.shell.playback.cursor.step)].launch, 1);
}

// What is drawn of a launch may wait once where the whole of it waits thousands of times.
TEST(WhereItOpens, RoundsAreThoseOfWhatIsDrawn) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("dot_product/wide blocks=1 n=2^28"));
    driver.settle();
    EXPECT_TRUE(driver.says("the drawn part of this"));
    ASSERT_TRUE(driver.shell.restore("dot_product/wide blocks=1 n=4096"));
    driver.settle();
    EXPECT_TRUE(driver.says("issues"));
    EXPECT_FALSE(driver.says("the drawn part of this"));
}

// What a change is for is said beside what it costs.
TEST(WhereItOpens, TimesThatOverlapHaveBothSides) {
    Driver driver(1366, 768);
    step_on(driver, "fft/by_four n=1024", 9);
    EXPECT_TRUE(driver.says("more warp instructions, despite"));
}

// The same kernel as a lane's, with its points in memory.
TEST(WhereItOpens, PointsMadeByAKernelAreSeenOnTheBoard) {
    Driver driver(1366, 768);
    step_on(driver, "pi/host", 1);
    EXPECT_EQ(picture(driver), "dart_board");
}

// All come to the barrier that counts, and that is no waste; what it tells them is what one of them
// adds.
TEST(WhereItOpens, ABarrierThatCountsShowsWhoSaysYes) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("pi/barrier"));
    driver.settle();
    EXPECT_EQ(picture(driver), "lanes");
    EXPECT_EQ(driver.shell.playback.cursor.step, 0);
    EXPECT_TRUE(driver.says("212 of 256 threads say yes"));
    EXPECT_TRUE(driver.says("and 44 say no"));
    EXPECT_TRUE(driver.says("its answer: 1 is yes"));
    const lab::Run& run = *driver.shell.session.picture();
    int yes = 0;
    for (const std::uint32_t id : run.steps[0].events)
        yes += std::popcount(run.trace->events[id].yes);
    const simulator::Event& added = run.trace->events[run.steps[1].events[0]];
    const simulator::Slot& one = run.trace->lanes_of(added)[0];
    EXPECT_EQ(one.value - one.before, std::uint64_t(yes));
    ASSERT_TRUE(driver.shell.restore("pi/shared --view lanes --at step=1"));
    driver.settle();
    EXPECT_FALSE(driver.says("say yes")) << "a barrier that waits alone";
}

// How a block adds up stays as it was: new is how much a thread asks for.
TEST(WhereItOpens, AveragesOfManyNumbersOpenOnTheirLoads) {
    for (const char* rung : {"average/many", "average/wide"}) {
        Driver driver(1366, 768);
        ASSERT_TRUE(driver.shell.restore(rung));
        driver.settle();
        EXPECT_EQ(picture(driver), "in_flight") << rung;
    }
}

// Each opens on what it has that the kernel before has not.
TEST(WhereItOpens, KernelsWhoseQueuesLookAlikeOpenOnWhatIsNew) {
    const std::vector<std::pair<const char*, const char*>> all{
        {"histogram/many", "blocks"},            // one end for all rounds
        {"histogram/per_warp", "same_address"},  // among the bins of eight copies
        {"histogram/per_lane", "same_address"},
        {"histogram/wide", "in_flight"},  // how much is asked for at once
        {"scan/blelloch", "data_flow"},   // a tree up, then down
        {"scan/padded", "banks"},
        {"fft/four", "way"}};  // four numbers a load
    for (const auto& [rung, view] : all) {
        Driver driver(1366, 768);
        ASSERT_TRUE(driver.shell.restore(rung));
        driver.settle();
        EXPECT_EQ(picture(driver), view) << rung;
    }
}

// Behind all rounds of the block that is shown, at what it adds to the bins of all.
TEST(WhereItOpens, ManyNumbersOpenOnTheEndOfABlock) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("histogram/many"));
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const int at = driver.shell.playback.cursor.step;
    const auto adds = [](const simulator::Step& step) {
        return step.kind == simulator::EventKind::atomic && step.space == simulator::Space::global;
    };
    EXPECT_TRUE(adds(run.steps[std::size_t(at)]));
    EXPECT_EQ(std::ranges::count_if(run.steps, adds), 1) << "one end";
    const auto reads = [](const simulator::Step& step) {
        return step.kind == simulator::EventKind::load && step.space == simulator::Space::global;
    };
    EXPECT_EQ(std::ranges::count_if(run.steps, reads), 4) << "for four rounds";
}

// A piece that is lit, the one before it, and what both have: the numbers that come around.
TEST(WhereItOpens, PiecesOpenOnWhatTwoOfThemHave) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("fft/pieces"));
    driver.settle();
    EXPECT_EQ(picture(driver), "heat_map");
    EXPECT_TRUE(driver.says("ten by more than one request")) << "a filter of 11";
}

// By whichever way somebody comes: where a number is counted. Beside each other stand the two
// atomics that count.
TEST(WhereItOpens, BinsOpenWhereANumberIsCounted) {
    Driver driver(1366, 768);
    step_on(driver, "histogram/global skew=one", 1);
    const auto adds_in = [](const lab::Run& run, int step) {
        return run.steps[std::size_t(step)].kind == simulator::EventKind::atomic
                   ? run.steps[std::size_t(step)].space
                   : simulator::Space::none;
    };
    const lab::Run& shared = *driver.shell.session.picture();
    EXPECT_EQ(adds_in(shared, driver.shell.playback.cursor.step), simulator::Space::shared);
    Driver global(1366, 768);
    ASSERT_TRUE(global.shell.restore("histogram/global skew=one"));
    global.settle();
    const lab::Run& first = *global.shell.session.picture();
    const View* view = find_view("same_address");
    const int at = opening_step(view, first), beside = step_beside(view, first, at, shared);
    EXPECT_EQ(adds_in(first, at), simulator::Space::global);
    EXPECT_EQ(adds_in(shared, beside), simulator::Space::shared);
}

// The title tells of the block that stands in the picture.
TEST(WhereItOpens, ALookBackOpensInTheBlockThatAsksMost) {
    for (const char* rung : {"scan/look_back", "scan/wide"}) {
        Driver driver(1366, 768);
        ASSERT_TRUE(driver.shell.restore(rung));
        driver.settle();
        EXPECT_EQ(picture(driver), "blocks") << rung;
        EXPECT_TRUE(driver.says("block 7 asks 7 blocks")) << rung;
        EXPECT_TRUE(driver.says("block 7 of 8")) << rung;
    }
}

// Each block of the last adds what the second made of the first's sums.
TEST(WhereItOpens, ThreeKernelsOpenWhereTheyMeet) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("scan/three_kernels"));
    driver.settle();
    EXPECT_EQ(picture(driver), "blocks");
    const lab::Run& run = *driver.shell.session.picture();
    const simulator::Step& at = run.steps[std::size_t(driver.shell.playback.cursor.step)];
    EXPECT_TRUE(run.launches[std::size_t(at.launch)].kernel.starts_with("join_before"));
}

// What its tree has in common with kernel 3 comes behind what is new.
TEST(WhereItOpens, AShareOfAThreadIsSeenBeforeTheTree) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("reduction/two_passes"));
    driver.settle();
    EXPECT_EQ(picture(driver), "data_flow");
    EXPECT_TRUE(driver.says("Four values per cell, then eight rounds"));
    EXPECT_TRUE(driver.says("256 cells change: each from the"));
    EXPECT_FALSE(driver.says("Next, at step"));
    ASSERT_TRUE(driver.shell.restore("dot_product/tree"));
    driver.settle();
    EXPECT_TRUE(driver.says("Eight rounds to one")) << "a factor of two arrays each is no share";
}

// One atomic of many adds up what was counted, and the other counts.
TEST(WhereItOpens, AtomicsThatDoTwoThingsAreNotSetAgainstEachOther) {
    for (const int rung : {1, 2}) {
        Driver driver(1366, 768);
        step_on(driver, rung == 1 ? "histogram/global" : "histogram/shared", rung);
        driver.shell.slot = Slot::memory, driver.shell.view_of_slot[Slot::memory] = "same_address";
        driver.settle();
        EXPECT_EQ(picture(driver), "same_address");
        EXPECT_FALSE(driver.says(" in kernel ")) << rung;
        EXPECT_FALSE(driver.says(" before")) << rung;
    }
    Driver driver(1366, 768);
    driver.shell.restore("histogram/shared");
    driver.settle();
    ASSERT_FALSE(lab::assign(driver.shell.session.settings(), "skew=one"));
    driver.settle();
    EXPECT_TRUE(driver.says(" with numbers all bins"));
}

// Shuffles are a way to do it: that there are some now is no reason for a longer time, and one look
// of a single block is none.
TEST(WhereItOpens, AWayToDoItIsNoReason) {
    Driver driver(1366, 768);
    driver.shell.restore("recurrence/block n=512");
    driver.settle();
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_TRUE(driver.says("divergent branches explain little of it"));
    EXPECT_FALSE(driver.says("with shuffles"));
    driver.shell.restore("recurrence/chain n=512");
    driver.settle();
    EXPECT_FALSE(driver.says("polls 0 → 1"));
}

// Where each added one number, the kernels that let a thread add several would change nothing.
TEST(WhereItOpens, ThreadsThatAddTheirShareFirstHaveSeveralNumbers) {
    Driver driver(1366, 768);
    for (const char* rung : {"reduction/two_passes", "reduction/shuffle", "reduction/wide"}) {
        const lab::Settings shown = *lab::settings_named(rung);
        const auto knob = std::ranges::find(shown.subject->knobs, "n", &lab::Knob::id);
        const auto threads = 256 * lab::blocks_in(shown, lab::plan_of(shown));
        EXPECT_GE(std::uint64_t(shown[**knob]), 4 * threads) << rung;
    }
    driver.shell.restore("reduction/wide");
    driver.settle();
    EXPECT_EQ(picture(driver), "in_flight");
}

// Kernel 7 is one launch as kernel 4 is, and keeps the step; kernel 8 has one for the filter before
// it, so that no step of theirs is one of its own.
TEST(WhereItOpens, AKernelOfOtherLaunchesKeepsNoStep) {
    Driver fresh(1366, 768), driver(1366, 768);
    step_on(fresh, "fft/block", 7);
    ASSERT_TRUE(driver.shell.restore("fft/block"));
    driver.settle();
    driver.shell.playback.go_to(3);
    driver.shell.session.settings().rung = 6;
    driver.settle();
    EXPECT_TRUE(driver.shell.playback.by_hand);
    driver.shell.session.settings().rung = 7;
    driver.settle();
    EXPECT_FALSE(driver.shell.playback.by_hand);
    EXPECT_EQ(picture(driver), "heat_map");
    EXPECT_EQ(driver.shell.playback.cursor.step, fresh.shell.playback.cursor.step);
}

// What a kernel is about: products of a thread that become its share, two loads for sixteen of
// them, and an exchange before which nothing is put in order.
TEST(WhereItOpens, KernelsOpenOnTheLineTheyAreAbout) {
    Driver driver(1366, 768);
    driver.shell.restore("dot_product/grid_stride");
    driver.settle();
    EXPECT_TRUE(driver.says("256 cells change: each from the"));
    driver.shell.restore("fft/unordered");
    driver.settle();
    EXPECT_EQ(picture(driver), "data_flow");
    EXPECT_LT(driver.shell.playback.cursor.step, 20) << "the first exchange";
    EXPECT_TRUE(driver.says("exchange ±32"));
    driver.shell.restore("fft/four");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const int line = run.steps[std::size_t(driver.shell.playback.cursor.step)].line;
    EXPECT_EQ(line, lab::opening_line(run.request.settings, run.source_text));
    EXPECT_NE(line, 0);
}

// What is drawn of loads under way is what the whole counts: as many go together.
TEST(WhereItOpens, AsManyLoadsGoTogetherInThePictureAsInTheWhole) {
    for (const char* line : {"reduction/two_passes", "reduction/wide", "reduction/wide n=2^20",
                             "reduction/shuffle n=2^18", "dot_product/wide",
                             "dot_product/wide n=2^20", "dot_product/grid_stride n=2^18"}) {
        Driver driver(1366, 768);
        ASSERT_TRUE(driver.shell.restore(line)) << line;
        driver.settle();
        driver.shell.session.complete();
        const lab::Result& shown = *driver.shell.session.shown();
        ASSERT_TRUE(shown.picture && shown.counted) << line;
        const auto together = [](const simulator::Counters& counters) {
            return std::lround(double(counters.global_load_requests) /
                               double(counters.global_load_rounds));
        };
        EXPECT_EQ(together(shown.picture->counters), together(shown.counted->counters)) << line;
    }
}

// What a block of a radix sort adds to a warp is seen where each of its threads has a key.
TEST(WhereItOpens, AKernelOpensAtTheSizeThatItsLessonSays) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/bits");
    driver.settle();
    EXPECT_TRUE(driver.says("256 cells"));
    driver.shell.restore("radix_sort/bits n=32");
    driver.settle();
    EXPECT_FALSE(driver.says("256 cells"));
}

// With a few blocks all of them take as long as a launch; and with many more they could not be
// counted whole while somebody waits.
TEST(WhereItOpens, ManyBlocksOpenWhereTheyPayAndAreCounted) {
    for (const std::string kernel :
         {"scan/chain", "scan/three_kernels", "scan/look_back", "scan/wide", "radix_sort/blocks",
          "radix_sort/in_order", "radix_sort/eight", "radix_sort/one_sweep"}) {
        const lab::Settings opened = lab::opening_of(*lab::settings_named(kernel));
        EXPECT_EQ(opened[*opened.subject->size], kernel.starts_with("scan") ? 1 << 20 : 1 << 19);
        EXPECT_LE(cost_for_cards(opened), usual_card_cost) << kernel;
        // Its smaller and larger blocks as well, on one device: that is what is turned there.
        for (const std::int64_t block : {128, 256, 512}) {
            lab::Settings turned = opened;
            turned.set(*lab::find_knob(*opened.subject, "block"), block);
            const auto found = lab::recorded({.settings = turned});
            ASSERT_TRUE(found && !lab::refusal(turned)) << kernel << " " << block;
            EXPECT_EQ(found->time.device, lab::recorded({.settings = opened})->time.device);
        }
    }
}

// Where no sector is one too many it is a conflict that is worth a look, and else a global access:
// not a broadcast that happens to stand well into the run.
TEST(WhereItOpens, SectorsThatAreTheLeastGiveWayToConflicts) {
    Driver driver(1366, 768);
    driver.shell.restore("matrix_product/transposed --view coalescing");
    driver.settle();
    EXPECT_TRUE(driver.says("uses only 1 of 32 banks"));
    driver.shell.restore("matrix_product/straight --view coalescing");
    driver.settle();
    EXPECT_TRUE(driver.says("Neighbouring lanes use neighbouring bytes"));
}

// The picture of banks at a step that asks for none says of which it is.
TEST(WhereItOpens, BanksOfAnotherStepSayWhich) {
    Driver driver(1366, 768);
    driver.shell.restore("matrix_product/transposed --view banks --at step=1");
    driver.settle();
    EXPECT_TRUE(driver.says("step: shared memory serves"));
}

// A thread for each number is enough, whatever was asked for.
TEST(WhereItOpens, BlocksThatAreNotLaunchedAreTold) {
    Driver driver(1920, 1080);
    driver.shell.restore("reduction/two_passes n=260817");
    driver.settle();
    EXPECT_TRUE(driver.says("1\u2009019 run"));
    ASSERT_FALSE(lab::assign(driver.shell.session.settings(), "blocks=64"));
    driver.settle();
    EXPECT_FALSE(driver.says("\u2009019 run"));
}

// What the sentence names can be looked up.
TEST(WhereItOpens, LaunchesHaveARowWhereTheyDiffer) {
    const auto rows = [](const char* from, int to) {
        Driver driver(1366, 768);
        step_on(driver, from, to);
        return std::ranges::count_if(driver.texts, [](const NotedText& text) {
            return text.card == "ledger" && text.text == "Launches";
        });
    };
    EXPECT_EQ(rows("reduction/shuffle", 7), 1);
    EXPECT_EQ(rows("reduction/strided", 2), 0) << "one each";
}

TEST(WhereItOpens, TheRowThatChangesIsInSight) {
    const lab::Result result = test::drawn_rung("tridiagonal/thomas", {});
    Cursor cursor;
    cursor.step = 10;
    const FlowLayout& layout = flow_layout(*result.picture, cursor);
    const int now = row_now(layout, result.picture->steps, cursor.step);
    ASSERT_EQ(layout.rows[std::size_t(now)].name, "reach \u22121");
    const FlowPlaces places = places_of(layout, cursor, Metrics{}, {0, 0, 720, 280}, now, {});
    EXPECT_GT(places.first_row + places.rows, now);
}

TEST(WhereItOpens, AKernelWithFlatBlocksHasNoDepth) {
    const auto depth = [](const char* line) {
        return depth_words({.settings = *lab::settings_named(line)}, "z = ");
    };
    EXPECT_EQ(depth("laplace/blocks"), "z = 2");
    EXPECT_EQ(depth("laplace/marching"), "");
}

// What the same warp asks for, before and now, is compared by eye; by itself a picture opens with
// the warp that wastes most.
TEST(WhereItOpens, AnotherKernelIsLookedAtInTheWarpOfTheOneBefore) {
    Driver alone(1366, 768), driver(1366, 768);
    ASSERT_TRUE(alone.shell.restore("radix_sort/in_order"));
    alone.settle();
    ASSERT_TRUE(driver.shell.restore("radix_sort/blocks"));
    driver.settle();
    const int before = driver.shell.playback.cursor.warp;
    EXPECT_NE(before, alone.shell.playback.cursor.warp);
    step_on(driver, "radix_sort/blocks", 4);
    EXPECT_EQ(picture(driver), "coalescing");
    EXPECT_EQ(driver.shell.playback.cursor.warp, before);
}

}  // namespace

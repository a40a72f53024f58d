// Title, sentence and notes of a data-flow picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/view.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/layout.h"
#include "app/views/flow/words.h"
#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

// Problems that the lens marks are not told again by the map: both together are all.
TEST(FlowInWords, AMapCountsTheProblemsThatTheLensDoesNotShow) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/sequential block=192");
    driver.shell.session.settings().anyway = true;
    driver.settle();
    EXPECT_TRUE(driver.says("64 of 192 values never reach the result"));
    EXPECT_TRUE(driver.says("60 more"));
}

// Many threads add to one cell by atomics: the last of them has not made it alone.
TEST(FlowInWords, ACellOfAtomicsIsMadeByAllThatAdd) {
    for (const char* rung : {"average/one_sum", "pi/drawn"}) {
        const lab::Result drawn = drawn_rung(rung, {});
        const lab::Run& run = *drawn.picture;
        std::set<std::uint32_t> threads, warps;
        for (const simulator::Version& version : run.flow->versions) {
            if (version.kind != simulator::VersionKind::atomic || version.block != 0) continue;
            threads.insert(version.thread);
            warps.insert(version.thread / 32);
        }
        ASSERT_GT(threads.size(), 1u) << rung;
        Cursor cursor;
        cursor.step = static_cast<int>(run.steps.size()) - 1;
        const std::string many = std::to_string(threads.size()) + " threads";
        EXPECT_NE(view_sentence("data_flow", run, cursor)
                      .find("by *" + many + " of " + std::to_string(warps.size()) + " warps*"),
                  std::string::npos)
            << view_sentence("data_flow", run, cursor);
        const bool loads_many = rung == std::string_view("average/one_sum");
        EXPECT_EQ(view_claim("data_flow", run, cursor),
                  loads_many ? "256 values make each cell" : many + " change one cell");
    }
}

// Also those of cells that one thread changes: each thread of a block counts one number.
TEST(FlowInWords, AtomicsOfARowAreCountedInAllItsCells) {
    const lab::Result drawn = drawn_rung("histogram/global", {});
    Cursor cursor;
    cursor.step = static_cast<int>(drawn.picture->steps.size()) - 1;
    const std::string said = view_sentence("data_flow", *drawn.picture, cursor);
    EXPECT_NE(said.find("*256* times by atomics, by *256 threads"), std::string::npos) << said;
}

// By the values: up the tree sums are made, and a copy is none.
TEST(FlowInWords, SumsAreSaidToAdd) {
    const auto said = [](const char* rung, int from, const char* join = "join=sum") {
        const lab::Result drawn = drawn_rung(rung, {"n=64", "block=64", join});
        std::string all;
        Cursor cursor;
        for (cursor.step = from; cursor.step < std::ssize(drawn.picture->steps); ++cursor.step)
            all += view_sentence("data_flow", *drawn.picture, cursor);
        return all;
    };
    const std::string hillis = said("scan/hillis", 5), blelloch = said("scan/blelloch", 5);
    EXPECT_NE(hillis.find("each adds the value *"), std::string::npos);
    EXPECT_EQ(hillis.find("takes the value"), std::string::npos) << hillis;
    EXPECT_NE(blelloch.find("adds the value *"), std::string::npos);
    const std::string down =
        "of each two *8 places apart*, one takes the other's value, and the other ";
    EXPECT_NE(blelloch.find(down + "takes the *sum* of both"), std::string::npos) << blelloch;
    EXPECT_NE(said("scan/blelloch", 5, "join=max").find(down + "is made from *both*"),
              std::string::npos);
    EXPECT_EQ(said("scan/hillis", 5, "join=max").find("adds"), std::string::npos)
        << "the larger of two is no sum";
}

// Lanes that ask beyond the warp add their own value: they do not keep it, nor get another's.
TEST(FlowInWords, OfAShuffleBothSentencesSayWhoGetsItsOwnValue) {
    Laptop laptop;
    for (const char* rung :
         {"dot_product/shuffle", "average/wide --view data_flow", "reduction/shuffle"}) {
        laptop.open(rung);
        EXPECT_TRUE(laptop.driver.says("128 get their own value back")) << rung;
        EXPECT_TRUE(laptop.driver.says("own value back, the others")) << rung;
        EXPECT_FALSE(laptop.driver.says("keep their values")) << rung;
    }
}

TEST(FlowInWords, TicksOfLastValuesHaveAKey) {
    Laptop laptop;
    laptop.driver.width = 1920, laptop.driver.height = 1080;
    for (const char* line : {"scan/hillis", "recurrence/block"}) {
        laptop.open(line);
        const bool ticks = laptop.driver.has_mark("stage", MarkKind::circle, Role::good);
        EXPECT_EQ(laptop.driver.sees("; ticked: last values"), ticks) << line;
        if (line == std::string("scan/hillis")) {
            EXPECT_TRUE(ticks);
        }
    }
}

TEST(FlowInWords, AStencilIsNotACopyOfWhatStandsAboveIt) {
    OnStage queue("laplace/queue", Slot::warp);
    EXPECT_EQ(queue.claim("data_flow"), "Six values make each cell");
    EXPECT_NE(queue.sentence("data_flow").find("each from the *six* values above it"),
              std::string::npos)
        << queue.sentence("data_flow");
    const FlowLayout layout = flow_layout(queue.run(), queue.cursor());
    EXPECT_EQ(std::ranges::count(layout.rows, FlowRowKind::input, &FlowRow::kind), 6);
    EXPECT_EQ(row_share(layout, 0), row_share(layout, 1)) << "all of them are there";
    OnStage vectors("vector_addition/one_each", Slot::warp);
    EXPECT_EQ(vectors.claim("data_flow"), "Two values make each cell");
}

// Later launches read what the block itself wrote in those before.
TEST(FlowInWords, EachSweepOfAStencilTakesAsManyValues) {
    OnStage queue("laplace/queue", Slot::warp);
    const lab::Run& run = queue.run();
    std::set<int> launches;
    for (Cursor at; at.step < std::ssize(run.steps); ++at.step) {
        if (!launches.insert(run.steps[std::size_t(at.step)].launch).second) continue;
        EXPECT_EQ(view_claim("data_flow", run, at), "Six values make each cell")
            << "launch " << run.steps[std::size_t(at.step)].launch;
        EXPECT_EQ(flow_layout(run, at).loads, 6);
    }
    EXPECT_EQ(launches.size(), 4u);
}

TEST(FlowInWords, LaunchesOfSeveralKernelsAreNamed) {
    OnStage three("scan/three_kernels n=2048 block=256", Slot::warp);
    EXPECT_TRUE(three.claim("data_flow").starts_with("Launch ")) << three.claim("data_flow");
    EXPECT_NE(three.claim("data_flow").find(" of 3: "), std::string::npos);
    OnStage tree("reduction/sequential", Slot::warp);
    EXPECT_EQ(tree.claim("data_flow").find("Launch"), std::string::npos) << "it is one kernel";
}

TEST(FlowInWords, KernelsWithoutBarriersHaveNoIntervalsOfThem) {
    OnStage vectors("vector_addition/one_each", Slot::warp);
    EXPECT_FALSE(vectors.driver.sees("interval"));
    EXPECT_FALSE(vectors.driver.sees("1 of 1"));
    OnStage sweeps("laplace/blocks", Slot::warp);
    EXPECT_FALSE(sweeps.driver.sees("barrier interval"));
    EXPECT_TRUE(sweeps.driver.sees("launch ") && sweeps.driver.sees(" of 4"));
}

TEST(FlowInWords, RoundsBesideThoseThatDoubleAreToldApart) {
    EXPECT_TRUE(
        Opened("tridiagonal/four steps=3").says("Three rounds, each twice as far, and two more"));
    EXPECT_TRUE(Opened("tridiagonal/four").says("Five rounds, each twice as far, and two more"));
    EXPECT_FALSE(Opened("tridiagonal/blocks n=64").says("twice as far, and"));
}

// One thread goes down its equations: that is no round of many.
TEST(FlowInWords, StepsOfOneThreadAreNoRound) {
    EXPECT_TRUE(Opened("tridiagonal/thomas systems=1 --view data_flow")
                    .says("31 steps, one after the other"));
    EXPECT_FALSE(Opened("tridiagonal/blocks --view data_flow").says("steps, one after the other"));
}

// What the last round leaves to where the result is computed is no round more.
TEST(FlowInWords, RoundsByShufflesAreAsManyAsWereAskedFor) {
    EXPECT_TRUE(Opened("tridiagonal/shuffles steps=1 --view data_flow")
                    .says("One round from lane to lane"));
    EXPECT_TRUE(Opened("tridiagonal/shuffles steps=3 --view data_flow")
                    .says("Three rounds from lane to lane"));
    EXPECT_TRUE(Opened("tridiagonal/shuffles steps=5 --view data_flow")
                    .says("Five rounds from lane to lane"));
}

// What the launch before left in the sums is a number that goes into them, as all others are.
TEST(FlowInWords, WhatAnEarlierLaunchLeftGoesIntoASum) {
    EXPECT_TRUE(
        Opened("bug_hunt/never_zeroed --view data_flow --at step=4", 1366, 1100).says("224"));
    EXPECT_TRUE(Opened("bug_hunt/never_zeroed --view data_flow --at step=4", 1366, 1100)
                    .says("Up to 14 values make each cell"));
}

// In its last round a warp makes sixteen pairs, of which its total is one: all of them are read.
TEST(FlowInWords, TheLastRoundOfPairsHasAllThatAreMadeInIt) {
    for (const char* line : {"recurrence/chain n=512 --view data_flow --at step=16",
                             "recurrence/chain n=512 type=double --view data_flow --at step=26"}) {
        EXPECT_TRUE(Opened(line, 1366, 1100).says("256 of 512")) << line;
        EXPECT_FALSE(Opened(line, 1366, 1100).says("nobody reads")) << line;
    }
}

// Each lane's vote stands in its cell, and the answer is its own warp's.
TEST(FlowInWords, AVoteShowsWhatEachLaneSays) {
    EXPECT_TRUE(Opened("pi/ballot", 1366, 1100).says("of 256 threads say yes"));
    EXPECT_TRUE(Opened("pi/ballot", 1366, 1100).says("its answer: 1 is yes"));
    EXPECT_TRUE(
        Opened("pi/ballot", 1366, 1100).says("The lanes of a warp get their own warp's answer."));
    const lab::Result ballot = drawn_rung("pi/ballot", {});
    for (const simulator::Event& event : ballot.picture->trace->events) {
        if (event.kind != simulator::EventKind::vote) continue;
        const simulator::Slot& told = ballot.picture->trace->lanes_of(event)[0];
        EXPECT_TRUE(event.asks);
        EXPECT_EQ(told.value, event.yes) << "a ballot tells who said yes";
    }
}

// A pair stays, and another one is joined to it; a lane that takes a value had none of its own.
TEST(FlowInWords, PairsAreJoined) {
    Driver driver(1366, 768);
    driver.shell.restore("recurrence/block");
    driver.settle();
    EXPECT_TRUE(driver.says("508 pairs change: each joins the one"));
    driver.shell.restore("scan/hillis");
    driver.settle();
    EXPECT_FALSE(driver.says("joins the one")) << "it adds";
}

TEST(FlowInWords, TitlesTellWhatCameBeforeTheRounds) {
    Driver driver(1366, 768);
    const auto title = [&](const char* line, const char* words) {
        driver.shell.restore(line);
        driver.settle();
        return driver.says(words);
    };
    EXPECT_TRUE(
        title("tridiagonal/shuffles", "Five rounds between lanes, each twice as far, both"));
    EXPECT_TRUE(title("dot_product/grid_stride", "Four of each array per cell, then eight rounds"));
    EXPECT_TRUE(title("dot_product/tree", "Eight rounds to one"));
}

// The first factor of a recurrence is multiplied with nothing.
TEST(FlowInWords, WhatARightResultDoesWithoutIsNoProblem) {
    const OpenedRung right("recurrence/block", "data_flow");
    ASSERT_TRUE(right.run().verdict.ok);
    EXPECT_TRUE(flow_layout(right.run(), right.playback.cursor).problems.empty());
}

// A scan of a few numbers on its way to a scatter of many is no step to look at.
TEST(FlowInWords, TheNextStepIsWorthALook) {
    const OpenedRung sort("radix_sort/eight", "data_flow");
    const View& flow = *find_view("data_flow");
    const std::vector<double>& weights = weights_of(flow, sort.run());
    const double most = *std::ranges::max_element(weights);
    int step = sort.playback.cursor.step;
    for (int i = 0; i < 3; ++i) {
        const auto next = next_worth(flow, sort.run(), step, 1);
        ASSERT_TRUE(next);
        step = next->step;
        EXPECT_GT(weights[std::size_t(step)], .2 * most) << step + 1;
    }
}

// Threads write more than keys there.
TEST(FlowInWords, CellsOfASortAreThoseWithKeys) {
    const OpenedRung sort("radix_sort/eight", "data_flow");
    const std::string said = view_sentence("data_flow", sort.run(), sort.playback.cursor);
    EXPECT_EQ(said.find("32 cells with keys change"), 0u) << said;
    const OpenedRung sums("reduction/sequential", "data_flow");
    const std::string other = view_sentence("data_flow", sums.run(), sums.playback.cursor);
    EXPECT_EQ(other.find("with keys"), std::string::npos) << other;
}

// What comes behind the end of what is kept may use every value.
TEST(CutFlow, RaisesNoAlarm) {
    const lab::Result drawn = drawn_rung("matrix_product/square", {});
    ASSERT_TRUE(drawn.picture->flow->full) << "else this test needs another run";
    const std::string claim = view_claim("data_flow", *drawn.picture, {});
    EXPECT_EQ(claim.find("never reach"), std::string::npos) << claim;
}

}  // namespace

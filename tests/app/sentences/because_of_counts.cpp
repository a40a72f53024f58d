// The sentence after a change, where counts are its reason: at which size they are compared, which
// of them leads, and what is not said.
#include <gtest/gtest.h>

#include "app/sentences/because.h"
#include "app/sentences/change.h"
#include "app/session.h"
#include "app/views/ledger/ledger_size.h"
#include "lab/asked.h"
#include "tests/app/lecture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

// What is said of a change from one line of state to another.
std::string said_between(const char* before, const char* now) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result first = whole(session, before), second = whole(session, now);
    return because({first, second}).front();
}

// Eight times fewer lanes stand at an address that all blocks change: counted apart from those
// that stand at one of their block's.
TEST(AtomicsOfAllBlocks, ExplainWhatACounterOfEachBlockCures) {
    const std::string said = said_between("pi/drawn", "pi/shared");
    EXPECT_NE(said.find("times fewer global atomic passes"), std::string::npos) << said;
    EXPECT_EQ(said.find("registers"), std::string::npos) << said;
}

// As many atomics, and one queue of all of them or a counter of each block's own.
TEST(AtomicsOfAllBlocks, HaveMoreAddressesWhereTheTimeFalls) {
    const char *one = "average/one_sum n=2^22", *many = "average/slots n=2^22";
    const std::string said = said_between(one, many);
    EXPECT_NE(said.find("addresses of atomics 1 → 16\u2009384"), std::string::npos) << said;
    const std::string back = said_between(many, one);
    EXPECT_NE(back.find("addresses of atomics 16\u2009384 → 1"), std::string::npos) << back;
}

// One unit of the GPU has a bin of all blocks, where a multiprocessor has its own: passes there
// weigh more than blocks that begin, and than instructions.
TEST(AtomicsOfAllBlocks, WeighMoreThanWhatEachMultiprocessorDoes) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result global = whole(session, "histogram/global"),
                      shared = whole(session, "histogram/shared"),
                      many = whole(session, "histogram/many");
    for (const auto& [before, now] : {std::pair{&global, &many}, std::pair{&many, &shared}}) {
        const std::string said = because({*before, *now}).front();
        EXPECT_NE(said.find(" global atomic sectors"), std::string::npos) << said;
    }
    const lab::Result tree = whole(session, "dot_product/tree n=2^20"),
                      stride = whole(session, "dot_product/grid_stride n=2^20");
    EXPECT_NE(because({tree, stride}).front().find("times fewer atomic passes"), std::string::npos)
        << "they have no row of their own: " << because({tree, stride}).front();
}

// A block of 1024 is drawn with four times as many numbers as one of 256, and of 65 536 arrays two
// are: as many times more of anything tells nothing of what was turned.
TEST(DrawnCounts, AreComparedAtOneSizeAndOfWhatWasTurned) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result small = whole(session, "average/tree block=256"),
                      large = whole(session, "average/tree block=1024"),
                      one = whole(session, "scan/hillis"),
                      many = whole(session, "scan/hillis arrays=65536");
    ASSERT_FALSE(one_size(small.picture->request.settings, large.picture->request.settings));
    EXPECT_EQ(because({small, large}).front().find("(counted for"), std::string::npos)
        << because({small, large}).front();
    EXPECT_EQ(because({one, many}).front().find("warp instructions"), std::string::npos)
        << because({one, many}).front();
    EXPECT_NE(because({one, many}).front().find("threads launched 512 → 33\u2009554\u2009432"),
              std::string::npos)
        << because({one, many}).front();
    const lab::Settings before =
        alike(large.picture->request.settings, large.request.settings, small.request.settings);
    EXPECT_TRUE(one_size(before, large.picture->request.settings));
    EXPECT_EQ(before[*lab::find_knob(*before.subject, "block")], 256);
}

// One block of a chain looks once at what stands before it, and waits for nobody.
TEST(ChangesInWords, SayNothingOfASingleLook) {
    const std::string said =
        said_between("recurrence/block n=512 type=double", "recurrence/chain n=512 type=double");
    EXPECT_EQ(said.find("polls"), std::string::npos) << said;
}

// Both went down: nothing went against the time. And threads are told beside registers.
TEST(ChangesInWords, CountsThatWentWithTheTimeStandBesideIt) {
    const std::string said = said_between("pi/made", "pi/drawn");
    EXPECT_EQ(said.find("despite"), std::string::npos) << said;
    const std::string many = said_between("tridiagonal/thomas_interleaved", "tridiagonal/four");
    EXPECT_NE(many.find("threads launched 4\u2009096 → "), std::string::npos) << many;
}

// A third more instructions is what the ledger marks as worse, and too little: loads wait for it.
TEST(BecauseOfCounts, TheyGiveWayToLoadsThatWaitWhereTheyExplainLittle) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result apart = whole(session, "tridiagonal/thomas"),
                      interleaved = whole(session, "tridiagonal/thomas_interleaved");
    const std::string said = because({apart, interleaved}).front();
    EXPECT_NE(said.find(", with loads that wait for memory, modelled, "), std::string::npos)
        << said;
}

// A sixteenth of the instructions in the same time: Thomas moves arrays twice, and waits for those.
TEST(BecauseOfCounts, TheyAreNoLimitOnlyWhereNoOtherCostRose) {
    Session session(lab::Worker::Mode::pumped);
    const char* many = " n=512 systems=65536";
    const lab::Result blocks = whole(session, ("tridiagonal/blocks" + std::string(many)).c_str()),
                      thomas = whole(
                          session, ("tridiagonal/thomas_interleaved" + std::string(many)).c_str());
    const std::string said = because({blocks, thomas}).front();
    EXPECT_NE(said.find("fewer warp instructions"), said.npos) << said;
    EXPECT_EQ(said.find("not the limit"), said.npos) << said;
}

// Where nothing of both was counted at one size, it says how many were launched.
TEST(BecauseOfCounts, TheyAreMissedWhereNothingWasCounted) {
    Session session(lab::Worker::Mode::pumped);
    lab::Result tree = whole(session, "dot_product/tree n=2^28"),
                stride = whole(session, "dot_product/grid_stride n=2^28");
    std::string said = because({tree, stride}).front();
    EXPECT_NE(said.find("32 times fewer atomic passes (counts for 2\u00b2\u00b3 numbers)"),
              said.npos)
        << said;
    tree.counted.reset(), stride.counted.reset();
    said = because({tree, stride}).front();
    EXPECT_NE(said.find("Also changed: blocks launched "), std::string::npos) << said;
}

// A hundredth of the threads, and more sectors, which are less than half of it: most of a card has
// nothing to do, and that comes first.
TEST(BecauseOfCounts, FewThreadsComeFirstWhereACountIsNotHalfOfIt) {
    const std::string said = said_between("tridiagonal/interleaved", "tridiagonal/thomas");
    EXPECT_NE(said.find(", with threads launched 524"), std::string::npos) << said;
    EXPECT_NE(said.find("more global load sectors"), std::string::npos) << said;
    EXPECT_EQ(said.find("Also changed"), std::string::npos) << said;
}

// Too much to be counted: both stand at one size, at which every kernel of the ladder can be
// counted, rather than as drawn.
TEST(BecauseOfCounts, CountsOfTooMuchAreOfOneLargeSize) {
    const std::string said = said_between("pi/barrier n=2^28", "pi/state n=2^28");
    EXPECT_NE(said.find("32 times fewer global atomic passes (counts for 2\u00b2\u2074 points)"),
              said.npos)
        << said;
}

// Loads of four numbers: a quarter of the requests cost a little less, and are what was done.
TEST(BecauseOfCounts, AWayThatWasTakenIsToldWhereNoCostMovedByMuch) {
    const std::string said = said_between("matrix_product/square", "matrix_product/wide");
    EXPECT_NE(
        said.find(
            "fewer warp instructions and 4 times fewer global load requests (counts for 512 rows)"),
        std::string::npos)
        << said;
}

// A scatter over 256 bins and their sums side by side: as many additions, in a fifth of the
// sectors.
TEST(BecauseOfCounts, AtomicsAreWeighedByTheSectorsThatTheyQueueIn) {
    const std::string said = said_between("histogram/global", "histogram/shared");
    EXPECT_NE(said.find("5.6 times fewer global atomic sectors"), std::string::npos) << said;
    const std::string more = said_between("histogram/global bins=16", "histogram/global bins=64");
    EXPECT_NE(more.find(": slower, "), std::string::npos) << more;
    EXPECT_NE(more.find("more global atomic sectors"), std::string::npos) << more;
}

// Loads are a sixteenth of what is spent: half as many rounds of them make nothing a third faster.
TEST(BecauseOfCounts, RoundsOfLoadsAreWorthNoMoreThanTheirLatency) {
    const lab::Time was{
        .kind = lab::TimeKind::recorded, .median_ms = .147, .low_ms = .146, .high_ms = .148},
        is{.kind = lab::TimeKind::recorded, .median_ms = .104, .low_ms = .103, .high_ms = .105};
    const Move rounds{.name = "global_load_rounds", .before = 32, .now = 16, .share = .05},
        sectors{.name = "global_load_sectors", .before = 32, .now = 16, .share = .05};
    Change change;
    change.times = {.before = &was, .now = &is};
    change.all = {rounds};
    EXPECT_FALSE(change.weightiest_cost_as_far_as_time());
    change.all = {sectors};
    EXPECT_TRUE(change.weightiest_cost_as_far_as_time());
}

// No card of 2006 was timed.
TEST(BecauseOfCounts, TwoCardsAreTimedOnAThird) {
    const std::string said = said_between("occupancy/one card=2024", "occupancy/one card=2006");
    EXPECT_NE(said.find("Both were timed on an NVIDIA H"), std::string::npos) << said;
    const std::string other = said_between("occupancy/one", "occupancy/two");
    EXPECT_EQ(other.find("Both were timed"), std::string::npos) << other;
}

// Stores to shared memory are a hundredth of what is spent.
TEST(BecauseOfCounts, WhatIsHardlySpentCarriesNoTime) {
    const std::string said = said_between("matrix_product/wide", "matrix_product/ahead");
    EXPECT_EQ(said.find("with shared store wavefronts"), std::string::npos) << said;
    EXPECT_NE(said.find("between a load and its first use 0 → 555"), std::string::npos) << said;
}

// A quarter of the sectors is a small part of what is spent, and is not denied.
TEST(BecauseOfCounts, WhatMovedAsFarAsTheTimeIsNotDenied) {
    const std::string said =
        said_between("matrix_product/straight tile=8", "matrix_product/straight tile=32");
    EXPECT_NE(said.find("4 times fewer global load sectors"), std::string::npos) << said;
    EXPECT_EQ(said.find("no count explains"), std::string::npos) << said;
}

// A count of fewer systems says so: of unknowns there are as many.
TEST(BecauseOfCounts, ACountSaysWhatIsLess) {
    const lab::Settings asked = *lab::settings_named("tridiagonal/four");
    lab::Settings counted = asked;
    ASSERT_FALSE(lab::assign(counted, "systems=1024"));
    EXPECT_EQ(counted_suffix(counted, asked), " (counts for 2\u00b9\u2070 systems)");
    ASSERT_FALSE(lab::assign(counted, "n=32"));
    EXPECT_EQ(counted_suffix(counted, asked), " (counts for 32 unknowns, 2\u00b9\u2070 systems)");
}

}  // namespace

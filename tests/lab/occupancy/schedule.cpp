// The model of a warp scheduler, by hand: who is ready, who waits, which issue slots are used.
#include "lab/occupancy/schedule.h"

#include <gtest/gtest.h>

namespace {

using namespace lab;

// Each reads what the last one wrote, `chains` of them side by side.
Way chains(int chains, int length, int latency = 4) {
    Way way;
    for (int i = 0; i < length; ++i)
        for (int chain = 0; chain < chains; ++chain) {
            const auto value = static_cast<std::uint32_t>(chain);
            way.push_back({{value}, {value}, latency, 0});
        }
    return way;
}

double share(const Schedule& schedule) {
    return double(schedule.used(0, schedule.cycles())) / schedule.cycles();
}

// One warp issues every fourth cycle; four of them fill all cycles, and more only queue.
TEST(Schedule, FourWarpsHideFourCycles) {
    EXPECT_NEAR(share(schedule_of(chains(1, 100), 1, 1000)), 1. / 4, .01);
    EXPECT_NEAR(share(schedule_of(chains(1, 100), 2, 1000)), 1. / 2, .01);
    EXPECT_EQ(share(schedule_of(chains(1, 100), 4, 1000)), 1);
    EXPECT_EQ(schedule_of(chains(1, 100), 4, 1000).cycles(), 400);
    EXPECT_EQ(schedule_of(chains(1, 100), 8, 1000).cycles(), 800);
}

// And so does one warp with four chains.
TEST(Schedule, SoDoFourChainsOfOneWarp) {
    EXPECT_EQ(share(schedule_of(chains(4, 100), 1, 1000)), 1);
    EXPECT_EQ(share(schedule_of(chains(2, 100), 2, 1000)), 1);
    EXPECT_NEAR(share(schedule_of(chains(2, 100), 1, 1000)), 1. / 2, .01);
}

TEST(Schedule, SaysWhoWaitsAndWhoIsReady) {
    const Schedule made = schedule_of(chains(1, 2), 2, 100);
    ASSERT_EQ(made.cycles(), 6);
    EXPECT_EQ(made.at(0, 0), WarpState::issues);
    EXPECT_EQ(made.at(0, 1), WarpState::ready);
    EXPECT_EQ(made.at(1, 0), WarpState::waits);
    EXPECT_EQ(made.at(1, 1), WarpState::issues);
    EXPECT_EQ(made.issued, (std::vector<int>{0, 1, -1, -1, 0, 1}));
    EXPECT_EQ(made.at(5, 0), WarpState::done);
    EXPECT_EQ(made.first, (std::vector<int>{0, 4}));
    EXPECT_EQ(made.used(1, 4), 1);
    EXPECT_EQ(made.used(-5, 100), 4);
}

// They take turns, and the end of patience is an end.
TEST(Schedule, TakesTurnsAndEnds) {
    const Schedule made = schedule_of(chains(4, 5), 3, 10);
    EXPECT_EQ(made.cycles(), 10);
    for (int cycle = 0; cycle < 10; ++cycle) EXPECT_EQ(made.issued[std::size_t(cycle)], cycle % 3);
    EXPECT_EQ(schedule_of({}, 3, 10).cycles(), 0);
}

}  // namespace

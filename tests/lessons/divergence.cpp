// Branches of a warp: each way is issued once for a warp that has lanes of it, and what a warp
// issues does not depend on the ways where all its lanes take the same one.
#include <gtest/gtest.h>

#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr std::uint64_t warps = 32, rounds = 4;

Settings set_to(const std::string& rung, int ways, int block = 256) {
    std::vector<std::string> values{"n=1024", "rounds=4", "block=" + std::to_string(block)};
    if (ways > 0) values.push_back("ways=" + std::to_string(ways));
    return asked("divergence/" + rung, values);
}
std::shared_ptr<const Run> branches(const std::string& rung, int ways, int block = 256) {
    return run(set_to(rung, ways, block));
}

// A way loads a number in each of its rounds.
std::uint64_t rounds_of_a_warp(const Run& made) {
    return (made.counters.global_load_requests - warps) / warps;
}

TEST(Divergence, AWarpRunsEachWayOfItsLanes) {
    for (const int ways : {1, 2, 3, 4, 8, 16, 32}) {
        const auto apart = branches("by_lane", ways);
        EXPECT_EQ(rounds_of_a_warp(*apart), rounds * std::uint64_t(ways)) << ways;
        EXPECT_EQ(apart->counters.divergent_branches, warps * std::uint64_t(ways - 1)) << ways;
        EXPECT_EQ(counted_on_line(set_to("by_lane", ways)).global_load_requests, warps * rounds)
            << "way 0, in every warp";
    }
}

TEST(Divergence, AWarpOfOneWayRunsThatAlone) {
    for (const int ways : {1, 2, 3, 4, 8, 16, 32}) {
        const auto together = branches("by_warp", ways);
        EXPECT_EQ(rounds_of_a_warp(*together), rounds) << ways;
        EXPECT_EQ(together->counters.divergent_branches, 0u) << ways;
    }
    // Blocks of 100 threads begin within a warp's way.
    EXPECT_GT(branches("by_warp", 8, 100)->counters.divergent_branches, 0u);
}

TEST(Divergence, NumbersAndShortWaysNeedNoBranch) {
    for (const auto& made : {branches("as_number", 32), branches("short_way", 0)}) {
        EXPECT_EQ(made->counters.divergent_branches, 0u);
        EXPECT_EQ(rounds_of_a_warp(*made), rounds);
    }
}

}  // namespace

// An average: who queues follows from who shares an address; the same numbers on the CPU, or what
// chance says of many; lost numbers are seen.
#include <gtest/gtest.h>

#include <cmath>

#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* average_rungs[] = {"one_sum", "slots", "tree", "shuffle", "many", "wide"};

Settings average_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("average/" + rung, values);
}

// One sum: a pass for each number. A slot a block: as many. A tree: one for each block.
TEST(Average, PassesAreTheLanesThatAsk) {
    const auto counters = [](const char* rung, const char* block) {
        return run(average_of(rung, {"n=4003", "blocks=3", block}))->counters;
    };
    for (const char* rung : {"one_sum", "slots"}) {
        EXPECT_EQ(counters(rung, "block=256").atomics, 126u) << rung;
        EXPECT_EQ(counters(rung, "block=256").atomic_passes, 4003u) << rung;
    }
    for (const char* rung : {"tree", "shuffle"}) {
        EXPECT_EQ(counters(rung, "block=256").atomic_passes, 16u) << rung;
        EXPECT_EQ(counters(rung, "block=64").atomic_passes, 63u) << rung;
    }
    EXPECT_EQ(counters("many", "block=256").atomic_passes, 3u);
    EXPECT_EQ(counters("wide", "block=256").atomic_passes, 3u);
    EXPECT_EQ(counters("tree", "block=256").barriers, 16u * 8 * 9)
        << "eight rounds, and one before";
    EXPECT_EQ(counters("shuffle", "block=256").barriers, 16u * 8);
}

// Sixteen numbers of a thread are under way; single ones are only those that no load of four
// brings.
TEST(Average, WideLoadsBringFourNumbersFourAtATime) {
    const auto loads = [](const char* n) {
        return run(average_of("wide", {n, "blocks=2", "block=32"}))->counters.global_load_requests;
    };
    EXPECT_EQ(loads("n=1024"), 8u) << "four for each of two warps";
    EXPECT_EQ(loads("n=1027"), 9u) << "and one for the three numbers that are left";
    EXPECT_EQ(
        run(average_of("wide", {"n=1024", "blocks=2", "block=32"}))->counters.global_load_rounds,
        2u)
        << "a wait for each warp";
    EXPECT_EQ(run(average_of("wide", {"n=1000"}))->counters.atomic_passes, 1u)
        << "a block of 256 reads 1024 at once";
}

TEST(Average, IsRightAtEveryAwkwardSize) {
    for (const char* rung : average_rungs)
        for (const char* n : {"n=1", "n=3", "n=33", "n=1021", "n=4099"})
            for (const char* block : {"block=1", "block=32", "block=100", "block=256"})
                for (const char* a : {"a=0", "a=10"}) {
                    const Settings settings = average_of(rung, {n, block, a, "blocks=2"});
                    if (!refusal(settings)) {
                        EXPECT_TRUE(expect_right_or_refused(settings));
                    }
                }
    EXPECT_TRUE(refusal(average_of("shuffle", {"block=100"})));
    EXPECT_FALSE(refusal(average_of("tree", {"block=100"})));
}

double value_of(const Expected& expected) { return expected.results.front().values.front(); }
double allowed_by(const Expected& expected) { return expected.results.front().absolute; }

Expected expected_of(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.subject->expected(settings, Inputs(plan, 1));
}

// What is allowed of a sum hides no number of the size of most: the same numbers, one by one.
TEST(Average, ToleranceHidesNoNumber) {
    for (const char* n : {"n=1000", "n=100000", "n=1000000"}) {
        const Expected expected = expected_of(average_of("one_sum", {n}));
        const double count = std::stod(n + 2);
        EXPECT_NEAR(value_of(expected) / count, 4, 15 / std::sqrt(count)) << n;
        EXPECT_LT(allowed_by(expected), 2e-6 * value_of(expected)) << n;
    }
}

// Beyond that chance says what comes out, from 1280 million numbers within a part in 9700.
TEST(Average, ManyNumbersComeToTheMean) {
    const Expected many = expected_of(average_of("many", {"n=1280000000"}));
    EXPECT_EQ(value_of(many), 4 * 1.28e9);
    EXPECT_NEAR(allowed_by(many) / value_of(many), 6 * std::sqrt(6 / 1.28e9) / 4, 1e-8);
    // By hand it is within that, too.
    const Expected all = expected_of(average_of("many", {"n=4194304"}));
    const Expected chance = expected_of(average_of("many", {"n=4194305"}));
    EXPECT_NEAR(value_of(all), value_of(chance), allowed_by(chance));
    EXPECT_LT(allowed_by(all), allowed_by(chance) / 100);
}

// The result is a sum: which average that is, and what many numbers would have, is told.
TEST(Average, IsToldBesideTheSum) {
    const std::string said =
        expected_of(average_of("tree", {"n=1000", "a=0", "b=0"})).compared_with;
    EXPECT_NE(said.find("3000 / 1000 is 3, and a + c is 3"), std::string::npos) << said;
}

TEST(Average, TheCoursesSetUpIsOneClickAway) {
    const Settings settings = average_of("many", {"n=1280000000", "a=1", "b=2", "c=3"});
    EXPECT_FALSE(refusal(settings));
    EXPECT_EQ(plan_of(settings).allocations.front().buffer.count, 1'280'000'000u);
}

}  // namespace

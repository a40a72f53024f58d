// A dot product: what comes out is what a formula says; no number is left out however few threads
// there are; who sends a sum, and how much is read, follow from the shape of the grid.
#include <gtest/gtest.h>

#include <cmath>

#include "lab/features/setups.h"
#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* dot_rungs[] = {"products",    "block_sums", "tree",
                                     "grid_stride", "shuffle",    "wide"};
constexpr const char* dot_sums[] = {"tree", "grid_stride", "shuffle", "wide"};

Settings dot_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("dot_product/" + rung, values);
}

Expected expected_of_dot(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.subject->expected(settings, Inputs(plan, 1));
}

// Races and numbers that nobody wrote are looked for in all blocks, in any order of theirs.
void expect_right_in_any_order(const Settings& settings) {
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
        Request request;
        request.settings = settings;
        request.order = seed ? simulator::Order::shuffled : simulator::Order::sequential;
        request.order_seed = seed;
        Simulation simulation(request, {.trace = false, .check = Playing::Check::everywhere});
        while (!simulation.advance(1 << 26)) {
        }
        expect_right(*simulation.finish(), named(settings));
    }
}

TEST(DotProduct, IsRightAtEveryAwkwardSize) {
    for (const char* rung : dot_rungs)
        for (const char* n : {"n=1", "n=3", "n=33", "n=1021", "n=4099", "n=9001"})
            for (const char* block : {"block=1", "block=32", "block=100", "block=256"})
                for (const char* type : {"type=float", "type=double"}) {
                    const Settings settings =
                        dot_of(rung, {n, block, type, "blocks=2", "values=digits"});
                    if (!refusal(settings)) expect_right_in_any_order(settings);
                }
    EXPECT_TRUE(refusal(dot_of("shuffle", {"block=100"})));
    EXPECT_NE(refusal(dot_of("shuffle", {"block=33"}))->why.find("1 whole warp and one of 1 lane."),
              std::string::npos);
    EXPECT_NE(refusal(dot_of("shuffle", {"block=20"}))->why.find("has one warp of 20 lanes."),
              std::string::npos);
    EXPECT_FALSE(refusal(dot_of("tree", {"block=100"})));
}

// The formula and the products one by one come to the same, where both are exact.
TEST(DotProduct, TheFormulaIsTheSumOfSquares) {
    for (const int n : {1, 2, 7, 1009, 33'792, 300'000}) {
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += double(i) * i;
        const Settings settings = dot_of("wide", {"n=" + std::to_string(n), "type=double"});
        EXPECT_EQ(expected_of_dot(settings).results[0].values[0], sum) << n;
        EXPECT_EQ(expected_of_dot(settings).results[0].relative, 0) << n;
    }
    const Expected last = expected_of_dot(dot_of("products", {"n=33792", "type=double"}));
    EXPECT_EQ(last.results[0].values.back(), 33'791. * 33'791);
}

// What is allowed of floats is less than the last number's share, at the course's size.
TEST(DotProduct, FloatsThatRoundHideNoLargeNumber) {
    for (const char* rung : dot_sums) {
        const Expected floats =
            expected_of_dot(dot_of(rung, {"n=33792", "blocks=32", "type=float"}));
        const Expected::Of& sum = floats.results[0];
        EXPECT_GT(sum.relative, 0) << rung;
        EXPECT_LT(sum.relative * sum.values[0], 33'791. * 33'791) << rung;
        EXPECT_NE(floats.tolerance.find("roundings"), std::string::npos) << rung;
        const Expected exact = expected_of_dot(dot_of(rung, {"n=33792", "values=digits"}));
        EXPECT_EQ(exact.results[0].relative, 0) << rung << ": digits are exact up to 2^24";
    }
}

// 8192 threads, and every number is multiplied once: four for each thread, and a fifth for an
// eighth of them.
TEST(DotProduct, FewerThreadsThanNumbersIsFine) {
    const Settings settings = dot_of("grid_stride", {"n=33792", "blocks=32", "block=256"});
    const auto made = run(settings);
    EXPECT_TRUE(made->verdict.ok);
    const int line = counted_line(settings, made->source_text);
    for (const simulator::LineCounters& one : made->lines)
        if (one.line == line) {
            EXPECT_EQ(one.executions, 33'792u / 32);
            EXPECT_EQ(one.lanes, 33'792u);
        }
    EXPECT_EQ(made->counters.atomic_passes, 32u);
    EXPECT_EQ(made->counters.barriers, 32u * 8 * 9) << "eight rounds, and one before";
}

TEST(DotProduct, OneThreadOfABlockSendsASum) {
    const auto counters = [](const char* rung) {
        return run(dot_of(rung, {"n=33792", "blocks=32"}))->counters;
    };
    EXPECT_EQ(counters("products").atomics, 0u);
    EXPECT_EQ(counters("tree").atomic_passes, 33'792u / 256);
    EXPECT_EQ(counters("shuffle").atomic_passes, 32u);
    EXPECT_EQ(counters("shuffle").barriers, 32u * 8);
    EXPECT_EQ(run(dot_of("wide", {"n=33792"}))->counters.atomic_passes, 33u) << "four each";
    EXPECT_EQ(run(dot_of("wide", {"n=33792", "type=double"}))->counters.atomic_passes, 66u);
    EXPECT_EQ(counters("tree").bytes_requested, 2u * 4 * 33'792);
    EXPECT_EQ(counters("products").bytes_requested, 3u * 4 * 33'792);
}

// All products go to the host, and of a sum nothing but the sum.
TEST(DotProduct, TheHostFetchesWhatItAdds) {
    const auto products = run(dot_of("products", {"n=1009"}));
    ASSERT_EQ(products->transfers.size(), 1u);
    EXPECT_EQ(products->transfers[0].bytes, 4u * 1009);
    EXPECT_EQ(products->transfers[0].way, Transfer::Way::to_host);
    const auto sums = run(dot_of("block_sums", {"n=1009"}));
    ASSERT_EQ(sums->transfers.size(), 1u);
    EXPECT_EQ(sums->transfers[0].bytes, 4u * 4) << "four blocks of 256";
    EXPECT_EQ(sums->counters.atomics, 0u);
    EXPECT_TRUE(run(dot_of("tree", {"n=1009"}))->transfers.empty());
}

// By the formula and one by one, and together the sum of all.
TEST(DotProduct, SumsOfBlocksAreThoseOfTheirNumbers) {
    for (const char* values : {"values=squares", "values=digits"}) {
        const Settings settings =
            dot_of("block_sums", {"n=1009", "block=100", "type=double", values});
        const Plan plan = plan_of(settings);
        const Inputs inputs(plan, 1);
        const Expected::Of sums = settings.subject->expected(settings, inputs).results[0];
        ASSERT_EQ(sums.values.size(), 11u);
        EXPECT_EQ(sums.relative, 0);
        double all = 0;
        for (std::uint64_t group = 0; group < 11; ++group) {
            double sum = 0;
            for (std::uint64_t i = 100 * group;
                 i < std::min<std::uint64_t>(1009, 100 * group + 100); ++i)
                sum += inputs("a", i) * inputs("b", i);
            EXPECT_EQ(sums.values[group], sum) << group;
            all += sums.values[group];
        }
        EXPECT_EQ(all, expected_of_dot(dot_of("tree", {"n=1009", "type=double", values}))
                           .results[0]
                           .values[0]);
    }
    // Many blocks are compared by samples; floats hide less than the smallest square of the last.
    const Expected many = expected_of_dot(dot_of("block_sums", {"n=2^22"}));
    EXPECT_LE(many.results[0].elements.size(), 4097u);
    EXPECT_LT(many.results[0].relative * 256, .1);
}

// Eight loads of 16 bytes go together while there is so much to read, then two.
TEST(DotProduct, EightLoadsOf16BytesAreUnderWay) {
    for (const char* type : {"type=float", "type=double"}) {
        const std::uint64_t of_a_load = type[5] == 'f' ? 4 : 2;
        const std::string n = "n=" + std::to_string(3 * 4 * of_a_load * 512);
        const auto wide = run(dot_of("wide", {n, "blocks=2", type}))->counters;
        EXPECT_EQ(wide.global_load_requests, 3u * 8 * 512 / 32) << type;
        EXPECT_EQ(wide.global_load_rounds, 3u * 512 / 32) << type;
        const std::string more = "n=" + std::to_string(5 * of_a_load * 512 + 1);
        const auto tail = run(dot_of("wide", {more, "blocks=2", type}))->counters;
        EXPECT_EQ(tail.global_load_requests, (8 + 2) * 512u / 32 + 2) << type;
    }
}

TEST(DotProduct, TheCoursesSetUpIsOneClickAway) {
    const Settings presets = dot_of("grid_stride", {});
    const auto& setups = setups_of(presets);
    ASSERT_EQ(setups.size(), 2u);
    const Settings settings = with_setup(presets, setups[0]);
    EXPECT_FALSE(refusal(settings));
    const Plan plan = plan_of(settings);
    EXPECT_EQ(plan.allocations.front().buffer.count, 33'792u);
    const auto& launched = std::get<Launch>(plan.steps[1]);
    EXPECT_EQ(launched.size.grid.x, 32u);
    EXPECT_EQ(launched.size.block.x, 256u);
    EXPECT_EQ(expected_of_dot(settings).results[0].values[0], 33'792. * 33'791 * 67'583 / 6);
}

// What all other kernels do too is missing in its time, and it says so.
TEST(DotProduct, RungsSayThatTheHostsAdditionsAreNotInTheirTime) {
    for (const char* rung : {"products", "block_sums"}) {
        const Settings settings = dot_of(rung, {});
        EXPECT_TRUE(rung_of(settings).idea.ends_with("the clock stops before the host adds them."));
        EXPECT_TRUE(std::holds_alternative<Transfer>(plan_of(settings).steps.back()));
    }
}

}  // namespace

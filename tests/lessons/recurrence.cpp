// A recurrence as a scan of pairs: right in any order of blocks, also where it grows beyond all
// numbers; joins, shuffles and words are those of pairs; what is allowed hides no step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "lab/features/cells.h"
#include "lab/features/setups.h"
#include "lab/running/simulation.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* recurrence_rungs[] = {"block", "any_blocks", "chain", "look_back"};
constexpr const char* all_factors[] = {"factors=signs", "factors=settle", "factors=about_one",
                                       "factors=grow"};

Settings steps_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("recurrence/" + rung, values);
}

std::shared_ptr<const Run> run_in_order(const Settings& settings, std::uint64_t seed) {
    Request request;
    request.settings = settings;
    request.order = seed ? simulator::Order::shuffled : simulator::Order::sequential;
    request.order_seed = seed;
    Simulation simulation(request, {.trace = false, .check = Playing::Check::everywhere});
    while (!simulation.advance(1 << 26)) {
    }
    return simulation.finish();
}

Expected expected_of_steps(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.subject->expected(settings, Inputs(plan, 1));
}

// Races and reads of what nobody wrote are looked for in all blocks.
TEST(Recurrence, IsRightInAnyOrderOfBlocks) {
    int right = 0;
    for (const char* rung : recurrence_rungs)
        for (const char* n : {"n=1", "n=33", "n=1000", "n=3001"})
            for (const char* block : {"block=32", "block=96", "block=1000", "block=1024"})
                for (const char* factors : all_factors)
                    for (const char* type : {"type=float", "type=double"}) {
                        const Settings settings = steps_of(rung, {n, block, factors, type});
                        if (refusal(settings)) continue;
                        for (const std::uint64_t seed : {0u, 1u})
                            expect_right(*run_in_order(settings, seed), named(settings));
                        ++right;
                    }
    EXPECT_GT(right, 100);
    EXPECT_TRUE(refusal(steps_of("chain", {"block=100"})));
    EXPECT_FALSE(refusal(steps_of("block", {"block=100", "n=100"})));
    EXPECT_TRUE(refusal(steps_of("block", {"n=513"})));
}

// v doubles and gets 1 to 9 more: it ends where the formats do, and stays there.
TEST(Recurrence, GrowthOverflows) {
    const auto first_infinite = [](const char* type) {
        const Settings settings = steps_of("look_back", {"n=2000", "factors=grow", type});
        const std::vector<double> values = expected_of_steps(settings).results[0].values;
        const auto found = std::ranges::find(values, std::numeric_limits<double>::infinity());
        EXPECT_TRUE(std::all_of(found, values.end(), [](double v) { return std::isinf(v); }));
        EXPECT_TRUE(run(settings)->verdict.ok);
        return found - values.begin();
    };
    // 2^n <= v_n < 20 * 2^n.
    EXPECT_LE(first_infinite("type=float"), 128);
    EXPECT_GE(first_infinite("type=float"), 128 - 5);
    EXPECT_LE(first_infinite("type=double"), 1024);
    EXPECT_GE(first_infinite("type=double"), 1024 - 5);
}

// One after the other by hand, in whole numbers.
TEST(Recurrence, TheReferenceIsTheRecurrence) {
    const Settings settings = steps_of("block", {"n=512", "arrays=3", "factors=signs"});
    const Plan plan = plan_of(settings);
    const Inputs inputs(plan, 1);
    const Expected expected = settings.subject->expected(settings, inputs);
    ASSERT_EQ(expected.results[0].values.size(), 3u * 512);
    EXPECT_EQ(expected.results[0].relative, 0);
    double v = 0;
    for (std::uint64_t i = 0; i < 3 * 512; ++i) {
        v = (i % 512 == 0 ? 0 : inputs("s", i) * v) + inputs("u", i);
        ASSERT_EQ(expected.results[0].values[i], v) << i;
    }
}

// Nine rounds, of which the one that reaches d places joins 512 - d pairs; two barriers each.
TEST(Recurrence, JoinsAreThoseOfHillisAndSteele) {
    const Settings settings = steps_of("block", {"n=512", "block=512"});
    const auto made = run(settings);
    const int line = counted_line(settings, made->source_text);
    for (const simulator::LineCounters& one : made->lines)
        if (one.line == line) {
            EXPECT_EQ(one.lanes, 4097u);
        }
    EXPECT_EQ(made->counters.barriers, 16u * (1 + 2 * 9));
}

// A pair is two numbers, and a double two words.
TEST(Recurrence, PairsTakeTwiceTheShuffles) {
    const std::uint64_t totals = run(asked("scan/shuffle"))->counters.shuffles;
    EXPECT_EQ(totals, 16u * 5 + 5);
    for (const char* n : {"n=512", "n=100"}) {
        EXPECT_EQ(run(steps_of("chain", {n}))->counters.shuffles, 2 * totals);
        EXPECT_EQ(run(steps_of("chain", {n, "type=double"}))->counters.shuffles, 4 * totals);
    }
}

// 100 steps in blocks of 20, which no shuffle takes: five blocks of five rounds.
TEST(Recurrence, TheCoursesBlocksOf20AreOneClickAway) {
    const Settings presets = steps_of("any_blocks", {});
    const auto& setups = setups_of(presets);
    ASSERT_EQ(setups.size(), 1u);
    EXPECT_EQ(setups[0].rung, "any_blocks");
    const Settings settings = with_setup(presets, setups[0]);
    ASSERT_FALSE(refusal(settings));
    EXPECT_TRUE(refusal(with_setup(steps_of("chain", {}), setups[0])));
    for (const std::uint64_t seed : {0u, 1u, 2u})
        expect_right(*run_in_order(settings, seed), named(settings));
    const auto made = run(settings);
    ASSERT_EQ(made->launches.size(), 1u);
    EXPECT_EQ(made->launches[0].grid.x, 5u);
    EXPECT_EQ(made->launches[0].block.x, 20u);
    EXPECT_EQ(made->counters.barriers, 5u * (2 + 2 * 5 + 1)) << "one warp a block";
    EXPECT_EQ(made->counters.shuffles, 0u);
}

TEST(Recurrence, WordsHoldHalfAPairOfFloats) {
    const auto words = [](const char* type) {
        const Settings settings = steps_of("look_back", {"n=4096", "block=32", type});
        for (const Allocation& made : plan_of(settings).allocations)
            if (made.name == "words") return made.buffer.count;
        return std::uint64_t{0};
    };
    EXPECT_EQ(words("type=float"), 2u * 128);
    EXPECT_EQ(words("type=double"), 4u * 128);
}

// A step that was left out is seen where v settles: what is allowed of a value is less than half of
// the least u. Where it grows in between, that holds of a value's share.
TEST(Recurrence, ToleranceHidesNoStep) {
    for (const char* rung : recurrence_rungs) {
        const std::string n = std::string(rung) == "block" ? "n=512" : "n=100000";
        const Expected::Of settled =
            expected_of_steps(steps_of(rung, {n, "factors=settle"})).results[0];
        EXPECT_GT(settled.relative, 0) << rung;
        EXPECT_LT(settled.relative * std::ranges::max(settled.values), .5) << rung;
        EXPECT_GE(std::ranges::min(settled.values), 1) << "u is never 0";
        const Expected::Of about =
            expected_of_steps(steps_of(rung, {n, "factors=about_one"})).results[0];
        EXPECT_GT(about.relative, settled.relative) << "it forgets less";
        EXPECT_LT(about.relative, 1e-4) << rung;
    }
}

TEST(Recurrence, ManyStepsAreComparedBySamples) {
    const Settings settings = steps_of("look_back", {"n=5000000", "block=1024"});
    const Expected expected = expected_of_steps(settings);
    EXPECT_EQ(expected.results[0].elements.size(), 4096u);
    EXPECT_EQ(expected.results[0].values.size(), 4096u);
    EXPECT_EQ(expected.results[0].relative, 0) << "whole numbers stay small";
}

// Before anybody has read: what a step is, and what two of them are.
TEST(Recurrence, TheFirstQuestionSaysWhatAPairIs) {
    const Settings settings = steps_of("block", {});
    const std::string& asks = settings.lesson()->predictions.front().question;
    EXPECT_LT(asks.find("v[i] = s[i] v[i-1] + u[i]"), asks.find("the pair (s, u)"));
    EXPECT_LT(asks.find("(s2 s1, s2 u1 + u2)"), asks.find("join pairs"));
    EXPECT_TRUE(cells_of(settings).pair_words.ends_with("(s2 s1, s2 u1 + u2)"));
}

}  // namespace

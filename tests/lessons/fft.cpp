// Convolution by FFT: right in any order of blocks; products, rounds and conflicts as theory has
// them; no product can be lost unseen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lab/features/setups.h"
#include "lab/requests/timed_run.h"
#include "lab/running/simulation.h"
#include "lab/time/recordings.h"
#include "tests/helpers/part.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* fft_rungs[] = {"direct",    "tile",     "four",   "block",   "table",
                                     "unordered", "together", "pieces", "by_four", "spread"};
constexpr const char* of_one_block[] = {"block", "table", "unordered", "together"};
constexpr const char* of_pieces[] = {"pieces", "by_four", "spread"};

Settings convolution(const std::string& rung, const std::vector<std::string>& values) {
    return asked("fft/" + rung, values);
}

std::shared_ptr<const Run> fft_in_any_order(const Settings& settings) {
    Request request;
    request.settings = settings;
    request.order = simulator::Order::shuffled;
    request.order_seed = 1;
    Simulation simulation(request, {.trace = false, .check = Playing::Check::everywhere});
    while (!simulation.advance(1 << 26)) {
    }
    return simulation.finish();
}

// Races and reads of what nobody wrote are looked for in all blocks; filters are shorter and longer
// than a signal, than a block, than a piece.
TEST(Fft, IsRightInAnyOrderOfBlocks) {
    int right = 0;
    for (const char* rung : fft_rungs)
        for (const char* n : {"n=1", "n=50", "n=117", "n=300"})
            for (const char* m : {"m=1", "m=11", "m=40", "m=97", "m=150"})
                for (const char* points : {"points=32", "points=64", "points=128", "points=512"})
                    for (const char* block : {"block=32", "block=96"}) {
                        const Settings settings = convolution(rung, {n, m, points, block});
                        if (refusal(settings)) continue;
                        expect_right(*fft_in_any_order(settings), named(settings));
                        ++right;
                    }
    EXPECT_GT(right, 700);
}

std::uint64_t products_of(const Settings& settings) {
    const auto made = run(settings);
    const int line = counted_line(settings, made->source_text);
    const auto found = std::ranges::find(made->lines, line, &simulator::LineCounters::line);
    return found == made->lines.end() ? 0 : found->lanes;
}

// Every number meets every weight, whoever is long: edges make no product with nothing.
TEST(Fft, TheDirectWayMakesNTimesMProducts) {
    EXPECT_EQ(products_of(convolution("direct", {"n=50", "m=11"})), 550u);
    EXPECT_EQ(products_of(convolution("direct", {"n=30", "m=100"})), 3000u);
    EXPECT_EQ(products_of(convolution("direct", {"n=1", "m=1"})), 1u);
}

std::uint64_t fft_rounds(std::int64_t points) {
    std::uint64_t rounds = 0;
    while (points >> (rounds + 1)) ++rounds;
    return rounds;
}

// A barrier behind each round, one before the first transform and one behind the products.
TEST(Fft, BarriersAreThoseOfTheRounds) {
    for (const std::int64_t points : {64, 128, 512}) {
        const std::uint64_t rounds = fft_rounds(points), warps = 2;
        const auto barriers = [&](const char* rung, int launch) {
            const auto made = run(convolution(rung, {"points=" + std::to_string(points)}));
            return made->launches[std::size_t(launch)].counters.barriers;
        };
        for (const char* rung : {"block", "table", "unordered"})
            EXPECT_EQ(barriers(rung, 0), warps * (2 + 3 * rounds)) << rung << points;
        EXPECT_EQ(barriers("together", 0), warps * (2 + 2 * rounds)) << points;
        EXPECT_EQ(barriers("pieces", 0), warps * (1 + rounds)) << points;
        EXPECT_EQ(barriers("pieces", 1), warps * (2 + 2 * rounds)) << points;
        EXPECT_EQ(barriers("by_four", 1), warps * (2 + 2 * ((rounds + 1) / 2))) << points;
    }
}

std::uint64_t fft_conflicts(const char* rung, const char* points) {
    const auto made = run(convolution(rung, {"n=900", "m=100", "block=128", points}));
    const simulator::Counters& counted = made->launches.back().counters;
    return counted.shared_load_bank_conflicts + counted.shared_store_bank_conflicts;
}

// Two rounds at once meet four at a bank, and order by bits many more; spread, nobody waits.
TEST(Fft, SpreadNoLaneWaitsForABank) {
    for (const char* points : {"points=256", "points=512", "points=1024", "points=2048"}) {
        EXPECT_GT(fft_conflicts("by_four", points), 100u) << points;
        EXPECT_EQ(fft_conflicts("spread", points), 0u) << points;
    }
    EXPECT_GT(fft_conflicts("table", "points=1024"), 2 * fft_conflicts("unordered", "points=1024"));
}

Expected fft_expected(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.subject->expected(settings, Inputs(plan, 1));
}

TEST(Fft, TheTruthIsTheSumOfProducts) {
    const Settings settings = convolution("direct", {"n=7", "m=3"});
    const Plan plan = plan_of(settings);
    const Inputs inputs(plan, 1);
    const auto s = inputs.values("signal"), f = inputs.values("filter");
    const std::vector<double> truth = fft_expected(settings).results.at(0).values;
    ASSERT_EQ(truth.size(), 9u);
    EXPECT_EQ(truth[0], f(0) * s(0));
    EXPECT_EQ(truth[4], f(0) * s(4) + f(1) * s(3) + f(2) * s(2));
    EXPECT_EQ(truth[8], f(2) * s(6));
}

double fft_allowed(const Settings& settings) {
    return fft_expected(settings).results.at(0).absolute;
}

// Signal and filter are whole numbers up to 4: what is lost without a product of two ones is 1.
TEST(Fft, NoProductIsLostUnseen) {
    EXPECT_EQ(fft_allowed(convolution("four", {"n=2^20", "m=4096"})), 0);
    for (const char* rung : of_one_block)
        EXPECT_LT(fft_allowed(convolution(rung, {"n=900", "m=100", "points=1024"})), 1) << rung;
    for (const char* rung : of_pieces)
        EXPECT_LT(fft_allowed(convolution(rung, {"n=2^16", "m=256", "points=1024"})), 1) << rung;
    EXPECT_LT(fft_allowed(convolution("cufft", {"n=2^14", "m=64"})), 1);
}

// What is allowed is what roundings can leave: more than there is, and not a hundred thousandth.
TEST(Fft, WhatIsAllowedIsMadeOfRoundings) {
    for (const char* rung : {"block", "table", "unordered", "together", "pieces", "spread"}) {
        const Settings settings = convolution(rung, {"n=400", "m=100", "points=512"});
        const auto made = run(settings);
        EXPECT_GT(made->verdict.worst_error, fft_allowed(settings) / 1e5) << rung;
        EXPECT_LT(made->verdict.worst_error, fft_allowed(settings)) << rung;
        EXPECT_NE(made->verdict.tolerance.find("9 rounds"), std::string::npos);
    }
}

// With n and m of 2^20 all products are more than anybody waits for.
TEST(Fft, LongFiltersAreComparedBySamples) {
    const Expected all = fft_expected(convolution("direct", {"n=2^16", "m=64"}));
    EXPECT_EQ(all.results[0].values.size(), 65'536u + 63);
    const Expected some = fft_expected(convolution("direct", {"n=2^18", "m=2^16"}));
    EXPECT_EQ(some.results[0].values.size(), some.results[0].elements.size());
    EXPECT_GE(some.results[0].elements.size(), 64u);
    EXPECT_EQ(some.results[0].elements.back(), (1u << 18) + (1u << 16) - 2);
}

TEST(Fft, RefusesWhatComesAround) {
    EXPECT_FALSE(refusal(convolution("block", {"n=50", "m=15"})));
    EXPECT_EQ(*refusal(convolution("block", {"n=50", "m=16"}))->use, 128);
    EXPECT_EQ(*refusal(convolution("table", {"points=100"}))->use, 64);
    EXPECT_EQ(refusal(convolution("block", {"n=2^20", "m=11"}))->knob, "n");
    EXPECT_EQ(refusal(convolution("block", {"n=50", "m=2^20"}))->knob, "m");
    EXPECT_FALSE(refusal(convolution("pieces", {"n=100", "m=64", "points=64"})));
    EXPECT_EQ(*refusal(convolution("pieces", {"n=100", "m=65", "points=64"}))->use, 128);
    EXPECT_EQ(refusal(convolution("spread", {"n=100", "m=2^14", "points=64"}))->knob, "m");
    // Of a piece that is as long as its filter one place would be kept.
    EXPECT_EQ(*refusal(convolution("spread", {"n=2^20", "m=4096"}))->use, 8192);
    EXPECT_EQ(*refusal(convolution("spread", {"n=2^20", "m=5000"}))->use, 8192);
    EXPECT_EQ(*refusal(convolution("spread", {"n=2^20", "m=8000"}))->use, 32) << "of the filter";
    EXPECT_FALSE(refusal(convolution("cufft", {"n=2^20", "m=2^20"})));
    EXPECT_TRUE(refusal(convolution("cpu", {"n=2^20", "m=2^20"})));
}

// A block has two pieces, and each gives what its points have beyond m - 1.
TEST(Fft, PiecesAreAsManyAsTheOutputsNeed) {
    const auto blocks = [](const char* n) {
        const Plan plan = plan_of(convolution("pieces", {n, "m=11", "points=64"}));
        return std::get<Launch>(plan.steps.back()).size.grid.x;
    };
    EXPECT_EQ(blocks("n=98"), 1u);
    EXPECT_EQ(blocks("n=99"), 2u);
    EXPECT_EQ(blocks("n=54000"), 501u);
}

TEST(Fft, TheProcessorsLoopIsRight) {
    for (const char* m : {"m=3", "m=500"}) {
        if (!tests::whole() && m == std::string("m=3")) continue;  // to time takes seconds
        const TimedRun done = run_measured({convolution("cpu", {"n=200", m})});
        ASSERT_TRUE(done.run) << done.why;
        EXPECT_TRUE(done.run->verdict.ok) << m;
        EXPECT_EQ(done.run->verdict.worst_error, 0) << m;
    }
}

// The course's set-up is where the lesson opens.
TEST(Fft, SetUpsAreTaken) {
    const Settings pieces = convolution("pieces", {});
    const std::vector<lab::Setup>& setups = setups_of(pieces);
    ASSERT_EQ(setups.size(), 7u);
    EXPECT_EQ(with_setup(pieces, setups[0]), pieces);
    // The second is one where spectra take less: the lesson opens where they do not.
    const Settings longer = with_setup(convolution("spread", {}), setups[1]);
    EXPECT_EQ(find_lesson("fft")->breaks.find(
                  "which uses transforms, is {fft/spread n=2^20 m=4096") != std::string::npos,
              true);
    lab::Request by_spectra, by_products;
    by_spectra.settings = longer;
    by_products.settings = with_setup(convolution("four", {}), setups[1]);
    const auto less = lab::recorded(by_spectra), more = lab::recorded(by_products);
    ASSERT_TRUE(less && more);
    EXPECT_LT(less->time.median_ms, more->time.median_ms);
    for (const lab::Setup& setup : setups)
        EXPECT_EQ(!refusal(with_setup(pieces, setup)), &setup != &setups.back()) << setup.title;
}

}  // namespace

// Tridiagonal systems: right in any order of blocks; rounds, barriers, shuffles and sectors as
// theory has them; what rounds leave out is bounded by what is allowed, and not by much more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lab/features/setups.h"
#include "lab/running/simulation.h"
#include "lessons/tridiagonal_truth.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* tridiagonal_rungs[] = {
    "fixed", "dynamic", "blocks", "shuffles", "interleaved", "thomas", "thomas_interleaved",
    "four"};
constexpr const char* all_lambdas[] = {"lambda=ten", "lambda=one", "lambda=tenth",
                                       "lambda=hundredth"};

Settings systems_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("tridiagonal/" + rung, values);
}

std::shared_ptr<const Run> run_shuffled(const Settings& settings) {
    Request request;
    request.settings = settings;
    request.order = simulator::Order::shuffled;
    request.order_seed = 1;
    Simulation simulation(request, {.trace = false, .check = Playing::Check::everywhere});
    while (!simulation.advance(1 << 26)) {
    }
    return simulation.finish();
}

simulator::LineCounters line_of(const Run& made) {
    const int line = counted_line(made.request.settings, made.source_text);
    const auto found = std::ranges::find(made.lines, line, &simulator::LineCounters::line);
    return found == made.lines.end() ? simulator::LineCounters{} : *found;
}

std::int64_t doublings(std::int64_t n) {
    std::int64_t rounds = 0;
    while ((std::int64_t{1} << rounds) < n) ++rounds;
    return rounds;
}

// Races and reads of what nobody wrote are looked for in all blocks.
TEST(Tridiagonal, IsRightInAnyOrderOfBlocks) {
    int right = 0;
    for (const char* rung : tridiagonal_rungs)
        for (const char* n : {"n=4", "n=31", "n=32", "n=33", "n=200", "n=1024"})
            for (const char* lambda : all_lambdas)
                for (const char* type : {"type=float", "type=double"}) {
                    const Settings settings = systems_of(rung, {n, "systems=3", lambda, type});
                    if (refusal(settings)) continue;
                    expect_right(*run_shuffled(settings), named(settings));
                    ++right;
                }
    EXPECT_GT(right, 250);
}

// Each equation is written once a round, and a round has two barriers.
TEST(Tridiagonal, RoundsAreTheDoublingsOfTheSize) {
    for (const std::int64_t n : {4, 5, 32, 33, 128, 200, 1000, 1024}) {
        const auto made = run(systems_of("dynamic", {"n=" + std::to_string(n)}));
        const auto warps = std::uint64_t(blocks_for(n, 32)), rounds = std::uint64_t(doublings(n));
        EXPECT_EQ(line_of(*made).lanes, std::uint64_t(n) * rounds) << n;
        EXPECT_EQ(made->counters.barriers, 2 * warps * rounds) << n;
    }
    const auto fixed = run(systems_of("fixed", {"n=128"}));
    EXPECT_EQ(line_of(*fixed).lanes, 896u);
    EXPECT_EQ(line_of(*run(systems_of("fixed", {"n=128", "steps=3"}))).lanes, 384u);
}

// Three numbers from either side for each equation of a lane, in the five rounds within a warp.
TEST(Tridiagonal, AWarpShufflesInFiveRoundsAndHasNoBarrier) {
    struct Case {
        int n, of_a_lane, rounds;
    };
    for (const auto& [n, of_a_lane, rounds] :
         {Case{8, 1, 3}, {32, 1, 5}, {33, 2, 5}, {100, 4, 5}, {128, 4, 5}, {256, 8, 5}}) {
        const auto made = run(systems_of("shuffles", {"n=" + std::to_string(n), "systems=7"}));
        EXPECT_EQ(made->counters.shuffles, std::uint64_t(7 * 6 * of_a_lane * rounds)) << n;
        EXPECT_EQ(made->counters.barriers, 0u);
    }
}

double sectors_of_a_load(const char* rung) {
    const auto made = run(systems_of(rung, {"n=128", "systems=64"}));
    return double(made->counters.global_load_sectors) / double(made->counters.global_load_requests);
}

// One order of memory suits a thread for each unknown, the other a thread for each system.
TEST(Tridiagonal, WhoReadsSideBySideDependsOnTheOrderOfMemory) {
    EXPECT_EQ(sectors_of_a_load("blocks"), 4);
    EXPECT_EQ(sectors_of_a_load("shuffles"), 4);
    EXPECT_EQ(sectors_of_a_load("interleaved"), 32);
    EXPECT_EQ(sectors_of_a_load("thomas"), 32);
    EXPECT_EQ(sectors_of_a_load("thomas_interleaved"), 4);
    EXPECT_EQ(sectors_of_a_load("four"), 16);
}

// Nine arrays in place of five: two more are written, and read again; the first way has no
// neighbour above, the second none below.
TEST(Tridiagonal, ThomasMovesNineArrays) {
    const auto made = run(systems_of("thomas_interleaved", {"n=128", "systems=64"}));
    EXPECT_EQ(made->counters.bytes_requested, 4u * 64 * (9 * 128 - 1 - 3));
    const auto four = run(systems_of("four", {"n=128", "systems=64"}));
    EXPECT_EQ(four->counters.bytes_requested, 4u * 64 * 5 * 128);
}

// Coefficients of the equation in the middle, by cyclic reduction in double.
double coefficient_after(double diagonal, int rounds) {
    double beside = 1 / diagonal;
    for (; rounds > 0; --rounds) beside = beside * beside / (1 - 2 * beside * beside);
    return beside;
}

TEST(Tridiagonal, WhatIsLeftOfANeighbourIsKnown) {
    for (const double diagonal : {12., 3., 2.1, 2.01})
        for (int rounds = 0; rounds < 8; ++rounds) {
            const tridiagonal::Coupled by(diagonal, 53);
            EXPECT_NEAR(by.left_at(std::exp2(rounds)) / coefficient_after(diagonal, rounds), 1,
                        1e-9)
                << diagonal << " after " << rounds;
        }
}

TEST(Tridiagonal, TheTruthSolvesItsEquations) {
    for (const bool interleaved : {false, true}) {
        const tridiagonal::Standing standing{40, 3, interleaved};
        const auto d = [](std::uint64_t i) { return double(i * 7 % 10); };
        tridiagonal::Thomas thomas(standing, 2.01, d);
        for (std::uint64_t system = 0; system < 3; ++system) {
            const std::vector<double> x = thomas.solved(system);
            for (std::uint64_t i = 0; i < 40; ++i) {
                const double left = i ? x[i - 1] : 0, right = i + 1 < 40 ? x[i + 1] : 0;
                EXPECT_NEAR(2.01 * x[i] - left - right, d(standing.at(system, i)), 1e-9);
                EXPECT_EQ(standing.system_of(standing.at(system, i)), system);
                EXPECT_EQ(standing.unknown_of(standing.at(system, i)), i);
            }
        }
    }
}

Expected::Of allowed_of_x(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.subject->expected(settings, Inputs(plan, 1)).results.at(0);
}

// Fewer rounds leave an error that is there, within what is allowed, and no tenth of it.
TEST(Tridiagonal, RoundsThatAreNotMadeLeaveWhatIsAllowed) {
    int told = 0;
    for (const char* rung : {"blocks", "shuffles", "four"})
        for (const char* lambda : all_lambdas)
            for (int steps = 1; steps <= 3; ++steps) {
                const Settings settings =
                    systems_of(rung, {"n=128", "systems=2", lambda,
                                      "steps=" + std::to_string(steps), "type=double"});
                const auto made = run(settings);
                expect_right(*made, named(settings));
                const double allowed = allowed_of_x(settings).absolute;
                if (allowed < 1e-9) continue;
                EXPECT_GT(made->verdict.worst_error, allowed / 10) << named(settings);
                ++told;
            }
    EXPECT_GT(told, 2);
}

// Where all rounds are made, nothing but roundings is allowed, and no unknown can be off unseen.
TEST(Tridiagonal, NothingButRoundingsIsAllowedAfterAllRounds) {
    for (const char* rung : tridiagonal_rungs) {
        const Expected::Of one = allowed_of_x(systems_of(rung, {"n=128", "systems=1"}));
        EXPECT_LT(one.relative, 1e-4) << rung;
        EXPECT_LT(one.absolute, 1e-5) << rung;
        const Settings far =
            systems_of(rung, {"n=128", "systems=1", "lambda=hundredth", "type=double"});
        EXPECT_LT(allowed_of_x(far).relative, 1e-11) << rung;
        EXPECT_GT(allowed_of_x(far).relative, 1e-14) << rung;
    }
}

TEST(Tridiagonal, RefusesWhatDoesNotFit) {
    EXPECT_TRUE(refusal(systems_of("fixed", {"n=129"})));
    EXPECT_FALSE(refusal(systems_of("fixed", {"n=128"})));
    EXPECT_EQ(refusal(systems_of("shuffles", {"n=257"}))->limit, 256);
    EXPECT_TRUE(refusal(systems_of("shuffles", {"n=32", "block=100"})));
    EXPECT_FALSE(refusal(systems_of("thomas", {"block=100"})));
    EXPECT_TRUE(refusal(systems_of("four", {"n=130"})));
    EXPECT_EQ(*refusal(systems_of("four", {"n=130"}))->use, 128);
}

// Each step solves with the last solution as its right side; every other array is written.
TEST(Tridiagonal, StepsInTimeAreSolvedOneAfterTheOther) {
    for (const char* rung : tridiagonal_rungs)
        for (const char* time : {"time_steps=2", "time_steps=3", "time_steps=10"})
            for (const char* type : {"type=float", "type=double"}) {
                const Settings settings = systems_of(rung, {"n=40", "systems=3", time, type});
                expect_right(*run_shuffled(settings), named(settings));
            }
    const Settings two = systems_of("thomas", {"n=40", "systems=3", "time_steps=2"});
    const Plan plan = plan_of(two);
    const auto solved = [](const Launch& launch) {
        return std::pair{std::get<Buffer>(launch.arguments[3]).id,
                         std::get<Buffer>(launch.arguments[4]).id};
    };
    const auto [first_right, first] = solved(std::get<Launch>(plan.steps.at(0)));
    const auto [second_right, second] = solved(std::get<Launch>(plan.steps.at(1)));
    EXPECT_EQ(first, second_right);
    EXPECT_NE(first_right, second) << "the first right side is kept for the next measured time";
    EXPECT_EQ(plan.results.at(0).id, second);
    EXPECT_EQ(run(two)->launches.size(), 2u);
}

// By products with the matrix: twice multiplied, the solution of two steps is the right side.
TEST(Tridiagonal, TheTruthOfStepsSolvesItsEquationsInTime) {
    const tridiagonal::Standing standing{40, 1, false};
    const auto d = [](std::uint64_t i) { return double(i * 7 % 10); };
    tridiagonal::Thomas thomas(standing, 2.1, d, {2, 1e-3});
    std::vector<double> x = thomas.solved(0);
    const double largest = *std::ranges::max_element(x);
    for (int step = 0; step < 2; ++step) {
        std::vector<double> product(40);
        for (std::size_t i = 0; i < 40; ++i)
            product[i] = 2.1 * x[i] - (i ? x[i - 1] : 0) - (i < 39 ? x[i + 1] : 0);
        x = product;
    }
    for (std::uint64_t i = 0; i < 40; ++i) EXPECT_NEAR(x[i], d(i), 1e-9);
    EXPECT_GT(thomas.largest_error(), 1e-3 * largest) << "the first step's error is solved again";
    EXPECT_LT(thomas.largest_error(), 1e-2 * largest);
}

// Where rounds are left out in each step, the error is allowed, and no hundredth of what is
// allowed.
TEST(Tridiagonal, RoundsLeftOutInEachTimeStepLeaveWhatIsAllowed) {
    for (const char* lambda : all_lambdas)
        for (const char* steps : {"steps=1", "steps=2", "steps=3"}) {
            const Settings settings = systems_of(
                "blocks", {"n=128", "systems=2", lambda, steps, "time_steps=4", "type=double"});
            const auto made = run(settings);
            expect_right(*made, named(settings));
            const double allowed = allowed_of_x(settings).absolute;
            if (allowed > 1e-6)
                EXPECT_GT(made->verdict.worst_error, allowed / 100) << named(settings);
        }
}

TEST(Tridiagonal, CuSparseMakesOneTimeStep) {
    for (const char* library : {"cusparse", "cusparse_interleaved"}) {
        EXPECT_FALSE(refusal(systems_of(library, {})));
        EXPECT_EQ(refusal(systems_of(library, {"time_steps=2"}))->use, 1);
    }
}

// It wants zeros beside a system; who writes them is not timed, and x comes where d was.
TEST(Tridiagonal, CuSparseIsTimedWithoutItsPreparation) {
    for (const char* library : {"cusparse", "cusparse_interleaved"}) {
        const Plan plan = plan_of(systems_of(library, {"n=512", "systems=65536"}));
        ASSERT_EQ(plan.steps.size(), 2u);
        const auto& ends = std::get<Launch>(plan.steps[0]);
        const auto& solves = std::get<Launch>(plan.steps[1]);
        EXPECT_EQ(ends.kernel, "cusparse_ends_f32");
        EXPECT_FALSE(ends.timed);
        EXPECT_TRUE(solves.timed && solves.library);
        EXPECT_EQ(std::get<std::int32_t>(ends.arguments.back()),
                  std::string(library) == "cusparse_interleaved");
        EXPECT_EQ(plan.allocations[std::size_t(plan.results.at(0).id)].name, "d");
    }
}

// The set-ups of courses.
TEST(Tridiagonal, SetUpsAreTaken) {
    const Settings blocks = systems_of("blocks", {});
    for (const lab::Setup& setup : setups_of(blocks))
        EXPECT_FALSE(refusal(with_setup(blocks, setup))) << setup.title;
    EXPECT_EQ(setups_of(blocks).size(), 6u);
}

}  // namespace

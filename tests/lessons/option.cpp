// The option: numbers that are made, read, and drawn are the same; where they lie decides the
// sectors; the price is the known one.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "lab/host_code/host_code.h"
#include "lab/programs.h"
#include "lab/running/simulation.h"
#include "lessons/normal.h"
#include "simulator/engine/machine.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* rungs[] = {"coalesced", "strided", "made",         "drawn",
                                 "states",    "curand",  "curand_states"};

Settings option(const std::string& rung, const std::vector<std::string>& values) {
    return asked("option/" + rung, values);
}

template <class T>
std::vector<T> contents(const Settings& settings, const char* name) {
    Request request;
    request.settings = settings;
    Simulation simulation(request, Playing::counted());
    while (!simulation.advance(1 << 26)) {
    }
    const auto bytes = simulation.contents(name);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

// Of those that leave whole warps, as many sectors as the order of the numbers says.
TEST(OptionLesson, SectorsAreThoseOfTheOrder) {
    for (const int steps : {4, 100}) {
        const std::uint64_t loads = 2u * unsigned(steps) * (960 / 32);
        const std::string cut = "steps=" + std::to_string(steps);
        const auto together = run(option("coalesced", {"n=960", cut}))->counters;
        EXPECT_EQ(together.global_load_requests, loads);
        EXPECT_EQ(together.global_load_sectors, 4 * loads);
        const auto apart = run(option("strided", {"n=960", cut}))->counters;
        EXPECT_EQ(apart.global_load_requests, loads);
        EXPECT_EQ(apart.global_load_sectors, 32 * loads) << "rows of 32 bytes and more";
    }
    const auto short_rows = run(option("strided", {"n=960", "steps=1"}))->counters;
    EXPECT_EQ(short_rows.global_load_sectors, 8 * short_rows.global_load_requests)
        << "two numbers a row: a warp's are 256 bytes";
}

// Bits of every value that a watched path's thread left in the line that takes the first share on.
std::map<std::uint64_t, std::vector<std::uint32_t>> walks_of(const Run& traced) {
    std::map<std::uint64_t, std::vector<std::uint32_t>> walks;
    const simulator::LineValues& values = *traced.line_values;
    const std::uint64_t threads = traced.launches.back().block.count();
    for (const simulator::LeftValue& one : values.left) {
        std::size_t at = one.first;
        for (unsigned lane = 0; lane < 32; ++lane)
            if (one.mask >> lane & 1)
                walks[one.block * threads + one.warp * 32 + lane].push_back(
                    std::uint32_t(values.bits[at++]));
    }
    return walks;
}

// Each step leaves one value, and the last one is what the kernel stores, whether the compiler
// unrolled the loop or not, and with lanes that have no path.
TEST(OptionLesson, ValuesOfAPathAreThoseOfItsSteps) {
    for (const char* rung : rungs)
        for (const std::size_t count : {1u, 2u, 27u, 100u}) {
            const std::string steps = "steps=" + std::to_string(count);
            Request request;
            request.settings = option(rung, {"n=300", "block=128", steps});
            request.watched = {2, 0};
            const auto traced = simulate(request);
            ASSERT_TRUE(traced->line_values) << rung;
            const auto walks = walks_of(*traced);
            EXPECT_EQ(walks.size(), 128u + 44) << rung << " " << steps;
            const auto ends = contents<float>(request.settings, "first");
            for (const auto& [path, bits] : walks) {
                ASSERT_EQ(bits.size(), count) << rung << " " << steps << " path " << path;
                ASSERT_EQ(bits.back(), std::bit_cast<std::uint32_t>(ends.at(path)))
                    << rung << " " << steps << " path " << path;
            }
        }
}

// Who has no picture to draw pays nothing for it.
TEST(OptionLesson, ValuesAreKeptOfTracedRunsOnly) {
    EXPECT_EQ(run(option("drawn", {"n=300"}), false)->line_values, nullptr);
    EXPECT_EQ(run(asked("reduction/sequential", {"n=300"}), true)->line_values, nullptr);
}

// Two numbers of 4 bytes a step, and three results a path.
TEST(OptionLesson, BytesAreThoseOfTheNumbers) {
    const auto moved = [](const char* rung) {
        return run(option(rung, {"n=1000", "steps=100"}))->counters.bytes_requested;
    };
    EXPECT_EQ(moved("coalesced"), 1000u * (800 + 12));
    EXPECT_EQ(moved("strided"), 1000u * (800 + 12));
    EXPECT_EQ(moved("made"), 1000u * (800 + 800 + 12));
    EXPECT_EQ(moved("drawn"), 1000u * 12);
    EXPECT_EQ(moved("states"), 1000u * (24 + 24 + 24 + 12));
    EXPECT_EQ(moved("curand"), 1000u * 12);
    EXPECT_EQ(option("coalesced", {}).lesson()->bytes(option("coalesced", {})), 9.6e6 * 812);
}

// What prepares is in no count: one launch is seen, of the kernel that reads.
TEST(OptionLesson, NumbersThatAreThereCountForNothing) {
    const auto there = run(option("coalesced", {"n=1000", "steps=10"}), true);
    ASSERT_EQ(there->launches.size(), 1u);
    EXPECT_EQ(there->launches[0].kernel, "option_coalesced");
    EXPECT_EQ(there->counters.global_store_requests, 3u * 32);
    const auto made = run(option("made", {"n=1000", "steps=10"}), true);
    ASSERT_EQ(made->launches.size(), 2u);
    EXPECT_EQ(made->launches[0].kernel, "make_numbers<false>");
    EXPECT_EQ(made->launches[1].counters.global_load_sectors, there->counters.global_load_sectors);
    EXPECT_EQ(made->counters.warp_instructions,
              made->launches[0].counters.warp_instructions + there->counters.warp_instructions);
    EXPECT_EQ(there->simulated.warp_instructions, made->simulated.warp_instructions)
        << "it ran all the same";
    EXPECT_EQ(made->counters.global_store_requests, (20u + 3) * 32);
}

// The launch that makes them has the memory to itself: else all of it would be copied first.
TEST(OptionLesson, NumbersStayWhereTheyAreMade) {
    lab::Simulation simulation({option("coalesced", {"n=1000", "steps=10"})},
                               lab::Playing::counted());
    while (simulation.how_far().lane_instructions == 0) simulation.advance(1000);
    const std::byte* place = simulation.contents("numbers").data();
    ASSERT_NE(place, nullptr);
    while (!simulation.advance(1000)) {
    }
    EXPECT_EQ(simulation.contents("numbers").data(), place);
    EXPECT_TRUE(simulation.finish()->verdict.ok);
}

// The same words of the same counters, whoever draws them.
TEST(OptionLesson, NumbersThatAreReadOrDrawnEndAlike) {
    for (const char* steps : {"steps=1", "steps=2", "steps=7", "steps=100"}) {
        const std::vector<std::string> few{"n=333", steps};
        const auto ends = contents<float>(option("coalesced", few), "second");
        for (const char* rung : {"strided", "made", "drawn"})
            EXPECT_EQ(contents<float>(option(rung, few), "second"), ends) << rung << " " << steps;
        EXPECT_NE(contents<float>(option("states", few), "second"), ends);
        const auto by_curand = contents<float>(option("curand", few), "second");
        EXPECT_NE(by_curand, ends);
        EXPECT_EQ(contents<float>(option("curand_states", few), "second"), by_curand) << steps;
    }
}

// A state of cuRAND's Philox is 64 bytes, and begins with its counter: the calls, 64 bits, and the
// subsequence, 64 bits. Behind it are the four words of the first draw, and the key.
TEST(OptionLesson, StatesOfCurandAreCountersAndKeys) {
    const auto states =
        contents<std::uint32_t>(option("curand_states", {"n=33", "steps=20"}), "states");
    ASSERT_EQ(states.size(), 33u * 16);
    for (std::size_t path = 0; path < 33; ++path) {
        const std::uint32_t* at = &states[16 * path];
        EXPECT_EQ(std::vector(at, at + 4),
                  (std::vector<std::uint32_t>{10, 0, std::uint32_t(path), 0}));
        const auto next = lessons::curand_words(std::uint32_t(path), 10, 20261122);
        EXPECT_EQ(std::vector(at + 4, at + 8), std::vector(next.begin(), next.end()));
        EXPECT_EQ(at[8], 20261122u) << "the seed is the key";
    }
}

// One store of a warp touches a sector of each of 32 states.
TEST(OptionLesson, StatesOfCurandLieOneBehindTheOther) {
    const auto made = run(option("curand_states", {"n=1024", "steps=2"}), true);
    ASSERT_EQ(made->launches.size(), 2u);
    EXPECT_EQ(made->launches[0].kernel, "make_curand_states");
    const simulator::Counters& set_up = made->launches[0].counters;
    EXPECT_EQ(set_up.global_store_sectors, 32 * set_up.global_store_requests);
    EXPECT_EQ(made->launches[1].counters.global_load_sectors,
              32 * made->launches[1].counters.global_load_requests);
    EXPECT_EQ(made->launches[1].counters.global_load_requests, 32u * 5) << "64 bytes, 16 at most";
    EXPECT_TRUE(made->faults.empty());
}

// The include stays with the kernels that need it.
TEST(OptionLesson, OnlyProgramsOfCurandIncludeIt) {
    for (const char* rung : rungs) {
        Request request;
        request.settings = option(rung, {"n=1000"});
        const auto text = program_text(request);
        ASSERT_TRUE(text) << rung;
        EXPECT_EQ(text->find("#include <curand_kernel.h>") != text->npos,
                  std::string_view(rung).starts_with("curand"))
            << rung;
    }
}

TEST(OptionLesson, NumbersAreNormal) {
    const auto numbers = contents<float>(option("coalesced", {"n=4000", "steps=50"}), "numbers");
    ASSERT_EQ(numbers.size(), 400'000u);
    double sum = 0, squares = 0, cubes = 0, within = 0;
    for (const double z : numbers) {
        sum += z, squares += z * z, cubes += z * z * z;
        within += std::abs(z) < 1;
    }
    const double n = double(numbers.size()), sigma = 1 / std::sqrt(n);
    EXPECT_NEAR(sum / n, 0, 4 * sigma);
    EXPECT_NEAR(squares / n, 1, 4 * std::sqrt(2.0) * sigma);
    EXPECT_NEAR(cubes / n, 0, 4 * std::sqrt(15.0) * sigma);
    EXPECT_NEAR(within / n, std::erf(std::sqrt(.5)), 4 * .47 * sigma);
    double along = 0;
    for (std::size_t i = 1; i < numbers.size(); ++i) along += double(numbers[i]) * numbers[i - 1];
    EXPECT_NEAR(along / n, 0, 4 * sigma) << "neighbours know nothing of each other";
}

// The course's: 0.4179, and a sample of n is off by no more than chance explains.
TEST(OptionLesson, PaysWhatIsKnown) {
    for (const char* rung : {"drawn", "states", "curand"}) {
        const auto payoffs = contents<float>(option(rung, {"n=20000", "steps=100"}), "payoffs");
        double sum = 0;
        for (const float pays : payoffs) {
            EXPECT_TRUE(pays == 0 || pays == .951229425f);
            sum += pays;
        }
        const double share = .4179 / .951229425;
        const double sigma = .951229425 * std::sqrt(share * (1 - share) / double(payoffs.size()));
        EXPECT_NEAR(sum / double(payoffs.size()), .4179, 3 * sigma) << rung;
        EXPECT_LT(sigma, .0034);
    }
}

TEST(OptionLesson, IsRightAtEveryAwkwardSize) {
    for (const char* rung : rungs)
        for (const char* n : {"n=1", "n=31", "n=33", "n=1000"})
            for (const char* steps : {"steps=1", "steps=3", "steps=64"})
                for (const char* block : {"block=33", "block=64", "block=1024"})
                    EXPECT_TRUE(expect_right_or_refused(option(rung, {n, steps, block})))
                        << rung << " " << n << " " << steps << " " << block;
}

// Random123's own test: of a counter and a key of zeros.
TEST(OptionLesson, WordsAreThoseOfPhilox) {
    const auto program = program_of(*option("states", {}).subject, "make_states");
    ASSERT_TRUE(program);
    simulator::Machine machine;
    const auto states = machine.memory().allocate("states", Type::u32, 6);
    Plan plan;
    const Buffer buffer = plan.buffer("states", Type::u32, 6);
    plan.launch("make_states", {1, 32}, buffer, 1, 0u);
    const auto parameters = parameter_block(**program, std::get<Launch>(plan.steps.front()),
                                            [&](const Buffer&) { return states; });
    ASSERT_TRUE(parameters);
    EXPECT_FALSE(machine.launch(*program, {1, 1, 1}, {32, 1, 1}, 0, *parameters));
    machine.advance(1 << 20);
    std::uint32_t words[6];
    std::memcpy(words, machine.memory().bytes(states).data(), sizeof words);
    EXPECT_EQ(words[0], 0x6627E8D5u);
    EXPECT_EQ(words[1], 0xE169C58Du);
    EXPECT_EQ(words[2], 0xBC57AC4Cu);
    EXPECT_EQ(words[3], 0x9B00DBD8u);
}

TEST(OptionLesson, ToleranceHidesNoStep) {
    const Settings settings = option("drawn", {"n=2000"});
    const Plan plan = plan_of(settings);
    const Expected expected = settings.lesson()->expected(settings, Inputs(plan, 1));
    ASSERT_EQ(expected.results.size(), 3u);
    EXPECT_LT(expected.results[0].relative, 5e-4) << "a step moves a share by 1 %";
    EXPECT_EQ(expected.results[2].relative + expected.results[2].absolute, 0);
    EXPECT_GT(expected.results[2].values.size(), 1980u);
    EXPECT_LT(expected.results[2].values.size(), 2000u) << "few are at the edge, but some";
}

TEST(OptionLesson, LargeRunsAreComparedBySomePaths) {
    const Settings settings = option("drawn", {"n=2^20", "steps=200"});
    const Plan plan = plan_of(settings);
    const Expected expected = settings.lesson()->expected(settings, Inputs(plan, 1));
    EXPECT_GT(expected.results[0].elements.size(), 2500u);
    EXPECT_LT(expected.results[0].elements.size(), 2700u);
    EXPECT_EQ(expected.results[0].elements.back(), (1u << 20) - 1);
}

TEST(OptionLesson, IndicesThatEndAreRefusedInWords) {
    for (const char* rung : {"coalesced", "strided", "made"}) {
        const auto no = refusal(option(rung, {"steps=200"}));
        ASSERT_TRUE(no) << rung;
        expect_in_words(*no, rung);
        EXPECT_EQ(no->knob, "n");
        EXPECT_EQ(no->use, 5'368'709);
        EXPECT_FALSE(refusal(option(rung, {"steps=200", "n=5368709"})));
    }
    EXPECT_FALSE(refusal(option("drawn", {"steps=200"})));
    EXPECT_FALSE(refusal(option("states", {"steps=200"})));
    EXPECT_FALSE(refusal(option("curand", {"steps=200"})));
}

}  // namespace

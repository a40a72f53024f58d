// Occupancy: grids that are what a card's multiprocessors hold, registers of each kernel, what has
// no room, and months that nobody loses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lab/cli/report.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers.h"
#include "lab/programs.h"
#include "lab/requests/prose.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

Settings occupancy(const std::string& rung, const std::vector<std::string>& values = {}) {
    return asked("occupancy/" + rung, values);
}

const Launch& launch_of(const Plan& plan) {
    const auto found = std::ranges::find_if(
        plan.steps, [](const PlanStep& step) { return std::holds_alternative<Launch>(step); });
    return std::get<Launch>(*found);
}

std::uint64_t grid(const Settings& settings) {
    return launch_of(plan_of(settings)).size.grid.count();
}

struct Savings {
    const char* rung;
    std::int64_t at_once, registers, warps;  // by ptxas; at once on an H200 in blocks of 256
};
constexpr Savings ladder[] = {{"one", 1, 12, 64},         {"two", 2, 16, 64},
                              {"four", 4, 26, 64},        {"eight", 8, 40, 48},
                              {"thirty_two", 32, 68, 24}, {"all_warps", 32, 32, 64}};

// Each multiprocessor of an H200 has as many blocks as one of the card holds.
TEST(OccupancyLesson, TheGridIsWhatTheCardHolds) {
    for (const Savings& rung : ladder) {
        const Settings settings = occupancy(rung.rung);
        ASSERT_EQ(registers_of(*settings.subject, settings.kernel()).count, rung.registers)
            << rung.rung;
        const std::uint64_t all = (1 << 23) / std::uint64_t(rung.at_once) / 256;
        EXPECT_EQ(grid(settings), std::min<std::uint64_t>(132 * rung.warps / 8, all)) << rung.rung;
    }
    EXPECT_EQ(grid(occupancy("one", {"card=2006"})), 132u * 2) << "12 registers of 256 threads";
    EXPECT_EQ(grid(occupancy("one", {"card=2006", "block=64"})), 132u * 8);
    EXPECT_EQ(grid(occupancy("two", {"card=2006"})), 132u * 2);
    EXPECT_EQ(grid(occupancy("one", {"card=2009"})), 132u * 2) << "the newest that there was";
    EXPECT_EQ(grid(occupancy("one", {"card=2010"})), 132u * 6);
    EXPECT_EQ(grid(occupancy("one", {"card=2023"})), 132u * 6);
    EXPECT_EQ(grid(occupancy("one", {"shared=100"})), 132u * 2);
    EXPECT_EQ(grid(occupancy("one", {"shared=227"})), 132u);
    EXPECT_EQ(grid(occupancy("one", {"n=1000"})), 4u) << "no more blocks than accounts fill";
    EXPECT_EQ(grid(occupancy("thirty_two", {"n=8193"})), 2u) << "257 groups of 32";
    EXPECT_EQ(launch_of(plan_of(occupancy("one", {"shared=8"}))).size.shared_bytes, 8192u);
}

// A number that is said counts for the room on a card, and changes nothing in the kernel.
TEST(OccupancyLesson, OneMoreRegisterDropsABlock) {
    EXPECT_EQ(grid(occupancy("one", {"card=2006", "registers=10"})), 132u * 3);
    EXPECT_EQ(grid(occupancy("one", {"card=2006", "registers=11"})), 132u * 2);
    EXPECT_EQ(grid(occupancy("one", {"registers=64"})), 132u * 4) << "on an H200";
    const Settings said = occupancy("one", {"registers=64"});
    EXPECT_EQ(registers_of(*said.subject, said.kernel()).count, 12);
    EXPECT_EQ(*number_of("occupancy/one card=2006 registers=10.warps_at_once"), 24);
    EXPECT_EQ(*number_of("occupancy/one card=2006 registers=11.warps_at_once"), 16);
}

// A month is a multiply-add of a warp, whichever way accounts are dealt to threads.
TEST(OccupancyLesson, EveryMonthIsAMultiplyAddOfAWarp) {
    for (const Savings& rung : ladder)
        for (const int years : {1, 3}) {
            const auto found =
                run(occupancy(rung.rung, {"n=16384", "years=" + std::to_string(years)}));
            const auto unit = std::ranges::find(found->instruction_mix, "fma", [](const auto& u) {
                return simulator::name_of(u.unit);
            });
            ASSERT_NE(unit, found->instruction_mix.end()) << rung.rung;
            EXPECT_GE(unit->lane_instructions, 16384u * 12 * years) << rung.rung;
            EXPECT_LE(unit->lane_instructions, 16384u * (12 * years + 4)) << rung.rung;
            EXPECT_EQ(found->counters.global_load_requests, 16384u / 32) << rung.rung;
            EXPECT_EQ(found->counters.global_load_rounds, 16384u / 32 / rung.at_once) << rung.rung;
        }
}

TEST(OccupancyLesson, IsRightAtEveryAwkwardSize) {
    for (const Savings& rung : ladder)
        for (const char* size : {"n=1", "n=31", "n=33", "n=1000", "n=8193"})
            for (const char* block : {"block=33", "block=256", "block=512"})
                EXPECT_TRUE(expect_right_or_refused(occupancy(rung.rung, {size, block, "years=3"})))
                    << rung.rung << " " << size << " " << block;
}

// One month more or less is more than the tolerance hides.
TEST(OccupancyLesson, NoMonthCanBeLostUnseen) {
    for (const char* years : {"years=1", "years=40"}) {
        const Settings settings = occupancy("one", {"n=1000", years});
        const Plan plan = plan_of(settings);
        const Expected expected = settings.lesson()->expected(settings, Inputs(plan, 1));
        EXPECT_LT(expected.results[0].relative * 100, .005);
    }
    const Settings settings = occupancy("one", {"n=1000", "years=1"});
    const Plan plan = plan_of(settings);
    const Inputs inputs(plan, 1);
    const Expected expected = settings.lesson()->expected(settings, inputs);
    double money = inputs("start", 7);
    for (int month = 0; month < 12; ++month) money = money * double(1.005f) + 10;
    EXPECT_NEAR(expected.results[0].values[7], money, money * 1e-12);
}

TEST(OccupancyLesson, WhatHasNoRoomIsRefusedInWords) {
    const auto refused = [](const std::string& rung, const std::vector<std::string>& values) {
        const auto found = refusal(occupancy(rung, values));
        EXPECT_TRUE(found) << rung;
        return found.value_or(Refusal{});
    };
    const Refusal threads = refused("one", {"card=2006", "block=1024"});
    EXPECT_EQ(threads.title,
              "A GeForce 8800 GTX has no room for a block of 1024 threads: its limit is 512");
    EXPECT_EQ(threads.knob, "block");
    EXPECT_EQ(threads.use, 512);
    const Refusal registers = refused("thirty_two", {"block=1024"});
    EXPECT_EQ(registers.title,
              "An H200 has no room for a block of 73 728 registers: its limit is 65 536");
    EXPECT_EQ(registers.use, 512);
    const Refusal bytes = refused("one", {"card=2006", "shared=32"});
    EXPECT_EQ(bytes.title,
              "A GeForce 8800 GTX has no room for a block of 32 KiB of shared memory: its limit is "
              "16 KiB");
    EXPECT_EQ(bytes.knob, "shared");
    EXPECT_EQ(bytes.use, 8) << "with its own 16 bytes, 16 KiB are more than there is";
    const Refusal thread = refused("thirty_two", {"card=2010"});
    EXPECT_EQ(thread.title,
              "A GeForce GTX 480 has no room for a thread of 68 registers: its limit is 63");
    EXPECT_EQ(thread.knob, "card");
    EXPECT_EQ(thread.use, 2013);
    const Refusal said = refused("one", {"card=2010", "registers=64"});
    EXPECT_EQ(said.title,
              "A GeForce GTX 480 has no room for a thread of 64 registers: its limit is 63");
    EXPECT_EQ(said.knob, "registers");
    EXPECT_EQ(said.use, 40);
    EXPECT_FALSE(refusal(occupancy("all_warps", {"block=1024"})));
}

// Every kernel of every lesson has a number from the compiler, and it is not far from what the PTX
// needs at once.
TEST(Registers, AreKnownOfEveryKernel) {
    for (const Settings& settings : all_rungs()) {
        const RegistersOfThread found = registers_of(*settings.subject, settings.kernel());
        EXPECT_TRUE(found.by_compiler) << named(settings);
        EXPECT_GE(found.count, 8) << named(settings);
        EXPECT_LE(found.count, 255) << named(settings);
    }
}

TEST(Registers, OfAKernelThatNobodyCompiledAreEstimated) {
    const Settings settings = occupancy("one");
    Subject other = *settings.subject;
    other.lesson = nullptr;
    other.module = *module_of(settings);
    const RegistersOfThread found = registers_of(other, settings.kernel());
    EXPECT_FALSE(found.by_compiler);
    EXPECT_GT(found.count, 4);
    EXPECT_LT(found.count, 32);
    EXPECT_EQ(registers_of(other, "no_such_kernel").count, 0);
}

TEST(Prose, KnowsWhatAMultiprocessorHolds) {
    EXPECT_EQ(*number_of("occupancy/one card=2006.blocks_at_once"), 2);
    EXPECT_EQ(*number_of("occupancy/one card=2006 block=64.warps_at_once"), 16);
    EXPECT_EQ(*number_of("occupancy/thirty_two.registers"), 68);
    EXPECT_EQ(*number_of("transpose/tile.blocks_at_once"),
              *number_of("transpose/tile.warps_at_once/8"));
}

// The first card holds eight blocks: of 64 threads they are 16 warps.
TEST(Occupancies, AreReportedForTheCardOfTheSettings) {
    const lab::Json of_2006 =
        lab::run_json(*run(occupancy("one", {"card=2006", "block=64"}))).at("occupancy");
    EXPECT_EQ(of_2006.at("card"), "GeForce 8800 GTX");
    EXPECT_EQ(of_2006.at("blocks"), 8);
    EXPECT_EQ(of_2006.at("warps"), 16);
    EXPECT_EQ(of_2006.at("limit"), "blocks");
    const auto today = run(asked("reduction/shuffle", {"n=1024"}));
    EXPECT_NE(lab::report(*today, "")
                  .find("\nOccupancy on an H200: blocks at once on a "
                        "multiprocessor: 8; warps: 64 of 64; limit: warps\n"),
              std::string::npos);
}

}  // namespace

// Values that a line leaves in registers: which of its instructions do, and what they left, lane by
// lane.
#include <gtest/gtest.h>

#include <bit>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;

// x = t; three times x *= 2 x + 1; threads from 40 on add 1; y = t / 4 as a double.
std::string three_rounds() {
    return small_kernel::text_of(0,
                                 ".loc 1 7 1\n"
                                 "cvt.rn.f32.u32 %r1, %t;\n"
                                 ".loc 1 8 1\n"
                                 "mov.u32 %r2, 0;\n"
                                 "again:\n"
                                 ".loc 1 9 1\n"
                                 "fma.rn.f32 %r3, %r1, 0f40000000, 0f3F800000;\n"
                                 "mul.f32 %r1, %r1, %r3;\n"
                                 "add.u32 %r4, %r2, 7;\n"
                                 ".loc 1 10 1\n"
                                 "add.u32 %r2, %r2, 1;\n"
                                 "setp.lt.u32 %p1, %r2, 3;\n"
                                 "@%p1 bra again;\n"
                                 "setp.ge.u32 %p2, %t, 40;\n"
                                 ".loc 1 11 1\n"
                                 "@%p2 add.f32 %r5, %r1, 0f3F800000;\n"
                                 ".loc 1 12 1\n"
                                 "cvt.rn.f64.u32 %d1, %t;\n"
                                 "mul.f64 %d2, %d1, 0d3FD0000000000000;\n"
                                 ".loc 1 13 1\n");
}

Options of_line(int line) {
    Options options = Runner::watching_first();
    options.values_of_line = line;
    return options;
}

std::shared_ptr<const LineValues> left_by(const Options& options, Dim3 grid = {1, 1, 1}) {
    Runner runner(three_rounds(), options);
    runner.launch("small", grid, {64, 1, 1});
    return runner.machine().line_values();
}

TEST(LineValues, WhatTheLineItselfReadsIsNotLeft) {
    const auto module = Module::read(three_rounds());
    ASSERT_TRUE(module) << module.problem().message;
    const auto program = (*module)->kernel("small");
    ASSERT_TRUE(program);
    const auto spelt = [&](int line) {
        std::string all;
        for (const std::uint32_t index : leaving(**program, line))
            all += (*program)->text[(*program)->code[index].index].opcode + " ";
        return all;
    };
    EXPECT_EQ(spelt(7), "cvt.rn.f32.u32 ");
    EXPECT_EQ(spelt(8), "mov.u32 ") << "a whole number, of a line that has no other";
    EXPECT_EQ(spelt(10), "") << "read by the line itself";
    EXPECT_EQ(spelt(9), "mul.f32 ") << "the factor is read by the line, in this round";
    EXPECT_EQ(spelt(12), "mul.f64 ");
    EXPECT_EQ(spelt(99), "");
}

TEST(LineValues, EachRoundLeavesOneForEachLane) {
    const auto values = left_by(of_line(9));
    ASSERT_EQ(values->left.size(), 6u) << "two warps, three rounds";
    std::map<std::uint32_t, int> rounds;
    std::map<std::uint32_t, std::uint32_t> last;
    for (const LeftValue& one : values->left) {
        const int round = rounds[one.warp]++;
        EXPECT_GT(one.index, last[one.warp]) << "its place in the warp's run";
        last[one.warp] = one.index;
        for (int lane = 0; lane < warp_size; ++lane) {
            float x = float(one.warp * warp_size + unsigned(lane));
            for (int k = 0; k <= round; ++k) x *= 2 * x + 1;
            EXPECT_EQ(values->value(one, lane), x) << one.warp << " " << lane << " " << round;
        }
    }
    EXPECT_EQ(rounds.size(), 2u);
    EXPECT_FALSE(values->full);
}

TEST(LineValues, LanesThatAreOffLeaveNone) {
    const auto values = left_by(of_line(11));
    ASSERT_EQ(values->left.size(), 1u) << "no lane of the first warp";
    const LeftValue& second = values->left[0];
    EXPECT_EQ(second.mask, 0xffffff00u) << "threads 40 to 63";
    EXPECT_EQ(values->bits.size(), 24u);
    EXPECT_EQ(values->value(second, 7), 0);
    for (const int lane : {8, 9, 31}) {
        float x = float(32 + lane);
        for (int k = 0; k < 3; ++k) x *= 2 * x + 1;
        EXPECT_EQ(values->value(second, lane), x + 1) << lane;
    }
}

TEST(LineValues, DoublesAreDoubles) {
    const auto values = left_by(of_line(12));
    ASSERT_EQ(values->left.size(), 2u);
    EXPECT_EQ(values->left[1].type, Type::f64);
    EXPECT_EQ(values->value(values->left[1], 5), 9.25);
}

TEST(LineValues, WholeNumbersAreThemselves) {
    const auto values = left_by(of_line(8));
    ASSERT_EQ(values->left.size(), 2u);
    EXPECT_EQ(values->value(values->left[1], 5), 0);
    const auto rounds = left_by(of_line(10));
    EXPECT_TRUE(rounds->left.empty());
}

TEST(LineValues, AreThoseOfWatchedBlocksAndOnlyWhereAsked) {
    EXPECT_EQ(left_by(of_line(9), {3, 1, 1})->left.size(), 6u);
    Options second = of_line(9);
    second.watched = {1};
    const auto values = left_by(second, {3, 1, 1});
    EXPECT_EQ(values->left.size(), 6u);
    for (const LeftValue& one : values->left) EXPECT_EQ(one.block, 1u);
    EXPECT_EQ(left_by(Runner::watching_first()), nullptr);
    Options nobody = of_line(9);
    nobody.watched.clear();
    EXPECT_EQ(left_by(nobody), nullptr);
}

TEST(LineValues, EndAtTheLimit) {
    Options options = of_line(9);
    options.trace_bytes = 2 * (sizeof(LeftValue) + 32 * 8) + 100;
    const auto values = left_by(options);
    EXPECT_TRUE(values->full);
    EXPECT_EQ(values->left.size(), 2u);
    EXPECT_EQ(values->bits.size(), 64u);
}

TEST(LineValues, ACopyOfAMachineGoesOnWithItsOwn) {
    Runner runner(three_rounds(), of_line(9));
    runner.launch("small", {}, {64, 1, 1});
    Runner copy = runner;
    copy.launch("small", {}, {64, 1, 1});
    EXPECT_EQ(runner.machine().line_values()->left.size(), 6u);
    const auto both = copy.machine().line_values();
    ASSERT_EQ(both->left.size(), 12u);
    EXPECT_EQ(both->left[6].launch, 1);
}

}  // namespace

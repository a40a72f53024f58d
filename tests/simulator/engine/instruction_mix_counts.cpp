// Instructions by the unit that runs them: exact for a kernel of a few lines, and a part of the
// totals.
#include <gtest/gtest.h>

#include <tuple>

#include "simulator/isa/row.h"
#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;

using Mix = std::vector<std::tuple<Unit, std::uint64_t, std::uint64_t>>;  // warps, lanes

Mix mix_of(const std::vector<UnitCount>& counts) {
    Mix mix;
    for (const UnitCount& one : counts)
        mix.emplace_back(one.unit, one.warp_instructions, one.lane_instructions);
    return mix;
}

// Two warps; eight lanes of the first store, none of the second, which issues it all the same.
TEST(InstructionMix, CountsEachUnitsInstructions) {
    const std::string body =
        "add.s32 %r1, %t, 1;\nmul.lo.s32 %r2, %r1, %r1;\nsetp.lt.u32 %p1, %t, 8;\n"
        "@%p1 st.global.u32 [%own0], %r2;\nbar.sync 0;\n";
    Options options = Runner::watching_first();
    options.races = false;
    Runner runner(small_kernel::text_of(1, body), options);
    runner.ints("numbers", 1024, 10);
    runner.launch("small", {}, {64, 1, 1});
    const Mix expected{
        {Unit::alu, 4, 128},  // add, setp
        {Unit::fma, 4, 128},  // mad for the address, mul
        {Unit::move, 2, 64},  // the thread's number
        {Unit::memory, 4,
         72},  // the parameter; the store, whose guard takes lanes away and no execution
        {Unit::control, 2, 64},  // ret
        {Unit::barrier, 2, 64}};
    EXPECT_EQ(mix_of(runner.machine().instruction_mix()), expected);
    EXPECT_EQ(mix_of(runner.machine().instruction_mix(0)), expected);
    std::uint64_t warps = 0, lanes = 0;
    for (const UnitCount& one : runner.machine().instruction_mix())
        warps += one.warp_instructions, lanes += one.lane_instructions;
    EXPECT_EQ(warps, runner.machine().counters().warp_instructions);
    EXPECT_EQ(lanes, runner.machine().counters().lane_instructions);
}

// A number with a point that is added, multiplied or the larger of two; not one that is compared,
// and no product of whole numbers.
TEST(InstructionMix, OperationsAreOfNumbersWithAPoint) {
    Runner runner(small_kernel::text_of(
        1,
        ".reg .f32 %o<4>;\ncvt.rn.f32.u32 %o1, %t;\nfma.rn.f32 %o2, %o1, %o1, %o1;\n"
        "max.f32 %o3, %o1, %o2;\nsetp.lt.f32 %p1, %o2, %o3;\nmul.lo.s32 %r2, %r1, %r1;\n"
        "neg.f32 %o3, %o1;\n@%p1 bra OVER;\nadd.f32 %o1, %o1, %o1;\nOVER:\n"));
    runner.ints("numbers", 64, 10);
    runner.launch("small", {}, {40, 1, 1});
    std::uint64_t operations = 0;
    for (const UnitCount& one : runner.machine().instruction_mix()) operations += one.operations;
    EXPECT_EQ(operations, 3u * 40) << "fma, max, add";
}

TEST(InstructionMix, IsOfOneLaunchOrOfAll) {
    Runner runner(small_kernel::text_of(0, "bar.sync 0;\n"));
    runner.launch("small", {}, {64, 1, 1});
    runner.launch("small", {}, {32, 1, 1});
    const auto barriers = [&](int launch) {
        for (const UnitCount& one : runner.machine().instruction_mix(launch))
            if (one.unit == Unit::barrier) return one.lane_instructions;
        return std::uint64_t{0};
    };
    EXPECT_EQ(barriers(0), 64u);
    EXPECT_EQ(barriers(1), 32u);
    EXPECT_EQ(barriers(-1), 96u);
}

TEST(InstructionMix, NothingRanNothingCounted) { EXPECT_TRUE(Machine().instruction_mix().empty()); }

}  // namespace

// Reading PTX where one character more or less would change what it means.
#include <gtest/gtest.h>

#include <bit>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

std::vector<std::uint32_t> eight_words(const std::string& body, const std::string& outside = "") {
    Runner runner(text_of(1, body, outside), Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(8, 99));
    runner.launch("small", {}, {1, 1, 1});
    EXPECT_TRUE(runner.machine().faults().empty());
    return runner.values<std::uint32_t>("out");
}

std::uint32_t value_of(const std::string& expression) {
    return eight_words("mov.u32 %r0, " + expression + ";\nst.global.u32 [%a0], %r0;\n")[0];
}

TEST(PtxEdges, OperatorsBindAsInC) {
    EXPECT_EQ(value_of("(1 << 2 + 1)"), 8u);
    EXPECT_EQ(value_of("(1 + 2 * 3)"), 7u);
    EXPECT_EQ(value_of("(10 - 4 - 3)"), 3u);
    EXPECT_EQ(value_of("(1 | 6 & 3)"), 3u);
    EXPECT_EQ(value_of("(2 ^ 3 & 1)"), 3u);
    EXPECT_EQ(value_of("(1 + 1 == 2 ? 5 : 6)"), 5u);
    EXPECT_EQ(value_of("(4 < 3 << 1)"), 1u);
    EXPECT_EQ(value_of("(-7 / 2 + 4)"), 1u) << "cut off towards zero";
    EXPECT_EQ(value_of("(-8 >> 1 & 0xff)"), 0xfcu) << "the sign is kept";
}

TEST(PtxEdges, NumbersHaveTheirBase) {
    EXPECT_EQ(value_of("017"), 15u);
    EXPECT_EQ(value_of("0x17"), 23u);
    EXPECT_EQ(value_of("0b101"), 5u);
    EXPECT_EQ(value_of("17U"), 17u);
    EXPECT_EQ(value_of("0"), 0u);
}

TEST(PtxEdges, LinesWithinACommentCount) {
    const auto read =
        Module::read(".version 8.0\n/* two\nlines */ .target sm_75\n.address_size 64\n?\n");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.problem().line, 5);
}

TEST(PtxEdges, ValuesOfAnArrayStandRowByRow) {
    const std::string table = ".global .align 4 .u32 rows[3][2] = {{1, 2}, {3}, {5, 6}};\n";
    const auto words = eight_words(
        "mov.u64 %d0, rows;\n"
        "ld.global.v2.u32 {%r0, %r1}, [%d0];\n"
        "ld.global.v2.u32 {%r2, %r3}, [%d0+8];\n"
        "ld.global.v2.u32 {%r4, %r5}, [%d0+16];\n"
        "st.global.v4.u32 [%a0], {%r0, %r1, %r2, %r3};\n"
        "st.global.v2.u32 [%a0+16], {%r4, %r5};\n",
        table);
    EXPECT_EQ(words, (std::vector<std::uint32_t>{1, 2, 3, 0, 5, 6, 99, 99}));
}

TEST(PtxEdges, ValuesOfAFloatArrayAreFloats) {
    const std::string table =
        ".const .align 4 .f32 table[3] = {1.5, 0f40200000, 0d400C000000000000};\n"
        ".const .align 8 .f64 wide[1] = {0f40200000};\n";
    const auto words = eight_words(
        "ld.const.f32 %r0, [table];\n"
        "ld.const.f32 %r1, [table+4];\n"
        "ld.const.f32 %r2, [table+8];\n"
        "ld.const.f64 %d0, [wide];\n"
        "cvt.rn.f32.f64 %r3, %d0;\n"
        "st.global.v4.f32 [%a0], {%r0, %r1, %r2, %r3};\n",
        table);
    const float wanted[] = {1.5f, 2.5f, 3.5f, 2.5f};
    for (int i = 0; i < 4; ++i) EXPECT_EQ(std::bit_cast<float>(words[i]), wanted[i]) << i;
}

// A function gives back 8 bits; what the caller makes of them depends on the type that it reads.
TEST(PtxEdges, ANarrowResultIsExtendedByItsSign) {
    const std::string function =
        ".func (.param .b32 result) minus()\n{\n"
        ".reg .b32 %x;\n"
        "mov.u32 %x, 254;\n"
        "st.param.b8 [result], %x;\n"
        "ret;\n}\n";
    const auto words = eight_words(
        "{ .param .b32 given;\n"
        "call.uni (given), minus, ();\n"
        "ld.param.s8 %r0, [given];\n"
        "ld.param.u8 %r1, [given]; }\n"
        "st.global.v2.u32 [%a0], {%r0, %r1};\n",
        function);
    EXPECT_EQ(static_cast<std::int32_t>(words[0]), -2);
    EXPECT_EQ(words[1], 254u);
}

}  // namespace

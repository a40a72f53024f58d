// Operands as they may be written: numbers of another kind, names of the language, addresses of
// parameters, guarded copies.
#include <gtest/gtest.h>

#include <bit>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

std::vector<std::uint32_t> words_of(const std::string& body) {
    Runner runner(text_of(1, body), Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(64, 99));
    runner.launch("small", {}, {32, 1, 1});
    EXPECT_TRUE(runner.machine().faults().empty());
    return runner.values<std::uint32_t>("out");
}

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

TEST(Operands, AWholeNumberMayStandForAFloat) {
    const auto words = words_of(
        "mov.f32 %r0, 3;\n"
        "add.f32 %r0, %r0, -1;\n"
        "st.global.f32 [%own0], %r0;\n"
        "mov.f64 %d0, 5;\n"
        "cvt.rn.f32.f64 %r1, %d0;\n"
        "st.global.f32 [%own0+128], %r1;\n");
    EXPECT_EQ(as_float(words[0]), 2);
    EXPECT_EQ(as_float(words[32]), 5);
}

TEST(Operands, ARealNumberTakesTheWidthOfItsInstruction) {
    const auto words = words_of(
        "mov.f32 %r0, 0d3FF8000000000000;\n"
        "st.global.f32 [%own0], %r0;\n"
        "mov.f64 %d0, 0f40200000;\n"
        "cvt.rn.f32.f64 %r1, %d0;\n"
        "st.global.f32 [%own0+128], %r1;\n");
    EXPECT_EQ(as_float(words[0]), 1.5f);
    EXPECT_EQ(as_float(words[32]), 2.5f);
}

TEST(Operands, AWarpHas32Lanes) {
    const auto words = words_of(
        "mov.u32 %r0, WARP_SZ;\n"
        "st.global.u32 [%own0], %r0;\n"
        "add.u32 %r1, %t, WARP_SZ;\n"
        "st.global.u32 [%own0+128], %r1;\n");
    for (std::uint32_t t = 0; t < 32; ++t) {
        EXPECT_EQ(words[t], 32u);
        EXPECT_EQ(words[32 + t], 32 + t);
    }
}

// As in a loop whose end stands first in the text, and from which copies are copied.
TEST(Operands, ACopyOfAConstantMayStandBehindItsReaders) {
    const auto words = words_of(
        "mov.u32 %r9, 0;\nbra.uni first;\n"
        "again:\n"
        "mov.u32 %r4, %r2;\n"
        "add.u32 %r9, %r9, %r4;\n"
        "add.u32 %r9, %r9, %r3;\n"
        "bra.uni last;\n"
        "first:\n"
        "mov.u32 %r2, 7;\n"
        "mov.u32 %r3, %ntid.x;\n"
        "bra.uni again;\n"
        "last:\n"
        "st.global.u32 [%own0], %r9;\n"
        "st.global.u32 [%own0+128], %r4;\n");
    for (std::uint32_t t = 0; t < 32; ++t) {
        EXPECT_EQ(words[t], 39u);
        EXPECT_EQ(words[32 + t], 7u);
    }
}

// A register that nothing else writes: the lanes that are off keep the 0 that it began with.
TEST(Operands, AGuardedCopyReachesItsLanesOnly) {
    const auto words = words_of(
        "setp.lt.u32 %p0, %t, 5;\n"
        "@%p0 mov.u32 %r0, 7;\n"
        "st.global.u32 [%own0], %r0;\n"
        "@!%p0 mov.u32 %r1, %ntid.x;\n"
        "st.global.u32 [%own0+128], %r1;\n");
    for (int t = 0; t < 32; ++t) {
        EXPECT_EQ(words[t], t < 5 ? 7u : 0u) << t;
        EXPECT_EQ(words[32 + t], t < 5 ? 0u : 32u) << t;
    }
}

// Lanes that a guard kept from writing a register see nothing of the block before.
TEST(Operands, ARegisterBeginsEachBlockAtZero) {
    Runner runner(text_of(1,
                          "mov.u32 %r1, %ctaid.x;\n"
                          "setp.eq.u32 %p0, %r1, 0;\n"
                          "@%p0 add.u32 %r0, %t, 7;\n"
                          "mad.wide.u32 %d0, %r1, 128, %own0;\n"
                          "st.global.u32 [%d0], %r0;\n"),
                  Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(64, 99));
    runner.launch("small", {2, 1, 1}, {32, 1, 1});
    EXPECT_EQ(runner.values<std::uint32_t>("out")[3], 10u);
    EXPECT_EQ(runner.values<std::uint32_t>("out")[32 + 3], 0u);
}

// A register written twice is no copy that its readers could do without.
TEST(Operands, ARegisterWrittenTwiceIsReadWhereItStands) {
    const auto words = words_of(
        "mov.u32 %r0, 7;\n"
        "setp.lt.u32 %p0, %t, 5;\n"
        "@%p0 bra on;\n"
        "mov.u32 %r0, 8;\n"
        "on:\n"
        "st.global.u32 [%own0], %r0;\n");
    EXPECT_EQ(words[4], 7u);
    EXPECT_EQ(words[5], 8u);
}

TEST(Operands, AClockIsNoConstant) {
    const auto words = words_of(
        "mov.u32 %r0, %clock;\n"
        "bra on;\n"
        "on:\n"
        "mov.u32 %r1, %clock;\n"
        "st.global.u32 [%own0], %r0;\n"
        "st.global.u32 [%own0+128], %r1;\n");
    EXPECT_LT(words[0], words[32]);
}

// As inline assembly of CUDA's headers writes them.
TEST(Operands, ADirectiveNeedsNoBlankBehindIt) {
    const auto words = words_of(
        "{.reg.b32 x; .reg.b8 y; .reg.b16 z;\n"
        "mov.u32 x, 0x1234;\n"
        "cvt.u8.u32 y, x;\n"
        "mov.b16 z, {y, 1};\n"
        "cvt.u32.u16 %r0, z;}\n"
        "st.global.u32 [%own0], %r0;\n");
    EXPECT_EQ(words[0], 0x134u);
}

// `part` is the first of shared memory.
TEST(Operands, AnAddressMayBeANumber) {
    const auto words = words_of(
        "mov.u32 %r0, 5;\n"
        "st.shared.u32 [part+16], %r0;\n"
        "ld.shared.u32 %r1, [16];\n"
        "st.global.u32 [%own0], %r1;\n"
        "st.shared.u32 [8], 6;\n"
        "ld.shared.u32 %r2, [part+8];\n"
        "st.global.u32 [%own0+128], %r2;\n");
    EXPECT_EQ(words[0], 5u);
    EXPECT_EQ(words[32], 6u);
}

TEST(Operands, ParametersAreReadAtTheirOffsets) {
    Runner runner(
        ".version 8.0\n.target sm_75\n.address_size 64\n"
        ".visible .entry small(.param .u64 out, .param .u64 pair)\n{\n"
        ".reg .b32 %r<4>;\n.reg .b64 %a;\n"
        "ld.param.u64 %a, [out];\n"
        "ld.param.u32 %r0, [pair+4];\n"
        "ld.param.u32 %r1, [pair];\n"
        "st.global.u32 [%a], %r0;\n"
        "st.global.u32 [%a+4], %r1;\n"
        "ret;\n}\n",
        Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(2));
    runner.scalar(std::uint64_t{0x0000002a'00000001}).launch("small", {}, {1, 1, 1});
    EXPECT_EQ(runner.values<std::uint32_t>("out"), (std::vector<std::uint32_t>{42, 1}));
}

// Two machines that differ in nothing but the carry of a sum, where a first block ends.
TEST(Operands, ACarryIsPartOfTheState) {
    const auto module = Module::read(text_of(1,
                                             "ld.global.u32 %r0, [%own0];\n"
                                             "add.cc.u32 %r0, %r0, %r0;\n"
                                             "mov.u32 %r0, 0;\n"
                                             "st.global.u32 [%own0], 0;\n"
                                             "bra on;\n"
                                             "on:\n"
                                             "addc.u32 %r0, %r0, 0;\n"
                                             "st.global.u32 [%own0], %r0;\n"));
    ASSERT_TRUE(module);
    const auto program = *(*module)->kernel("small");
    std::vector<std::uint64_t> halfway, ends;
    for (const std::uint32_t number : {0u, 0x80000000u, 0u}) {
        Machine machine;
        const Address buffer = machine.memory().allocate("numbers", Type::u32, 1);
        machine.memory().write(buffer, std::as_bytes(std::span(&number, 1)));
        const auto parameters = std::as_bytes(std::span(&buffer, 1));
        ASSERT_FALSE(machine.launch(program, {1, 1, 1}, {1, 1, 1}, 0, parameters));
        machine.advance_to(1);
        halfway.push_back(machine.hash());
        EXPECT_EQ(machine.advance(1 << 20), Machine::State::idle);
        ends.push_back(machine.hash());
    }
    EXPECT_EQ(halfway[0], halfway[2]);
    EXPECT_NE(halfway[0], halfway[1]) << "the next block adds the carry";
    EXPECT_NE(ends[0], ends[1]);
}

}  // namespace

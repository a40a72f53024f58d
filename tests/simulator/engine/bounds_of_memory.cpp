// Bounds on both sides: the last byte of each kind of memory and the one behind it, the largest
// block and one thread more.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

// The fault that a thread meets; none: the kernel ends.
std::optional<Fault> fault_of(const std::string& body, const std::string& outside = "") {
    Runner runner(text_of(1, body, outside), Options{});
    runner.buffer("numbers", Type::u32, std::vector<std::uint32_t>(4));
    runner.launch("small", {}, {1, 1, 1});
    if (runner.machine().state() == Machine::State::idle) return {};
    return runner.machine().faults().at(0);
}

struct Reach {
    const char *name, *within, *beyond;
};

class Bounds : public testing::TestWithParam<Reach> {};

TEST_P(Bounds, AreTheLastByte) {
    const std::string local = ".local .align 8 .b8 own[12];\n";
    EXPECT_FALSE(fault_of(local + GetParam().within));
    const auto fault = fault_of(local + GetParam().beyond);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, FaultKind::out_of_bounds);
    EXPECT_TRUE(fault->fatal);
}

INSTANTIATE_TEST_SUITE_P(
    Memory, Bounds,
    testing::Values(
        Reach{"shared_byte", "st.shared.u8 [part+511], 1;\n", "st.shared.u8 [part+512], 1;\n"},
        Reach{"shared_word", "ld.shared.u32 %r0, [part+508];\n",
              "ld.shared.u32 %r0, [part+512];\n"},
        Reach{"shared_vector", "ld.shared.v2.u32 {%r0, %r1}, [part+504];\n",
              "ld.shared.v2.u32 {%r0, %r1}, [part+512];\n"},
        Reach{"global_byte", "st.global.u8 [%a0+15], 1;\n", "st.global.u8 [%a0+16], 1;\n"},
        Reach{"global_word", "ld.global.u32 %r0, [%a0+12];\n", "ld.global.u32 %r0, [%a0+16];\n"},
        Reach{"global_before", "ld.global.u32 %r0, [%a0];\n", "ld.global.u32 %r0, [%a0-4];\n"},
        Reach{"global_wide", "ld.global.u64 %d0, [%a0+8];\n", "ld.global.u64 %d0, [%a0+16];\n"},
        Reach{"local_byte", "st.local.u8 [own+11], 1;\n", "st.local.u8 [own+12], 1;\n"},
        Reach{"local_word", "ld.local.u32 %r0, [own+8];\n", "ld.local.u32 %r0, [own+12];\n"},
        Reach{"atomic", "red.global.add.u32 [%a0+12], 1;\n", "red.global.add.u32 [%a0+16], 1;\n"},
        Reach{"shared_atomic", "atom.shared.add.u32 %r0, [part+508], 1;\n",
              "atom.shared.add.u32 %r0, [part+512], 1;\n"}),
    [](const auto& named) { return std::string(named.param.name); });

// Behind the last bytes that 64 bits reach stands address 0.
TEST(BoundsOfAllMemory, TheLastBytesAreNobodys) {
    for (const char* body :
         {"ld.global.u32 %r0, [%d0-4];\n", "st.global.u8 [%d0-1], 1;\n",
          "ld.global.nc.u64 %d1, [%d0-8];\n", "ld.u32 %r0, [%d0-4];\n",
          "ld.volatile.global.v4.u32 {%r0, %r1, %r2, %r3}, [%d0-16];\n",
          "red.global.add.u32 [%d0-4], 1;\n", "atom.global.cas.b64 %d1, [%d0-8], %d0, %d0;\n",
          "atom.shared.add.u32 %r0, [%d0-4], 1;\n", "ld.shared.u32 %r0, [%d0-4];\n",
          "ld.const.u32 %r0, [%d0-4];\n", "st.local.u32 [%d0-4], 1;\n"}) {
        const auto fault = fault_of(std::string("mov.u64 %d0, 0;\n") + body);
        ASSERT_TRUE(fault) << body;
        EXPECT_EQ(fault->kind, FaultKind::out_of_bounds) << body;
    }
}

TEST(BoundsOfALaunch, ABlockHasAtMost1024Threads) {
    const auto module = Module::read(text_of(0, ""));
    ASSERT_TRUE(module);
    const auto program = (*module)->kernel("small");
    ASSERT_TRUE(program);
    const auto refused = [&](Dim3 grid, Dim3 block, std::uint32_t shared) {
        return Machine().launch(*program, grid, block, shared, {}).has_value();
    };
    EXPECT_FALSE(refused({1, 1, 1}, {1024, 1, 1}, 0));
    EXPECT_TRUE(refused({1, 1, 1}, {1025, 1, 1}, 0));
    EXPECT_FALSE(refused({1, 1, 1}, {32, 32, 1}, 0));
    EXPECT_TRUE(refused({1, 1, 1}, {41, 25, 1}, 0));
    EXPECT_FALSE(refused({1, 1, 1}, {1, 1, 64}, 0));
    EXPECT_TRUE(refused({1, 1, 1}, {1, 1, 65}, 0));
    EXPECT_FALSE(refused({1, 65535, 1}, {1, 1, 1}, 0));
    EXPECT_TRUE(refused({1, 65536, 1}, {1, 1, 1}, 0));
    EXPECT_FALSE(refused({1, 1, 1}, {1, 1, 1}, 232448 - 512)) << "512 bytes are static";
    EXPECT_TRUE(refused({1, 1, 1}, {1, 1, 1}, 232448 - 511));
}

// Behind 516 bytes of static arrays dynamic shared memory begins at 528.
TEST(BoundsOfALaunch, DynamicSharedMemoryIsAligned) {
    const std::string outside = ".extern .shared .align 16 .b8 more[];\n";
    Runner runner(text_of(1,
                          ".shared .align 4 .b8 little[4];\n"
                          "mov.u32 %r0, more;\n"
                          "mov.u32 %r1, little;\n"
                          "st.shared.u32 [%r1], 0;\n"
                          "st.shared.u32 [%r0+12], %r0;\n"
                          "st.global.u32 [%a0], %r0;\n",
                          outside),
                  Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(4));
    runner.launch("small", {}, {1, 1, 1}, 16);
    EXPECT_TRUE(runner.machine().faults().empty());
    EXPECT_EQ(runner.values<std::uint32_t>("out")[0], 528u);
    EXPECT_EQ(runner.machine().state(), Machine::State::idle);
}

// What a block finds in shared memory is not what the one before left there.
TEST(BoundsOfALaunch, SharedMemoryOfABlockBeginsAtZero) {
    Runner runner(text_of(1,
                          "mov.u32 %r1, %ctaid.x;\n"
                          "ld.shared.u32 %r0, [part];\n"
                          "mad.wide.u32 %d0, %r1, 4, %a0;\n"
                          "st.global.u32 [%d0], %r0;\n"
                          "st.shared.u32 [part], 5;\n"),
                  Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>{9, 9});
    runner.launch("small", {2, 1, 1}, {1, 1, 1});
    EXPECT_EQ(runner.values<std::uint32_t>("out"), (std::vector<std::uint32_t>{0, 0}));
}

}  // namespace

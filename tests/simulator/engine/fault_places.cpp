// What a fault counts and names: the instruction that went wrong and those behind it, the element
// and the length of shared arrays, which lane of which block at which line.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

// ---- Where dynamic shared memory begins: as ptxas 13.0 lays it out.

struct SharedLayout {
    int fixed, alignment;  // bytes of a static array; of the extern one
    std::uint32_t first;   // where the extern array begins
};

std::string extern_array(int alignment, const std::string& name = "more") {
    return ".extern .shared .align " + std::to_string(alignment) + " .b8 " + name + "[];\n";
}

// A kernel without the 512 bytes that text_of has.
std::string lone_text(const std::string& outside, int fixed, const std::string& body) {
    return ".version 8.0\n.target sm_75\n.address_size 64\n" + outside +
           ".visible .entry small(.param .u64 p0)\n{\n.reg .b32 %t, %r<8>;\n.reg .b64 %a<2>;\n" +
           (fixed ? ".shared .align 4 .b8 little[" + std::to_string(fixed) +
                        "];\n"
                        "mov.u32 %r7, little;\nst.shared.u32 [%r7], 1;\n"
                  : "") +
           "ld.param.u64 %a0, [p0];\nmov.u32 %t, %tid.x;\nmov.u32 %r0, more;\n" + body +
           "ret;\n}\n";
}

constexpr std::uint32_t asked = 64;

TEST(DynamicShared, BeginsWhereItDoesOnTheGpuAndHasWhatWasAsked) {
    constexpr SharedLayout layouts[] = {
        {0, 4, 0},      {0, 128, 0},     {4, 1, 16},    {4, 16, 16},   {4, 32, 32},
        {4, 256, 256},  {16, 4, 16},     {20, 1, 32},   {20, 4, 32},   {20, 16, 32},
        {20, 32, 32},   {20, 128, 128},  {516, 1, 528}, {516, 8, 528}, {516, 16, 528},
        {516, 32, 544}, {516, 256, 768},
    };
    for (const SharedLayout& layout : layouts) {
        const int fixed = layout.fixed, alignment = layout.alignment;
        const std::uint32_t first = layout.first;
        const std::string where = std::to_string(fixed) + ", " + std::to_string(alignment);
        const auto run = [&](const std::string& access) {
            Options options;
            options.check_all = true;
            auto runner = std::make_unique<Runner>(
                lone_text(extern_array(alignment), fixed, "st.global.u32 [%a0], %r0;\n" + access),
                options);
            runner->buffer("out", Type::u32, std::vector<std::uint32_t>(4));
            runner->launch("small", {}, {1, 1, 1}, asked);
            return runner;
        };
        const auto last = run("st.shared.u32 [%r0+60], 1;\n");
        EXPECT_TRUE(last->machine().faults().empty()) << where;
        EXPECT_EQ(last->values<std::uint32_t>("out")[0], first) << where;
        const auto behind = run("st.shared.u32 [%r0+64], 1;\n");
        const auto& faults = behind->machine().faults();
        ASSERT_EQ(faults.size(), 1u) << where;
        EXPECT_EQ(faults[0].kind, FaultKind::out_of_bounds);
        EXPECT_EQ(faults[0].buffer, "more") << where;
        EXPECT_EQ(faults[0].element, 16) << where;
        EXPECT_EQ(faults[0].elements, 16u) << where;
        const auto unread = run("ld.shared.u16 %r1, [%r0+62];\n");
        ASSERT_EQ(unread->machine().faults().size(), 1u) << where;
        EXPECT_EQ(unread->machine().faults()[0].element, 31) << where;
        EXPECT_EQ(unread->machine().faults()[0].elements, 32u) << where;
    }
}

// Several extern arrays begin where static ones end, each at its own alignment.
TEST(DynamicShared, ExternArraysOfTwoAlignments) {
    for (const bool wide_first : {true, false}) {
        const std::string narrow = extern_array(16), wide = extern_array(64, "wide");
        Runner runner(lone_text(wide_first ? wide + narrow : narrow + wide, 20,
                                "mov.u32 %r1, wide;\nst.global.v2.u32 [%a0], {%r0, %r1};\n"
                                "mov.u32 %r2, %total_smem_size;\n"
                                "st.global.u32 [%a0+8], %r2;\n"),
                      Options{});
        runner.buffer("out", Type::u32, std::vector<std::uint32_t>(4));
        runner.launch("small", {}, {1, 1, 1}, asked);
        EXPECT_EQ(runner.values<std::uint32_t>("out"),
                  (std::vector<std::uint32_t>{32, 64, 64 + asked, 0}));
    }
}

// What the system reserves behind it is none of it.
TEST(DynamicShared, HasNoElementOfReservedMemory) {
    Options options;
    options.check_all = true;
    Runner runner(lone_text(extern_array(4), 20,
                            "mov.u32 %r1, %reserved_smem_offset_1;\n"
                            "ld.shared.u32 %r2, [%r0];\n"),
                  options);
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(4));
    runner.launch("small", {}, {1, 1, 1}, 40);
    ASSERT_EQ(runner.machine().faults().size(), 1u);
    EXPECT_EQ(runner.machine().faults()[0].elements, 10u);
}

TEST(DynamicShared, NoneWasAsked) {
    Runner runner(lone_text(extern_array(4), 20, "st.shared.u32 [%r0+8], 1;\n"), Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(4));
    runner.launch("small", {}, {96, 1, 1});
    ASSERT_EQ(runner.machine().faults().size(), 1u);
    const Fault& fault = runner.machine().faults()[0];
    EXPECT_EQ(fault.element, 2);
    EXPECT_EQ(fault.elements, 0u);
    EXPECT_EQ(fault.text, "384") << "bytes for an element a thread";
}

// Static arrays are named as the source does, not as the compiler.
TEST(FaultPlaces, AStaticArrayBehindItsEnd) {
    Runner runner(text_of(1,
                          ".shared .align 4 .b8 _ZZ5smallPfE4mine[20];\n"
                          "mov.u32 %r0, _ZZ5smallPfE4mine;\nst.shared.f32 [%r0+20], 0f00000000;\n"),
                  Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(4));
    runner.launch("small", {}, {1, 1, 1});
    ASSERT_EQ(runner.machine().faults().size(), 1u);
    EXPECT_EQ(runner.machine().faults()[0].buffer, "mine");
    EXPECT_EQ(runner.machine().faults()[0].element, 5);
    EXPECT_EQ(runner.machine().faults()[0].elements, 5u);
}

// ---- What was counted when it happened.

struct Wrong {
    const char *name, *text;
    FaultKind kind;
    int lane;                    // the first that goes wrong
    std::uint64_t on = 32;       // lanes that were on
    std::uint64_t requests = 0;  // none of what went wrong reached memory
};

class WrongInstruction : public testing::TestWithParam<Wrong> {};

std::map<int, LineCounters> lines_of_run(Machine& machine) {
    std::map<int, LineCounters> lines;
    for (const LineCounters& line : machine.lines()) lines[line.line] = line;
    return lines;
}

// It was issued, so it counts itself; what stands behind it in its block does not, and what came
// before does. Of its block of threads it is the second warp, in the second block of the grid.
TEST_P(WrongInstruction, CountsItselfAndNothingBehindIt) {
    const Wrong& wrong = GetParam();
    for (const bool checked : {false, true}) {
        Options options;
        options.check_all = checked;
        Runner runner(text_of(1,
                              ".loc 1 4 0\nmov.u32 %r9, %ctaid.x;\n"
                              "shl.b32 %r9, %r9, 6;\nadd.u32 %r9, %r9, %t;\n"
                              "setp.lt.u32 %p0, %r9, 96;\n@%p0 bra end;\n"
                              "setp.ge.u32 %p1, %r9, 101;\nadd.u32 %r1, %t, 1;\n"
                              "mul.wide.u32 %d0, %t, 4;\nadd.u64 %d0, %d0, %a0;\n"
                              ".loc 1 5 0\nadd.u32 %r1, %r1, 1;\nadd.u32 %r2, %r1, 1;\n"
                              ".loc 1 6 0\n" +
                                  std::string(wrong.text) +
                                  ".loc 1 7 0\nadd.u32 %r3, %r1, 1;\nst.global.u32 [%a0], %r3;\n"
                                  "end:\n.loc 1 20 0\n",
                              ".file 1 \"x.cu\"\n"),
                      options);
        runner.buffer("numbers", Type::u32, std::vector<std::uint32_t>(36));
        runner.launch("small", {3, 1, 1}, {64, 1, 1});
        ASSERT_EQ(runner.machine().faults().size(), 1u);
        const Fault& fault = runner.machine().faults()[0];
        EXPECT_EQ(fault.kind, wrong.kind);
        EXPECT_TRUE(fault.fatal);
        EXPECT_EQ(fault.line, 6);
        EXPECT_EQ(fault.block.x, 1u);
        EXPECT_EQ(fault.thread.x, 32u + static_cast<std::uint32_t>(wrong.lane));
        auto lines = lines_of_run(runner.machine());
        EXPECT_EQ(lines[5].executions, 1u);
        EXPECT_EQ(lines[5].counters.warp_instructions, 2u);
        EXPECT_EQ(lines[5].counters.lane_instructions, 64u);
        EXPECT_EQ(lines[6].executions, 1u);
        EXPECT_EQ(lines[6].counters.warp_instructions, 1u);
        EXPECT_EQ(lines[6].counters.lane_instructions, wrong.on);
        EXPECT_EQ(lines[6].counters.global_load_requests + lines[6].counters.global_store_requests +
                      lines[6].counters.atomics,
                  wrong.requests);
        EXPECT_EQ(lines[7].executions, 0u);
        EXPECT_EQ(lines[7].counters.warp_instructions, 0u);
        EXPECT_EQ(lines[7].counters.lane_instructions, 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, WrongInstruction,
    testing::Values(
        Wrong{"load", "ld.global.u32 %r4, [%d0];\n", FaultKind::out_of_bounds, 4},
        Wrong{"store", "st.global.u32 [%d0], %r1;\n", FaultKind::out_of_bounds, 4},
        Wrong{"atomic", "atom.global.add.u32 %r4, [%d0], 1;\n", FaultKind::out_of_bounds, 4},
        Wrong{"reduction", "red.global.add.u32 [%d0], 1;\n", FaultKind::out_of_bounds, 4},
        Wrong{"vector", "ld.global.v2.u32 {%r4, %r5}, [%d0];\n", FaultKind::misaligned, 1},
        Wrong{"guarded", "@%p1 ld.global.u32 %r4, [%d0];\n", FaultKind::out_of_bounds, 5, 27},
        Wrong{"misaligned", "ld.global.u32 %r4, [%a0+2];\n", FaultKind::misaligned, 0},
        Wrong{"shared", "st.shared.u32 [%r1+480], 1;\n", FaultKind::misaligned, 0},
        Wrong{"trap", "trap;\n", FaultKind::trap, 0}),
    [](const auto& named) { return std::string(named.param.name); });

// Lanes that wait in the middle of a block when another warp goes wrong have not run its rest.
TEST(FaultCounts, WhoWaitsElsewhereHasNotRunWhatIsBehind) {
    Options options;
    options.order = Order::resident;
    Runner runner(text_of(1,
                          ".loc 1 4 0\nsetp.ge.u32 %p0, %t, 32;\n@%p0 bra second;\n"
                          "setp.ge.u32 %p1, %t, 16;\n@%p1 bra upper;\n"
                          ".loc 1 5 0\nadd.u32 %r1, %t, 1;\n"
                          ".loc 1 6 0\nbar.warp.sync -1;\n"
                          ".loc 1 7 0\nadd.u32 %r1, %t, 1;\nbra end;\n"
                          "upper:\n.loc 1 8 0\nld.volatile.global.u32 %r2, [%a0];\n"
                          "setp.eq.u32 %p2, %r2, 0;\n@%p2 bra upper;\nbra end;\n"
                          "second:\n.loc 1 9 0\ntrap;\n"
                          "end:\n.loc 1 20 0\n",
                          ".file 1 \"x.cu\"\n"),
                  options);
    runner.buffer("numbers", Type::u32, std::vector<std::uint32_t>(36));
    runner.launch("small", {}, {64, 1, 1});
    const auto& faults = runner.machine().faults();
    ASSERT_FALSE(faults.empty());
    EXPECT_EQ(faults.back().kind, FaultKind::trap);
    auto lines = lines_of_run(runner.machine());
    EXPECT_EQ(lines[5].executions, 1u);
    EXPECT_EQ(lines[5].counters.lane_instructions, 16u);
    EXPECT_EQ(lines[6].counters.lane_instructions, 16u) << "it waits there";
    EXPECT_EQ(lines[7].executions, 0u);
    EXPECT_EQ(lines[7].counters.lane_instructions, 0u);
}

// ---- Of which array an access went wrong.

// The one fault of a kernel with the pointers "x", of 16 words, and "y", of 32.
Fault lone_fault(const std::string& body, std::uint32_t threads = 32) {
    Runner runner(text_of(2, body), Options{});
    runner.buffer("x", Type::u32, std::vector<std::uint32_t>(16));
    runner.buffer("y", Type::u32, std::vector<std::uint32_t>(32));
    runner.launch("small", {}, {threads, 1, 1});
    EXPECT_EQ(runner.machine().faults().size(), 1u);
    return runner.machine().faults().empty() ? Fault{} : runner.machine().faults()[0];
}

TEST(FaultPlaces, AnArrayIsTheOneThatTheAddressWasMadeFrom) {
    const Fault wild =
        lone_fault("mad.wide.u32 %d0, %t, 4, %a0;\nld.global.u32 %r1, [%d0+4096];\n");
    EXPECT_EQ(wild.buffer, "x") << "and not the one that is near";
    EXPECT_EQ(wild.element, 1024);
    const Fault below = lone_fault(
        "mov.u32 %r0, 15;\nsub.u32 %r1, %r0, %t;\nmul.wide.u32 %d0, %r1, 4;\n"
        "add.s64 %d1, %a0, %d0;\nld.global.u32 %r2, [%d1];\n");
    EXPECT_EQ(below.buffer, "x");
    EXPECT_EQ(below.element, 4294967295);
    EXPECT_EQ(below.text, "");
}

TEST(FaultPlaces, AProductThatDoesNotFitIsTold) {
    const auto row = [](const std::string& factor) {
        return lone_fault("add.u32 %r0, %t, " + factor + ";\nmad.lo.s32 %r1, %r0, %r0, %r0;\n" +
                          "add.s32 %r2, %r1, -1;\nmul.wide.s32 %d0, %r2, 4;\n"
                          "add.s64 %d1, %a0, %d0;\nld.global.u32 %r2, [%d1];\n");
    };
    EXPECT_EQ(row("70000").text, "4900070000");
    EXPECT_EQ(row("40000").text, "") << "1 600 040 000 fits";
}

TEST(FaultPlaces, WhatMallocGaveHasTheWidthOfTheAccess) {
    const std::string call =
        "{\n.param .b64 param0;\nst.param.b64 [param0+0], %d0;\n.param .b64 retval0;\n"
        "call.uni (retval0), malloc, (param0);\nld.param.b64 %d1, [retval0+0];\n}\n";
    const std::string outside = ".extern .func (.param .b64 r) malloc (.param .b64 p);\n";
    const auto fault_of = [&](const std::string& bytes) {
        Runner runner(
            text_of(1, "mov.u64 %d0, " + bytes + ";\n" + call + "st.u32 [%d1+16], %t;\n", outside),
            Options{});
        runner.buffer("x", Type::u32, std::vector<std::uint32_t>(16));
        runner.launch("small", {}, {1, 1, 1});
        EXPECT_EQ(runner.machine().faults().size(), 1u);
        return runner.machine().faults().empty() ? Fault{} : runner.machine().faults()[0];
    };
    const Fault past = fault_of("16");
    EXPECT_EQ(past.buffer, "heap");
    EXPECT_TRUE(past.heap);
    EXPECT_EQ(past.element, 4);
    EXPECT_EQ(past.elements, 4u);
    const Fault null = fault_of("16777216");
    EXPECT_EQ(null.buffer, "") << "no array is there";
    EXPECT_EQ(null.text, "malloc");
}

TEST(FaultPlaces, AVectorOfALocalArrayIsCountedInElements) {
    const Fault past = lone_fault(
        ".local .align 16 .b8 own[64];\nmov.u32 %r0, own;\n"
        "st.local.v4.u32 [%r0+64], {%t, %t, %t, %t};\n");
    EXPECT_EQ(past.element, 16);
    EXPECT_EQ(past.elements, 16u);
}

TEST(DynamicShared, FewerBytesThanAreUsed) {
    Runner runner(lone_text(extern_array(4), 0, "st.shared.u32 [%r0+128], 1;\n"), Options{});
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(4));
    runner.launch("small", {}, {1, 1, 1}, 128);
    ASSERT_EQ(runner.machine().faults().size(), 1u);
    EXPECT_EQ(runner.machine().faults()[0].text, "128") << "bytes that the launch gave";
}

// ---- The number of the thread: among all of its launch.

TEST(ThreadNumber, IsThatAmongAllOfTheLaunch) {
    const auto fault_of = [](const std::string& index) {
        Runner runner(lone_text(extern_array(4), 0,
                                index + "mul.wide.u32 %a1, %r1, 4;\nadd.u64 %a1, %a0, %a1;\n"
                                        "st.global.u32 [%a1], 1;\n"),
                      Options{});
        runner.buffer("out", Type::u32, std::vector<std::uint32_t>(40));
        runner.launch("small", {2, 1, 1}, {32, 1, 1});
        EXPECT_EQ(runner.machine().faults().size(), 1u);
        return runner.machine().faults().at(0);
    };
    const Fault own =
        fault_of("mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmad.lo.u32 %r1, %r1, %r2, %t;\n");
    EXPECT_EQ(own.element, 40);
    EXPECT_EQ(own.thread_number, 40);
    const Fault same = fault_of("mov.u32 %r1, 40;\n");
    EXPECT_EQ(same.element, 40);
    EXPECT_EQ(same.thread_number, 0);
}

}  // namespace

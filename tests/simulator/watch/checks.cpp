// What the checks say of masks, loops without an end, launch bounds and repeated findings.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace check_test {
namespace {

using namespace flow_test;
using small_kernel::text_of;

Runner checked(const std::string& body) {
    Options options;
    options.check_all = true;
    Runner runner(text_of(1, body), options);
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(128, 0));
    runner.launch("small", {}, {32, 1, 1});
    return runner;
}

const Fault* found(const Runner& runner, FaultKind kind) {
    for (const Fault& fault : runner.machine().faults())
        if (fault.kind == kind) return &fault;
    return nullptr;
}

TEST(Masks, ALaneThatItsOwnMaskDoesNotNameIsTold) {
    const Runner runner = checked("shfl.sync.idx.b32 %r1, %t, 0, 31, 65535;\n");
    const Fault* fault = found(runner, FaultKind::not_in_mask);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->thread.x, 16u);
    EXPECT_EQ(fault->mask, 0xffffu);
    EXPECT_EQ(fault->here, 0xffffffffu);
    EXPECT_FALSE(found(checked("shfl.sync.idx.b32 %r1, %t, 0, 31, -1;\n"), FaultKind::not_in_mask));
}

TEST(Masks, LanesThatAreElsewhereAreNamedWithTheirPlace) {
    const std::string apart =
        "setp.lt.u32 %p1, %t, 8;\n@%p1 bra few;\nbra.uni behind;\n"
        "few:\nbar.warp.sync MASK;\nbehind:\nst.global.u32 [%own0], %t;\n";
    const auto with = [&](const std::string& mask) {
        std::string text = apart;
        return checked(text.replace(text.find("MASK"), 4, mask));
    };
    const Runner wrong = with("65535");
    const Fault* fault = found(wrong, FaultKind::absent_lanes);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->absent, 0xff00u);
    EXPECT_EQ(fault->here, 0xffu);
    EXPECT_FALSE(fault->fatal);
    EXPECT_FALSE(found(with("255"), FaultKind::absent_lanes));
}

// Two static arrays, and two extern ones that begin at one address.
std::string with_arrays(const std::string& body) {
    return text_of(1, ".shared .align 4 .b8 near[64];\n.shared .align 4 .b8 far[64];\n" + body,
                   ".extern .shared .align 4 .b8 pool[];\n.extern .shared .align 4 .b8 other[];\n");
}

Runner run_arrays(const std::string& body, std::uint32_t dynamic) {
    Options options;
    options.check_all = true;
    Runner runner(with_arrays(body), options);
    runner.buffer("out", Type::u32, std::vector<std::uint32_t>(128, 0));
    runner.launch("small", {}, {32, 1, 1}, dynamic);
    return runner;
}

TEST(Arrays, AnIndexThatComesIntoTheNextArrayIsTold) {
    const std::string place = "mov.u32 %r0, near;\nshl.b32 %r1, %t, 2;\nadd.u32 %r2, %r0, %r1;\n";
    const Runner beyond = run_arrays(place + "st.shared.u32 [%r2], %t;\n", 0);
    const Fault* fault = found(beyond, FaultKind::beyond_array);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->buffer, "near");
    EXPECT_EQ(fault->thread.x, 16u);
    EXPECT_EQ(fault->element, 16);
    EXPECT_EQ(fault->elements, 16u);
    EXPECT_EQ(fault->text, "far");
    const Runner within =
        run_arrays("setp.lt.u32 %p1, %t, 16;\n" + place + "@%p1 st.shared.u32 [%r2], %t;\n", 0);
    EXPECT_FALSE(found(within, FaultKind::beyond_array));
}

TEST(Arrays, TwoExternArraysAreOne) {
    const std::string write =
        "mov.u32 %r0, pool;\nst.shared.u32 [%r0], 1;\n"
        "bar.sync 0;\nmov.u32 %r1, other;\n";
    const Runner wrong = run_arrays(write + "ld.shared.u32 %r2, [%r1];\n", 64);
    const Fault* fault = found(wrong, FaultKind::aliased_arrays);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->buffer, "other");
    EXPECT_EQ(fault->text, "pool");
    const Runner right =
        run_arrays(write + "st.shared.u32 [%r1], 2;\nbar.sync 0;\nld.shared.u32 %r2, [%r1];\n", 64);
    EXPECT_FALSE(found(right, FaultKind::aliased_arrays)) << "it was written by that name again";
}

TEST(Arrays, DynamicMemoryThatTheLaunchForgotIsTold) {
    const Runner runner = run_arrays("mov.u32 %r0, pool;\nst.shared.u32 [%r0], 1;\n", 0);
    const Fault* fault = found(runner, FaultKind::out_of_bounds);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->elements, 0u);
    EXPECT_EQ(fault->text, "128");
}

TEST(Arrays, ElementsOfLocalOnesThatNobodyWrote) {
    const std::string local =
        ".local .align 4 .b8 own[32];\nmov.u32 %r0, own;\n"
        "st.local.u32 [%r0+4], %t;\n";
    const Runner unset = checked(local + "ld.local.u32 %r1, [%r0];\n");
    const Fault* fault = found(unset, FaultKind::uninitialized_read);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->buffer, "local memory");
    EXPECT_FALSE(
        found(checked(local + "ld.local.u32 %r1, [%r0+4];\n"), FaultKind::uninitialized_read));
    const Runner past = checked(local + "st.local.u32 [%r0+32], %t;\n");
    const Fault* bounds = found(past, FaultKind::out_of_bounds);
    ASSERT_TRUE(bounds);
    EXPECT_EQ(bounds->element, 8);
    EXPECT_EQ(bounds->elements, 8u);
}

TEST(Races, ASumThatEachThreadWritesBackNeedsAnAtomic) {
    const std::string add = ".loc 1 5 0\nld.global.u32 %r1, [%a0];\nadd.u32 %r1, %r1, 1;\n";
    const Runner runner = checked(add + "st.global.u32 [%a0], %r1;\n");
    const Fault* fault = found(runner, FaultKind::race);
    ASSERT_TRUE(fault);
    EXPECT_TRUE(fault->updates);
    const Runner moved = checked(add + "st.global.u32 [%a0+4], %r1;\n");
    for (const Fault& each : moved.machine().faults()) EXPECT_FALSE(each.updates);
}

TEST(Launches, BeyondTheirBoundsAreRefused) {
    std::string text = text_of(1, "st.global.u32 [%own0], %t;\n");
    text.insert(text.find(")\n{") + 1, "\n.maxntid 64, 1, 1");
    const auto module = Module::read(text);
    ASSERT_TRUE(module);
    Machine machine{Options{}};
    const std::vector<std::byte> parameters(8);
    const auto program = *(*module)->kernel("small");
    EXPECT_EQ(program->most_threads, 64u);
    const auto refused = machine.launch(program, {}, {65, 1, 1}, 0, parameters);
    ASSERT_TRUE(refused);
    EXPECT_NE(refused->message.find("compiled for 64 at most"), refused->message.npos);
    EXPECT_FALSE(machine.launch(program, {}, {64, 1, 1}, 0, parameters));
}

TEST(Constants, ThatNobodySetAreToldAndThoseThatAreSetAreNot) {
    const std::string read = "ld.const.f32 %r1, [mask+4];\nst.global.u32 [%own0], %r1;\n";
    const std::string bare = ".const .align 4 .b8 mask[20];\n",
                      filled = ".const .align 4 .b8 mask[20] = {0, 0, 0, 0, 0, 0, 128, 63};\n";
    const auto run = [&](const std::string& declared, bool set) {
        Options options;
        options.check_all = true;
        const std::string text = text_of(1, read, declared);
        Runner runner(text, options);
        if (set) {
            const auto module = Module::read(text);
            const auto program = *(*module)->kernel("small");
            EXPECT_TRUE(runner.machine().variable(*program, "mask", Type::f32));
        }
        runner.buffer("out", Type::u32, std::vector<std::uint32_t>(128, 0));
        runner.launch("small", {}, {32, 1, 1});
        return runner;
    };
    const Runner never = run(bare, false);
    const Fault* fault = found(never, FaultKind::never_set);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->buffer, "mask");
    EXPECT_EQ(fault->elements, 5u);
    EXPECT_TRUE(is_warning(fault->kind));
    EXPECT_FALSE(found(run(bare, true), FaultKind::never_set));
    EXPECT_FALSE(found(run(filled, false), FaultKind::never_set));
}

TEST(Loops, OneThatNothingCanEndIsAFault) {
    const Runner runner = checked("round:\nadd.u32 %r1, %t, 1;\nbra round;\n");
    EXPECT_TRUE(found(runner, FaultKind::endless_loop));
    const Runner counts = checked(
        "mov.u32 %r1, 0;\nround:\nadd.u32 %r1, %r1, 1;\n"
        "setp.lt.u32 %p1, %r1, 3000000;\n@%p1 bra round;\n");
    EXPECT_TRUE(counts.machine().faults().empty()) << "it ends, if late";
}

TEST(Findings, AreOneForEachPairOfLines) {
    // Four reads of one line, as of an unrolled loop, and a write of another.
    std::string body = ".loc 1 7 0\nst.shared.u32 [part], %t;\n.loc 1 9 0\n";
    for (int i = 0; i < 4; ++i) body += "ld.shared.u32 %r" + std::to_string(i) + ", [part];\n";
    const Runner runner = checked(body);
    int races = 0;
    for (const Fault& fault : runner.machine().faults())
        races += fault.kind == FaultKind::missing_warp_sync && fault.other_line != fault.line;
    EXPECT_EQ(races, 1);
}

std::set<FaultKind> kinds_of(const std::string& body) {
    const Runner runner = checked(body);
    std::set<FaultKind> kinds;
    for (const Fault& fault : runner.machine().faults()) kinds.insert(fault.kind);
    return kinds;
}

TEST(Checks, WhatAShuffleGetsFromNobodyMattersWhereItIsUsed) {
    const auto kinds = [](const std::string& use) {
        return kinds_of(
            "setp.ge.u32 %p0, %t, 20;\n"
            "@%p0 bra end;\n"
            "shfl.sync.down.b32 %r1, %t, 16, 31, 0x000fffff;\n"
            "setp.lt.u32 %p1, %t, 4;\n" +
            use + "end:\n");
    };
    const std::string store = "st.global.u32 [%own0], %r2;\n";
    const std::set missing{FaultKind::missing_lane};
    EXPECT_TRUE(kinds("").empty());
    EXPECT_TRUE(kinds("selp.u32 %r2, %r1, 0, %p1;\n" + store).empty());
    EXPECT_EQ(kinds("selp.u32 %r2, 0, %r1, %p1;\n" + store), missing);
    EXPECT_EQ(kinds("add.u32 %r2, %r1, %t;\n" + store), missing);
    EXPECT_TRUE(kinds("mov.u32 %r2, 0;\n@%p1 add.u32 %r2, %r1, %t;\n" + store).empty());
    EXPECT_EQ(kinds("setp.lt.u32 %p2, %r1, 5;\n@%p2 bra end;\n"), missing) << "it decides";
    EXPECT_EQ(kinds("shfl.sync.idx.b32 %r2, %r1, 10, 31, 0x000fffff;\n" + store), missing)
        << "handed on";
    EXPECT_TRUE(kinds("shfl.sync.idx.b32 %r2, %r1, 2, 31, 0x000fffff;\n" + store).empty());
}

}  // namespace
}  // namespace check_test

// Arrays that each thread has of its own: an index that leads from one into the next is told, where
// the text tells them apart, and no right kernel is accused.
#include <algorithm>

#include "tests/simulator/corpus.h"
#include "tests/simulator/small_kernel.h"

namespace corpus {
namespace {

// Runs a kernel of faulty/local_arrays.cu with n.
const Fault* found_in(Bench& bench, std::string_view kernel, int n) {
    const std::vector<int> numbers = {3, 1, 4, 0, 5, 2, 6, 7};
    bench.launch(kernel, {1, 32}, bench.input(numbers, "in"), bench.room<int>(32, "out"), n);
    const auto& faults = bench.machine().faults();
    const auto beyond = std::ranges::find(faults, FaultKind::beyond_array, &Fault::kind);
    return beyond == faults.end() ? nullptr : &*beyond;
}

class LocalArrays : public testing::Test {
protected:
    static Options all() {
        Options options;
        options.check_all = true;
        return options;
    }
    const Fault* found(std::string_view kernel, int n) { return found_in(bench, kernel, n); }
    Bench bench{corpus::text_of("faulty/local_arrays.ptx"), all()};
};

TEST_F(LocalArrays, AWriteThatComesIntoTheNextOneIsTold) {
    const Fault* fault = found("past", 10);
    ASSERT_TRUE(fault) << bench.faults();
    EXPECT_FALSE(fault->fatal);
    EXPECT_EQ(fault->space, Space::local);
    EXPECT_TRUE(fault->write);
    EXPECT_EQ(fault->buffer, "local memory");
    EXPECT_EQ(fault->element, 8);
    EXPECT_EQ(fault->elements, 8u);
    EXPECT_EQ(fault->line, 8);
}

TEST_F(LocalArrays, AReadThatComesIntoTheOneBeforeIsTold) {
    const Fault* fault = found("before", -1);
    ASSERT_TRUE(fault) << bench.faults();
    EXPECT_FALSE(fault->write);
    EXPECT_EQ(fault->element, -1);
    EXPECT_EQ(fault->elements, 8u);
    EXPECT_EQ(fault->line, 17);
}

TEST_F(LocalArrays, AnArrayIsTheSameInAFunctionThatIsCalled) {
    const Fault* fault = found("called", 9);
    ASSERT_TRUE(fault) << bench.faults();
    EXPECT_EQ(fault->element, 8);
}

TEST_F(LocalArrays, ARightKernelIsNotAccused) {
    for (const std::string_view kernel :
         {"past", "before", "called", "chosen", "from_the_end", "stored", "parts"}) {
        for (const int n : {7, 4}) {
            EXPECT_FALSE(found(kernel, n)) << kernel << " " << n << "\n" << bench.faults();
            EXPECT_TRUE(bench.machine().faults().empty()) << kernel << "\n" << bench.faults();
        }
    }
}

// Variables that are declared one by one, of 32 bytes each.
const Fault* found_between(Bench& bench) {
    bench.launch("small", {1, 32}, bench.zeros<int>(32, "out"));
    const auto& faults = bench.machine().faults();
    const auto beyond = std::ranges::find(faults, FaultKind::beyond_array, &Fault::kind);
    return beyond == faults.end() ? nullptr : &*beyond;
}

std::string between(std::string_view body) {
    return small_kernel::text_of(1,
                                 ".local .align 4 .b8 near[32];\n.local .align 4 .b8 far[32];\n"
                                 "mov.u64 %d0, near;\nmov.u64 %d1, far;\n" +
                                     std::string(body));
}

TEST_F(LocalArrays, VariablesOfTheirOwnAreToldByTheirNames) {
    Bench wrong(between("st.local.u32 [%d0+32], %t;\n"), all());
    const Fault* fault = found_between(wrong);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->buffer, "near");
    EXPECT_EQ(fault->text, "far");
    EXPECT_EQ(fault->element, 8);
    EXPECT_EQ(fault->elements, 8u);
    Bench right(between("st.local.u32 [%d0+28], %t;\nst.local.u32 [%d1], %t;\n"), all());
    EXPECT_FALSE(found_between(right));
}

TEST_F(LocalArrays, AWriteThatBeginsInsideIsToldWithItsFirstElementOutside) {
    const std::string aligned = "st.local.v2.u32 [%d0+24], {%t, %t};\n";
    Bench right(between(aligned), all());
    EXPECT_FALSE(found_between(right));
    std::string text = between(aligned);
    text.replace(text.find("near[32]"), 8, "near[28]");
    Bench wrong(text, all());
    const Fault* fault = found_between(wrong);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->element, 7);
    EXPECT_EQ(fault->elements, 7u);
    std::string load =
        between("st.local.u32 [%d0+24], %t;\nld.local.v2.u32 {%r0, %r1}, [%d0+24];\n");
    load.replace(load.find("near[32]"), 8, "near[28]");
    Bench widened(load, all());
    EXPECT_FALSE(found_between(widened)) << "what a load brings too much of may be thrown away";
}

// What is computed from an address in another way than by adding may be anything.
TEST_F(LocalArrays, WhatIsNoAddressAnyMoreNamesNoArray) {
    const std::string loads =
        "st.local.u64 [%d1], %d1;\nld.local.u64 %d4, [%d1];\n"
        "st.local.u64 [%d1+8], %d0;\nld.local.u64 %d5, [%d1+8];\n";
    for (const std::string& made :
         {loads + "sub.s64 %d2, %d4, %d0;\nadd.s64 %d3, %d5, %d2;\n",
          loads + "add.s64 %d3, %d4, 0;\n", std::string("xor.b64 %d3, %d0, 32;\n"),
          std::string("mov.b64 {%r0, %r1}, %d0;\nadd.u32 %r0, %r0, 32;\n"
                      "mov.b64 %d3, {%r0, %r1};\n")}) {
        Bench bench_of(between(made + "st.local.u32 [%d3], %t;\n"), all());
        EXPECT_FALSE(found_between(bench_of)) << made;
    }
}

// Numbers that are added to a frame otherwise than LLVM adds them say nothing of arrays.
TEST_F(LocalArrays, AFrameIsCutOnlyWhereItsObjectsBegin) {
    const auto with = [](const char* add) {
        return small_kernel::text_of(
            1,
            ".local .align 4 .b8 __local_depot0[64];\nmov.u64 %d0, __local_depot0;\n"
            "add.u64 %d1, %d0, 0;\n" +
                std::string(add) + " %d2, %d0, 32;\nst.local.u32 [%d1+32], %t;\n");
    };
    Bench objects(with("add.u64"), all());
    EXPECT_TRUE(found_between(objects));
    Bench one(with("add.s64"), all());
    EXPECT_FALSE(found_between(one));
}

}  // namespace
}  // namespace corpus

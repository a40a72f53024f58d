// What a kernel's hash is made of: its own PTX and what all share; not source lines, remarks and
// other kernels.
#include <gtest/gtest.h>

#include <string>

#include "simulator/decode/program.h"
#include "simulator/kernel_hash.h"

namespace {

using simulator::kernel_hash;

const std::string head = ".version 6.3\n.target sm_75\n.address_size 64\n\n";
const std::string table = ".const .align 4 .b8 table[8];\n";

std::string kernel(const std::string& name, int number, const std::string& body) {
    const std::string label = "$L__BB" + std::to_string(number) + "_2";
    return ".visible .entry " + name + "(\n\t.param .u64 p\n)\n{\n\t.reg .pred %p<2>;\n" + body +
           "\t@%p1 bra \t" + label + ";\n\t{ // callseq 0, 0\n\t}\n" + label + ":\n\tret;\n\n}\n";
}

const std::string add = "\t.loc\t1 4 0\n\tadd.s32 \t%r1, %r1, 1;\n";
const std::string text = head + table + kernel("first", 0, add) + kernel("second", 1, add);

TEST(KernelHash, StaysWhenAnotherKernelComesOrGoes) {
    const std::string between = head + table + kernel("first", 0, add) +
                                kernel("between", 1, "\tmul.lo.s32 \t%r1, %r1, 3;\n") +
                                kernel("second", 2, add);
    for (const char* name : {"first", "second"})
        EXPECT_EQ(kernel_hash(between, name), kernel_hash(text, name)) << name;
    EXPECT_EQ(kernel_hash(head + table + kernel("second", 0, add), "second"),
              kernel_hash(text, "second"));
}

TEST(KernelHash, StaysWhereOnlySourceLinesAndRemarksDiffer) {
    std::string moved = "// Another compiler's name\n" + text;
    moved.replace(moved.find(".loc\t1 4 0"), 10, ".loc\t1 9 5");
    EXPECT_EQ(kernel_hash(moved + "\t.file\t1 \"kernels/x.cu\"\n", "first"),
              kernel_hash(text, "first"));
}

TEST(KernelHash, ChangesWithWhatTheKernelDoes) {
    const auto other = [](const std::string& old, const std::string& made) {
        std::string changed = text;
        changed.replace(changed.find(old), old.size(), made);
        return kernel_hash(changed, "first");
    };
    const std::uint64_t before = kernel_hash(text, "first");
    EXPECT_NE(other("%r1, 1;", "%r1, 2;"), before);
    EXPECT_NE(other("@%p1", "@!%p1"), before);
    EXPECT_NE(other("$L__BB0_2;", "$L__BB0_3;"), before) << "where it goes on";
    EXPECT_NE(other("table[8]", "table[4]"), before) << "what all kernels share";
    EXPECT_NE(other("sm_75", "sm_80"), before);
    EXPECT_NE(other(".param .u64 p", ".param .u32 p"), before);
    EXPECT_NE(kernel_hash(text, "second"), before) << "another name";
    const std::string behind = head + kernel("first", 0, add);
    EXPECT_NE(kernel_hash(behind + table + kernel("second", 1, add), "second"),
              kernel_hash(behind + kernel("second", 1, add), "second"))
        << "what all share may stand behind another kernel";
}

// A module reads its text once for each kernel, and says the same.
TEST(KernelHash, AModuleKnowsThoseOfItsKernels) {
    const auto module = simulator::Module::read(text);
    ASSERT_TRUE(module) << module.problem().message;
    for (const char* name : {"first", "second", "first"})
        EXPECT_EQ((*module)->kernel_hash(name), kernel_hash(text, name)) << name;
}

}  // namespace

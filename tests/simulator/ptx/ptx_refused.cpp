// PTX that can't be read: where it is wrong and in which words, and that it is refused alone.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/engine/machine.h"
#include "simulator/ptx/ast.h"
#include "tests/simulator/ptx/parsed.h"

namespace {

using namespace simulator;
using tests::parsed;
using tests::ptx_head;

struct RefusedText {
    std::string_view body;  // within a kernel that declares %r<4>, %p<2>, %rd<4>
    int line;               // counted from the body's first
    std::string_view says;
};

class Refused : public testing::TestWithParam<RefusedText> {};

TEST_P(Refused, WithLineAndSentence) {
    const std::string text = std::string(ptx_head) +
                             ".entry k(.param .u64 p) {\n.reg .b32 %r<4>; .reg .pred %p<2>; "
                             ".reg .b64 %rd<4>;\n" +
                             std::string(GetParam().body) + "\nret; }\n";
    const ptx::Module module = parsed(text);
    ASSERT_EQ(module.functions.size(), 1u);
    const auto& problem = module.functions[0].problem;
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->line, 5 + GetParam().line);
    EXPECT_GT(problem->column, 0);
    EXPECT_NE(problem->message.find(GetParam().says), std::string::npos) << problem->message;
}

INSTANTIATE_TEST_SUITE_P(
    Ptx, Refused,
    testing::Values(
        RefusedText{"mov.u32 %r1, %r9;", 1, "No .reg declares '%r9'"},
        RefusedText{"\nmov.u32 %r1 5;", 2, "Expected ';' after 'mov.u32', found '5'"},
        RefusedText{"bra nowhere;", 1, "not a label"},
        RefusedText{"mov.u32 %r1, 0f123;", 1, "8 hexadecimal digits"},
        RefusedText{"mov.u32 %r1, 99999999999999999999999;", 1, "not an integer of 64 bits"},
        RefusedText{"mov.u32 %r1, 1/0;", 1, "divides by zero"},
        RefusedText{"@%r7 bra x;", 1, "No .reg declares '%r7'"},
        RefusedText{"x:\nx:", 2, "is defined twice"},
        RefusedText{".frobnicate 3;", 1, "not known inside a function"},
        RefusedText{"ld.global.u32 %r1, [%rd1;", 1, "Expected ']' at the end of an address"},
        RefusedText{"mov.b64 %rd1, {%r1, %r2;", 1, "Expected '}' at the end of a vector"},
        RefusedText{".shared .align 3 .b8 x[4];", 1, "power of two"},
        RefusedText{".shared .b8 x[99999999999];", 1, "below 2^31"},
        RefusedText{".shared .b8 x[65536][65536];", 1, "larger than the limit of 2 GB"},
        RefusedText{"mov.u32 %r1, `;", 1, "has no meaning in PTX. Is the file really PTX text?"},
        RefusedText{"/* \n\n ", 1, "has no closing"},
        RefusedText{".branchtargets a;", 1, "not known inside a function"},
        RefusedText{"t: .branchtargets a;", 1, "'a' is not a label"},
        RefusedText{"mov.u32 %r1, p+p;", 1, "a constant can be added to an address"}));

TEST(RefusedPtx, TextThatIsNoPtxIsRefused) {
    EXPECT_NE(ptx::parse("hello").problem().message.find("begins with .version"),
              std::string::npos);
    EXPECT_FALSE(ptx::parse(""));
    EXPECT_FALSE(ptx::parse(std::string(4000, '(')));
    EXPECT_FALSE(
        ptx::parse(std::string(ptx_head) + ".global .u32 x = " + std::string(9000, '(') + ";"));
    EXPECT_FALSE(
        ptx::parse(std::string(ptx_head) + ".global .u32 x = " + std::string(9000, '-') + "1;"));
    for (const std::string& nested : {std::string(9000, '{'), "x " + std::string(9000, '[')}) {
        const ptx::Module module = parsed(std::string(ptx_head) + ".entry k() {" + nested);
        ASSERT_EQ(module.functions.size(), 1u);
        EXPECT_TRUE(module.functions[0].problem);
    }
}

// What variables ask for is summed in 64 bits, and refused where there is no such room.
TEST(RefusedPtx, VariablesBeyondAllRoomAreRefusedInWords) {
    const auto said = [](const std::string& parameters, const std::string& body) {
        const auto module = Module::read(std::string(ptx_head) + ".entry k(" + parameters + ") {" +
                                         body + "ret; }");
        EXPECT_TRUE(module);
        const auto kernel = (*module)->kernel("k");
        return kernel ? "" : kernel.problem().message;
    };
    const auto twice = [](const std::string& space, const std::string& bytes) {
        return "." + space + " .b8 a[" + bytes + "]; ." + space + " .b8 b[" + bytes + "]; ." +
               space + " .b8 c[4];";
    };
    EXPECT_EQ(said("", twice("shared", "2147483647")),
              "The kernel's variables in shared memory take 4294967298 bytes: the limit is "
              "2147483647.");
    EXPECT_EQ(said("", twice("local", "2147483647")),
              "The kernel's variables in local memory take 4294967300 bytes: the limit is 524288.");
    EXPECT_EQ(said("", twice("local", "262140")), "");
    EXPECT_EQ(said(".param .b8 p[32760]", ""), "");
    EXPECT_EQ(said(".param .b8 p[2147483647], .param .b8 q[2147483647], .param .b32 r", ""),
              "The kernel's parameters take 4294967300 bytes: the limit is 32764.");
}

// Kernels around one with `wrong` in its body.
std::string three_kernels(std::string_view wrong) {
    const auto kernel = [](std::string_view name, std::string_view body) {
        return ".visible .entry " + std::string(name) +
               "(.param .u64 p)\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\nld.param.u64 %rd1, [p];\n" +
               std::string(body) + "\nst.global.u32 [%rd1], %r1;\nret;\n}\n";
    };
    return std::string(ptx_head) + kernel("first", "mov.u32 %r1, 1;") + kernel("wrong", wrong) +
           kernel("last", "mov.u32 %r1, 3;");
}

TEST(RefusedPtx, WhatIsWrongInOneKernelRefusesThatKernelAlone) {
    for (const std::string_view wrong :
         {"mov.u32 %r1, %r9;", "mov.u32 %r1 5;", "{ { }", "x: \"", "mov.u32 %r1, `;",
          ".frobnicate 3;", "@%p9 bra x;", "{ .reg.b9 x;"}) {
        SCOPED_TRACE(wrong);
        const auto module = Module::read(three_kernels(wrong));
        ASSERT_TRUE(module) << module.problem().message;
        EXPECT_EQ((*module)->kernels(), (std::vector<std::string>{"first", "wrong", "last"}));
        EXPECT_TRUE((*module)->kernel("first"));
        EXPECT_TRUE((*module)->kernel("last"));
        const auto refused = (*module)->kernel("wrong");
        ASSERT_FALSE(refused);
        EXPECT_GE(refused.problem().line, 15);
        EXPECT_LE(refused.problem().line, 22);
        EXPECT_FALSE(refused.problem().message.empty());
    }
}

// What belongs to later cards is named, with what helps.
TEST(RefusedPtx, WhatIsNotSimulatedYetIsSaidInWords) {
    const auto said = [](std::string_view target, std::string_view body) {
        const auto module =
            Module::read(".version 8.0\n.target " + std::string(target) +
                         "\n.address_size 64\n.extern .func cudaLaunchDeviceV2();\n"
                         ".entry k() { .reg .b32 %r<9>; .reg .b64 %rd<3>; .reg .b16 %h<3>;\n" +
                         std::string(body) + "\nret; }");
        EXPECT_TRUE(module);
        const auto kernel = (*module)->kernel("k");
        EXPECT_FALSE(kernel);
        return kernel.problem().message;
    };
    EXPECT_EQ(said("sm_80", "cp.async.ca.shared.global [%r1], [%rd1], 4;"),
              "The instruction \"cp.async.ca.shared.global\" copies to shared memory in the "
              "background, which Warplens does not simulate yet. For sm_75 the compiler makes a "
              "plain copy from the same source: leave out --arch.");
    EXPECT_EQ(said("sm_75", "cp.async.wait_all;").find("--arch"), std::string::npos);
    EXPECT_EQ(said("sm_90", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2];"),
              "The instruction \"ldmatrix.sync.aligned.m8n8.x1.shared.b16\" loads matrices for "
              "tensor cores, which Warplens does not simulate yet.");
    EXPECT_NE(said("sm_90", "cvt.rn.satfinite.e4m3x2.f16x2 %h1, %r1;").find("fp8"),
              std::string::npos);
    EXPECT_NE(said("sm_90", "mov.u32 %r1, %cluster_ctarank;").find("special register"),
              std::string::npos);
    EXPECT_NE(said("sm_90", "call cudaLaunchDeviceV2, ();").find("dynamic parallelism"),
              std::string::npos);
    EXPECT_EQ(said("sm_90", "mad.nonsense.u32 %r1, %r2;"),
              "The instruction \"mad.nonsense.u32\" is not known to the simulator.");
}

// Each of them once was passed over, and what stood beside the registers was taken for the value.
TEST(RefusedPtx, NoLabelAndNoUnknownNameIsAValue) {
    for (const std::string_view wrong :
         {"st.global.u32 [%rd1], %w.word;", "st.global.u32 [%rd1], .word;",
          "st.global.u32 [%rd1], x; x:", "add.u32 %r1, x, %r2; x:", "add.u32 x, %r1, %r2; x:",
          "mov.u32 %r1, x; x:", "atom.global.add.u32 %r1, [%rd1], x; x:"}) {
        SCOPED_TRACE(wrong);
        const auto module = Module::read(three_kernels(wrong));
        ASSERT_TRUE(module) << module.problem().message;
        const auto refused = (*module)->kernel("wrong");
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.problem().message.find("neither a register"), std::string::npos)
            << refused.problem().message;
    }
}

TEST(RefusedPtx, AKernelWithoutAnEndDoesNotSwallowTheNext) {
    std::string text = three_kernels("mov.u32 %r1, 2;");
    text.erase(text.find('}', text.find("wrong")), 1);
    const auto module = Module::read(text);
    ASSERT_TRUE(module) << module.problem().message;
    EXPECT_TRUE((*module)->kernel("first"));
    EXPECT_TRUE((*module)->kernel("last"));
    EXPECT_FALSE((*module)->kernel("wrong"));
}

TEST(RefusedPtx, WhoCallsAFunctionThatCannotBeReadIsToldWhy) {
    const std::string text =
        std::string(ptx_head) + ".func broken() {\nmov.u32 %r1, 5;\nret;\n}\n" +
        ".entry caller() {\ncall broken, ();\nret;\n}\n" + ".entry other() {\nret;\n}\n";
    const auto module = Module::read(text);
    ASSERT_TRUE(module) << module.problem().message;
    EXPECT_TRUE((*module)->kernel("other"));
    const auto refused = (*module)->kernel("caller");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.problem().message.find("%r1"), std::string::npos)
        << refused.problem().message;
}

}  // namespace

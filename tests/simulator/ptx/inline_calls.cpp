// Functions in the place of their calls: values travel in registers, names stay apart, and what
// can't be replaced, or would be too much, is said before anything is made.
#include <gtest/gtest.h>

#include <algorithm>

#include "simulator/decode/program.h"
#include "simulator/ptx/ast.h"
#include "tests/simulator/ptx/parsed.h"

namespace {

using namespace simulator;
using simulator::ptx::Function;
using simulator::ptx::Instruction;
using simulator::ptx::Operand;
using tests::parsed;
using tests::ptx_head;

constexpr std::string_view callee = R"(
.func (.param .b32 result) twice(.param .b32 twice_0, .param .align 8 .b8 twice_1[16])
{
	.reg .b32 %r<4>; .reg .f64 %d<2>; .reg .pred %p<2>;
	ld.param.u32 %r1, [twice_0];
	ld.param.f64 %d1, [twice_1+8];
	setp.eq.s32 %p1, %r1, 0;
	@%p1 bra done;
	add.s32 %r1, %r1, %r1;
done:
	st.param.b32 [result+0], %r1;
	ret;
}
)";

std::string calling(std::string_view call) {
    return std::string(ptx_head) + std::string(callee) +
           ".entry k(.param .u64 k_0) {\n.reg .b32 %r<4>; .reg .f64 %d<4>; .reg .pred %p<2>; "
           ".reg .b64 %rd<2>;\n" +
           std::string(call) + "\nret;\n}\n";
}

const Instruction& one_of(const Function& function, std::string_view opcode) {
    return *std::ranges::find(function.body, opcode, &Instruction::opcode);
}

const Function& function_named(const ptx::Module& module, std::string_view name) {
    return *std::ranges::find(module.functions, name, &Function::name);
}

// Kernel k with everything that it calls.
Function with_calls(const ptx::Module& module) {
    auto made = ptx::inlined(module, function_named(module, "k"));
    if (made) return *made;
    ADD_FAILURE() << made.problem().message;
    return {};
}

constexpr std::string_view ordinary_call =
    "{ .param .b32 a; .param .align 8 .b8 b[16]; .param .b32 c;\n"
    "st.param.b32 [a+0], %r1; st.param.f64 [b+0], %d1; st.param.f64 [b+8], %d2;\n"
    "call.uni (c), twice, (a, b);\n"
    "ld.param.b32 %r2, [c+0]; }";

TEST(Inline, ValuesTravelInRegisters) {
    ptx::Module module = parsed(calling(ordinary_call));
    const Function kernel = with_calls(module);
    EXPECT_TRUE(kernel.variables.empty());
    std::vector<std::string> opcodes;
    for (const Instruction& instruction : kernel.body) opcodes.push_back(instruction.opcode);
    EXPECT_EQ(opcodes, (std::vector<std::string>{"mov.b32", "mov.b64", "mov.b64",  // arguments
                                                 "mov.b32", "mov.b64", "setp.eq.s32", "bra",
                                                 "add.s32",  // the function
                                                 "mov.b32", "bra.uni", "mov.b32", "ret"}));
    const auto& read = kernel.body[4];
    EXPECT_EQ(read.operands[1].name, kernel.body[2].operands[0].name) << "the second half of b";
    const std::string& done = kernel.body[6].operands[0].name;
    EXPECT_EQ(kernel.labels.at(done), 8);
    EXPECT_EQ(kernel.labels.at(kernel.body[9].operands[0].name), 10);
    EXPECT_NE(read.operands[0].name, "%d1") << "the function's registers are its own";
}

TEST(Inline, TwoCallsDoNotShareNames) {
    ptx::Module module = parsed(calling(std::string(ordinary_call) + std::string(ordinary_call)));
    const Function kernel = with_calls(module);
    ASSERT_EQ(kernel.body.size(), 23u);
    EXPECT_NE(kernel.body[4].operands[0].name, kernel.body[15].operands[0].name);
    EXPECT_NE(kernel.body[6].operands[0].name, kernel.body[17].operands[0].name);
}

TEST(Inline, AGuardedCallIsJumpedOver) {
    std::string text(ordinary_call);
    text.replace(text.find("call.uni"), 4, "@%p1 call");
    ptx::Module module = parsed(calling(text));
    const Function kernel = with_calls(module);
    const Instruction& jump = kernel.body[3];
    EXPECT_EQ(jump.opcode, "bra");
    EXPECT_EQ(jump.guard, "%p1");
    EXPECT_TRUE(jump.guard_negated);
    EXPECT_EQ(kernel.labels.at(jump.operands[0].name), 11);
}

TEST(Inline, AVariableWhoseAddressIsTakenBecomesLocal) {
    ptx::Module module =
        parsed(calling("{ .param .align 8 .b8 b[16]; st.param.f64 [b+8], %d1; mov.u64 %rd1, b;\n"
                       "ld.param.b32 %r1, [b+12]; }"));
    const Function kernel = with_calls(module);
    ASSERT_EQ(kernel.variables.size(), 1u);
    EXPECT_EQ(kernel.variables[0].space, Space::local);
    EXPECT_EQ(kernel.body[0].opcode, "st.local.f64");
    EXPECT_EQ(kernel.body[2].opcode, "ld.local.b32");
}

TEST(Inline, NarrowValuesAreExtended) {
    ptx::Module module =
        parsed(calling("{ .param .b32 a; st.param.b32 [a+0], %r1; ld.param.s8 %r2, [a+0]; }"));
    const Function kernel = with_calls(module);
    EXPECT_EQ(kernel.body[1].opcode, "cvt.s32.s8");
}

TEST(Inline, WhatTheSimulatorProvidesKeepsItsCall) {
    ptx::Module module =
        parsed(std::string(ptx_head) +
               ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
               ".entry k() { .reg .b64 %rd<3>; .reg .b32 %r<2>;\n"
               "{ .param .b64 x; .param .b64 y; .param .b32 z;\n"
               "st.param.b64 [x+0], %rd1; st.param.b64 [y+0], 0;\n"
               "call.uni (z), vprintf, (x, y);\nld.param.b32 %r1, [z+0]; } ret; }");
    const Function kernel = with_calls(module);
    const Instruction& call = one_of(kernel, "call.uni");
    EXPECT_EQ(call.callee, "vprintf");
    EXPECT_EQ(call.arguments.at(0).kind, Operand::Kind::register_);
    EXPECT_EQ(call.arguments.at(0).name, kernel.body[0].operands[0].name);
    EXPECT_EQ(call.results.at(0).name, one_of(kernel, "mov.b32").operands[1].name);
    EXPECT_TRUE(kernel.variables.empty());
}

std::string reason(const std::string& text) {
    const ptx::Module module = parsed(text);
    const auto made = ptx::inlined(module, function_named(module, "k"));
    return made ? "" : std::to_string(made.problem().line) + ": " + made.problem().message;
}

// What can't stand in the place of its calls stands behind the kernel: its names are its own, and
// what calls pass goes through variables that all share.
TEST(Inline, WhatCallsItselfStandsBehindTheKernel) {
    const std::string recursive =
        std::string(ptx_head) +
        ".func (.param .b32 r) again(.param .b32 n) {\n.reg .b32 %x;\nld.param.b32 %x, [n];\n"
        "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %x; call (b), again, (a);\n"
        "ld.param.b32 %x, [b]; }\nst.param.b32 [r], %x; ret; }\n"
        ".entry k() { .reg .b32 %y; .param .b32 c; .param .b32 d; st.param.b32 [c], 5;\n"
        "call (d), again, (c); ld.param.b32 %y, [d]; ret; }\n.entry other() { ret; }";
    const ptx::Module module = parsed(recursive);
    const auto made = ptx::inlined(module, function_named(module, "k"));
    ASSERT_TRUE(made) << made.problem().message;
    ASSERT_EQ(made->parts.size(), 1u);
    EXPECT_TRUE(made->parts[0].recursive);
    EXPECT_EQ(made->parts[0].first, 4u);
    std::vector<std::string> opcodes;
    for (const Instruction& instruction : made->body) opcodes.push_back(instruction.opcode);
    EXPECT_EQ(opcodes, (std::vector<std::string>{"mov.b32", "call", "mov.b32", "ret", "mov.b32",
                                                 "mov.b32", "call", "mov.b32", "mov.b32", "ret"}));
    EXPECT_TRUE(made->body[1].enters && made->body[6].enters);
    EXPECT_TRUE(made->body[9].goes_back && !made->body[3].goes_back);
    EXPECT_EQ(made->body[0].operands[0].name, made->body[4].operands[1].name) << "the argument";
    EXPECT_EQ(made->body[8].operands[0].name, made->body[2].operands[1].name) << "the result";
    EXPECT_TRUE(ptx::inlined(module, function_named(module, "other"))->parts.empty());
}

TEST(Inline, APointerBringsTheFunctionsThatFitIt) {
    const std::string text =
        std::string(ptx_head) +
        ".func one(.param .b32 n) { ret; }\n.func two(.param .b64 n) { ret; }\n"
        ".func three(.param .b32 n) { ret; }\n.func four(.param .b32 n) { ret; }\n"
        ".global .u64 table[3] = {one, two, four};\n"
        ".entry k() { .reg .b64 %rd1; .param .b32 c;\n"
        "fits: .callprototype _ (.param .b32 _);\ncall %rd1, (c), fits; ret; }";
    const ptx::Module module = parsed(text);
    const auto made = ptx::inlined(module, function_named(module, "k"));
    ASSERT_TRUE(made) << made.problem().message;
    ASSERT_EQ(made->parts.size(), 2u);
    EXPECT_EQ(made->parts[0].name, "one");
    EXPECT_EQ(made->parts[1].name, "four") << "nobody takes the address of three";
    EXPECT_FALSE(made->parts[0].recursive);
}

TEST(Inline, ACallOfWhatHasNoBodyStays) {
    EXPECT_EQ(reason(calling("call nobody, ();")), "");
    const std::string bodiless =
        std::string(ptx_head) + ".extern .func far();\n.entry k() { call far, (); ret; }";
    EXPECT_EQ(one_of(*ptx::inlined(parsed(bodiless), function_named(parsed(bodiless), "k")), "call")
                  .callee,
              "far")
        << "decode refuses it, or knows it";
}

TEST(Inline, DoublingCallsEndInASentence) {
    std::string text =
        std::string(ptx_head) + ".func f0() { .reg .b32 %r<2>; mov.b32 %r1, 1; ret; }\n";
    for (int i = 1; i < 40; ++i) {
        const std::string call = "call f" + std::to_string(i - 1) + ", ();";
        text += ".func f" + std::to_string(i) + "() { " + call + call + " ret; }\n";
    }
    EXPECT_NE(reason(text + ".entry k() { call f39, (); ret; }").find("100 000"),
              std::string::npos);
}

// f0 has so many instructions, and each function behind it calls the one before.
std::string chain_of_calls(int functions, int instructions) {
    std::string text = std::string(ptx_head) + ".func f0() { .reg .b32 %r<2>;\n";
    for (int i = 0; i < instructions; ++i) text += "mov.b32 %r1, 1;\n";
    text += "ret; }\n";
    for (int i = 1; i < functions; ++i)
        text += ".func f" + std::to_string(i) + "() { call f" + std::to_string(i - 1) +
                ", (); ret; }\n";
    return text + ".entry k() { call f" + std::to_string(functions - 1) + ", (); ret; }";
}

// A hundred deep are replaced, and no name grows on its way out.
TEST(Inline, CallsWithinCallsAreReplacedToADepthThatIsSaid) {
    const Function kernel = with_calls(parsed(chain_of_calls(100, 1)));
    EXPECT_EQ(std::ranges::count(kernel.body, "mov.b32", &Instruction::opcode), 1);
    EXPECT_EQ(std::ranges::count(kernel.body, "bra.uni", &Instruction::opcode), 100);
    for (const auto& [name, at] : kernel.labels) EXPECT_LE(name.size(), 12u) << name;
    EXPECT_NE(reason(chain_of_calls(101, 1)).find("more than 100 levels deep"), std::string::npos);
    EXPECT_NE(reason(chain_of_calls(20'000, 1)).find("more than 100 levels deep"),
              std::string::npos);
}

// What would be too long is known before it is made, whatever makes it so.
TEST(Inline, WhatACallBringsAlongIsCounted) {
    EXPECT_EQ(reason(chain_of_calls(90, 99'000)), "");
    EXPECT_NE(reason(chain_of_calls(2, 100'000)).find("100 000"), std::string::npos);
    const std::string head = std::string(ptx_head) + ".func f() {";
    std::string calls = ".entry k() {";
    for (int i = 0; i < 1000; ++i) calls += "call f, ();\n";
    std::string labels, variables;
    for (int i = 0; i < 200; ++i) {
        labels += "l" + std::to_string(i) + ":\n";
        variables += ".local .b32 v" + std::to_string(i) + ";\n";
    }
    for (const std::string& body : {labels, variables})
        EXPECT_NE(reason(head + body + "ret; }" + calls + "ret; }").find("100 000"),
                  std::string::npos);
}

// 400 kernels call one long function: only what is asked for is made of them.
TEST(Inline, KernelsThatNobodyAsksForCostNothing) {
    std::string text = chain_of_calls(1, 2000);
    for (int i = 0; i < 400; ++i)
        text += ".entry k" + std::to_string(i) + "() { call f0, (); ret; }";
    const auto module = Module::read(text);
    ASSERT_TRUE(module);
    EXPECT_EQ((*module)->kernels().size(), 401u);
    std::size_t instructions = 0;
    for (const Function& each : (*module)->text().functions) instructions += each.body.size();
    EXPECT_EQ(instructions, 2001u + 2 * 401);
    EXPECT_TRUE((*module)->kernel("k399"));
}

}  // namespace

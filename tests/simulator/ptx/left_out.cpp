// A function that pointers may lead to and that can't be simulated: kernels run without it, and a
// call that comes to it ends there, with its name, its line and why.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::line_of;

constexpr std::string_view known_function =
    ".func (.param .b32 r) known(.param .b32 n) {\n.reg .b32 %x;\nld.param.u32 %x, [n];\n"
    "add.u32 %x, %x, 1;\nst.param.b32 [r], %x;\nret;\n}\n";

// Of a body that begins with those lines.
std::string unknown_function(const std::string& lines) {
    return ".func (.param .b32 r) unknown(.param .b32 n) {\n.reg .b32 %x;\nld.param.u32 %x, "
           "[n];\n" +
           lines + "st.param.b32 [r], %x;\nret;\n}\n";
}

constexpr std::string_view table_of_two = ".global .u64 table[2] = {known, unknown};\n";

// Each thread calls the function that stands in the table where p1 says.
constexpr std::string_view through_table =
    "ld.global.u32 %r1, [%own1];\nmul.wide.u32 %d1, %r1, 8;\nmov.u64 %d2, table;\n"
    "add.u64 %d2, %d2, %d1;\nld.global.u64 %d3, [%d2];\n"
    "{ .param .b32 c; .param .b32 back;\nst.param.b32 [c], %t;\n"
    "fits: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
    "call (back), %d3, (c), fits;\nld.param.b32 %r2, [back]; }\nst.global.u32 [%own0], %r2;\n";

std::string calling_either(const std::string& outside, const std::string& before = "") {
    return small_kernel::text_of(2, before + std::string(through_table),
                                 std::string(known_function) + outside + std::string(table_of_two));
}

// Which of the 32 threads calls the second function; none: all call the first.
std::unique_ptr<Runner> run_either(const std::string& text, int second) {
    std::vector<std::uint32_t> chosen(32);
    if (second >= 0) chosen[std::size_t(second)] = 1;
    auto runner = std::make_unique<Runner>(text);
    runner->buffer("out", Type::u32, std::vector<std::uint32_t>(32));
    runner->buffer("chosen", Type::u32, chosen).launch("small", {1, 1, 1}, {32, 1, 1});
    return runner;
}

std::string refusal_of_small(const std::string& text) {
    const auto module = Module::read(text);
    if (!module) return "not read: " + module.problem().message;
    const auto program = (*module)->kernel("small");
    return program ? "" : program.problem().message;
}

TEST(LeftOut, AFunctionThatNobodyCallsRefusesNoKernel) {
    const auto runner = run_either(calling_either(unknown_function("brkpt;\n")), -1);
    EXPECT_TRUE(runner->machine().faults().empty());
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < 32; ++i) expected.push_back(i + 1);
    EXPECT_EQ(runner->values<std::uint32_t>("out"), expected);
}

TEST(LeftOut, ACallOfItEndsWithItsNameItsLineAndWhy) {
    const std::string text = calling_either(unknown_function("add.u32 %x, %x, 2;\nbrkpt;\n"));
    const auto runner = run_either(text, 5);
    ASSERT_EQ(runner->machine().faults().size(), 1u);
    const Fault& fault = runner->machine().faults()[0];
    EXPECT_EQ(fault.kind, FaultKind::unknown_instruction);
    EXPECT_TRUE(fault.fatal);
    EXPECT_EQ(fault.thread.x, 5u);
    EXPECT_EQ(fault.ptx_line, line_of(text, "brkpt"));
    EXPECT_TRUE(fault.text.starts_with("unknown: The instruction \"brkpt\" stops for a debugger"))
        << fault.text;
}

// One after the other, and what only they call.
TEST(LeftOut, SeveralAreLeftOut) {
    const std::string deep = ".func deep() {\nbrkpt;\nret;\n}\n";
    const std::string text =
        calling_either(deep + unknown_function("{ call deep, (); }\nbrkpt;\n"));
    EXPECT_EQ(refusal_of_small(text), "");
    EXPECT_TRUE(run_either(text, -1)->machine().faults().empty());
    const auto runner = run_either(text, 0);
    ASSERT_EQ(runner->machine().faults().size(), 1u);
    EXPECT_EQ(runner->machine().faults()[0].kind, FaultKind::unknown_instruction);
}

TEST(LeftOut, WhatTheKernelCallsByItsNameRefusesIt) {
    const std::string call =
        "{ .param .b32 c; .param .b32 back;\nst.param.b32 [c], %t;\ncall (back), unknown, (c); }\n";
    EXPECT_NE(
        refusal_of_small(calling_either(unknown_function("brkpt;\n"), call)).find("\"brkpt\""),
        std::string::npos);
    EXPECT_EQ(refusal_of_small(calling_either(unknown_function(""), call)), "")
        << "that alone is at fault";
    EXPECT_NE(refusal_of_small(calling_either(unknown_function(""), "brkpt;\n")).find("\"brkpt\""),
              std::string::npos);
}

}  // namespace

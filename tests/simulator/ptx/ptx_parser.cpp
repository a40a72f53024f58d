// The PTX parser: what it makes of well-formed text, what it says of the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "simulator/decode/program.h"
#include "simulator/engine/machine.h"
#include "simulator/ptx/ast.h"
#include "tests/simulator/ptx/parsed.h"

namespace {

using namespace simulator;
using simulator::ptx::Function;
using simulator::ptx::Instruction;
using simulator::ptx::Operand;
using tests::parsed;
using tests::ptx_head;

constexpr std::string_view sample = R"(// made for the tests
.version 7.0
.target sm_75, debug
.address_size 64
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 vprintf_param_0, .param .b64 p1) ;
.const .align 4 .b8 table[16] = {0, 0, 128, 63, 0x7f};
.global .align 4 .u32 counter = 7;
.global .f32 halves[2][3] = {{0.5, 0f3F000000}, {1.5}};
.global .align 1 .b8 word[3] = {97, 98};
.global .align 8 .u64 words[2] = {generic(word), word+2};
.global .align 8 .b8 packed[10] = {1, 0xFF(word), 0xFF00(word), 0xFF0000(word)};
.extern .shared .align 16 .b8 dynamic[];

.visible .entry kernel(
	.param .u64 .ptr .global .align 8 kernel_param_0,
	.param .align 8 .b8 kernel_param_1[16]
)
.maxntid 256, 2, 1
.minnctapersm 2
.pragma "nounroll";
{
	.reg .pred %p<3>;
	.reg .b32 %r<12>, %single;
	.reg .f32 %f<8>;
	.reg .v2 .f32 %v;
	.reg .b64 %rd<4>;
	.local .align 8 .b8 depot[8];
	.shared .align 4 .b8 tile[128];
	.loc	1 10 3
	mov.u32 %r1, %tid.x;
	.loc	1 12 5
	.loc	2 40 9, function_name $L__info_string0, inlined_at 1 12 5
	.loc	2 80 1, function_name $L__info_string0+8, inlined_at 2 40 9
	mov.u32 %r2, -1; mov.u32 %r3, 0x1fU; mov.u32 %r4, 017; mov.u32 %r5, WARP_SZ;
	.loc	1 14 7
	mov.u32 %r6, (3 + 4 * 2) << 1;
	shfl.sync.down.b32 %r7|%p1, %r1, 16, 31, -1;
	setp.lt.s32 %p1|%p2, %r1, 5;
	@!%p1 bra $L_end;
	ld.global.nc.v4.f32 {%f1, %f2, _, %f4}, [%rd1+-16];
	ld.v2.f32 %v, [table+8];
	add.f32 %f3, %v.x, 0dBFF0000000000000;
	selp.b32 %r8, 1, 0, !%p1;
	tile.made.up.b32 %r9, [%rd1, {%r1, %r2}], 5;
	{
		.reg .b32 %r<2>;
		.param .b64 param0;
		st.param.b64 [param0+0], %rd2;
		mov.b32 %r1, 3;
		bra.uni inner;
	inner:
		mov.b32 %r1, %r2;
	}
	brx.idx %r1, targets;
targets: .branchtargets $L_end, $L_middle;
$L_middle:
	mov.u32 %single, tile;
$L_end:
	ret;
}
	.file	1 "sample.cu", 123, 456
	.file	2 "a header.h"
	.section .debug_str
	{
$L__info_string0:
.b8 95, 90
	}
)";

const Function& kernel_of(const ptx::Module& module) { return module.functions.at(1); }

const Instruction& first_of(const Function& function, std::string_view opcode) {
    for (const Instruction& instruction : function.body) {
        if (instruction.opcode == opcode) return instruction;
    }
    throw std::runtime_error("no " + std::string(opcode));
}

TEST(Ptx, ReadsTheHead) {
    const ptx::Module module = parsed(sample);
    EXPECT_EQ(module.version, "7.0");
    EXPECT_EQ(module.target, "sm_75");
    EXPECT_EQ(module.files.at(1), "sample.cu");
    EXPECT_EQ(module.files.at(2), "a header.h");
    ASSERT_EQ(module.functions.size(), 2u);
    EXPECT_FALSE(module.functions[0].entry);
    EXPECT_TRUE(module.functions[1].entry);
}

TEST(Ptx, ReadsVariablesAndTheirValues) {
    const ptx::Module module = parsed(sample);
    ASSERT_EQ(module.variables.size(), 7u);
    const auto& table = module.variables[0];
    EXPECT_EQ(table.space, Space::constant);
    EXPECT_EQ(table.initial, (std::vector<std::uint8_t>{0, 0, 128, 63, 127}));
    EXPECT_EQ(table.bytes(), 16u);
    EXPECT_EQ(module.variables[1].initial, (std::vector<std::uint8_t>{7, 0, 0, 0}));
    const auto& halves = module.variables[2];
    EXPECT_EQ(halves.count, 6u);
    EXPECT_EQ(halves.initial, (std::vector<std::uint8_t>{0, 0, 0, 63, 0, 0, 0, 63, 0, 0, 0, 0,  //
                                                         0, 0, 192, 63}));
    const auto& words = module.variables[4];
    EXPECT_EQ(words.symbols, (decltype(words.symbols){{0, "word"}, {8, "word"}}));
    EXPECT_EQ(words.initial[8], 2) << "the addend stands where the address goes";
    const auto& packed = module.variables[5];
    EXPECT_EQ(packed.symbols, (decltype(packed.symbols){{1, "word"}}));
    EXPECT_TRUE(module.variables[6].external);
    EXPECT_EQ(module.variables[6].count, 0u);
    EXPECT_EQ(module.variables[6].alignment, 16);
}

TEST(Ptx, ReadsParametersAndDirectives) {
    const ptx::Module module = parsed(sample);
    const Function& kernel = kernel_of(module);
    ASSERT_EQ(kernel.parameters.size(), 2u);
    EXPECT_EQ(kernel.parameters[0].type, Type::u64);
    EXPECT_EQ(kernel.parameters[1].bytes(), 16u);
    EXPECT_EQ(kernel.parameters[1].alignment, 8);
    EXPECT_EQ(kernel.maximum_threads, (Dim3{256, 2, 1}));
    EXPECT_EQ(kernel.required_threads, (Dim3{0, 0, 0}));
}

TEST(Ptx, ReadsImmediates) {
    const ptx::Module module = parsed(sample);
    const Function& kernel = kernel_of(module);
    const std::map<std::string, std::uint64_t> expected = {
        {"%r2", ~0ull}, {"%r3", 31}, {"%r4", 15}, {"%r5", 32}, {"%r6", 22}};
    std::size_t met = 0;
    for (const Instruction& instruction : kernel.body) {
        if (instruction.opcode != "mov.u32") continue;
        const auto found = expected.find(instruction.operands[0].name);
        if (found == expected.end()) continue;
        ++met;
        EXPECT_EQ(instruction.operands[1].kind, Operand::Kind::integer);
        EXPECT_EQ(instruction.operands[1].bits, found->second) << found->first;
    }
    EXPECT_EQ(met, expected.size());
    const Operand& real = first_of(kernel, "add.f32").operands[2];
    EXPECT_EQ(real.kind, Operand::Kind::real);
    EXPECT_EQ(real.width, 8);
    EXPECT_EQ(real.bits, 0xBFF0000000000000u);
}

TEST(Ptx, ReadsOperands) {
    const ptx::Module module = parsed(sample);
    const Function& kernel = kernel_of(module);
    EXPECT_EQ(kernel.body[0].operands[1].kind, Operand::Kind::special);
    EXPECT_EQ(kernel.body[0].operands[1].name, "%tid.x");
    EXPECT_EQ(first_of(kernel, "shfl.sync.down.b32").operands[0].paired, "%p1");
    EXPECT_EQ(first_of(kernel, "setp.lt.s32").operands[0].paired, "%p2");
    const Instruction& load = first_of(kernel, "ld.global.nc.v4.f32");
    EXPECT_EQ(load.parts, (std::vector<std::string>{"ld", "global", "nc", "v4", "f32"}));
    ASSERT_EQ(load.operands[0].elements.size(), 4u);
    EXPECT_EQ(load.operands[0].elements[2].kind, Operand::Kind::none);
    EXPECT_EQ(load.operands[1].kind, Operand::Kind::address);
    EXPECT_EQ(load.operands[1].name, "%rd1");
    EXPECT_EQ(load.operands[1].offset, -16);
    const Instruction& whole = first_of(kernel, "ld.v2.f32");
    ASSERT_EQ(whole.operands[0].elements.size(), 2u);
    EXPECT_EQ(whole.operands[0].elements[1].name, "%v.y");
    EXPECT_EQ(whole.operands[1].name, "table");
    EXPECT_EQ(whole.operands[1].offset, 8);
    EXPECT_TRUE(first_of(kernel, "selp.b32").operands[3].negated);
    EXPECT_EQ(first_of(kernel, "tile.made.up.b32").operands.size(), 3u) << "unknown, yet read";
    const Instruction& jump = first_of(kernel, "bra");
    EXPECT_EQ(jump.guard, "%p1");
    EXPECT_TRUE(jump.guard_negated);
    EXPECT_EQ(jump.operands[0].kind, Operand::Kind::label);
    EXPECT_EQ(kernel.labels.at("$L_end"), static_cast<int>(kernel.body.size()) - 1);
}

TEST(Ptx, InnerScopesHaveTheirOwnNames) {
    const ptx::Module module = parsed(sample);
    const Function& kernel = kernel_of(module);
    const auto at = std::ranges::find(kernel.body, "mov.b32", &Instruction::opcode);
    EXPECT_NE(at->operands[0].name, "%r1");
    EXPECT_EQ(kernel.registers.at(at->operands[0].name), Type::b32);
    const auto second = std::find_if(at + 1, kernel.body.end(),
                                     [](const Instruction& i) { return i.opcode == "mov.b32"; });
    EXPECT_EQ(second->operands[0].name, at->operands[0].name);
    EXPECT_EQ(second->operands[1].name, "%r2")
        << "what the scope does not declare is the outer one";
    const std::string& inner = first_of(kernel, "bra.uni").operands[0].name;
    EXPECT_EQ(kernel.labels.at(inner), static_cast<int>(second - kernel.body.begin()));
}

TEST(Ptx, BranchTargetsAreLabels) {
    const ptx::Module module = parsed(sample);
    const Function& kernel = kernel_of(module);
    const Operand& table = first_of(kernel, "brx.idx").operands[1];
    EXPECT_EQ(kernel.branch_targets.at(table.name),
              (std::vector<std::string>{"$L_end", "$L_middle"}));
}

TEST(Ptx, InlinedCodeCountsForTheOutermostLine) {
    const ptx::Module module = parsed(sample);
    const Function& kernel = kernel_of(module);
    EXPECT_EQ(kernel.body[0].source.line, 10);
    for (int i : {1, 2, 3, 4}) {
        EXPECT_EQ(kernel.body[i].source.line, 12);
        EXPECT_EQ(kernel.body[i].source.file, 1);
    }
    EXPECT_EQ(kernel.body[5].source.line, 14);
}

// As compilers leave it: the load was moved up out of its line, behind a jump over it.
constexpr const char* moved_up = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry moved_up()
{
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<2>;
	.loc	1 10 3
	@%p1 bra $L_stays;
	bra.uni $L_reads;
$L_reads:
	ld.global.u32 %r1, [%rd1];
	setp.ne.s32 %p1, %r1, 1;
	.loc	1 20 5
	@%p1 bra $L_reads;
	mov.u32 %r2, 0;
	bra.uni $L_end;
$L_stays:
	mov.u32 %r2, 2;
	@%p1 bra $L_end;
	mov.u32 %r2, 3;
	.loc	1 30 5
	mov.u32 %r3, 1;
$L_end:
	ret;
}
)";

TEST(Ptx, WhatAJumpLeavesWithoutALineIsOfItsBlocksFirst) {
    const ptx::Module module = parsed(moved_up);
    std::vector<int> lines;
    for (const Instruction& each : module.functions.at(0).body) lines.push_back(each.source.line);
    EXPECT_EQ(lines, (std::vector{10, 10, 20, 20, 20, 20, 20, 20, 20, 20, 30, 30}))
        << "a block without a line keeps the one before it in the text, and so does what it falls "
           "to";
}

void expect_value_or_sentence(std::string_view text) {
    auto module = ptx::parse(text);
    if (module) {
        for (const Function& each : module->functions)
            if (each.entry) ptx::inlined(*module, each);
        return;
    }
    ASSERT_GT(module.problem().line, 0);
    ASSERT_FALSE(module.problem().message.empty());
}

TEST(Ptx, AnyBeginningOfATextIsReadOrRefused) {
    for (std::size_t n = 0; n <= sample.size(); ++n) expect_value_or_sentence(sample.substr(0, n));
}

TEST(Ptx, AnyMutationOfATextIsReadOrRefused) {
    std::mt19937 random(20240917);
    const auto below = [&](std::size_t n) { return random() % n; };
    for (int round = 0; round < 1500; ++round) {
        std::string text(sample);
        for (std::size_t changes = 1 + below(6); changes > 0; --changes) {
            const std::size_t at = below(text.size()), length = below(24);
            switch (below(4)) {
                case 0: text[at] = static_cast<char>(random()); break;
                case 1: text.erase(at, length); break;
                case 2: text.insert(at, text.substr(below(text.size()), length)); break;
                default: text[at] = "{}[]();,.%@-0x"[below(14)]; break;
            }
        }
        expect_value_or_sentence(text);
    }
}

TEST(Names, AreThoseOfCpp) {
    EXPECT_EQ(demangled("_Z9transposeILi32EEvPKfPfi"), "transpose<32>(float const*, float*, int)");
    EXPECT_EQ(demangled("plain"), "plain");
    EXPECT_EQ(demangled("_Z"), "_Z");
    EXPECT_EQ(demangled("_ZN12_GLOBAL__N_11kEv"), "k()");
    EXPECT_EQ(without_arguments("transpose<32>(float const*, float*, int)"), "transpose<32>");
    EXPECT_EQ(without_arguments("k<(Mode)1>(int)"), "k<(Mode)1>");
}

TEST(Names, FindOneKernelOrSayWhatThereIs) {
    const auto module = Module::read(std::string(ptx_head) +
                                     ".entry _Z9transposeILi16EEvPKfPfi() { ret; }\n"
                                     ".entry _Z9transposeILi32EEvPKfPfi() { ret; }\n"
                                     ".entry _Z3addv() { ret; }\n.entry _Z6addingv() { ret; }\n");
    ASSERT_TRUE(module);
    EXPECT_EQ((*module)->kernels().size(), 4u);
    const auto name = [&](std::string_view asked) {
        const auto found = (*module)->kernel(asked);
        return found ? (*found)->name : found.problem().message;
    };
    EXPECT_EQ(name("transpose<32>"), "_Z9transposeILi32EEvPKfPfi");
    EXPECT_EQ(name("transpose<1"), "_Z9transposeILi16EEvPKfPfi");
    EXPECT_EQ(name("_Z3"), "_Z3addv");
    EXPECT_EQ(name("add"), "_Z3addv") << "a whole name goes before a beginning";
    EXPECT_NE(name("transpose")
                  .find("matches more than one kernel. Write more of one name:\n  "
                        "transpose<16>(float"),
              std::string::npos);
    EXPECT_EQ(name("transpoze"),
              "There is no kernel 'transpoze'; the text has:\n  transpose<16>\n  transpose<32>\n  "
              "add\n  adding")
        << "one a line, the nearest first";
}

TEST(Names, NoMoreThanTwentyAreListed) {
    std::string text(ptx_head);
    for (int i = 0; i < 30; ++i) text += ".entry kernel_" + std::to_string(i) + "() { ret; }\n";
    const auto found = (*Module::read(text))->kernel("colonel_29");
    ASSERT_FALSE(found);
    const std::string& words = found.problem().message;
    EXPECT_EQ(std::ranges::count(words, '\n'), 21) << words;
    EXPECT_NE(words.find("has:\n  kernel_29\n"), std::string::npos) << words;
    EXPECT_TRUE(words.ends_with("and 10 more")) << words;
}

TEST(Names, TheHashIsThatOfTheText) {
    const auto one = Module::read(sample), same = Module::read(sample);
    const auto other = Module::read(std::string(sample) + " ");
    EXPECT_EQ((*one)->hash(), (*same)->hash());
    EXPECT_NE((*one)->hash(), (*other)->hash());
    EXPECT_EQ((*one)->source(), sample);
}

}  // namespace

// The command simulate: any kernel, its arguments in words, its faults, its limits, and bad input.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "lab/assets.h"
#include "lab/compiler/compiler.h"
#include "lab/json/json.h"
#include "lab/words.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
using lab::Json;

TEST(Simulate, JsonHoldsWhatScriptsRelyOn) {
    const Answer answer = simulate({"--json", "-"});
    ASSERT_EQ(answer.code, lab::exit_right) << answer.err;
    const Json json = Json::parse(answer.out);
    EXPECT_EQ(json["counters"]["global_store_sectors"], 13);
    EXPECT_EQ(json["counters"]["divergent_branches"], 1);
    EXPECT_EQ(json["faults"].size(), 0u);
    EXPECT_GT(json["simulated"]["lane_instructions"], 0);
    EXPECT_EQ(json["printed"], "");
    EXPECT_GT(json["lines"].size(), 2u);
}

// What a kernel's printf is given: its format, and two numbers of 32 bits.
Json printed_by(const std::string& format, std::int64_t first = 0, std::int64_t second = 0) {
    const std::string file = scratch_folder() + "/print.ptx";
    std::string letters;
    for (const unsigned char letter : format) letters += std::to_string(letter) + ", ";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n"
                           ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
                           ".global .align 1 .b8 words[] = {"
                        << letters
                        << "0};\n.visible .entry print()\n{\n.local .align 8 .b8 numbers[8];\n"
                           ".reg .b32 %r<2>;\n.reg .b64 %rd<5>;\n"
                           "mov.u64 %rd1, words;\ncvta.global.u64 %rd2, %rd1;\n"
                           "mov.u64 %rd3, numbers;\ncvta.local.u64 %rd4, %rd3;\n"
                           "mov.u32 %r1, "
                        << first << ";\nst.local.u32 [%rd3], %r1;\nmov.u32 %r1, " << second
                        << ";\nst.local.u32 [%rd3+4], %r1;\n"
                           "{ .param .b64 x; .param .b64 y; .param .b32 z;\n"
                           "st.param.b64 [x+0], %rd2; st.param.b64 [y+0], %rd4;\n"
                           "call.uni (z), vprintf, (x, y);\nld.param.b32 %r1, [z+0]; }\nret;\n}\n";
    const Answer answer = warplens(
        {"simulate", file, "--kernel", "print", "--grid", "1", "--block", "1", "--json", "-"});
    EXPECT_EQ(answer.code, lab::exit_right) << answer.err;
    const Answer plain =
        warplens({"simulate", file, "--kernel", "print", "--grid", "1", "--block", "1"});
    for (const std::string& out : {answer.out, plain.out})
        EXPECT_FALSE(has(out, "\x1B")) << "a terminal would obey it";
    return answer.code == lab::exit_right ? Json::parse(answer.out)["printed"] : Json();
}

// JSON is UTF-8, and a kernel prints what it likes.
TEST(Simulate, JsonHoldsWhateverBytesArePrinted) {
    EXPECT_EQ(printed_by("a\xFFz\x1B"), "a\xEF\xBF\xBDz\x1B");
}

TEST(Simulate, WhatWouldSteerATerminalIsSpelled) {
    EXPECT_EQ(lab::for_terminal("a\x1B[2J\tz\r\n\x7F\xC3\xA9"), "a\\x1B[2J\tz\\x0D\n\\x7F\xC3\xA9");
    EXPECT_EQ(lab::for_terminal("\xC2\x9B"
                                "2J"),
              "\\xC2\\x9B"
              "2J")
        << "as UTF-8 writes one";
}

// Whether its width is written or given.
TEST(Simulate, AFieldThatIsPrintedHasAnEnd) {
    const std::string widest(1023, ' ');
    EXPECT_EQ(printed_by("%2147483647d|", 7), widest + "7|");
    EXPECT_EQ(printed_by("%*d|", 1'000'000'000, 7), widest + "7|");
    EXPECT_EQ(printed_by("%*d|", -1'000'000'000, 7), "7" + widest + "|");
    EXPECT_EQ(printed_by("%.*d|", 1'000'000'000, 7), std::string(1023, '0') + "7|");
}

TEST(Simulate, DumpsWhatTheKernelWrote) {
    const std::string file = scratch_folder() + "/twice";
    ASSERT_EQ(simulate({"--dump", "twice=" + file}).code, lab::exit_right);
    const std::string bytes = *lab::read_file(file);
    ASSERT_EQ(bytes.size(), 400u);
    float last = 0;
    std::memcpy(&last, bytes.data() + 396, 4);
    EXPECT_EQ(last, 198);
    const Answer back = warplens({"simulate", ptx, "--kernel", "tripled", "--grid", "4", "--block",
                                  "32", "--arg", "a:f32[100]=@" + file, "--arg", "b:f32[100]=zeros",
                                  "--arg", "n:i32=100", "--dump", "b=" + file});
    EXPECT_EQ(back.code, lab::exit_right) << back.err;
    std::memcpy(&last, lab::read_file(file)->data() + 396, 4);
    EXPECT_EQ(last, 594);
}

TEST(Simulate, OneOutputHoldsOneThing) {
    const Answer bytes = simulate({"--dump", "twice=-"});
    EXPECT_EQ(bytes.out.size(), 400u) << "the array alone, and no table behind it";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--dump", "twice=-", "--json", "-"},
          std::vector<std::string>{"--dump", "twice=-", "--dump", "numbers=-"}}) {
        const Answer both = simulate(words);
        EXPECT_EQ(both.code, lab::exit_usage);
        EXPECT_TRUE(has(both.err, "can go to standard output")) << both.err;
        EXPECT_EQ(both.out, "");
    }
    const std::string file = ::testing::TempDir() + "one_result";
    const Answer one = simulate({"--dump", "twice=" + file, "--json", file});
    EXPECT_EQ(one.code, lab::exit_usage);
    EXPECT_TRUE(has(one.err, "is named for two results")) << one.err;
}

TEST(Simulate, AFaultIsTold) {
    const Answer answer = simulate({"--json", "-"}, "unguarded");
    EXPECT_EQ(answer.code, lab::exit_kernel_fault);
    const Json fault = Json::parse(answer.out)["faults"][0];
    EXPECT_EQ(fault["kind"], "out_of_bounds");
    EXPECT_EQ(fault["buffer"], "numbers");
    EXPECT_EQ(fault["line"], 13);
    EXPECT_EQ(fault["thread"], Json::parse("[36, 0, 0]"));
    EXPECT_EQ(fault["block"], Json::parse("[1, 0, 0]"));
    EXPECT_TRUE(has(fault["message"].get<std::string>(), "numbers[100]"));
}

TEST(Simulate, OrderSharedArchAndCheckAreTaken) {
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--order", "sequential"},
                                               {"--order", "resident"},
                                               {"--order", "seed:9"},
                                               {"--shared", "1024"},
                                               {"--arch", "sm_90"},
                                               {"--arch", "sm_90a"},
                                               {"--check", "first"}})
        EXPECT_EQ(simulate(more).code, lab::exit_right) << more[1];
    EXPECT_EQ(Json::parse(simulate({"--shared", "1024", "--json", "-"}).out)["shared_bytes"], 1024);
}

TEST(Simulate, BadInputGetsASentence) {
    struct Bad {
        std::vector<std::string> more;
        const char* says;
    };
    const Bad bad[] = {
        {{"--order", "random"}, "not an order"},
        {{"--arch", "sm"}, "not an architecture"},
        {{"--shared", "-1"}, " 0 to 232448 bytes"},
        {{"--shared", "many"}, "whole number"},
        {{"--shared", "2^20"}, "227 KiB"},
        {{"--check", "some"}, "all or first"},
        {{"--arg", "more:i32=1"}, "takes 3 arguments"},
        {{"--arg", "more:i33=1"}, "not a type"},
        {{"--dump", "nothing=x"}, "no array argument has that name"},
        {{"--dump", "n=x"}, "no array argument has that name"},
        {{"--dump", "twice"}, "NAME=FILE"},
    };
    for (const Bad& one : bad) {
        const Answer answer = simulate(one.more);
        EXPECT_EQ(answer.code, lab::exit_usage) << one.says << answer.err;
        EXPECT_TRUE(has(answer.err, one.says)) << answer.err;
    }
    EXPECT_TRUE(has(simulate({}, "quadrupled").err, "doubled")) << "it lists the kernels there are";
    EXPECT_EQ(simulate({}, "quadrupled").code, lab::exit_usage);
}

Answer shaped(const std::string& grid, const std::string& block) {
    return warplens({"simulate", ptx, "--kernel", "doubled", "--grid", grid, "--block", block,
                     "--arg", "a:f32[8]=zeros", "--arg", "b:f32[8]=zeros", "--arg", "n:i32=8"});
}

TEST(Simulate, ShapesBeyondTheDevicesLimits) {
    EXPECT_EQ(shaped("1", "8").code, lab::exit_right);
    EXPECT_EQ(shaped("1,2,3", "8,2,2").code, lab::exit_kernel_fault)
        << "blocks write over each other";
    for (const char* block :
         {"4096", "0", "-1", "2^40", "x", "1025", "32,33", "1,1,65", "1,2,3,4"}) {
        EXPECT_EQ(shaped("1", block).code, lab::exit_usage) << block;
        EXPECT_FALSE(shaped("1", block).err.empty());
    }
    EXPECT_TRUE(has(shaped("1", "4096").err, "1024"));
    for (const char* grid : {"0", "-5", "2^31", "1,65536", "y"})
        EXPECT_EQ(shaped(grid, "8").code, lab::exit_usage) << grid;
}

TEST(Simulate, EachSideHasItsOwnLimit) {
    const auto says = [](const char* grid, const char* block, const char* sentence) {
        const Answer answer = shaped(grid, block);
        EXPECT_TRUE(has(answer.err, sentence)) << answer.err;
    };
    says("1", "0", "--block 0: side x must be 1 to 1024, not 0.");
    says("1", "1,0", "--block 1,0: side y must be 1 to 1024, not 0.");
    says("1", "1,1,0", "--block 1,1,0: side z must be 1 to 64, not 0.");
    says("1", "1,1,65", "This block does not fit along z: 65 asked, and the limit is 64.");
    says("0", "8", "--grid 0: side x must be 1 to 2147483647, not 0.");
    says("1,0", "8", "--grid 1,0: side y must be 1 to 65535, not 0.");
    says("1,70000", "8", "This grid does not fit along y: 70 000 asked, and the limit is 65 535.");
}

TEST(Simulate, ArgumentsMustFitTheKernel) {
    const auto with = [](const std::string& first, const std::string& last) {
        return warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "8",
                         "--arg", first, "--arg", "b:f32[8]=zeros", "--arg", last});
    };
    EXPECT_EQ(with("a:f32[8]=zeros", "n:i32=8").code, lab::exit_right);
    EXPECT_TRUE(has(with("a:f32[8]=zeros", "n:i64=8").err, "takes 4 bytes"));
    EXPECT_TRUE(has(with("a:f32=0", "n:i32=8").err, "takes a pointer"));
    EXPECT_TRUE(has(with("a:f32[8]=zeros", "n:i32[2]=zeros").err, "an array was given"));
    EXPECT_TRUE(has(with("b:f32[8]=zeros", "n:i32=8").err, "Two arguments have the name b"));
    EXPECT_EQ(with("a:i64=0", "n:i32=8").code, lab::exit_usage);
}

TEST(Simulate, BadFiles) {
    const auto file = [](const std::string& path) {
        return warplens({"simulate", path, "--kernel", "k", "--grid", "1", "--block", "1"});
    };
    EXPECT_EQ(file("/nowhere.ptx").code, lab::exit_bad_file);
    EXPECT_EQ(file("/nowhere.cu").code, lab::exit_bad_file);
    const std::string folder = scratch_folder(), junk = folder + "/junk.ptx";
    std::ofstream(junk) << ".version 7.0\n.target sm_75\nthis is no PTX\n";
    EXPECT_EQ(file(junk).code, lab::exit_bad_file);
    EXPECT_TRUE(has(file(junk).err, "line 3")) << file(junk).err;
    const Answer raw = simulate({}, "doubled", "100");
    EXPECT_EQ(raw.code, lab::exit_right);
    std::ofstream(folder + "/short") << "12";
    const Answer shorter =
        warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "8", "--arg",
                  "a:f32[8]=@" + folder + "/short", "--arg", "b:f32[8]=none", "--arg", "n:i32=8"});
    EXPECT_EQ(shorter.code, lab::exit_bad_file);
    EXPECT_TRUE(has(shorter.err, "has 2 bytes") && has(shorter.err, "need 32")) << shorter.err;
    const Answer endless =
        warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "8", "--arg",
                  "a:f32[8]=@/dev/zero", "--arg", "b:f32[8]=none", "--arg", "n:i32=8"});
    EXPECT_EQ(endless.code, lab::exit_bad_file);
    EXPECT_TRUE(has(endless.err, "/dev/zero is a device")) << endless.err;
    EXPECT_EQ(file("/dev/zero").code, lab::exit_bad_file) << "a program without an end";
}

// Neither filling nor a look at the results writes it.
TEST(Simulate, MemoryThatNobodyWroteIsTold) {
    const auto of = [](const char* filling) {
        return warplens({"simulate", ptx, "--kernel", "doubled", "--grid", "1", "--block", "8",
                         "--arg", std::string("a:f32[8]=") + filling, "--arg", "b:f32[8]=none",
                         "--arg", "n:i32=8"});
    };
    EXPECT_EQ(of("none").code, lab::exit_kernel_fault);
    EXPECT_TRUE(has(of("none").out, "reads a[0]")) << of("none").out;
    EXPECT_EQ(of("zeros").code, lab::exit_right);
}

TEST(Simulate, AnUnknownInstructionIsASentenceWithItsLine) {
    const std::string file = scratch_folder() + "/odd.ptx";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry "
                           "odd()\n{\n.reg .b32 %r<3>;\n"
                           "mov.u32 %r1, 1;\nfrobnicate.s32 %r2, %r1;\nret;\n}\n";
    const Answer answer = warplens(
        {"simulate", file, "--kernel", "odd", "--grid", "1", "--block", "1", "--json", "-"});
    EXPECT_EQ(answer.code, lab::exit_kernel_fault);
    EXPECT_TRUE(has(answer.err, "frobnicate") && has(answer.err, "line 8")) << answer.err;
    const Json json = Json::parse(answer.out);
    EXPECT_EQ(json["faults"][0]["kind"], "unknown_instruction");
    EXPECT_EQ(json["faults"][0]["line"], 8);
}

TEST(Simulate, AnEndlessLoopIsEndedByItsLimit) {
    const std::string file = scratch_folder() + "/endless.ptx";
    std::ofstream(file)
        << ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry endless()\n{\n"
           ".reg .b32 %r<3>;\nmov.u32 %r1, 1;\n$L:\nadd.s32 %r1, %r1, 1;\nbra $L;\n}\n";
    const std::vector<std::string> words{"simulate", file, "--kernel", "endless",
                                         "--grid",   "1",  "--block",  "32"};
    for (const auto& [limit, code] :
         {std::pair{"1e6", lab::exit_kernel_fault}, std::pair{"0", lab::exit_usage}}) {
        std::vector<std::string> limited = words;
        limited.insert(limited.end(), {"--limit", limit});
        const Answer answer = warplens(limited);
        EXPECT_EQ(answer.code, code);
        EXPECT_TRUE(has(answer.err, "--limit")) << answer.err;
    }
}

TEST(Simulate, AProgramInCudaIsCompiledWhereThereIsACompiler) {
    const std::string file = scratch_folder() + "/whole.cu";
    std::ofstream(file) << "#include <cstdio>\ntemplate <int N> __global__ void put(int* out) {\n  "
                           "  out[threadIdx.x] = N;\n}\n"
                           "int main() { put<7><<<1, 1>>>(nullptr); std::printf(\"host\\n\"); }\n";
    const Answer answer =
        warplens({"simulate", file, "--kernel", "put<7>", "--grid", "1", "--block", "32", "--arch",
                  "sm_80", "--arg", "out:i32[32]=zeros", "--json", "-"});
    if (!lab::find_nvcc()) {
        EXPECT_EQ(answer.code, lab::exit_bad_file);
        EXPECT_TRUE(has(answer.err, "nvcc"));
        return;
    }
    ASSERT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_EQ(Json::parse(answer.out)["counters"]["global_store_sectors"], 4);
    std::ofstream(file) << "__global__ void odd() {\n    asm volatile(\"frobnicate.s32;\");\n}\n";
    const Answer odd =
        warplens({"simulate", file, "--kernel", "odd", "--grid", "1", "--block", "1"});
    EXPECT_EQ(odd.code, lab::exit_kernel_fault);
    EXPECT_TRUE(has(odd.err, "whole.cu, line 2 (PTX line")) << odd.err;
    std::ofstream(file) << "__global__ void put(int* out) { out[0] = nonsense; }\n";
    const Answer broken =
        warplens({"simulate", file, "--kernel", "put", "--grid", "1", "--block", "1"});
    EXPECT_EQ(broken.code, lab::exit_bad_file);
    EXPECT_TRUE(has(broken.err, "nonsense"));
}

}  // namespace

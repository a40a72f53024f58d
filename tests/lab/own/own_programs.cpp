// The programs that files' kernels stand for: kernel and host, without a check of the result.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/compiler/compiler.h"
#include "lab/host_code/host_code.h"
#include "lab/own/module.h"
#include "lab/own/open.h"
#include "platform/child.h"
#include "platform/machine.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/part.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"

namespace {

using namespace lab;
using tests::has;
using tests::own_code;
using tests::own_files;

struct Launched {
    std::string file;
    std::vector<std::string> arguments{};  // those that are to differ
    std::string kernel{};
};

Request request_of(const Launched& launched) {
    AskedFile asked;
    asked.file = own_files + launched.file + ".cu";
    asked.arguments = launched.arguments;
    asked.kernel = launched.kernel;
    const auto subject = subject_of(asked, own_code(launched.file));
    EXPECT_TRUE(subject) << subject.problem().message;
    Request request;
    request.settings = Settings(*subject);
    return request;
}

std::string program_of(const Launched& launched) {
    const auto text = program_text(request_of(launched));
    EXPECT_TRUE(text) << text.problem().message;
    return text ? *text : "";
}

TEST(OwnProgram, LaunchesTheFilesKernelAsItIsShown) {
    const std::string text = program_of({"shared", {"from:i32[1000]=iota", "count:i32=1000"}});
    EXPECT_TRUE(has(text, "__global__ void reversed(")) << text;
    EXPECT_TRUE(has(text, "reversed<<<blocks, threads>>>(d_from, d_to, count);")) << text;
    EXPECT_TRUE(has(text, "const int blocks = 8, threads = 128;")) << text;
    EXPECT_TRUE(has(text, "const int count = 1000;")) << text;
    EXPECT_TRUE(has(text, "from[i] = double(i);")) << text;
    EXPECT_TRUE(has(text, "describe(\"to\", ")) << "what it writes is told";
    EXPECT_FALSE(has(text, "describe(\"from")) << text;
    EXPECT_FALSE(has(text, "WRONG")) << "nothing says what is right";
}

TEST(OwnProgram, KeepsTheSeedThatAFillHasOfItsOwn) {
    const std::string text = program_of({"shared", {"from:i32[100]=random:77"}});
    EXPECT_TRUE(has(text, "(77, i, ")) << text;
    EXPECT_FALSE(has(text, "seed_of")) << "nobody calls it";
    const auto shown = host_text(request_of({"shared", {"from:i32[100]=random:77"}}));
    EXPECT_TRUE(shown && has(*shown, "(77, i, "));
}

TEST(OwnProgram, IsCalledAfterFileAndKernel) {
    const Request request = request_of({"templates"});
    EXPECT_EQ(program_name(request.settings), "templates_spread_float__1");
    EXPECT_TRUE(has(program_of({"templates"}), "spread<float, 1><<<"));
}

TEST(OwnProgram, IsRefusedWhereOnlyBytesAreKnown) {
    const auto refused = [](const Request& request) {
        const auto text = program_text(request);
        return text ? "" : text.problem().message;
    };
    EXPECT_TRUE(has(refused(request_of({"by_value"})), "takes a structure by value"));
    const std::string folder = tests::scratch_folder();
    std::ofstream(folder + "/a.bin") << std::string(4 * 513, 'x');
    EXPECT_EQ(refused(request_of({"shared", {"from:i32[513]=@" + folder + "/a.bin"}})),
              "from is filled from a file. Host code is written only for inputs from a formula "
              "(zeros, ones, iota or random) or for at most 512 given values.");
    AskedFile asked;
    asked.file = own_files + "shared.ptx";
    const auto subject = subject_of(asked, Code{{}, *read_file(asked.file)});
    ASSERT_TRUE(subject);
    Request request;
    request.settings = Settings(*subject);
    EXPECT_EQ(refused(request),
              "shared.ptx is PTX, but host code needs CUDA source: open the .cu file that it was "
              "made from.");
}

// Nobody means to lose the source.
TEST(OwnProgram, AKernelsOwnFileIsNeverWrittenOver) {
    const std::string folder = tests::scratch_folder(), file = folder + "/mine.cu";
    std::filesystem::copy_file(own_files + "shared.cu", file);
    const auto code = [&](std::vector<std::string> words) {
        std::ostringstream out, err;
        const int ended = command_line(words, out, err);
        EXPECT_TRUE(has(err.str(), "is not overwritten")) << err.str();
        EXPECT_EQ(*read_file(file), *read_file(own_files + "shared.cu"));
        return ended;
    };
    const std::string ptx = own_files + "shared.ptx";
    EXPECT_EQ(code({"run", ptx, "--json", file}), exit_bad_file);
    const std::string copy = folder + "/mine.ptx";
    std::filesystem::copy_file(ptx, copy);
    EXPECT_EQ(code({"run", copy, "--json", copy}), exit_bad_file);
    EXPECT_EQ(*read_file(copy), *read_file(ptx));
    if (!find_nvcc()) return;
    const std::string same = folder + "/./mine.cu";
    EXPECT_EQ(code({"export", file, "--out", same, "--force"}), exit_bad_file);
}

// One file; with WARPLENS_ALL=1 in the environment, every one.
TEST(OwnProgram, IsTakenByNvcc) {
    const auto nvcc = find_nvcc();
    if (!nvcc) GTEST_SKIP() << "no nvcc here: nothing was compiled";
    std::vector<std::string> files{"templates"};
    if (tests::whole())
        files = {"atomics", "boxes",    "endless", "past_the_end",
                 "several", "shuffles", "shared",  "templates"};
    const std::string folder = tests::scratch_folder(), path = folder + "/program.cu";
    for (const std::string& name : files) {
        std::ofstream(path) << program_of({name});
        const auto ending = platform::run(
            {.words = {nvcc->string(), "-arch=sm_75", "-c", "-o", folder + "/program.o", path}});
        EXPECT_EQ(ending.code, 0) << name << ": " << ending.output;
    }
}

// The default is the first kernel; it is refused with its name's line, and the others are named.
TEST(OwnFile, AKernelThatCannotBeRunNamesThoseThatCan) {
    const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    const std::string text = head +
                             ".entry first() {\n.reg .b32 %r<9>;\ncp.async.wait_all;\nret; }\n"
                             ".entry second() { ret; }\n.entry third() { mov.u32 %q, 1; }\n"
                             ".entry fourth() { ret; }\n";
    lab::AskedFile words;
    words.file = "mixed.ptx";
    const auto subject = lab::subject_of(words, lab::Code{"", text});
    ASSERT_FALSE(subject);
    EXPECT_TRUE(has(subject.problem().message, "mixed.ptx, line 6: The instruction"));
    EXPECT_TRUE(has(subject.problem().message,
                    "Other kernels of the file that can run (--kernel): second, fourth."))
        << subject.problem().message;
    words.kernel = "fourth";
    EXPECT_TRUE(lab::subject_of(words, lab::Code{"", text}));
}

// What the compiler wrote is another text: its line stands in no .cu, and a file of one line has no
// line 14. The window marks no line for it.
TEST(OwnFile, ALineOfThePtxIsNoLineOfTheSource) {
    const std::string head = ".version 6.3\n.target sm_75\n.address_size 64\n";
    const std::string ptx = head + ".global .align 4 .b8 big[8589934592];\n";
    const auto compiled = lab::module_of("big.cu", {"__device__ float big[1ull << 31];\n", ptx});
    ASSERT_FALSE(compiled);
    EXPECT_TRUE(compiled.problem().message.starts_with("big.cu, PTX line 4: The size"))
        << compiled.problem().message;
    EXPECT_EQ(compiled.problem().line, -4);
    const auto own = lab::module_of("big.ptx", {"", ptx});
    ASSERT_FALSE(own);
    EXPECT_TRUE(own.problem().message.starts_with("big.ptx, line 4: The size"));
    EXPECT_EQ(own.problem().line, 4);
    // The same of an instruction that has no .loc.
    const std::string unknown = head + ".visible .entry odd()\n{\n\tfrobnicate.s32;\n\tret;\n}\n";
    const auto subject =
        lab::subject_of({.file = "odd.cu"}, {"__global__ void odd() {}\n", unknown});
    ASSERT_FALSE(subject);
    EXPECT_TRUE(subject.problem().message.starts_with("odd.cu, PTX line 6: The instruction"))
        << subject.problem().message;
    EXPECT_LT(subject.problem().line, 0);
}

}  // namespace

// `compare` of files, and `compare --native`, with a script in nvcc's place and the driver of
// tests/fake_cuda: what is loaded, what both sides say, and what does not fit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/fake_cuda/program.h"
#include "tests/helpers/own_nvcc.h"
#include "tests/helpers/scratch_folder.h"

namespace {

namespace files = std::filesystem;
using fake::Answer;

constexpr int all_right = 0, bad_words = 2, without_gpu = 3, bad_file = 5;

// Makes PTX of what stands behind //ptx:, and an ELF file without kernels.
std::string stand_in(const std::string& newest) {
    return "#!/bin/sh\ncase \"$1\" in\n"
           "--version) echo 'release 12.2, V12.2.140'; exit;;\n"
           "--list-gpu-arch) echo compute_75 compute_" +
           newest +
           "; exit;;\n"
           "-cubin) printf '\\177ELF%096d' 0 > kernel.cubin; exit;;\nesac\n" +
           std::string(tests::compiles_comments) + "\n";
}

class CompareFiles : public testing::Test {
protected:
    const files::path folder = files::path(tests::scratch_folder()) / "compared";

    void SetUp() override {
        files::create_directories(folder / "bin");
        std::ofstream(folder / "one.cu") << tests::scaling_source(2);
        std::ofstream(folder / "two.cu") << "// the same\n" + tests::scaling_source(2);
        std::ofstream(folder / "three.cu") << tests::scaling_source(3);
        nvcc("90");
    }
    void nvcc(const std::string& newest) const {
        const files::path script = folder / "bin/nvcc";
        std::ofstream(script) << stand_in(newest);
        files::permissions(script, files::perms::owner_all);
    }
    Answer program(const std::string& line, const std::string& misdeeds) const {
        return fake::run(line, misdeeds,
                         {{"PATH", (folder / "bin").string() + ":" + std::getenv("PATH")}});
    }
    Answer compare(const std::string& words, const std::string& misdeeds = "") const {
        return program("compare " + words, misdeeds);
    }
    std::string file(const char* name) const { return (folder / name).string(); }
};

const std::string launch = " --grid 1 --block 32 --arg out:i32[32]=zeros";

TEST_F(CompareFiles, TwoVersionsAreTimedInTurns) {
    const Answer answer = compare(file("one.cu") + " " + file("two.cu") + launch);
    EXPECT_EQ(answer.code, all_right) << answer.text;
    EXPECT_TRUE(answer.says("A is neither faster nor slower than B")) << answer.text;
    EXPECT_TRUE(answer.says("alternating, 32 pairs")) << answer.text;
    EXPECT_TRUE(answer.says("two.cu")) << answer.text;
}

TEST_F(CompareFiles, OtherWorkIsNotCompared) {
    const Answer answer = compare(file("one.cu") + " " + file("three.cu") + launch);
    EXPECT_TRUE(
        answer.says("A and B leave other numbers in out: they did other work, and nothing "
                    "is compared."))
        << answer.text;
    EXPECT_FALSE(answer.says("A over B")) << answer.text;
}

TEST_F(CompareFiles, OneFileInTwoConfigurationsToo) {
    const Answer answer = compare(file("one.cu") + " " + file("one.cu") + " grid=2" + launch);
    EXPECT_EQ(answer.code, all_right) << answer.text;
    EXPECT_TRUE(answer.says("alternating")) << answer.text;
    EXPECT_EQ(compare(file("one.cu") + " " + file("one.cu") + launch).code, bad_words)
        << "nothing differs";
}

TEST_F(CompareFiles, AProgramThatIsBrokenOnPurposeStaysFromTheGpu) {
    const Answer answer = compare("bug_hunt/past_the_end bug_hunt/past_the_end block=128");
    EXPECT_TRUE(answer.says("This kernel is broken on purpose, so it does not run on a GPU."))
        << answer.text;
}

// 32 threads write past an array of 16, and a GPU might not tell.
TEST_F(CompareFiles, AFaultInTheSimulatorKeepsAKernelFromTheGpu) {
    const Answer answer = compare(file("one.cu") + " " + file("two.cu") +
                                  " --grid 1 --block 32 --arg out:i32[16]=zeros");
    EXPECT_EQ(answer.code, bad_file) << answer.text;
    EXPECT_TRUE(answer.says("only after it has run in the simulator without a fault"))
        << answer.text;
}

TEST_F(CompareFiles, NativeLoadsWhatNvccMakesForThisGpu) {
    const Answer answer = compare(file("one.cu") + launch + " --native");
    EXPECT_EQ(answer.code, all_right) << answer.text;
    EXPECT_TRUE(answer.says("PTX, compiled by the driver")) << answer.text;
    EXPECT_TRUE(answer.says("scale: 32 registers")) << answer.text;
    EXPECT_TRUE(answer.says("machine code by nvcc 12.2")) << answer.text;
    EXPECT_TRUE(answer.says("scale: 40 registers")) << "of the cubin: " << answer.text;
    EXPECT_TRUE(answer.says("A is neither faster nor slower than B")) << answer.text;
}

TEST_F(CompareFiles, NativeTakesALessonToo) {
    const Answer answer = compare("vector_addition/one_each n=2^10 --native --json -");
    EXPECT_TRUE(answer.says("\"machine_code_by\": \"nvcc 12.2\"")) << answer.text;
    EXPECT_TRUE(answer.says("\"registers\": 40")) << answer.text;
    EXPECT_TRUE(answer.says("\"code_bytes\": null")) << answer.text;
}

TEST_F(CompareFiles, WhatDoesNotFitIsOneSentence) {
    const Answer refused = compare(file("one.cu") + launch + " --native", "no_cubins");
    EXPECT_TRUE(
        refused.says("The driver (CUDA 12.8) does not load this machine code on a GPU of "
                     "sm_90: the toolkit that made it may be newer than the driver."))
        << refused.text;
    const Answer ptx =
        compare(file("one.cu") + launch + " --native", "fail=cuModuleLoadDataEx status=222");
    EXPECT_TRUE(ptx.says("The driver (CUDA 12.8) is older than the toolkit that made this PTX"))
        << ptx.text;
    nvcc("80");
    const Answer old = compare(file("one.cu") + launch + " --native");
    EXPECT_EQ(old.code, bad_file) << old.text;
    const std::string why = "nvcc 12.2 knows GPUs up to sm_80, and this GPU is sm_90";
    EXPECT_TRUE(old.says(why)) << old.text;
    EXPECT_TRUE(program("doctor", "").says(why));
    const Answer two = compare(file("one.cu") + " " + file("two.cu") + launch + " --native");
    EXPECT_EQ(two.code, bad_words) << two.text;
    EXPECT_TRUE(two.says("--native takes one kernel")) << two.text;
    const Answer none = compare(file("one.cu") + launch + " --native", "fail=cuInit status=100");
    EXPECT_EQ(none.code, without_gpu) << none.text;
}

}  // namespace

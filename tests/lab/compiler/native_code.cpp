// Machine code for one GPU: which compiler makes it, and what does not fit, in a sentence each. A
// script stands in for nvcc.
#include "lab/compiler/native.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "lab/compiler/nvrtc.h"
#include "platform/files.h"
#include "tests/helpers/own_nvcc.h"
#include "tests/helpers/scratch_folder.h"

namespace {

namespace files = std::filesystem;

// Of CUDA 12.2, for GPUs from sm_50 to sm_90.
const std::string of_12_2 =
    "case \"$1\" in\n"
    "--version) echo 'Cuda compilation tools, release 12.2, V12.2.140'; exit;;\n"
    "--list-gpu-arch) printf 'compute_50\\ncompute_75\\ncompute_90a\\n'; exit;;\nesac\n";

class NativeCode : public testing::Test {
protected:
    const files::path folder = tests::scratch_folder();
    const files::path source = folder / "a.cu";
    void SetUp() override { platform::write_file(source, "text\n"); }
};

TEST_F(NativeCode, IsMadeByNvccForTheArchitectureOfTheGpu) {
    const tests::OwnNvcc nvcc(folder / "bin",
                              of_12_2 +
                                  "printf 'code\\0of ' > kernel.cubin; echo \"$@\" >> "
                                  "kernel.cubin; tail -1 kernel.cu >> kernel.cubin");
    const auto made = lab::machine_code(source, 90, "a last line");
    ASSERT_TRUE(made) << made.problem().message;
    EXPECT_EQ(made->by, "nvcc 12.2");
    EXPECT_EQ(made->image, std::string("code\0of ", 8) +
                               "-cubin -lineinfo -arch=sm_90 -I include -o kernel.cubin "
                               "kernel.cu\na last line\n")
        << "bytes as they are";
}

TEST_F(NativeCode, OfAnotherTimeThanTheGpuIsASentence) {
    const tests::OwnNvcc nvcc(folder / "bin", of_12_2 + "exit 1");
    const auto newer = lab::machine_code(source, 100), older = lab::machine_code(source, 37);
    ASSERT_FALSE(newer || older);
    EXPECT_EQ(newer.problem().message,
              "nvcc 12.2 knows GPUs up to sm_90, and this GPU is sm_100: install a newer CUDA "
              "toolkit.");
    EXPECT_EQ(older.problem().message,
              "nvcc 12.2 knows GPUs from sm_50 on, and this GPU is sm_37: install an older CUDA "
              "toolkit.");
    EXPECT_EQ(lab::why_no_code({}, 90),
              "Code for this very GPU needs nvcc or NVRTC, and this machine has neither: install "
              "the CUDA toolkit.");
}

// An nvcc that does not tell is asked to compile all the same, and its own words stand.
TEST_F(NativeCode, TheWordsOfTheCompilerAreTold) {
    const tests::OwnNvcc nvcc(folder / "bin",
                              "case \"$1\" in --*) exit 1;; esac\n"
                              "echo \"nvcc fatal : Unsupported gpu architecture 'sm_90'\"; exit 1");
    const lab::Toolkit toolkit = lab::toolkit_here();
    EXPECT_EQ(toolkit.name, "nvcc");
    EXPECT_EQ(lab::why_no_code(toolkit, 90), "");
    const auto made = lab::machine_code(source, 90);
    ASSERT_FALSE(made);
    EXPECT_NE(made.problem().message.find("Unsupported gpu architecture 'sm_90'"),
              std::string::npos);
}

}  // namespace

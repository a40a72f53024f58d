// What is compiled is looked at first, whoever compiles it.
#include <gtest/gtest.h>

#include <fstream>

#include "lab/compiler/nvrtc.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace tests;

TEST(CudaSource, ZerosAndWhatIsTooLongAreSentences) {
    const std::string file = scratch_folder() + "/zeros.cu", out = scratch_folder() + "/zeros.ptx";
    const auto compiled_zeros = [&](std::size_t bytes) {
        std::ofstream(file, std::ios::binary) << std::string(bytes, '\0');
        return warplens({"compile", file, "--out", out});
    };
    if (!lab::nvrtc_version()) GTEST_SKIP() << "there is no NVRTC here";
    const Answer zeros = compiled_zeros(1000);
    EXPECT_EQ(zeros.code, lab::exit_bad_file);
    EXPECT_TRUE(has(zeros.err, "bytes that are not text")) << zeros.err;
    const Answer large = compiled_zeros(9 << 20);
    EXPECT_EQ(large.code, lab::exit_bad_file);
    EXPECT_TRUE(has(large.err, "and the most is")) << large.err;
}

}  // namespace

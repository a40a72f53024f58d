// --set: values of constants and device variables for a kernel of one's own.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/own/variables.h"
#include "simulator/decode/program.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"

namespace {

using tests::has;

const char* const reads_a_constant =
    ".version 7.0\n.target sm_75\n.address_size 64\n.const .align 4 .b8 mask[20];\n"
    ".visible .entry blur(.param .u64 blur_param_0)\n{\n.reg .f32 %f<2>;\n.reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [blur_param_0];\nld.const.f32 %f1, [mask+8];\n"
    "st.global.f32 [%rd1], %f1;\nret;\n}\n";

TEST(OwnVariables, AConstantIsSetFromWords) {
    const std::string path = tests::scratch_folder() + "/blur.ptx", bytes = path + ".out";
    ASSERT_FALSE(lab::write_file(path, reads_a_constant));
    const auto told = [&](std::vector<std::string> more, int& code) {
        std::ostringstream out, err;
        std::vector<std::string> words{"simulate", path,          "--grid", "1",
                                       "--block",  "1",           "--arg",  "out:f32[1]=zeros",
                                       "--dump",   "out=" + bytes};
        words.insert(words.end(), more.begin(), more.end());
        code = lab::command_line(words, out, err);
        return out.str() + err.str();
    };
    int code = 0;
    EXPECT_TRUE(has(told({}, code), "--set mask:f32[5]=")) << "what sets it is said";
    EXPECT_EQ(code, lab::exit_right) << "a warning";
    EXPECT_FALSE(has(told({"--set", "mask:f32[5]=iota"}, code), "Warning"));
    float value = 0;
    std::ifstream(bytes, std::ios::binary).read(reinterpret_cast<char*>(&value), sizeof value);
    EXPECT_EQ(value, 2);
    EXPECT_TRUE(
        has(told({"--set", "mask:f32[4]=ones"}, code), "mask has 20 B, but 16 B were given"));
    EXPECT_EQ(code, lab::exit_usage);
    EXPECT_TRUE(has(told({"--set", "mast:f32[5]=ones"}, code), "the file has mask"));
    EXPECT_TRUE(has(told({"--set", "mask:f32[5]=ones", "--set", "mask:f32[5]=iota"}, code),
                    "--set mask is given twice"));
}

const char* const takes_shared =
    ".version 7.0\n.target sm_75\n.address_size 64\n.extern .shared .align 4 .b8 s[];\n"
    ".visible .entry large(.param .u64 large_param_0)\n{\n.reg .b32 %r<2>;\n"
    "mov.u32 %r1, 1;\nst.shared.u32 [s+59996], %r1;\nret;\n}\n";

TEST(OwnShared, MoreThan48KiBIsAskedForByACall) {
    const std::string path = tests::scratch_folder() + "/large.ptx";
    ASSERT_FALSE(lab::write_file(path, takes_shared));
    std::string said;
    const auto code = [&](std::vector<std::string> more) {
        std::ostringstream out, err;
        std::vector<std::string> words{"simulate", path, "--grid", "1",
                                       "--block",  "1",  "--arg",  "out:f32[1]=zeros"};
        words.insert(words.end(), more.begin(), more.end());
        const int ended = lab::command_line(words, out, err);
        said = out.str() + err.str();
        return ended;
    };
    EXPECT_EQ(code({"--shared", "60000"}), lab::exit_usage);
    EXPECT_TRUE(
        has(said, "cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize"))
        << said;
    EXPECT_TRUE(has(said, "invalid argument")) << said;
    EXPECT_EQ(code({"--shared", "60000", "--max-shared", "59999"}), lab::exit_usage);
    EXPECT_EQ(code({"--shared", "60000", "--max-shared", "60000"}), lab::exit_right) << said;
    EXPECT_EQ(code({"--shared", "1000", "--max-shared", "999"}), lab::exit_usage)
        << "the call may allow less as well";
    EXPECT_EQ(code({"--shared", "1000", "--max-shared", "232448"}), lab::exit_kernel_fault) << said;
    EXPECT_EQ(code({"--shared", "1000", "--max-shared", "232449"}), lab::exit_usage);
    EXPECT_TRUE(has(said, "cudaFuncSetAttribute can't allow so much")) << said;
    EXPECT_EQ(code({}), lab::exit_right) << "who guesses the bytes asks for them, too: " << said;
}

// As an H200 refuses them.
TEST(OwnShared, StaticBytesAreAmongThe48KiB) {
    std::string text = takes_shared;
    const auto body = text.find('{') + 1;
    text.insert(body,
                "\n.shared .align 4 .b8 fixed[12000];\n.reg .b32 %of_fixed;\n"
                "mov.u32 %of_fixed, fixed; st.shared.u32 [%of_fixed], 1;\n");
    const std::string path = tests::scratch_folder() + "/both.ptx";
    ASSERT_FALSE(lab::write_file(path, text));
    std::string said;
    const auto code = [&](const std::string& bytes) {
        std::ostringstream out, err;
        const std::vector<std::string> words{"simulate", path, "--grid", "1",
                                             "--block",  "1",  "--arg",  "out:f32[1]=zeros",
                                             "--shared", bytes};
        const int ended = lab::command_line(words, out, err);
        said = out.str() + err.str();
        return ended;
    };
    EXPECT_EQ(code("37152"), lab::exit_kernel_fault) << "launched, and too short: " << said;
    EXPECT_EQ(code("37153"), lab::exit_usage) << said;
    EXPECT_TRUE(has(said, "(12 000 bytes are static here)")) << said;
}

TEST(OwnVariables, ThoseOfAKernelAreListed) {
    const auto module = simulator::Module::read(reads_a_constant);
    ASSERT_TRUE(module);
    const auto all = lab::variables_of(**module, "blur");
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].name, "mask");
    EXPECT_EQ(all[0].type, "20 B");
}

// Eight of the rows are added up, and the sums of the others stay as they are.
TEST(OwnResults, ElementsThatNobodyWroteAreCounted) {
    std::string said;
    const auto code = [&](const char* sums, const char* grid, std::vector<std::string> more = {}) {
        std::ostringstream out, err;
        std::vector<std::string> words{"simulate", tests::own_files + "unequal.ptx",
                                       "--kernel", "sum_by_warp",
                                       "--grid",   grid,
                                       "--block",  "128",
                                       "--arg",    "rows:f32[8192]=ones",
                                       "--arg",    sums,
                                       "--arg",    "n:i32=256"};
        words.insert(words.end(), more.begin(), more.end());
        const int ended = lab::command_line(words, out, err);
        said = out.str() + err.str();
        return ended;
    };
    EXPECT_EQ(code("sums:f32[256]=none", "2"), lab::exit_right) << "a warning";
    EXPECT_TRUE(has(said, "248 of 256 elements of sums were never written: the first is sums[8]"))
        << said;
    EXPECT_TRUE(has(said, "Warning: Never written: sums")) << said;
    code("sums:f32[256]=none", "2", {"--json", "-"});
    EXPECT_TRUE(has(said, "\"never_written\"")) << said;
    code("sums:f32[256]=none", "64");
    EXPECT_FALSE(has(said, "never written")) << said;
    code("sums:f32[256]=zeros", "2");
    EXPECT_FALSE(has(said, "never written")) << "zeros may be what is wanted";
}

}  // namespace

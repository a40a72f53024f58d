// printf of a kernel returns how many arguments it took, as CUDA's does, also once its buffer is
// full.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "lab/assets.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace tests;

// Each thread keeps what printf("%d and %*d%%\\n", ...) returned.
std::vector<int> returned_by(const std::string& blocks) {
    const std::string folder = scratch_folder(), file = folder + "/k.ptx";
    std::string letters;
    for (const char letter : std::string("%d and %*d%%\n"))
        letters += std::to_string(letter) + ", ";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n"
                           ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
                           ".global .align 1 .b8 words[] = {"
                        << letters << R"(0};
.visible .entry k(.param .u64 out) {
.local .align 8 .b8 numbers[16];
.reg .b32 %r<8>; .reg .b64 %rd<9>;
mov.u64 %rd1, words; cvta.global.u64 %rd2, %rd1;
mov.u64 %rd3, numbers; cvta.local.u64 %rd4, %rd3;
mov.u32 %r1, 12; st.local.u32 [%rd3], %r1; st.local.u32 [%rd3+4], %r1; st.local.u32 [%rd3+8], %r1;
{ .param .b64 x; .param .b64 y; .param .b32 z;
st.param.b64 [x+0], %rd2; st.param.b64 [y+0], %rd4;
call.uni (z), vprintf, (x, y); ld.param.b32 %r2, [z+0]; }
ld.param.u64 %rd5, [out]; cvta.to.global.u64 %rd6, %rd5;
mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.s32 %r6, %r3, %r4, %r5;
mul.wide.s32 %rd7, %r6, 4; add.s64 %rd8, %rd6, %rd7; st.global.u32 [%rd8], %r2; ret; })";
    const std::string count = std::to_string(256 * std::stoi(blocks)), dump = folder + "/out";
    const Answer answer =
        warplens({"simulate", file, "--grid", blocks, "--block", "256", "--arg",
                  "out:i32[" + count + "]=zeros", "--dump", "out=" + dump, "--check", "first"});
    EXPECT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_TRUE(has(answer.out, "12 and           12%\n")) << answer.out.substr(0, 400);
    const std::string bytes = *lab::read_file(dump);
    std::vector<int> values(bytes.size() / sizeof(int));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(int));
    return values;
}

TEST(Printing, ReturnsHowManyArgumentsItTook) {
    const std::vector<int> few = returned_by("1");
    EXPECT_EQ(few.size(), 256u);
    EXPECT_EQ(std::ranges::count(few, 3), 256);
    const std::vector<int> beyond = returned_by("400");  // 2 MB of text
    EXPECT_EQ(std::ranges::count(beyond, 3), 400 * 256);
}

}  // namespace

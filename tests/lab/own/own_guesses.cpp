// A launch that was guessed does not call a kernel wrong that is right at its own.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace tests;

// A kernel with an array `s` of `elements` numbers: registers %r (32 bits), %d (64) and %p, its
// thread's number in %r0, that of its block in %r1, and the address of `out` in %d0.
Answer guessed(std::string_view elements, const std::string& body,
               const std::vector<std::string>& more = {}) {
    const std::string file = scratch_folder() + "/guessed.ptx";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n"
                           ".visible .entry k(.param .u64 out)\n{\n"
                           ".reg .b64 %d<9>; .reg .b32 %r<9>; .reg .pred %p<3>;\n"
                           ".shared .align 4 .b8 s["
                        << elements << "];\n"
                        << "ld.param.u64 %d0, [out]; cvta.to.global.u64 %d0, %d0;\n"
                           "mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;\n"
                           "mul.wide.u32 %d1, %r0, 4; add.u64 %d2, %d0, %d1;\n"
                        << body << "ret;\n}\n";
    std::vector<std::string> words{"simulate", file};
    words.insert(words.end(), more.begin(), more.end());
    return warplens(words);
}

// Element tid + 1 of 66.
const std::string halo =
    "mov.u32 %r2, s; mad.lo.u32 %r3, %r0, 4, %r2; st.shared.u32 [%r3+4], %r0;\n";

TEST(OwnGuesses, AnotherBlockWhereAnIndexGoesAstray) {
    const Answer answer = guessed("264", halo);
    EXPECT_EQ(answer.code, lab::exit_right) << answer.out << answer.err;
    EXPECT_TRUE(has(answer.out, "block 64")) << answer.out;
    EXPECT_TRUE(has(answer.out, "In blocks of 256 threads this kernel has a fault (Out of bounds"))
        << answer.out;
    EXPECT_TRUE(has(answer.out, "If your block is 256, give it with --block")) << answer.out;
}

TEST(OwnGuesses, AGivenBlockIsTaken) {
    const Answer answer = guessed("264", halo, {"--block", "256"});
    EXPECT_EQ(answer.code, lab::exit_kernel_fault);
    EXPECT_FALSE(has(answer.out, "give it with --block")) << answer.out;
}

TEST(OwnGuesses, OtherNumbersWhereTheyAreIndices) {
    const Answer answer =
        guessed("32",
                "setp.lt.u32 %p1, %r0, 8; mov.u32 %r2, s; mad.lo.u32 %r3, %r0, 4, %r2;\n"
                "@%p1 st.shared.u32 [%r3], %r0;\nbar.sync 0;\n"
                "ld.global.u32 %r4, [%d2]; mad.lo.u32 %r3, %r4, 4, %r2;\n"
                "atom.shared.add.u32 %r5, [%r3], 1;\n");
    EXPECT_EQ(answer.code, lab::exit_right) << answer.out << answer.err;
    EXPECT_TRUE(has(answer.out, "the whole numbers that are not sizes are 0")) << answer.out;
}

// In one warp it would be clean: lanes of a warp go together.
TEST(OwnGuesses, ARaceIsNotHidden) {
    const Answer answer =
        guessed("1024",
                "mov.u32 %r2, s; mad.lo.u32 %r3, %r0, 4, %r2; st.shared.u32 [%r3], %r0;\n"
                "xor.b32 %r4, %r0, 32; mad.lo.u32 %r3, %r4, 4, %r2; setp.gt.u32 %p1, %r0, 31;\n"
                "@%p1 ld.shared.u32 %r5, [%r3];\n");
    EXPECT_EQ(answer.code, lab::exit_kernel_fault) << answer.out;
    EXPECT_TRUE(has(answer.out, "and in blocks of 32 it has none: give your block with --block"))
        << answer.out;
}

TEST(OwnGuesses, WhereNoneIsRightItIsSaidThatTheLaunchWasGuessed) {
    const Answer answer = guessed("32", "mov.u32 %r2, s; st.shared.u32 [%r2+32], %r0;\n");
    EXPECT_EQ(answer.code, lab::exit_kernel_fault);
    EXPECT_TRUE(has(answer.out, "With this guessed launch the kernel has a fault")) << answer.out;
}

}  // namespace

// Sentences about errors are sentences, whatever was typed.
#include <gtest/gtest.h>

#include "lab/cli/plain_errors.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace tests;

TEST(PlainErrors, BytesThatAreNoTextAreSpelled) {
    EXPECT_EQ(lab::in_letters("a\xff\xfe z\xc3\xa4\xe2\x82\xac\xc3"),
              "a\\xff\\xfe z\xc3\xa4\xe2\x82\xac\\xc3");
    EXPECT_EQ(lab::in_letters("\xc2\x9b"), "\\xc2\\x9b");
}

TEST(PlainErrors, ALineOfAMillionWordsIsCut) {
    std::string words = "no/lesson";
    for (int i = 0; i < 100'000; ++i) words += " word";
    std::ostringstream out;
    lab::PlainErrors err(out);
    err << words << "\nshort\n";
    EXPECT_LT(out.str().size(), 3000u);
    EXPECT_TRUE(has(out.str(), "(500 009 letters)\nshort\n")) << out.str();
}

TEST(PlainErrors, AFlagThatIsNotKnownIsBlamedFirst) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", "--zzz"}, {"simulate", "--zzz=3"}, {"export", "--zzz"}}) {
        const Answer answer = warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage);
        EXPECT_TRUE(has(answer.err, "not expected: --zzz")) << answer.err;
    }
}

TEST(PlainErrors, ANameThatNoSystemTakesIsASentence) {
    const std::string folder = scratch_folder() + "/" + std::string(280, 'x');
    const Answer answer = warplens({"export", "--all", "doubling", "--out", folder});
    EXPECT_EQ(answer.code, lab::exit_bad_file);
    EXPECT_TRUE(has(answer.err, "can't be made: File name too long.")) << answer.err;
    EXPECT_FALSE(has(answer.err, "filesystem error")) << answer.err;
}

}  // namespace

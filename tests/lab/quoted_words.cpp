// Printed commands are pasted into a shell: it reads the words that were meant, and runs nothing.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "lab/host_code/host_code.h"
#include "lab/words.h"

namespace {

std::string told_by_shell(const std::string& command) {
    std::FILE* pipe = popen(command.c_str(), "r");
    std::string all;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) all += static_cast<char>(c);
    pclose(pipe);
    return all;
}

constexpr std::array hostile{
    "a;touch X.cu",
    "$(touch X).cu",
    "`touch X`",
    "it's",
    "'",
    "''a'",
    "a\"b",
    "a\\b",
    "two words",
    "*",
    "a[0-9]",
    "~root",
    "",
    "#x",
    "x\ny",
    "!x",
    "a&b|c>d<e",
    "{a,b}",
    "f<float, 7>",
    "-dash",
    "=",
    "?",
    "\\'; ls",
    "a\tb",
    "n=2^20",
    "a:f32[8]=zeros",
    "\xc3\xa4.cu",
    "${HOME}",
    "$",
};

TEST(Quoted, AShellReadsTheWordThatWasMeant) {
    for (const char* word : hostile) {
        const std::string quoted = lab::in_quotes(word);
        EXPECT_EQ(told_by_shell("printf %s. -- " + quoted), "--." + std::string(word) + ".")
            << quoted;
        const auto read = lab::words_in("a " + quoted + " b");
        ASSERT_TRUE(read) << quoted;
        ASSERT_EQ(read->size(), 3u) << quoted;
        EXPECT_EQ((*read)[1], word);
    }
    EXPECT_EQ(lab::in_quotes("reduction/wide"), "reduction/wide");
    EXPECT_EQ((*lab::words_in("it's.cu don't"))[0], "it's.cu") << "as lines had it before";
    EXPECT_FALSE(lab::words_in("a 'b"));
}

// The compiler is not started: the words are what matters.
TEST(Quoted, TheCommandThatBuildsAProgram) {
    EXPECT_EQ(lab::build_command("a.cu"), "nvcc -O3 -arch=native a.cu -o a && ./a");
    EXPECT_EQ(lab::build_command("/x/a.cu"), "nvcc -O3 -arch=native /x/a.cu -o /x/a && /x/a");
    EXPECT_EQ(lab::build_command("-a;b.cu"),
              "nvcc -O3 -arch=native './-a;b.cu' -o './-a;b' && './-a;b'");
}

}  // namespace

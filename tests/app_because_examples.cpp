// The sentences that docs/because.md shows, made anew by the program.
#include "app/sentences/because.h"
#include "app/sentences/change.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "app/sentences/held.h"
#include "app/session.h"
#include "lab/requests/state_line.h"

namespace {

using namespace app;

// A sentence of the page, and the words of the shot that draws it: of the state that is shown, and
// of the one before it, which has what it does not say from there.
struct Example {
    std::string sentence, shown, before;
};

std::vector<std::string> split_line(const std::string& line) {
    std::istringstream from(line);
    return {std::istream_iterator<std::string>(from), {}};
}

// "reduction n=4", "reduction block=64 n=8": as --from has it, "reduction n=4 block=64".
std::string with_words_of(std::string line, const std::string& shown) {
    const auto name = [](const std::string& word) { return word.substr(0, word.find('=')); };
    const auto own = split_line(line), others = split_line(shown);
    for (std::size_t i = 1; i < others.size(); ++i)
        if (std::ranges::find(own, name(others[i]), name) == own.end()) line += " " + others[i];
    return line;
}

std::vector<Example> examples() {
    std::ifstream page(WARPLENS_SOURCE_DIR "/docs/because.md");
    std::vector<Example> all;
    for (std::string line; std::getline(page, line);) {
        const auto words = line.find(" | `"), from = line.find(" --from "), end = line.find("` | ");
        if (!line.starts_with("| ") || end == line.npos) continue;
        const std::string shown = line.substr(words + 4, from - words - 4),
                          before = line.substr(from + 8, end - from - 8);
        all.push_back({line.substr(2, words - 2), shown, with_words_of(before, shown)});
    }
    return all;
}

lab::Result shown_of(app::Session& session, const std::string& line) {
    const auto state = lab::read_state_line(line, [](const lab::AskedFile&) {
        return simulator::Diagnostic{0, 0, "No file stands on that page."};
    });
    EXPECT_TRUE(state) << line;
    session.open(state->request);
    session.complete();
    return *session.shown();
}

// Times that are recorded anew, and another formula, make other sentences: the page follows.
TEST(BecauseExamples, AreWhatTheProgramSays) {
    app::Session session(lab::Worker::Mode::pumped);
    EXPECT_GE(examples().size(), 8u);
    for (const Example& example : examples()) {
        const lab::Result before = shown_of(session, example.before),
                          now = shown_of(session, example.shown);
        const auto forms = app::because(before, now);
        EXPECT_EQ(forms.empty() ? "" : forms.front(), example.sentence) << example.shown;
    }
}

// Where no count explains a time, a narrow line keeps what may: counts go first.
TEST(BecauseExamples, WhatIsNotCountedOutlivesCountsThatExplainNothing) {
    app::Session session(lab::Worker::Mode::pumped);
    const lab::Result before = shown_of(session, "matrix_product/one_block"),
                      now = shown_of(session, "matrix_product/naive");
    const auto forms = app::because(before, now);
    ASSERT_GE(forms.size(), 2u);
    EXPECT_EQ(forms[1],
              "Kernel 1 → 3: faster, 434 → 2.8 ms (/157), with threads launched 1\u2009024 → "
              "4\u2009194\u2009304.");
}

// Of warps that wait for warps nobody can say how many blocks depend on others.
TEST(BecauseOfWaits, PairsOfWarpsAreNoBlocksThatDepend) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result before = shown_of(session, "memory_model/plain"),
                      now = shown_of(session, "memory_model/fence");
    const std::string said = because(before, now).front();
    EXPECT_EQ(said.find("depend"), said.npos) << said;
    EXPECT_NE(said.find("launches 2 → 1"), said.npos) << said;
    EXPECT_EQ(said.find("not the limit"), said.npos) << "they wait instead: " << said;
    EXPECT_NE(said.find("no count says how long blocks wait"), said.npos) << said;
}

// What a block does once weighs more where it has few numbers: little that moved in a picture is no
// cause of a time of the whole.
TEST(BecauseOfPictures, LittleThatMovedThereIsNoCause) {
    Change change;
    change.size = " (as drawn: 20 480 keys)";
    Move move{.name = "warp_instructions", .before = 130, .now = 100};
    EXPECT_FALSE(change.is_of_the_whole(move));
    move.before = 160;
    EXPECT_TRUE(change.is_of_the_whole(move));
    move.cost = false;
    EXPECT_FALSE(change.is_of_the_whole(move)) << "another way was taken";
    move.as_asked = true;
    EXPECT_TRUE(change.is_of_the_whole(move));
    move = {.name = "warp_instructions", .before = 130, .now = 100};
    change.size = " (at 8 388 608 keys)";
    EXPECT_TRUE(change.is_of_the_whole(move)) << "counted, at a large size";
}

// Half as many blocks in twice as many launches are as many.
TEST(BecauseOfLaunches, OneOfTwoIsHalfOfTheBlocks) {
    const auto settings = [](const char* line) {
        return lab::read_state_line(line)->request.settings;
    };
    const auto words = [&](const char* before, const char* now) {
        return launched_words(settings(before), settings(now), false);
    };
    EXPECT_EQ(words("memory_model/block_scope", "memory_model/together"), "");
    EXPECT_NE(words("tridiagonal/interleaved", "tridiagonal/thomas"), "");
}

}  // namespace

// The sentences that docs/because.md shows, made anew by the program.
#include "app/sentences/because.h"
#include "app/sentences/causes.h"
#include "app/sentences/change.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "app/sentences/resources.h"
#include "app/session.h"
#include "lab/requests/state_line.h"
#include "platform/machine.h"

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

constexpr const char* page_file = WARPLENS_SOURCE_DIR "/docs/because.md";

std::string page() {
    std::ifstream file(page_file);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Example> examples() {
    std::istringstream lines(page());
    std::vector<Example> all;
    for (std::string line; std::getline(lines, line);) {
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

// Times that are recorded anew, another formula and other words make other sentences: the page
// follows, by tests/approve.
TEST(Approved, ExamplesOfThePageAreWhatTheProgramSays) {
    app::Session session(lab::Worker::Mode::pumped);
    EXPECT_GE(examples().size(), 8u);
    std::string text = page();
    for (const Example& example : examples()) {
        const lab::Result before = shown_of(session, example.before),
                          now = shown_of(session, example.shown);
        const auto forms = app::because({before, now});
        const std::string said = forms.empty() ? "" : forms.front();
        if (platform::environment("WARPLENS_APPROVE") != "1")
            EXPECT_EQ(said, example.sentence) << example.shown;
        text.replace(text.find("| " + example.sentence + " |") + 2, example.sentence.size(), said);
    }
    if (text != page()) std::ofstream(page_file) << text;
}

// The page's table of what no counter counts is that of the program: its rows, in their order, and
// where each is asked.
TEST(BecausePage, HasTheTableOfCauses) {
    std::size_t at = 0;
    for (const UncountedCause& cause : causes()) {
        const std::string row = "| " + name_of(Move{.name = id_of(cause.measure)}) + " | " +
                                std::string(name_of(cause.when)) + " |";
        const std::size_t found = page().find(row);
        EXPECT_NE(found, std::string::npos) << row;
        EXPECT_GT(found, at) << "in another order: " << row;
        at = found;
    }
}

// Where no count explains a time, a narrow line keeps what may: counts go first.
TEST(BecauseExamples, WhatIsNotCountedOutlivesCountsThatExplainNothing) {
    app::Session session(lab::Worker::Mode::pumped);
    const lab::Result before = shown_of(session, "matrix_product/one_block"),
                      now = shown_of(session, "matrix_product/naive");
    const auto forms = app::because({before, now});
    ASSERT_GE(forms.size(), 2u);
    EXPECT_EQ(forms[1],
              "Kernel 1 → 3: 157 times faster, 434 → 2.8 ms, with threads launched 1\u2009024 → "
              "4\u2009194\u2009304.");
}

// Of warps that wait for warps nobody can say how many blocks depend on others.
TEST(BecauseOfWaits, PairsOfWarpsAreNoBlocksThatDepend) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result before = shown_of(session, "memory_model/plain"),
                      now = shown_of(session, "memory_model/fence");
    const std::string said = because({before, now}).front();
    EXPECT_EQ(said.find("depend"), said.npos) << said;
    EXPECT_NE(said.find("launches 2 → 1"), said.npos) << said;
    EXPECT_EQ(said.find("not the limit"), said.npos) << "they wait instead: " << said;
    EXPECT_NE(said.find("No count tells how long blocks wait"), said.npos) << said;
}

// What a block does once weighs more where it has few numbers: little that moved in a picture is no
// cause of a time of the whole.
TEST(BecauseOfPictures, LittleThatMovedThereIsNoCause) {
    Change change;
    change.at = {CountedSize::Of::drawn, "20 480 keys"};
    Move move{.name = "warp_instructions", .before = 130, .now = 100};
    EXPECT_FALSE(change.holds_at_timed_size(move));
    move.before = 160;
    EXPECT_TRUE(change.holds_at_timed_size(move));
    move.cost = false;
    EXPECT_FALSE(change.holds_at_timed_size(move)) << "another way was taken";
    move.as_asked = true;
    EXPECT_TRUE(change.holds_at_timed_size(move));
    move = {.name = "warp_instructions", .before = 130, .now = 100};
    change.at = {CountedSize::Of::counted, "8 388 608 keys"};
    EXPECT_TRUE(change.holds_at_timed_size(move)) << "counted, at a large size";
}

// Half as many blocks in twice as many launches are as many.
TEST(BecauseOfLaunches, OneOfTwoIsHalfOfTheBlocks) {
    const auto settings = [](const char* line) {
        return lab::read_state_line(line)->request.settings;
    };
    const auto moved = [&](const char* before, const char* now) {
        return !moved_launches(settings(before), settings(now)).empty();
    };
    EXPECT_FALSE(moved("memory_model/block_scope", "memory_model/together"));
    EXPECT_TRUE(moved("tridiagonal/interleaved", "tridiagonal/thomas"));
}

}  // namespace

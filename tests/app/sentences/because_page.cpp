// The sentences that docs/because.md shows, made anew by the program.
#include "app/sentences/because.h"
#include "app/sentences/causes.h"
#include "app/sentences/change.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "app/sentences/measures.h"
#include "app/sentences/resources.h"
#include "app/sentences/thresholds.h"
#include "app/session.h"
#include "lab/requests/state_line.h"
#include "platform/machine.h"
#include "tests/helpers/part.h"

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
// follows, by tests/approve. In one of four; with WARPLENS_ALL=1 and by tests/approve, in every
// one.
TEST(Approved, ExamplesOfThePageAreWhatTheProgramSays) {
    app::Session session(lab::Worker::Mode::pumped);
    EXPECT_GE(examples().size(), 8u);
    std::string text = page();
    const bool approves = platform::environment("WARPLENS_APPROVE") == "1";
    std::size_t number = 0;
    for (const Example& example : examples()) {
        if (!approves && !tests::in_part(number++, 4)) continue;
        const lab::Result before = shown_of(session, example.before),
                          now = shown_of(session, example.shown);
        const auto forms = app::because({before, now});
        const std::string said = forms.empty() ? "" : forms.front();
        if (!approves) EXPECT_EQ(said, example.sentence) << example.shown;
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

// A threshold as the page writes it.
std::string threshold_words(double number) {
    const std::pair<double, const char*> known[] = {
        {.001, "a thousandth"}, {.1, "a tenth"},    {.2, "a fifth"},
        {.25, "a quarter"},     {.5, "half"},       {2, "twice"},
        {4, "four times"},      {8, "eight times"}, {.75, "three quarters"},
    };
    for (const auto& [value, words] : known)
        if (std::abs(value - number) < 1e-9) return words;
    return "no words for " + std::to_string(number);
}

// The page with a space for each end of a line.
std::string page_in_one_line() {
    std::string text = page();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

TEST(BecausePage, HasTheThresholdsOfCauses) {
    using Thresholds = std::pair<Measure, std::vector<double>>;
    const std::vector<Thresholds> all{
        {Measure::memory_sectors, {from::sectors - 1, double(from::twice)}},
        {Measure::atomic_addresses, {double(from::twice)}},
        {Measure::fp_operations, {from::operations - 1, from::explained}},
        {Measure::lines_touched, {from::sectors - 1}},
        {Measure::instructions_between, {double(from::between), from::of_latency}},
        {Measure::registers_per_thread, {from::registers - 1}},
        {Measure::resident_warps, {}},
        {Measure::threads_launched, {double(from::twice)}}};
    EXPECT_EQ(all.size(), causes().size());
    for (const auto& [measure, thresholds] : all) {
        const std::string text = page(),
                          row = "\n| " + name_of(Move{.name = id_of(measure)}) + " |";
        const std::size_t found = text.find(row);
        ASSERT_NE(found, text.npos) << row;
        const std::string line = text.substr(found + 1, text.find('\n', found + 1) - found - 1);
        std::size_t at = line.rfind('|', line.size() - 2);
        for (const double threshold : thresholds) {
            at = line.find(threshold_words(threshold), at + 1);
            ASSERT_NE(at, line.npos) << threshold_words(threshold) << ": " << line;
        }
    }
}

TEST(BecausePage, HasTheThresholdsOfItsRules) {
    const std::string text = page_in_one_line();
    const auto percent_of = [](double share) {
        return std::to_string(std::lround(100 * share)) + " %";
    };
    for (const std::string& words :
         {"A difference below " + percent_of(from::differ - 1) + " gets no verdict",
          "**The times agree** within " + percent_of(from::level_within),
          "a count moved by " + threshold_words(from::told - 1) + " or more",
          "could be " + threshold_words(from::share_of_time) +
              " of the part by which the time moved",
          "less than " + threshold_words(from::explained) + " of the time's factor",
          "went the other way, by " + threshold_words(from::despite - 1) + " or more",
          "at most " + threshold_words(from::few_threads) + " of the threads",
          "the faster one " + threshold_words(double(from::many_blocks)) + " as many",
          "less than " + percent_of(from::moved - 1) + ", or less than " +
              threshold_words(from::share),
          "from " + threshold_words(from::waits_least) + " to " +
              threshold_words(from::waits_most) + " the time",
          "at most " + threshold_words(from::shorter) + " as long",
          "still take " + threshold_words(from::most_of_it) + " of both",
          "took " + threshold_words(from::tenth) + " longer or shorter"})
        EXPECT_NE(text.find(words), text.npos) << words;
    EXPECT_DOUBLE_EQ(from::root_of_time, .25);
    EXPECT_NE(text.find("at least the fourth root of the time's ratio"), text.npos);
}

// Where no count explains a time, a narrow line keeps what may: counts go first.
TEST(BecauseExamples, WhatIsNotCountedOutlivesCountsThatExplainNothing) {
    app::Session session(lab::Worker::Mode::pumped);
    const lab::Result before = shown_of(session, "matrix_product/one_block"),
                      now = shown_of(session, "matrix_product/naive");
    const auto forms = app::because({before, now});
    ASSERT_GE(forms.size(), 2u);
    EXPECT_TRUE(forms[1].starts_with("Kernel 1 → 3: 15")) << forms[1];
    EXPECT_TRUE(forms[1].ends_with(" ms, with threads launched 1\u2009024 → 4\u2009194\u2009304."))
        << forms[1];
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

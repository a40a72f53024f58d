// Figures of courses: how they are read, and what is said of them beside what was recorded.
#include "lab/time/figures.h"

#include <gtest/gtest.h>

#include <fstream>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/programs.h"
#include "lab/time/measure.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;

// A time of "guarded" at settings that no other test has recorded: every test has sizes of its own,
// since an opened recording stays.
struct Clocked {
    std::string knobs;
    double ms = 0;
    bool right = true;
};

lab::RecordedRun run_of(const Clocked& clocked) {
    lab::Settings settings = doubling_at("guarded");
    const auto words = lab::words_in(clocked.knobs);
    for (const std::string& word : *words) EXPECT_FALSE(lab::assign(settings, word));
    lab::RecordedRun run;
    run.rung = "guarded";
    run.settings = "{}";
    run.key = lab::key_of(**lab::module_of(settings), lab::plan_of(settings));
    run.verdict.checked = true;
    run.verdict.ok = clocked.right;
    run.cold.kind = lab::TimeKind::recorded;
    run.cold.samples = {clocked.ms, clocked.ms, clocked.ms};
    const auto made = lab::across_processes(lab::median_interval(run.cold.samples));
    run.cold.median_ms = made.median;
    run.cold.low_ms = made.low;
    run.cold.high_ms = made.high;
    run.launches = {clocked.ms};
    return run;
}

std::string recording_file(const std::string& folder, const std::string& device,
                           const std::vector<Clocked>& times) {
    lab::Recording recording;
    recording.lesson = "doubling";
    recording.device = device;
    recording.driver = recording.toolkit = "CUDA 13.0";
    recording.date = "2026-03-01";
    for (const Clocked& each : times) recording.runs.push_back(run_of(each));
    const std::string file = folder + "/" + lab::file_name_of(recording);
    std::ofstream(file) << lab::text_of(recording);
    return file;
}

std::string figures_file(const std::string& folder, const std::string& text) {
    const std::string file = folder + "/course.txt";
    std::ofstream(file) << text;
    return file;
}

// The page with figures of `n` numbers in blocks of 32 (A) and of 256 (B).
Answer page(const std::string& n, const std::string& there, const std::string& device,
            const std::vector<Clocked>& times) {
    const std::string folder = scratch_folder();
    const std::string file = figures_file(
        folder, "doubling n=" + n + "\nA: guarded block=32\nB: guarded block=256\n" + there + "\n");
    std::vector<std::string> words{"figures", file};
    if (!times.empty()) {
        words.push_back("--device");
        words.push_back(recording_file(folder, device, times));
    }
    return warplens(words);
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(Figures, AnOrderThatDiffersIsSaid) {
    const Answer answer = page("2001", "2 ms, 4 ms: an old card, in a hurry", "a GPU of figures",
                               {{"n=2001 block=32", 0.3}, {"n=2001 block=256", 0.2}});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_TRUE(has(answer.out, "## Doubling numbers `doubling`\n\nWith `n=2001`.\n"))
        << answer.out;
    EXPECT_TRUE(
        has(answer.out,
            "| `guarded block=32` | `guarded block=256` | an old card, in a hurry | 2.00 ms "
            "| 4.00 ms | 2.00 |\n"
            "| | | here: **a GPU of figures**, 2026-03-01 | 300 us | 200 us | 0.67 |\n"))
        << answer.out;
    EXPECT_TRUE(has(answer.out,
                    "\nThe order differs: there (an old card) `guarded block=256` took 2.00 "
                    "times as long as `guarded block=32`; here (a GPU of figures) `guarded "
                    "block=32` takes 1.50 times as long as `guarded block=256`.\n"))
        << answer.out;
}

TEST(Figures, OfTheSameOrderNothingIsSaid) {
    const Answer answer =
        page("2002", "2 ms, 4 ms: an old card\n1.5 times: another card", "a GPU of figures 2",
             {{"n=2002 block=32", 0.2}, {"n=2002 block=256", 0.3}});
    EXPECT_TRUE(has(answer.out, "| 200 us | 300 us | 1.50 |\n")) << answer.out;
    EXPECT_TRUE(has(answer.out, "| another card | not given | not given | 1.50 |\n")) << answer.out;
    EXPECT_FALSE(has(answer.out, "differs")) << answer.out;
}

// 2 % of a figure that was measured once, and intervals that meet, are none.
TEST(Figures, WhatIsTooCloseTellsNoOrder) {
    const Answer here = page("2003", "2 ms, 4 ms: an old card", "a GPU of figures 3",
                             {{"n=2003 block=32", 0.2}, {"n=2003 block=256", 0.2004}});
    EXPECT_TRUE(has(here.out, "here (a GPU of figures 3) neither takes longer.")) << here.out;
    const Answer there = page("2004", "4 ms, 4.04 ms: an old card", "a GPU of figures 4",
                              {{"n=2004 block=32", 0.2}, {"n=2004 block=256", 0.4}});
    EXPECT_TRUE(has(there.out, "there (an old card) neither took longer; here")) << there.out;
    const Answer both = page("2005", "4.04 ms, 4 ms: an old card", "a GPU of figures 5",
                             {{"n=2005 block=32", 0.2}, {"n=2005 block=256", 0.2004}});
    EXPECT_TRUE(has(both.out, "| 200 us | 200 us | 1.00 |\n")) << both.out;
    EXPECT_FALSE(has(both.out, "differs")) << both.out;
}

// Neither the nearest size nor a wrong result takes the place of what is missing.
TEST(Figures, WhatWasNotRecordedIsSaid) {
    const Answer nothing = page("2006", "2 ms, 4 ms: an old card", "a GPU of figures 6",
                                {{"n=2007 block=32", 0.3}, {"n=2007 block=256", 0.2}});
    EXPECT_TRUE(has(nothing.out, "| | | here | not recorded | not recorded | |\n")) << nothing.out;
    EXPECT_FALSE(has(nothing.out, "differs")) << nothing.out;
    const Answer half =
        page("2008", "2 ms, 4 ms: an old card", "a GPU of figures 7", {{"n=2008 block=32", 0.3}});
    EXPECT_TRUE(has(half.out,
                    "| | | here: **a GPU of figures 7**, 2026-03-01 | 300 us | not recorded | |\n"))
        << half.out;
    const Answer wrong = page("2009", "2 ms, 4 ms: an old card", "a GPU of figures 8",
                              {{"n=2009 block=32", 0.3}, {"n=2009 block=256", 0.2, false}});
    EXPECT_TRUE(has(wrong.out, "2026-03-01 | 300 us | not recorded | |\n")) << wrong.out;
}

// A ratio is of one card: times of two are never set against each other.
TEST(Figures, EachDeviceHasARowOfItsOwn) {
    const std::string folder = scratch_folder();
    const std::string first = recording_file(folder, "a GPU of figures 9",
                                             {{"n=2010 block=32", 0.3}, {"n=2010 block=256", 0.2}});
    const std::string second = recording_file(folder, "a slow GPU of figures",
                                              {{"n=2010 block=32", 3}, {"n=2010 block=256", 6}});
    const std::string third =
        recording_file(folder, "half a GPU of figures", {{"n=2010 block=256", 9}});
    const std::string file = figures_file(
        folder,
        "# a course\n\ndoubling\nA: guarded n=2010 block=32\n"
        "B: guarded n=2010 block=256\nnote: Said by others.\n2 ms, 4 ms: an old card\n");
    const Answer answer =
        warplens({"figures", file, "--device", first, "--device", second, "--device", third});
    EXPECT_TRUE(has(answer.out, "\nSaid by others.\n\n| A | B | on ")) << answer.out;
    EXPECT_TRUE(has(answer.out, "**a GPU of figures 9**, 2026-03-01 | 300 us | 200 us | 0.67 |\n"))
        << answer.out;
    EXPECT_TRUE(
        has(answer.out, "**a slow GPU of figures**, 2026-03-01 | 3.00 ms | 6.00 ms | 2.00 |\n"))
        << answer.out;
    EXPECT_TRUE(
        has(answer.out, "**half a GPU of figures**, 2026-03-01 | not recorded | 9.00 ms | |\n"))
        << answer.out;
    EXPECT_TRUE(has(answer.out, "here (a GPU of figures 9) ")) << answer.out;
    EXPECT_FALSE(has(answer.out, "here (a slow GPU")) << answer.out;
}

TEST(Figures, ABrokenFileIsToldWithItsLine) {
    const auto why = [](const std::string& text) {
        const auto read = lab::read_figures(text, "f.txt");
        return read ? std::string("it was read") : read.problem().message;
    };
    const std::string both = "doubling\nA: guarded\nB: over\n";
    EXPECT_EQ(why(both + "1 ms, 2 ms: a card"), "it was read");
    EXPECT_EQ(why("\xef\xbb\xbf" + both + "1 ms, 2 ms: a card"), "it was read");
    EXPECT_EQ(why(both + "1 ms, 2 ms: a \x9b card"), "f.txt, line 4: it is not UTF-8");
    EXPECT_EQ(why(both + "1 ms, 2 ms"),
              "f.txt, line 4: write a figure as \"37.4 ms, 33.4 ms: CARD, SET-UP\" or \"1.12 "
              "times: CARD\"");
    const std::string number = " is not a number above 0 and up to 1e+08 followed by \"";
    EXPECT_EQ(why(both + "1 ms, 2 us: a card"), "f.txt, line 4: \"2 us\"" + number + "ms\"");
    EXPECT_EQ(why(both + "-1 ms, 2 ms: x"), "f.txt, line 4: \"-1 ms\"" + number + "ms\"");
    EXPECT_EQ(why(both + "nan times: x"), "f.txt, line 4: \"nan times\"" + number + "times\"");
    EXPECT_EQ(why(both + "inf times: x"), "f.txt, line 4: \"inf times\"" + number + "times\"");
    EXPECT_EQ(why(both),
              "f.txt, line 3: the figure that ends here has no A:, no B: or no measured times");
    EXPECT_TRUE(has(why("doubling\nA: gilded\n"), "f.txt, line 2: "))
        << why("doubling\nA: gilded\n");
    EXPECT_TRUE(has(why("doubling\nA: guarded blob=3\n"), "f.txt, line 2: "));
    EXPECT_EQ(why("doubling\nA:\n"), "f.txt, line 2: it names no kernel");
    EXPECT_TRUE(has(why("doubling block=2048\nA: guarded\n"), "guarded block=2048 is refused: "))
        << why("doubling block=2048\nA: guarded\n");
    EXPECT_EQ(why("# \x1b[2J\n"), "f.txt, line 1: it has a control character");
}

TEST(Figures, AMissingFileIsTold) {
    const Answer answer = warplens({"figures", "no_such.txt"});
    EXPECT_EQ(answer.code, 5);
    EXPECT_TRUE(has(answer.err, "no_such.txt")) << answer.err;
    EXPECT_EQ(warplens({"figures", "--device", "no_such.json"}).code, 5);
    EXPECT_TRUE(answer.out.empty());
}

// As the notes print them: a letter for the course, the card, a number. Whoever has the notes can
// check this list against them, line by line.
struct Noted {
    const char *course, *card, *number;
};
constexpr Noted noted[] = {
    {"A", "RTX 4070", "17.618816"},  {"A", "RTX 4070", "47.717342"},
    {"A", "RTX 4070", "231.914246"}, {"A", "RTX 4070", "1735.252563"},
    {"A", "RTX 4070", "11.132544"},  {"A", "RTX 4070", "2783.145996"},
    {"A", "RTX 4070", "78.679070"},  {"A", "RTX 4070", "82.948097"},
    {"A", "RTX 3080", "111.1"},      {"A", "RTX 3080", "41.3"},
    {"A", "RTX 3080", "341.6"},      {"A", "RTX 3080", "16424.9"},
    {"A", "RTX 3080", "2249.3"},     {"A", "RTX 3080", "476.6"},
    {"A", "RTX 3080", "2949.8"},     {"A", "RTX 3080", "148936.7"},
    {"A", "RTX 3080", "734.5"},      {"A", "RTX 3080", "476.7"},
    {"A", "RTX 3080", "472.7"},      {"A", "RTX 3080", "485.4"},
    {"A", "RTX 3080", "228.1"},      {"A", "RTX 3080", "5371.6"},
    {"A", "RTX 3080", "5186.5"},     {"A", "RTX 3080", "5367.6"},
    {"A", "RTX 3080", "5120.6"},     {"A", "RTX 3080", "4885.0"},
    {"A", "RTX 3080", "19.8"},       {"A", "RTX 3080", "355.3"},
    {"A", "RTX 3080", "1778.5"},     {"A", "RTX 3080", "156.3"},
    {"A", "RTX 3080", "2866.0"},     {"A", "RTX 3080", "185.6"},
    {"A", "RTX 3080", "152.5"},      {"A", "RTX 3080", "180.1"},
    {"A", "RTX 3080", "500"},        {"A", "RTX 3080", "360"},
    {"B", "not told", "209.144"},    {"B", "not told", "1413260"},
    {"B", "not told", "191.578"},    {"B", "not told", "291.251"},
    {"B", "not told", "253.342"},    {"B", "not told", "184.743"},
    {"B", "not told", "287.245"},    {"B", "not told", "262.631"},
    {"B", "not told", "163.972"},
};

bool has_number(const std::string& text, const std::string& number) {
    const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
    for (auto at = text.find(number); at != text.npos; at = text.find(number, at + 1)) {
        const std::size_t end = at + number.size();
        const bool before = at > 0 && digit(text[at - 1]);
        const bool behind = end + 1 < text.size() && digit(text[end]) && digit(text[end + 1]);
        if (!before && !behind && (end == text.size() || text[end] < '0' || text[end] > '9'))
            return true;
    }
    return false;
}

TEST(ShippedFigures, HaveEveryNumberOfTheCoursesBesideItsCard) {
    std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/assets/figures.txt");
    std::vector<std::string> blocks{""};
    for (std::string line; std::getline(file, line);) {
        if (line.empty())
            blocks.emplace_back();
        else
            blocks.back() += line + "\n";
    }
    for (const Noted& each : noted) {
        const bool found = std::ranges::any_of(blocks, [&](const std::string& block) {
            return has_number(block, each.number) && block.find(each.card) != block.npos &&
                   block.find("course " + std::string(each.course)) != block.npos;
        });
        EXPECT_TRUE(found) << each.number << " of course " << each.course << ", " << each.card;
    }
}

TEST(Figures, WhatIsUnlikeStandsAlone) {
    const auto figures = lab::read_figures(
        "doubling\nunlike: Its times hold copies.\nA: one thing\nB: another\n"
        "3 ms, 6 ms: a card\n",
        "f");
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->front().unlike, "Its times hold copies.");
    EXPECT_EQ(figures->front().second_words, "another");
    EXPECT_TRUE(lab::recorded_pairs(figures->front()).empty());
}

}  // namespace

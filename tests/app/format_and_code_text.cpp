// Numbers, code and series as the cards and controls use them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "app/format.h"
#include "app/instantiation.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/cards/plot.h"
#include "app/views/code_text.h"
#include "lab/source_text.h"
#include "simulator/counters.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;

TEST(Format, GroupsAndPowers) {
    EXPECT_EQ(grouped(4194304), "4\u2009194\u2009304");
    EXPECT_EQ(grouped(-1234), "-1\u2009234");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(power_or_grouped(4194304), "2²²");
    EXPECT_EQ(power_or_grouped(512), "512");
    EXPECT_EQ(power_or_grouped(260817), "260\u2009817");
    EXPECT_EQ(power_text(256), "2⁸");
    EXPECT_EQ(superscript(-10), "⁻¹⁰");
}

TEST(Format, NamesOfTheLanguageKeepTheirLetters) {
    EXPECT_EQ(capitalised("in order"), "In order");
    EXPECT_EQ(capitalised("std::sort on the CPU"), "std::sort on the CPU");
}

TEST(Format, NamesOfCountersAreWords) {
    EXPECT_EQ(spaced_name("shared_load_bank_conflicts"), "shared load bank conflicts");
    EXPECT_EQ(spaced_name("atomics"), "atomics");
}

TEST(Format, ABlockIsOneOfThoseThatThereAre) {
    EXPECT_EQ(block_among(0, 1), "one block");
    EXPECT_EQ(block_among(1, 2), "block 1 of 0 and 1");
    EXPECT_EQ(block_among(1, 3), "block 1 of 0–2");
}

TEST(Format, TimesHaveTwoDigitsOrMore) {
    EXPECT_EQ(time_text(.0097), "9.7 µs");
    EXPECT_EQ(time_text(.0369), "36.9 µs");
    EXPECT_EQ(time_text(862), "862 ms");
    EXPECT_EQ(time_text(1735), "1.7 s");
    EXPECT_EQ(time_text(.47), "470 µs");
    EXPECT_EQ(time_text(.9999), "1.0 ms");
    EXPECT_EQ(round_time_text(.01), "10 µs");
    EXPECT_EQ(round_time_text(.001), "1 µs");
    EXPECT_EQ(time_number(.0002, .0097), "0.20");
}

TEST(Format, SharesNeverRoundToWhatTheyAreNot) {
    EXPECT_EQ(percent(.25), "25 %");
    EXPECT_EQ(percent(.125), "12.5 %");
    EXPECT_EQ(percent(1), "100 %");
    EXPECT_EQ(percent(.9999), "above 99 %");
    EXPECT_EQ(percent(.0001), "below 0.1 %");
    EXPECT_EQ(percent(0), "0 %");
}

TEST(Format, BytesCountsAndWords) {
    EXPECT_EQ(bytes_text(512), "512 B");
    EXPECT_EQ(bytes_text(16 << 20), "16 MiB");
    EXPECT_EQ(bytes_text(1536), "1.5 KiB");
    EXPECT_EQ(short_count(4194304), "4.19 M");
    EXPECT_EQ(tight_count(4194304), "4.19M");
    EXPECT_EQ(short_count(9999), "9\u2009999");
    EXPECT_EQ(short_count(12345), "12.3 k");
    EXPECT_EQ(plural(1, "pass"), "1 pass");
    EXPECT_EQ(plural(2, "pass"), "2 passes");
    EXPECT_EQ(plural(2, "lane"), "2 lanes");
    EXPECT_EQ(ordinal_word(4), "fourth");
    EXPECT_EQ(ordinal_word(32), "32nd");
    EXPECT_EQ(ordinal_word(111), "111th");
}

TEST(Format, ABlockStandsAmongThoseThatThereAre) {
    EXPECT_EQ(block_among(0, 1), "one block");
    EXPECT_EQ(block_among(1, 2), "block 1 of 0 and 1") << "\"of 0–1\" reads as a share";
    EXPECT_EQ(block_among(3, 16), "block 3 of 0–15");
}

TEST(Format, ValuesFollowTheirType) {
    using enum simulator::Type;
    EXPECT_EQ(value_number(0x3f000000, f32), .5);
    EXPECT_EQ(value_number(0x3ff8000000000000, f64), 1.5);
    EXPECT_EQ(value_number(0x3c00, f16), 1);
    EXPECT_EQ(value_number(0x1'bf80, bf16), -1) << "the bits that are its own";
    EXPECT_EQ(value_number(0x80, s8), -128);
    EXPECT_EQ(value_number(0xffffffff, u32), 4294967295);
    EXPECT_EQ(value_text(0x3f000000, f32), "0.5");
    EXPECT_EQ(value_text(0x80000000, f32), "0") << "no \"-0\"";
    EXPECT_EQ(value_text(0x3ff8000000000000, f64), "1.5");
    EXPECT_EQ(value_text(0x3c00, f16), "1");
    EXPECT_EQ(value_text(0xffffffff, s32), "-1");
    EXPECT_EQ(value_text(0xffffffff, u32), "4294967295");
    EXPECT_EQ(value_text(0x80, s8), "-128");
    EXPECT_EQ(value_text(0x3f80, bf16), "1");
}

TEST(Plot, ScalesGoBothWays) {
    const Scale log{1, 1000, true, 0, 300}, falling{0, 10, false, 100, 0};
    EXPECT_FLOAT_EQ(log.at(10), 100);
    EXPECT_NEAR(log.value_at(200), 100, 1e-3);
    EXPECT_FLOAT_EQ(falling.at(2.5), 75);
}

TEST(Plot, TicksStayWithinTheirNumber) {
    EXPECT_EQ(log_ticks(1, 1000, 4), (std::vector<double>{1, 10, 100, 1000}));
    EXPECT_EQ(log_ticks(1, 10, 4), (std::vector<double>{1, 2, 5, 10}));
    EXPECT_LE(log_ticks(1e-6, 1e6, 3).size(), 3u);
    EXPECT_NEAR(log_ticks(.75, 6e5, 3).front(), 1, 1e-9) << "no value lies below all lines";
    EXPECT_NEAR(log_ticks(7.5, 6e5, 3).front(), 10, 1e-9);
    EXPECT_EQ(linear_ticks(4000, 5), (std::vector<double>{0, 1000, 2000, 3000, 4000}));
    EXPECT_EQ(binary_ticks(1024, 1 << 26, 9).size(), 9u);
    EXPECT_EQ(binary_ticks(1024, 1 << 26, 4).back(), 1 << 26);
}

// As many as fit exactly are all there, from end to end.
TEST(Plot, TicksThatFitExactlyAreAllThere) {
    for (int power = -6; power <= 6; ++power)
        for (const double digit : {1., 2., 5.})
            for (int steps = 1; steps <= 9; ++steps) {
                const double step = digit * std::pow(10., power);
                const auto ticks = linear_ticks(steps * step, steps + 1);
                ASSERT_EQ(ticks.size(), static_cast<std::size_t>(steps) + 1)
                    << step << " " << steps;
                EXPECT_NEAR(ticks.back(), steps * step, 1e-9 * step);
            }
    for (int decades = 2; decades <= 9; ++decades) {
        const auto all = log_ticks(1, std::pow(10., decades), decades + 1);
        EXPECT_EQ(all.size(), static_cast<std::size_t>(decades) + 1);
        EXPECT_DOUBLE_EQ(all.back(), std::pow(10., decades));
        EXPECT_LE(log_ticks(1, std::pow(10., decades), decades).size(),
                  static_cast<std::size_t>(decades));
    }
    for (int powers = 1; powers <= 20; ++powers) {
        const auto all = binary_ticks(1, std::pow(2., powers), powers + 1);
        EXPECT_EQ(all.size(), static_cast<std::size_t>(powers) + 1);
        EXPECT_EQ(all.front(), 1);
        EXPECT_EQ(all.back(), std::pow(2., powers));
        EXPECT_LE(binary_ticks(1, std::pow(2., powers), powers).size(),
                  static_cast<std::size_t>(powers));
    }
}

// --- code

std::string drawn(const std::vector<CodeRow>& rows) {
    std::ostringstream text;
    for (const CodeRow& row : rows) {
        std::string line;
        for (const CodeWord& word : row.words) {
            line.resize(std::max<std::size_t>(line.size(), word.column), ' ');
            line += word.text;
        }
        text << (row.first ? "" : "+") << line << "\n";
    }
    return text.str();
}

TEST(Code, LinesWrapBetweenWords) {
    EXPECT_EQ(
        drawn(rows_of("    for (int d = blockDim.x / 2; d > 0; d /= 2) {", 1, 30, CodeKind::cuda)),
        "  for (int d = blockDim.x / 2;\n+      d > 0; d /= 2) {\n");
    EXPECT_EQ(drawn(rows_of("", 1, 30, CodeKind::cuda)), "\n");
}

TEST(Code, SumsAndConditionsBreakBeforeTheirSigns) {
    EXPECT_EQ(drawn(rows_of("    if (x == 0 || x >= nx - 1 || y == 0 || y >= ny - 1) return;", 1,
                            30, CodeKind::cuda)),
              "  if (x == 0 || x >= nx - 1\n+      || y == 0\n+      || y >= ny - 1) return;\n");
    EXPECT_EQ(drawn(rows_of("    int p = x + y * row + z * plane;", 1, 28, CodeKind::cuda)),
              "  int p = x + y * row\n+      + z * plane;\n");
    EXPECT_EQ(
        drawn(rows_of("    next[p] = (u[p - 1] + u[p + 1] + u[p - row]", 1, 33, CodeKind::cuda)),
        "  next[p] = (u[p - 1] + u[p + 1]\n+      + u[p - row]\n")
        << "before the sign that has no room itself";
    EXPECT_EQ(drawn(rows_of("    v = u[p + plane]) * (1 / 6.0f);", 1, 24, CodeKind::cuda)),
              "  v = u[p + plane])\n+      * (1 / 6.0f);\n")
        << "nor within an index";
    EXPECT_EQ(drawn(rows_of("    sum = left(a - b, -c) + right(a - b);", 1, 34, CodeKind::cuda)),
              "  sum = left(a - b, -c)\n+      + right(a - b);\n")
        << "not within brackets, nor between a sign and its number";
}

// The parts of a loop's head stay whole where they can.
TEST(Code, LoopsBreakBehindSemicolons) {
    EXPECT_EQ(drawn(rows_of("    for (int d = blockDim.x / 2; d > (Shuffle ? 16 : 0); d /= 2) {", 1,
                            34, CodeKind::cuda)),
              "  for (int d = blockDim.x / 2;\n+      d > (Shuffle ? 16 : 0);\n+      d /= 2) {\n");
    EXPECT_EQ(
        drawn(rows_of("    for (int d = 1; d < blockDim.x; d *= 2) {", 1, 38, CodeKind::cuda)),
        "  for (int d = 1; d < blockDim.x;\n+      d *= 2) {\n");
    EXPECT_EQ(drawn(rows_of("    part[t] += part[t + d];", 1, 14, CodeKind::cuda)).find(";\n+"),
              std::string::npos)
        << "what ends a line clings to it";
}

// Each parameter stays whole, and stands under the first of them, also on a line of its own.
TEST(Code, ListsBreakBetweenWhatTheyList) {
    EXPECT_EQ(drawn(rows_of("__global__ void reduce(const Real* __restrict__ numbers, Real* "
                            "__restrict__ sums,",
                            1, 38, CodeKind::cuda)),
              "__global__ void reduce(\n+    const Real* __restrict__ numbers,\n"
              "+    Real* __restrict__ sums,\n");
    EXPECT_EQ(drawn(rows_of("                       int n, int stride, int offset)", 1, 38,
                            CodeKind::cuda)),
              "        int n, int stride, int offset)\n");
    EXPECT_EQ(
        drawn(rows_of("    int t = threadIdx.x, threads = blockDim.x;", 1, 34, CodeKind::cuda)),
        "  int t = threadIdx.x,\n+      threads = blockDim.x;\n");
    EXPECT_EQ(drawn(rows_of("    south = read(u, p - row), north = read(u, p + row);", 1, 40,
                            CodeKind::cuda)),
              "  south = read(u, p - row),\n+      north = read(u, p + row);\n")
        << "not within the first call";
}

TEST(Code, RemarksGoBeforeCodeDoes) {
    const std::string line = "    __syncthreads();      // every sum of this round is in place";
    EXPECT_EQ(drawn(rows_of(line, 1, 38, CodeKind::cuda)), "  __syncthreads();\n");
    EXPECT_EQ(drawn(rows_of(line, 1, 80, CodeKind::cuda)),
              "  __syncthreads();  // every sum of this round is in place\n");
}

TEST(Code, WordsLongerThanTheRowAreCut) {
    const std::string line(25, 'x');
    EXPECT_EQ(drawn(rows_of(line, 1, 10, CodeKind::ptx)), "xxxxxxxxxx\n+xxxxxxxxxx\n+xxxxx\n");
}

TEST(Code, WordsAreKnown) {
    const auto rows = rows_of("if (t < s) __syncthreads(); // meet", 1, 80, CodeKind::cuda);
    ASSERT_FALSE(rows[0].words.empty());
    EXPECT_EQ(rows[0].words[0].kind, WordKind::keyword);
    const auto has = [&](WordKind kind, std::string_view text) {
        for (const CodeWord& word : rows[0].words)
            if (word.kind == kind && word.text == text) return true;
        return false;
    };
    EXPECT_TRUE(has(WordKind::barrier, "__syncthreads"));
    EXPECT_TRUE(has(WordKind::comment, "meet"));
    EXPECT_TRUE(has(WordKind::plain, "t"));
    EXPECT_EQ(rows_of("\tbar.sync \t0;", 1, 80, CodeKind::ptx)[0].words[0].kind, WordKind::barrier);
}

TEST(Code, FunctionsStartAtTheirRemark) {
    const std::string text =
        "// A file.\n\n// Adds.\ntemplate <class T>\n__global__ void add(T* a)\n{\n    a[0] = "
        "1;\n}\n";
    const auto lines = lab::lines_in(text);
    ASSERT_EQ(lines.size(), 8u);
    EXPECT_EQ(function_start(lines, 7, CodeKind::cuda), 3);
    EXPECT_EQ(function_start(lines, 1, CodeKind::cuda), 1);
    EXPECT_EQ(function_start(lines, 99, CodeKind::cuda), 3);
}

// --- series, on a lesson of two rungs

const lab::Knob plotted_size = [] {
    lab::Knob knob;
    knob.id = "n", knob.title = "Numbers", knob.unit = "numbers";
    knob.low = 1, knob.high = 1 << 20, knob.ticks = {256, 512, 1024, 2048}, knob.preset = 512;
    return knob;
}();

const lab::Lesson& plotted_lesson() {
    static const lab::Lesson made = [] {
        lab::Lesson value;
        value.id = "series_test", value.title = "Series";
        value.rungs.resize(2);
        value.rungs[0].id = "first", value.rungs[0].title = "First kernel";
        value.rungs[1].id = "second", value.rungs[1].title = "Second kernel";
        value.knobs = {&plotted_size};
        value.size = &plotted_size;
        value.cost = [](const lab::Settings& set) { return double(set[plotted_size]); };
        return value;
    }();
    return made;
}

lab::Settings of_rung(int rung, std::int64_t size) {
    lab::Settings made(plotted_lesson());
    made.rung = rung;
    made.set(plotted_size, size);
    return made;
}

lab::Result timed(const lab::Settings& at, lab::TimeKind kind, double ms,
                  const std::string& device = "a GPU") {
    lab::Result result;
    result.request.settings = at;
    auto run = std::make_shared<lab::Run>();
    run->request.settings = at;
    run->device = {kind == lab::TimeKind::modelled ? "sim" : "gpu", device, "", ""};
    run->time.kind = kind, run->time.median_ms = ms, run->time.device = device;
    result.timed = run;
    return result;
}

TEST(SeriesOfResults, SourcesNeverMix) {
    Series series;
    series.add(timed(of_rung(0, 512), lab::TimeKind::modelled, 3));
    series.add(timed(of_rung(0, 512), lab::TimeKind::measured, 1));
    series.add(timed(of_rung(0, 256), lab::TimeKind::measured, 2, "another GPU"));
    series.add(timed(of_rung(0, 1024), lab::TimeKind::measured, 4));
    const auto source = series.source(of_rung(0, 512));
    ASSERT_TRUE(source);
    EXPECT_EQ(source->kind, lab::TimeKind::measured);
    EXPECT_EQ(source->device, "a GPU");
    const auto points = series.times_over(of_rung(0, 512), plotted_size, *source);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[0]->time.median_ms, 1);
    EXPECT_EQ(points[1]->settings[plotted_size], 1024);
    EXPECT_TRUE(series.times_over(of_rung(1, 512), plotted_size, *source).empty());
}

TEST(SeriesOfResults, KnowsWhatIsNew) {
    Series series;
    const lab::Result result = timed(of_rung(0, 512), lab::TimeKind::measured, 1);
    EXPECT_TRUE(series.add(result));
    EXPECT_FALSE(series.add(result));
    EXPECT_TRUE(series.add(timed(of_rung(0, 512), lab::TimeKind::measured, 2))) << "new samples";
    EXPECT_TRUE(series.timed(of_rung(0, 512)));
    EXPECT_FALSE(series.knows(of_rung(0, 512))) << "a time alone leaves the counts wanted";
    EXPECT_FALSE(series.timed(of_rung(1, 512)));
}

TEST(SeriesOfResults, CountsComeFromSimulatedRunsOnly) {
    Series series;
    lab::Result result = timed(of_rung(0, 512), lab::TimeKind::measured, 1);
    series.add(result);
    EXPECT_EQ(series.counts(of_rung(0, 512)), nullptr);
    auto run = std::make_shared<lab::Run>();
    run->request.settings = of_rung(0, 512);
    run->device.kind = "sim";
    run->counters.warp_instructions = 10, run->counters.barriers = 7;
    result.counted = run;
    EXPECT_TRUE(series.add(result));
    ASSERT_NE(series.counts(of_rung(0, 512)), nullptr);
    EXPECT_EQ(series.counts(of_rung(0, 512))->counters.barriers, 7u);
    EXPECT_EQ(series.counts_over(of_rung(0, 256), plotted_size).size(), 1u);
}

// A knob that is dragged for an hour leaves tens of thousands of them.
TEST(SeriesOfResults, ForgetWhatNobodyAsksFor) {
    Series series;
    const auto many = static_cast<std::int64_t>(Series::most_entries);
    const lab::Settings asked = of_rung(1, 512), plotted = of_rung(1, 1024);
    lab::Settings alone = asked;  // no curve leads there
    alone.anyway = true;
    for (const lab::Settings& each : {asked, plotted, alone})
        series.add(timed(each, lab::TimeKind::measured, 1));
    const auto source = series.source(asked);
    ASSERT_TRUE(source);
    for (std::int64_t n = 1; n <= 2 * many; ++n) {
        series.add(timed(of_rung(0, n), lab::TimeKind::measured, 1));
        if (n % 100 != 0) continue;
        EXPECT_EQ(series.times_over(asked, plotted_size, *source).size(), 2u);
        EXPECT_TRUE(series.timed(alone));
    }
    EXPECT_LE(series.size(), Series::most_entries);
    EXPECT_GT(series.size(), Series::most_entries / 3);
    EXPECT_TRUE(series.timed(of_rung(0, 2 * many))) << "the last is kept";
    EXPECT_FALSE(series.timed(of_rung(0, 1)));
}

TEST(SeriesOfResults, LinesTellSettingsApart) {
    EXPECT_EQ(line_of(of_rung(1, 512)), "series_test/second n=512");
    lab::Settings anyway = of_rung(1, 512);
    anyway.anyway = true;
    EXPECT_NE(line_of(anyway), line_of(of_rung(1, 512)));
}

// --- documentation

TEST(Documentation, DefinesEveryCounterWithItsMetric) {
    std::ifstream file(WARPLENS_SOURCE_DIR "/docs/counters.md");
    ASSERT_TRUE(file) << "docs/counters.md is missing";
    std::stringstream whole;
    whole << file.rdbuf();
    const std::string text = whole.str();
    for (const simulator::CounterName& counter : simulator::counter_names()) {
        const std::size_t at = text.find("| `" + std::string(counter.name) + "` |");
        ASSERT_NE(at, std::string::npos) << counter.name << " has no row in docs/counters.md";
        const std::string row = text.substr(at, text.find('\n', at) - at);
        if (!counter.nsight.empty())
            EXPECT_NE(row.find("`" + std::string(counter.nsight) + "`"), std::string::npos)
                << counter.name;
        else
            EXPECT_EQ(row.find("l1tex"), std::string::npos) << counter.name << " equals no metric";
    }
}

// From the kernel that was launched, so that it is what was really instantiated.
TEST(Instantiation, NamesAndValuesOfATemplatesParameters) {
    const std::vector<std::string_view> lines{
        "template <class Real>",
        "__global__ void plain(Real* x)",
        "{",
        "}",
        "template <class Real, bool Shuffle = true>",
        "__global__ void adds(const Real* numbers, Real* sums, int n)",
        "{",
        "}",
        "template __global__ void adds<float, false>(const float*, float*, int);"};
    EXPECT_EQ(instantiation_words("_Z4addsIfLb0EEvPKT_PS0_i", lines),
              "Real = float, Shuffle = false");
    EXPECT_EQ(instantiation_words("_Z5plainIdEvPT_", lines), "Real = double");
    EXPECT_EQ(instantiation_words("_Z5otherIdEvPT_", lines), "") << "not of this source";
    EXPECT_EQ(instantiation_words("plain", lines), "") << "no template";
}

// Every kernel of a lesson that is a template says so, at each type.
TEST(Instantiation, IsSaidOverTheCodeOfALesson) {
    app::testing::Driver driver(1366, 768);
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_TRUE(driver.sees("Real = float, Shuffle = false"));
    const lab::Knob* type = lab::find_knob(*driver.shell.session.lesson(), lab::Knob::Role::type);
    ASSERT_TRUE(type);
    driver.shell.session.settings().set(*type, 1);
    driver.settle();
    EXPECT_TRUE(driver.sees("Real = double, Shuffle = false"));
}

TEST(Format, NumbersThatDifferAreWrittenSo) {
    EXPECT_EQ(times_against(.0299, .0389), "29.9 against 38.9 µs");
    EXPECT_EQ(times_against(1.9123, 1.9412), "1.91 against 1.94 ms") << "not 1.9 against 1.9";
    EXPECT_EQ(times_against(1.91201, 1.91202), "1.91201 against 1.91202 ms");
}

TEST(Format, NumbersFarBelowOneHaveOneForm) {
    EXPECT_EQ(with_power(7.5e-8), "7.5·10⁻⁸");
    EXPECT_EQ(with_power(5e-5), "5·10⁻⁵");
    EXPECT_EQ(with_power(.00013), "1.3·10⁻⁴");
    EXPECT_EQ(with_power(9.99e-6), "10⁻⁵");
    EXPECT_EQ(with_power(.02), "0.02");
    EXPECT_EQ(with_power(0), "0");
}

}  // namespace

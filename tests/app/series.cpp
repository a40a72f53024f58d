// Results over settings: which sources they have, what is kept, and what is forgotten. On a
// lesson of two rungs.
#include <gtest/gtest.h>

#include "app/series.h"

namespace {

using namespace app;

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

}  // namespace

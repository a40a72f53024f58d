// Times on cards: of which size and bytes they are, where some are recorded, how an axis looks.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/rates.h"
#include "app/view.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/recorded_nearby.h"
#include "lab/asked.h"
#include "lab/time/bench.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

// Whoever turns a knob off what was recorded sees the formula's time, of the size that was asked
// for, and not that none is known.
TEST(TimesOnCards, ATimeIsOfTheSizeThatWasAskedFor) {
    Driver driver(1366, 768);
    driver.shell.restore("pattern_matching/shifted block=96");
    driver.settle();
    const app::Series& series = driver.shell.session.series();
    const lab::Settings& settings = driver.shell.session.settings();
    EXPECT_TRUE(series.timed(settings));
    EXPECT_FALSE(driver.says("No time is known"));
    ASSERT_TRUE(series.source(settings));
    EXPECT_EQ(series.source(settings)->kind, lab::TimeKind::modelled);
    lab::Settings smaller = settings;
    smaller.set(*settings.subject->size, 1 << 21);
    EXPECT_FALSE(series.timed(smaller)) << "counted there, and no time is of it";
}

TEST(TimesOnCards, RatesSayOfWhichBytesTheyAre) {
    lab::Time time;
    time.kind = lab::TimeKind::modelled, time.median_ms = 1;
    lab::Settings at = *lab::settings_named("who_answers/again");
    const auto forms = rate_forms(at, time);
    ASSERT_FALSE(forms.empty());
    EXPECT_NE(forms.front().find("GB/s useful"), std::string::npos) << forms.front();
    for (std::size_t i = 1; i < forms.size(); ++i)
        EXPECT_LT(forms[i].size(), forms[i - 1].size()) << forms[i];
}

// Only one order of reading was recorded with tables of 64 numbers.
TEST(TimesOnCards, WhereTimesWereRecordedIsAClickAway) {
    Opened constant("memories/constant order=apart size=64", 1920, 1080);
    ASSERT_TRUE(constant.driver.says("Recorded with ")) << "and a click goes there";
    const auto shown = constant.driver.shell.session.shown();
    const Cursor cursor;
    const Metrics metrics;
    const ComparedTimes data =
        compared_times({*shown, cursor, metrics, constant.driver.shell.session.series()});
    ASSERT_TRUE(data.recorded);
    EXPECT_TRUE(constant.driver.shell.session.series().recorded(*data.recorded));
    Opened usual("memories/constant", 1920, 1080);
    EXPECT_FALSE(usual.driver.says("Recorded with "));
}

// A card without a time says where some are, and leads there by mouse and keys.
TEST(TimesOnCards, CardsWithoutTimesSayWhereSomeAre) {
    lab::Result result;
    result.request.settings = *lab::settings_named("memories/constant");
    for (const char* knob : {"order=apart", "size=64"})
        ASSERT_FALSE(lab::assign(result.request.settings, knob)) << knob;
    const Metrics metrics;
    const Series series;
    const DrawContext context{result, {}, metrics, series};
    constexpr Rect area{0, 0, 480, 300};
    for (const char* id : {"by_knob", "timings"}) {
        const Picture picture(id, result, {}, area, series);
        const std::string words = picture.words();
        EXPECT_NE(words.find("No time is known for these settings"), std::string::npos) << words;
        const auto ways = find_view(id)->pointing.spots(picture.notes, context, area);
        ASSERT_EQ(ways.size(), 1u) << id;
        ASSERT_TRUE(ways.front().settings) << id;
        EXPECT_TRUE(series.recorded(*ways.front().settings)) << id;
        const auto spot = find_view(id)->pointing.spot(picture.notes, context, area, {20, 20});
        ASSERT_TRUE(spot) << id;
        EXPECT_EQ(spot->settings, ways.front().settings) << id;
        EXPECT_NE(words.find("a click goes there"), std::string::npos) << words;
    }
}

// The nearest: a knob back where it was, else another size; of several knobs each is named.
TEST(TimesOnCards, TheNearestRecordedSettingsAreNamed) {
    const Series series;
    lab::Settings at = *lab::settings_named("reduction/sequential");
    const lab::Knob& size = *at.subject->size;
    at.set(size, 3'000'000);
    const auto larger = recorded_nearby(series, at);
    ASSERT_TRUE(larger);
    EXPECT_EQ((*larger)[size], 1 << 22) << "nearer than 2^20, by the ratio";
    EXPECT_EQ(recorded_words(*larger, at).front(), "Recorded with n 2²²: a click goes there.");
    at.set(*lab::find_knob(*at.subject, "block"), 512);
    const auto of_block = recorded_nearby(series, at);
    ASSERT_TRUE(of_block);
    EXPECT_EQ(recorded_words(*of_block, at).back(), "Recorded with n 2²².") << "its block stays";
    ASSERT_FALSE(lab::assign(at, "pattern=strided"));
    const auto far = recorded_nearby(series, at);
    ASSERT_TRUE(far);
    const std::string words = recorded_words(*far, at).back();
    EXPECT_NE(words.find("block 256"), std::string::npos) << words;
    EXPECT_NE(words.find("n 2²²"), std::string::npos) << words;
}

// It is no estimate that is missing, nor a device.
TEST(TimesOnCards, WhatWasRecordedOtherwiseSaysSo) {
    Laptop laptop;
    laptop.driver.width = 1920, laptop.driver.height = 1080;
    laptop.open("streams/overlapped waits=forgotten");
    laptop.compare();
    EXPECT_TRUE(laptop.driver.sees("not recorded with waits forgotten"));
    EXPECT_FALSE(laptop.driver.sees("too much to count"));
    EXPECT_FALSE(laptop.driver.sees("not recorded on"));
}

// A time of a wrong result does not count.
TEST(TimesOnCards, AReadoutOfAWrongResultIsStruckOut) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/in_place");
    driver.settle();
    EXPECT_TRUE(driver.sees("wrong result"));
    const auto strikes = std::ranges::count_if(driver.marks, [](const NotedMark& mark) {
        return mark.card == "timings" && mark.is(MarkKind::line, Role::bad) && mark.width == 2;
    });
    EXPECT_GE(strikes, 1);
}

using CardOfTimes = Lecture;

// Marks of decades and between them, at the axis, also where few numbers have room.
TEST_F(CardOfTimes, IsSeenToBeLogarithmic) {
    open("vector_addition");
    const auto marks = those(driver.marks, [](const NotedMark& mark) {
        return mark.card == "timings" && mark.is(MarkKind::line, Role::stroke) && mark.box.w > 1 &&
               mark.box.w < 8 && mark.box.h < 1;
    });
    EXPECT_GT(marks.size(), 4u);
}

}  // namespace

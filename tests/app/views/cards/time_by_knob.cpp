// What "Time by knob" draws: a bar for each value of each knob, and what it says of them.
#include <gtest/gtest.h>

#include "app/draw/canvas_notes.h"
#include "app/format.h"
#include "app/views/cards/knob_times.h"
#include "lab/asked.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/views/cards/card_spots.h"

namespace {

using namespace app;
using namespace test;
using lab::TimeKind;

constexpr Rect large{0, 0, 480, 400};

Picture drawn(const Filled& from, Rect area = large) {
    return Picture("by_knob", from.shown, {}, area, from.series);
}

// Bars of the knob whose head stands above them, from the top.
std::vector<Rect> bars_of(const Picture& picture) {
    std::vector<Rect> bars;
    for (const NotedMark& mark : picture.notes.marks)
        if (mark.is(MarkKind::fill, Role::other_series) || mark.is(MarkKind::fill, Role::accent))
            if (mark.box.h > 4) bars.push_back(mark.box);
    return bars;
}

TEST(TimeByKnob, AValueHasABarAsLongAsItsTime) {
    const Picture picture = drawn(filled(TimeKind::recorded, 0, .005));
    EXPECT_TRUE(picture.sees("least at 64; 32 takes 4.42 times as long"));
    EXPECT_TRUE(picture.sees("13.1 µs")) << "of width 8";
    const std::vector<Rect> bars = bars_of(picture);
    ASSERT_EQ(bars.size(), 8u) << "four of each side; the stride has no time";
    EXPECT_NEAR(bars[2].w / bars[3].w, .04594304 / .010390625, .05);
    EXPECT_FALSE(picture.sees("apart"));
}

TEST(TimeByKnob, TheSetValueIsTheChosenBar) {
    const Picture picture = drawn(filled(TimeKind::recorded, 0, .005));
    const auto chosen = picture.notes.of(MarkKind::fill, Role::accent);
    EXPECT_EQ(std::ranges::count_if(chosen, [](const auto& mark) { return mark.box.h > 4; }), 2)
        << "of each knob the one that is set";
}

// The order of the knobs stays, so that a place that somebody scrolled to is the same one.
TEST(TimeByKnob, ItOpensOnTheKnobThatWasTurned) {
    const Filled from = filled(TimeKind::recorded, 0, .005);
    const Rect small{0, 0, 330, 90};
    lab::Result before = from.shown;
    before.request.settings.set(height_knob, 1);
    const Picture turned = beside_before("by_knob", from, before, small);
    const auto first = [&](const lab::Result* was, int asked) {
        const Metrics metrics;
        DrawContext context{from.shown, {}, metrics, from.series, nullptr, was};
        context.first_row = asked;
        return find_view("by_knob")->pointing.rows(turned.notes, context, small).first;
    };
    EXPECT_GE(first(&before, -1), 5) << "behind a head and four values";
    EXPECT_LT(first(&from.shown, -1), 5);
    EXPECT_EQ(first(&before, 2), 2) << "as somebody scrolled it";
}

// A recording that was made on several days is one.
TEST(TimeByKnob, AnotherDayOfTheSameClockCounts) {
    Filled from = filled(TimeKind::recorded, 0, .005);
    lab::Settings at = settings(0, 1 << 22);
    at.set(stride_knob, 32);
    lab::Result made = result_of(at, TimeKind::recorded, .5);
    auto run = std::make_shared<lab::Run>(*made.timed);
    run->device.when = "13 Nov 2026";
    made.timed = run;
    from.series.add(made);
    const Picture picture = drawn(from);
    EXPECT_TRUE(picture.sees("apart"));
    EXPECT_TRUE(picture.sees("0.50 ms") || picture.sees("500 µs"));
}

// Where one stands is always there.
TEST(TimeByKnob, TheSetValueHasARowWithoutATime) {
    Filled from = filled(TimeKind::recorded, 0, .005);
    from.shown.request.settings.set(width_knob, 48);
    for (const std::int64_t width : width_knob.ticks) {
        lab::Settings at = from.shown.request.settings;
        at.set(width_knob, width);
        from.series.add(result_of(at, TimeKind::recorded, .1 / double(width), .005));
    }
    const Picture picture = drawn(from);
    EXPECT_TRUE(picture.sees("48"));
    EXPECT_TRUE(picture.sees("no time"));
}

TEST(TimeByKnob, WithoutWarmTimesItSaysSo) {
    Filled from = filled(TimeKind::recorded, 0, .005);
    from.series.add(with_warm(result_of(settings(0, 1 << 10), TimeKind::recorded, .01), .004));
    from.series.choice.regime = lab::Regime::warm;
    std::string sentence;  // its words are drawn one by one
    for (const NotedText& text : drawn(from).notes.texts) sentence += text.text + " ";
    EXPECT_EQ(sentence.rfind("No time with warm caches is known", 0), 0u) << sentence;
}

// The median of the largest is far from the least, and its interval reaches down to it.
TEST(TimeByKnob, AWideIntervalBehindANarrowOneIsAmongTheLeast) {
    Filled from;
    const double ms[] = {.1, .2, .3, .4};
    for (std::size_t i = 0; i < width_knob.ticks.size(); ++i) {
        lab::Settings at = settings(0, 1 << 22);
        at.set(width_knob, width_knob.ticks[i]);
        lab::Result made = result_of(at, TimeKind::recorded, ms[i], i == 3 ? .9 : .001);
        from.series.add(made);
        if (at == settings(0, 1 << 22)) from.shown = made;
    }
    EXPECT_TRUE(drawn(from).sees("least at 8 and 64; 64 takes 4 times as long"));
}

TEST(TimeByKnob, WhatOverlapsIsNotRanked) {
    const Picture picture = drawn(filled(TimeKind::recorded, 0, .9));
    EXPECT_TRUE(picture.sees("intervals overlap"));
    EXPECT_FALSE(picture.sees("takes"));
}

// An order of the simulator is none of the clock's.
TEST(TimeByKnob, OneTimeForAllValuesIsNoTimeByThem) {
    Filled from = filled(TimeKind::recorded, 0, .005);
    for (const std::int64_t value : stride_knob.ticks) {
        lab::Settings at = settings(0, 1 << 22);
        at.set(stride_knob, value);
        from.series.add(result_of(at, TimeKind::recorded, .004 + double(1 << 22) / 1e8, .005));
    }
    EXPECT_FALSE(drawn(from).sees("apart"));
    lab::Settings at = settings(0, 1 << 22);
    at.set(stride_knob, 32);
    from.series.add(result_of(at, TimeKind::recorded, .09, .005));
    EXPECT_TRUE(drawn(from).sees("apart"));
}

TEST(TimeByKnob, AClickGoesToTheValueAndANameToItsBars) {
    const Filled from = filled(TimeKind::recorded, 0, .005);
    const Picture picture = drawn(from);
    const Rect time = picture.place("13.1 µs");
    const Spot spot = spot_at("by_knob", from, large, {time.middle_x(), time.middle_y()});
    ASSERT_TRUE(spot.settings);
    EXPECT_EQ((*spot.settings)[width_knob], 8);
    EXPECT_EQ((*spot.settings)[height_knob], from.shown.request.settings[height_knob]);
    EXPECT_NE(spot.words.find("width: 8"), spot.words.npos);
    const auto names = find_view("by_knob")->pointing.spots(
        picture.notes, {from.shown, {}, {}, from.series}, large);
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(names[0].row, 0);
    EXPECT_EQ(names[1].row, 5) << "behind a head and four values";
}

// In a small place the set value is in sight, and the rest by the wheel.
TEST(TimeByKnob, ASmallPlaceShowsTheSetValue) {
    const Filled from = filled(TimeKind::recorded, 0, .005);
    const Rect small{0, 0, 330, 90};
    const Picture picture = drawn(from, small);
    const auto chosen = picture.notes.of(MarkKind::fill, Role::accent);
    EXPECT_TRUE(std::ranges::any_of(chosen, [](const auto& mark) { return mark.box.h > 4; }));
    const RowsInSight rows = find_view("by_knob")->pointing.rows(
        picture.notes, {from.shown, {}, {}, from.series}, small);
    EXPECT_EQ(rows.all, 10);
    EXPECT_LT(rows.shown, 6);
}

// With warm caches a value that took long has none: it says so, and is not left out.
TEST(TimeByKnob, ValuesWithoutAWarmTimeStayAndSayWhy) {
    Filled from = filled(TimeKind::recorded, 0, .005);
    for (const std::int64_t width : {16, 64}) {
        lab::Settings at = settings(0, 1 << 22);
        at.set(width_knob, width);
        from.series.add(with_warm(result_of(at, TimeKind::recorded, .01), .001 * double(width)));
    }
    from.series.add(with_warm(from.shown, .01));
    from.series.choice.regime = lab::Regime::warm;
    const Picture picture = drawn(from);
    EXPECT_TRUE(picture.sees("no warm time") || picture.sees("not measured warm"));
    EXPECT_TRUE(picture.sees("least at 32; 64 takes 6.4 times as long"));
}

// What there is no room for is reached from name to name.
TEST(TimeByKnob, EveryNameIsReachedFromTheOneBefore) {
    Filled from = filled(TimeKind::recorded, 0, .005);
    for (const std::int64_t value : stride_knob.ticks) {
        lab::Settings at = settings(0, 1 << 22);
        at.set(stride_knob, value);
        from.series.add(result_of(at, TimeKind::recorded, .01 * double(value), .005));
    }
    const Rect narrow{0, 0, 60, 90};
    const Picture picture = drawn(from, narrow);
    DrawContext context{from.shown, {}, {}, from.series};
    context.first_row = 0;
    const auto first = find_view("by_knob")->pointing.spots(picture.notes, context, narrow);
    ASSERT_FALSE(first.empty());
    EXPECT_EQ(first.front().row, 0);
    context.first_row = 12;  // the height's head, behind six and four values
    const auto then = find_view("by_knob")->pointing.spots(picture.notes, context, narrow);
    ASSERT_FALSE(then.empty());
    EXPECT_EQ(then.front().row, 7) << "the width's";
}

// Its many values are not simulated for a formula's time: only what was recorded is asked for.
TEST(TimeByKnob, AsksForWhatWasRecorded) {
    const lab::Settings at = settings(0, 1 << 10);
    const auto needs = find_view("by_knob")->needs.settings(at);
    EXPECT_EQ(needs.size(), 6u + 4 + 4 - 3) << "without the set ones";
    EXPECT_NE(needs[0][stride_knob], at[stride_knob]);
    EXPECT_NE(needs[1][width_knob], at[width_knob]) << "all knobs' nearest first";
    lab::Request request;
    request.settings = at;
    for (const Want& want : wanted(request, {}, 1e12, 1000))
        EXPECT_FALSE(want.wish == lab::Worker::Wish::time &&
                     want.request.settings[stride_knob] != at[stride_knob])
            << line_of(want.request.settings);
}

TEST(TimeByKnob, NumbersNameKnobAndValue) {
    const Filled from = filled(TimeKind::recorded, 0, .005);
    const std::string csv = find_view("by_knob")->numbers({from.shown, {}, {}, from.series});
    EXPECT_EQ(csv.rfind("knob,value,", 0), 0u) << csv;
    EXPECT_NE(csv.find("\nwidth,8,"), csv.npos);
    EXPECT_NE(csv.find("\nheight,1,"), csv.npos);
}

TEST(TimeByKnob, ChoicesHaveTheirTitles) {
    const lab::Knob knob = lab::choice("kind", "Kind", {{"one", "n × n", ""}, {"two", "One", ""}});
    EXPECT_EQ(value_name(knob, 0), "n × n");
    EXPECT_EQ(value_name(width_knob, 1024), "1024");
    EXPECT_EQ(value_name(width_knob, 1 << 20), power_or_grouped(1 << 20));
}

// Ratios are made on the device, where nothing is copied: no time of theirs stands beside those
// with copies.
TEST(TimeByKnob, ATimeWithoutCopiesStandsForNoneWithThem) {
    Filled from;
    lab::Settings at = *lab::settings_named("matrix_product/straight");
    at.set(*lab::find_knob(*at.subject, lab::Knob::Role::copies), 1);
    const lab::Knob& values = *lab::find_knob(*at.subject, "values");
    for (const int value : {1, 0}) {
        lab::Settings here = at;
        here.set(values, value);
        const lab::Result made = result_of(here, TimeKind::recorded, 2 + value);
        from.series.add(made);
        from.shown = made;
    }
    const Metrics metrics;
    const DrawContext context{from.shown, {}, metrics, from.series};
    for (const KnobTimes& knob : times_by_knob(context).knobs) EXPECT_NE(knob.knob, &values);
}

}  // namespace

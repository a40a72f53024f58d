// What "Time by knob" draws: a bar for each value of each knob, and what it says of them.
#include <gtest/gtest.h>

#include "app/draw/canvas_notes.h"
#include "app/format.h"
#include "app/views/cards/knob_times.h"
#include "app_card_spots.h"
#include "app_picture.h"
#include "app_series_maker.h"

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

TEST(TimeByKnob, TheKnobThatWasTurnedComesFirst) {
    const Filled from = filled(TimeKind::recorded, 0, .005);
    lab::Result before = from.shown;
    EXPECT_LT(beside_before("by_knob", from, before, large).place("width").y,
              beside_before("by_knob", from, before, large).place("height").y + 1);
    before.request.settings.set(height_knob, 1);
    const Picture turned = beside_before("by_knob", from, before, large);
    EXPECT_LT(turned.place("height").x, turned.place("width").x) << "in the row of names";
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
    const auto names =
        find_view("by_knob")->spots(picture.notes, {from.shown, {}, {}, from.series}, large);
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
    const RowsInSight rows =
        find_view("by_knob")->card_rows(picture.notes, {from.shown, {}, {}, from.series}, small);
    EXPECT_EQ(rows.all, 10);
    EXPECT_LT(rows.shown, 6);
}

// Its many values are not simulated for a formula's time: only what was recorded is asked for.
TEST(TimeByKnob, AsksForWhatWasRecorded) {
    const lab::Settings at = settings(0, 1 << 10);
    EXPECT_EQ(find_view("by_knob")->needs(at).size(), 6u + 4 + 4);
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

}  // namespace

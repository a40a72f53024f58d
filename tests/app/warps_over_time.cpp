// Warps over time: the layout, on little traces and of real kernels, and the strip as a scrubber.
#include <gtest/gtest.h>

#include <set>

#include "app/draw/theme.h"
#include "app/warps_strip.h"
#include "lab/running/simulation.h"
#include "tests/app/draw/contrast.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"

namespace {

using namespace app;
using namespace test;
using Cell = WarpsOverTime::Cell;

TEST(WarpsOverTime, ACellIsTheShareOfLanesThatAreOn) {
    const auto run = tree(100);
    const WarpsOverTime& all = warps_over_time(*run);
    ASSERT_EQ(all.warps, 4);
    ASSERT_EQ(all.columns.size(), run->steps.size());
    EXPECT_EQ(all.columns[0].warps[3], (Cell{4.f / 32, 0})) << "four threads, all of them on";
    EXPECT_EQ(all.columns[4].warps[0], (Cell{1, 0}));
    EXPECT_EQ(all.columns[4].warps[1], (Cell{18.f / 32, 14.f / 32}));
    EXPECT_EQ(all.columns[4].warps[2], (Cell{0, 0})) << "it skips the step";
}

TEST(WarpsOverTime, AColumnIsAsWideAsWhatIsServedAgain) {
    TraceMaker maker({1}, {32});
    maker.array("part", Space::shared, Type::f32, 0, 1 << 14);
    for (const std::uint32_t times : {1, 8, 64}) {
        maker.access(EventKind::load, Space::shared, Type::f32, int(times), 0, 0,
                     [](int lane) { return Address(4 * lane); });
        maker.took(times, 1);
    }
    const auto run = maker.run();
    const WarpsOverTime made = warps_over_time(*run);
    EXPECT_EQ(made.columns[0].times, 1);
    EXPECT_EQ(made.columns[1].times, 8);
    EXPECT_EQ(made.columns[2].times, 32) << "wider says no more";
    const ColumnPlaces places = places_of(made, 410, 0);
    EXPECT_FLOAT_EQ(places.right[0], 10);
    EXPECT_FLOAT_EQ(places.right[1], 90);
    EXPECT_FLOAT_EQ(places.right[2], 410);
}

TEST(WarpsOverTime, LaunchesAreParted) {
    WarpsOverTime two{1, {}};
    for (const int launch : {0, 0, 1})
        two.columns.push_back({1, launch, int(two.columns.size()), false, {{1, 0}}});
    const ColumnPlaces places = places_of(two, 106, 10);
    EXPECT_FLOAT_EQ(places.left[1], places.right[0]);
    EXPECT_FLOAT_EQ(places.left[2], places.right[1] + 10);
    EXPECT_FLOAT_EQ(places.right[2], 106);
}

TEST(WarpsOverTime, LaunchesThatLookAlikeStandOnce) {
    WarpsOverTime all{1, {}, 4, 1};
    for (const int launch : {0, 0, 1, 1})
        all.columns.push_back({1, launch, int(all.columns.size()), false, {{1, 0}}});
    all.columns[1].asks = all.columns[3].asks = WarpsOverTime::Asks::stores;
    const WarpsOverTime one = first_of_alike(all);
    EXPECT_EQ(one.columns.size(), 2u);
    EXPECT_EQ(one.alike, 2);
    EXPECT_EQ(one.steps, 4);
    all.columns[3].asks = WarpsOverTime::Asks::loads;
    EXPECT_EQ(first_of_alike(all).columns.size(), 4u) << "they differ";
    all.columns[3].asks = WarpsOverTime::Asks::stores;
    all.columns[2].launch = 0;
    EXPECT_EQ(first_of_alike(all).columns.size(), 4u) << "launches of other lengths";
}

TEST(WarpsOverTime, ShrunkItKeepsSharesLaunchesAndBarriers) {
    WarpsOverTime all{4, {}};
    for (int i = 0; i < 8; ++i) {
        WarpsOverTime::Column column{1, i / 6, i, i == 3, {}};
        column.warps = {{1, 0}, {0, 0}, {.5f, .5f}, {i < 2 ? 1.f : 0.f, 0}};
        all.columns.push_back(column);
    }
    const WarpsOverTime small = shrunk(all, 4, 2);
    EXPECT_EQ(small.warps, 2);
    ASSERT_EQ(small.columns.size(), 4u);
    EXPECT_EQ(small.columns[0].warps[0], (Cell{.5f, 0}));
    EXPECT_EQ(small.columns[0].warps[1], (Cell{.75f, .25f}));
    EXPECT_TRUE(small.columns[1].barrier);
    EXPECT_EQ(small.columns[1].warps[1], (Cell{.25f, .25f})) << "the barrier is none of them";
    EXPECT_EQ(small.columns[3].launch, 1);
    EXPECT_EQ(small.columns[3].times, 2);
}

std::shared_ptr<const lab::Run> picture_run(const char* lesson, const char* rung) {
    lab::Settings settings(lab::subject_of(*lab::find_lesson(lesson)));
    const auto& rungs = settings.subject->rungs;
    settings.rung = int(std::ranges::find(rungs, rung, &lab::Rung::id) - rungs.begin());
    lab::Request request;
    request.settings = lab::picture_of(settings);
    return lab::simulate(request);
}

// What a silhouette looks like from afar: of so much room, how much is solid and how much hatched.
struct Looks {
    float solid = 0, hatched = 0, widest = 0;
};

Looks looks_of(const char* rung) {
    const auto run = picture_run("reduction", rung);
    const WarpsOverTime& all = warps_over_time(*run);
    const ColumnPlaces places = places_of(all, 1, 0);
    Looks made;
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
        const float width = places.right[i] - places.left[i];
        made.widest = std::max(made.widest, width);
        if (all.columns[i].barrier) continue;
        for (const Cell& cell : all.columns[i].warps)
            made.solid += width * cell.on / 8, made.hatched += width * cell.off / 8;
    }
    return made;
}

TEST(WarpsOverTime, ThreeRungsHaveThreeSilhouettes) {
    const Looks interleaved = looks_of("interleaved"), strided = looks_of("strided"),
                sequential = looks_of("sequential");
    EXPECT_GT(interleaved.hatched, 5 * sequential.hatched) << "lanes wait all over";
    EXPECT_GT(strided.widest, 2 * sequential.widest) << "requests are served again and again";
}

// --- the strip

TEST(WarpsStrip, ItsPostsAreBarriersAndItsHatchesWait) {
    const auto run = picture_run("reduction", "interleaved");
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    draw_warps_over_time(notes, warps_over_time(*run), 20, {0, 0, 900, 96});
    const auto barriers =
        std::ranges::count(run->steps, EventKind::barrier, &simulator::Step::kind);
    const auto posts = those(notes.marks, [](const NotedMark& mark) {
        return mark.is(MarkKind::fill, Role::stroke) && mark.box.h > 90;
    });
    EXPECT_EQ(std::ssize(posts), barriers);
    EXPECT_FALSE(notes.of(MarkKind::hatch, Role::waste).empty());
    EXPECT_FALSE(notes.of(MarkKind::fill, Role::accent).empty()) << "the step that is now";
}

// A request that is served four times is solid for a quarter of its width.
TEST(WarpsStrip, WhatIsServedOnceMoreIsHatched) {
    WarpsOverTime all{1, {}};
    all.columns.push_back({4, 0, 0, false, {{1, 0}}});
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    draw_warps_over_time(notes, all, -1, {0, 0, 100, 20});
    const auto solid = notes.of(MarkKind::fill, Role::other_series),
               again = notes.of(MarkKind::fill, Role::waste);
    ASSERT_EQ(solid.size(), 1u);
    ASSERT_EQ(again.size(), 1u);
    EXPECT_FLOAT_EQ(solid[0].box.w, 25);
    EXPECT_FLOAT_EQ(again[0].box.x, 25);
    EXPECT_FLOAT_EQ(again[0].box.w, 75);
    all.columns.push_back(all.columns[0]);
    all.columns[1].times = 1;
    EXPECT_FLOAT_EQ(shrunk(all, 1, 1).columns[0].again(), 1 - 2.f / 5);
}

// The contrast theme had one white for both.
TEST(WarpsStrip, LoadsAndStoresAreToldApartInEveryTheme) {
    using Asks = WarpsOverTime::Asks;
    const auto shade = [](Asks asks, Tone tone) {
        WarpsOverTime all{1, {}};
        all.columns.push_back({1, 0, 0, false, {{1, 0}}});
        all.columns[0].asks = asks;
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        draw_warps_over_time(notes, all, -1, {0, 0, 100, 20});
        return notes.marks.empty() ? 0 : rgb(notes.marks.back().colour, tone);
    };
    for (const Tone tone : tones) {
        const auto loads = shade(Asks::loads, tone), stores = shade(Asks::stores, tone),
                   neither = shade(Asks::nothing, tone);
        EXPECT_GE(contrast(loads, stores), 1.7) << name_of(tone);
        EXPECT_GE(contrast(loads, neither), 1.7) << name_of(tone);
        EXPECT_GE(contrast(loads, rgb(Role::panel, tone)), 3) << name_of(tone);
    }
}

TEST(WarpsStrip, SmallItStaysInside) {
    const auto run = picture_run("reduction", "strided");
    const Rect area{10, 20, silhouette_width, silhouette_height};
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    draw_warps_over_time(notes, warps_over_time(*run), -1, area);
    EXPECT_GT(notes.marks.size(), 20u);
    for (const NotedMark& mark : notes.marks) EXPECT_TRUE(within(mark, area));
}

TEST(WarpsStrip, AStepStandsWhereItsColumnDoes) {
    const auto run = picture_run("reduction", "strided");
    const WarpsOverTime& all = warps_over_time(*run);
    const Rect area{100, 0, 900, 90};
    std::set<int> seen;
    for (float x = 100; x < 1000; x += .5f) seen.insert(step_at(all, area, x));
    EXPECT_EQ(seen.size(), run->steps.size()) << "each can be reached";
    EXPECT_EQ(step_at(all, area, 0), 0);
    EXPECT_EQ(step_at(all, area, 5000), int(run->steps.size()) - 1);
    EXPECT_EQ(step_at(WarpsOverTime{}, area, 5), -1);
}

TEST(WarpsStrip, APressGoesToTheStepAndADragGoesOn) {
    app::testing::Driver driver;
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.shell.slot = app::Slot::thread;
    driver.settle();
    const NotedText* title = nullptr;
    for (const NotedText& text : driver.texts)
        if (text.text.starts_with("Warps over time")) title = &text;
    ASSERT_TRUE(title);
    const float y = title->box.bottom() + 20, x = title->box.x;
    driver.press({x + 200, y});
    const int first = driver.shell.playback.cursor.step;
    driver.move({x + 400, y});
    const int second = driver.shell.playback.cursor.step;
    driver.release({x + 400, y});
    EXPECT_LT(first, second);
    EXPECT_TRUE(driver.shell.playback.by_hand);
}

// --- beside the kernels' names

TEST(Silhouettes, StandBesideTheKernelsOfWhichThereIsARun) {
    app::testing::Driver driver(2560, 1440);
    driver.shell.open_lesson(*lab::find_lesson("recurrence"));
    driver.settle();
    const auto hatches = [&] {
        return std::ranges::count_if(driver.marks, [](const NotedMark& mark) {
            return mark.card == "rail" && mark.is(MarkKind::fill, Role::waste);
        });
    };
    const auto one = hatches();
    EXPECT_GT(one, 0) << "that of the kernel which is shown";
    const auto& series = driver.shell.session.series();
    lab::Settings other = driver.shell.session.settings();
    other.rung = 1;
    EXPECT_FALSE(series.silhouette(other));
    driver.shell.session.settings().rung = 1;
    driver.settle();
    EXPECT_TRUE(series.silhouette(other));
    EXPECT_GT(hatches(), one);
}

TEST(Silhouettes, AreAskedForWhenNothingElseIsToDo) {
    lab::Settings settings(lab::subject_of(*lab::find_lesson("reduction")));
    const std::vector<lab::Settings> needs = find_view("lanes")->needs.settings(settings);
    EXPECT_EQ(needs.size(), settings.subject->rungs.size());
}

// White is seen most.
TEST(WarpsOverTimeDrawn, AShortKeyTellsOfStoresBeforeWhatAsksForNothing) {
    const StripForms four{
        .waits = true, .again = false, .within = true, .loads = true, .stores = true};
    CanvasNotes notes{app::testing::measuring_painter().fonts()};
    draw_strip_key(notes, {0, 0, 180, 20}, Metrics{}, StripKey::brief_at_the_right, four);
    for (const char* word : {"waits", "loads", "stores"}) EXPECT_TRUE(notes.find(word)) << word;
    EXPECT_FALSE(notes.find("in block"));
}

// A key tells what is drawn, and where it has no room for all, what is hatched before shades of
// grey.
TEST(WarpsOverTimeDrawn, AShortKeyTellsWhatIsHatched) {
    const StripForms all{true, true, true, true, true};
    for (const StripKey form : {StripKey::whole, StripKey::brief_at_the_right}) {
        CanvasNotes notes{app::testing::measuring_painter().fonts()};
        draw_strip_key(notes, {0, 0, 180, 20}, Metrics{}, form, all);
        EXPECT_TRUE(notes.find("waits"));
        EXPECT_TRUE(notes.find("served again") || notes.find("again"));
        EXPECT_FALSE(notes.find("within the block") || notes.find("in block"));
    }
    StripForms forms;
    forms.add(warps_over_time(*tree(100)));
    EXPECT_TRUE(forms.waits) << "the tree's last lanes";
    EXPECT_FALSE(forms.again);
    CanvasNotes notes{app::testing::measuring_painter().fonts()};
    draw_strip_key(notes, {0, 0, 600, 20}, Metrics{}, StripKey::whole, forms);
    EXPECT_TRUE(notes.find("waits"));
    EXPECT_FALSE(notes.find("served again"));
}

}  // namespace

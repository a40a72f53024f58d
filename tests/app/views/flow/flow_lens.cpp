// Which columns the lens of a data-flow picture shows: both ends of what happens, however far apart
// they stand.
#include "app/views/flow/lens.h"

#include <gtest/gtest.h>

#include "app/views/flow/data_flow.h"
#include "app/views/flow/of_run.h"
#include "app/views/flow/places.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;
using namespace test;

// Rows of `columns` cells: in row r, each `from` of `arrows` goes to its `to`.
FlowLayout rows_of_columns(int columns,
                           const std::vector<std::vector<std::pair<int, int>>>& arrows_by_row) {
    FlowLayout layout;
    layout.columns.resize(std::size_t(columns));
    for (std::size_t r = 0; r <= arrows_by_row.size(); ++r) {
        FlowRow row;
        row.kind = FlowRowKind::stage;
        row.marks.resize(std::size_t(columns));
        layout.rows.push_back(row);
    }
    for (std::size_t r = 0; r < arrows_by_row.size(); ++r)
        for (const auto& [from, to] : arrows_by_row[r]) {
            FlowArrow arrow;
            arrow.row = int(r) + 1, arrow.from_row = int(r);
            arrow.from = from, arrow.column = to, arrow.own = from == to;
            layout.arrows.push_back(arrow);
            layout.rows[r + 1].marks[std::size_t(to)].writes = 1;
        }
    for (std::size_t r = 0; r < layout.rows.size(); ++r)
        layout.rows[r].doings = doings_of(layout, int(r));
    return layout;
}

// A tree over `columns`: round k reaches 2^k.
FlowLayout tree_of_columns(int columns) {
    std::vector<std::vector<std::pair<int, int>>> rounds;
    for (int apart = 1; apart < columns; apart *= 2) {
        rounds.emplace_back();
        for (int c = 0; c + apart < columns; c += 2 * apart)
            rounds.back().push_back({c + apart, c});
    }
    return rows_of_columns(columns, rounds);
}

std::vector<int> every(int apart, int count) {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) all.push_back(i * apart);
    return all;
}

TEST(FlowLens, NeighboursAreShownWhileTheyHoldEnough) {
    const FlowLayout layout = tree_of_columns(256);
    EXPECT_EQ(lens_columns(layout, {1, 32, -1, 0, 9}), every(1, 32));
    EXPECT_EQ(lens_columns(layout, {3, 32, -1, 0, 9}), every(1, 32)) << "four arrows of reach 4";
    EXPECT_EQ(lens_columns(layout, {3, 256, -1, 0, 9}), every(1, 256)) << "there is room for all";
}

TEST(FlowLens, WhatIsFarApartStandsSideBySide) {
    const FlowLayout layout = tree_of_columns(256);
    EXPECT_EQ(lens_columns(layout, {4, 32, -1, 3, 3}), every(8, 32)) << "reach 8: the whole tree";
    EXPECT_EQ(lens_columns(layout, {8, 32, -1, 6, 3}), every(32, 8)) << "with the rows around it";
    EXPECT_EQ(lens_columns(layout, {8, 4, -1, 6, 3}), every(64, 4)) << "as far as there is room";
}

// 128 values travel 128 places: some of them, with where they come from.
TEST(FlowLens, BothEndsOfEachArrowAreShown) {
    std::vector<std::pair<int, int>> arrows;
    for (int c = 0; c < 128; ++c) arrows.push_back({c + 128, c});
    const FlowLayout layout = rows_of_columns(256, {arrows});
    const std::vector<int> shown = lens_columns(layout, {1, 32, -1, 0, 2});
    ASSERT_EQ(shown.size(), 32u);
    EXPECT_EQ(shown[15], 15);
    EXPECT_EQ(shown[16], 128);
    const std::vector<int> moved = lens_columns(layout, {1, 32, 40, 0, 2});
    EXPECT_EQ(moved.front(), 40) << "where a person moved the lens";
    EXPECT_EQ(moved[16], 168);
}

TEST(FlowLens, CellsThatOnlyKeepTheirValueComeAfterThoseThatTravel) {
    std::vector<std::pair<int, int>> arrows;
    for (int c = 0; c < 64; ++c) arrows.push_back({c, c});
    for (int c = 32; c < 64; ++c) arrows.push_back({c - 32, c});
    const std::vector<int> shown = lens_columns(rows_of_columns(64, {arrows}), {1, 16, -1, 0, 2});
    EXPECT_EQ(shown.front(), 0);
    EXPECT_EQ(shown.back(), 39);
    EXPECT_EQ(shown.size(), 16u);
}

// Sorted keys at the left are alike: half of those that are shown come from the right.
TEST(FlowLens, OfSortedKeysHalfComeFromTheRight) {
    std::vector<std::pair<int, int>> arrows;
    for (int c = 0; c < 64; ++c) arrows.push_back({63 - c, c});
    FlowLayout layout = rows_of_columns(64, {arrows});
    layout.sorts = true;
    const std::vector<int> shown = lens_columns(layout, {1, 16, -1, 0, 2});
    EXPECT_EQ(shown, (std::vector{0, 1, 2, 3, 28, 29, 30, 31, 32, 33, 34, 35, 60, 61, 62, 63}));
    EXPECT_EQ(lens_columns(layout, {1, 16, 4, 0, 2}).front(), 4) << "where a person moved it";
}

TEST(FlowLens, ColumnsThatAreLeftOutHaveAPlaceBetween) {
    FlowPlaces places;
    places.cells.x = 100, places.column = 10;
    places.shown = {0, 1, 8, 9};
    EXPECT_TRUE(places.strides());
    EXPECT_FALSE(places.has_column(4));
    EXPECT_FLOAT_EQ(places.x_of(8), 125);
    EXPECT_FLOAT_EQ(places.x_of(4), 120);
    places.shown = {4, 5, 6};
    EXPECT_FALSE(places.strides());
}

// --- in the picture

struct DrawnFlow {
    std::shared_ptr<const lab::Run> run;
    FlowPlaces places;
    const FlowLayout* layout;
    int now = 0;
};

DrawnFlow drawn(const char* line, int step, Rect area, Density density) {
    const auto state = lab::read_state_line(line);
    lab::Request request = state->request;
    request.settings = lab::picture_of(request.settings);
    DrawnFlow made{lab::simulate(request), {}, nullptr, 0};
    Cursor cursor;
    cursor.step = step;
    made.layout = &flow_layout(*made.run, cursor);
    made.now = row_now(*made.layout, made.run->steps, step);
    made.places = places_of(*made.layout, cursor, metrics_of(density), area, made.now);
    return made;
}

// At every step of a tree, and in little room: two rows, and both ends of every arrow into the
// cells of the second.
TEST(FlowLens, NoArrowOfTheRowThatIsNowLeavesIt) {
    for (const char* line : {"reduction/strided", "reduction/sequential", "scan/blelloch"})
        for (const Rect area : {Rect{0, 0, 700, 240}, Rect{0, 0, 1100, 560}}) {
            int rows = 0, ends = 0;
            for (int step = 0; step < 60; step += 4) {
                const DrawnFlow made = drawn(line, step, area, Density::laptop);
                if (made.now < 1) continue;
                ++rows;
                EXPECT_TRUE(made.places.has_row(made.now) && made.places.has_row(made.now - 1))
                    << line << ", step " << step;
                for (const FlowArrow& arrow : made.layout->arrows) {
                    const bool into = arrow.row == made.now &&
                                      arrow.kind == simulator::EdgeKind::data &&
                                      made.places.has_column(arrow.column);
                    ends += into;
                    EXPECT_TRUE(!into || made.places.has_column(arrow.from))
                        << line << ", step " << step << ": " << arrow.from << " to "
                        << arrow.column;
                }
            }
            EXPECT_GE(rows, 4) << line << " has a row above at few steps";
            EXPECT_GT(ends, 0) << line << " has no arrow into the row that is now";
        }
}

// --- who does it

std::vector<std::string> threads_under(const char* line) {
    app::testing::Driver driver;
    driver.shell.restore(line);
    driver.settle();
    std::vector<std::string> threads;
    for (const NotedText& text : driver.texts)
        if (text.card == "stage" && text.text.size() > 1 && text.text[0] == 't' &&
            std::isdigit(static_cast<unsigned char>(text.text[1])))
            threads.push_back(text.text);
    return threads;
}

TEST(FlowThreads, CellsSayWhoMadeThem) {
    const std::vector<std::string> spread = threads_under("reduction/interleaved"),
                                   dense = threads_under("reduction/strided");
    ASSERT_GE(spread.size(), 4u);
    ASSERT_GE(dense.size(), 4u);
    EXPECT_EQ(spread[1], "t16");
    EXPECT_EQ(dense[1], "t1");
}

TEST(FlowThreads, TheSentenceAndTheTitleSaySoToo) {
    app::testing::Driver driver;
    driver.shell.restore("reduction/interleaved");
    driver.settle();
    EXPECT_TRUE(driver.says("Eight rounds to one, by threads far apart"));
    EXPECT_TRUE(driver.says("by 16 threads of 8 warps"));
    EXPECT_TRUE(driver.has_mark("stage", MarkKind::hatch, Role::stroke)) << "every second warp";
    driver.shell.restore("reduction/strided");
    driver.settle();
    EXPECT_TRUE(driver.says("Eight rounds to one, each twice as far"));
    EXPECT_TRUE(driver.says("by 16 threads of warp 0"));
    EXPECT_FALSE(driver.has_mark("stage", MarkKind::hatch, Role::stroke));
}

TEST(FlowThreads, ScanGoesUpTheTreeAndDown) {
    for (const char* line : {"scan/blelloch", "scan/padded"}) {
        app::testing::Driver driver;
        driver.shell.restore(line + std::string(" --view data_flow"));
        driver.settle();
        EXPECT_TRUE(driver.says("Values go up the tree, then down")) << line;
    }
}

TEST(LensOfAWay, GoesWhereTheChosenKeyGoes) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/digits n=256");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    Cursor cursor = driver.shell.playback.cursor;
    const FlowLayout& layout = flow_layout(run, cursor);
    const int last = static_cast<int>(layout.rows.size()) - 1;
    const auto& marks = layout.rows[std::size_t(last)].marks;
    int followed = 0;
    for (const FlowMark& mark : marks) {
        if (mark.version == 0 || ++followed > 16) continue;
        cursor.version = static_cast<int>(mark.version);
        const std::vector<bool>& way = chosen_way(run, cursor);
        for (int row = 0; row <= last; ++row) {
            const FlowPlaces places =
                places_of(layout, cursor, Metrics{}, {0, 0, 900, 420}, row, {{}, false, &way});
            const auto& here = layout.rows[std::size_t(row)].marks;
            for (int column = 0; column < std::ssize(here); ++column)
                if (here[std::size_t(column)].version > 0 &&
                    way[here[std::size_t(column)].version]) {
                    EXPECT_TRUE(places.has_column(column)) << row << ": " << column;
                }
        }
    }
    EXPECT_GT(followed, 16);
}

// In a launch that has nothing of the chosen key, nothing fades for it.
TEST(LensOfAWay, NothingFadesWhereItDoesNotPass) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/blocks n=1024");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const int last = static_cast<int>(run.launches.size()) - 1;
    Cursor cursor;
    for (const FlowRow& row : layout_of(run, last).rows)
        for (const FlowMark& mark : row.marks)
            if (mark.version > 0) cursor.version = static_cast<int>(mark.version);
    ASSERT_GT(cursor.version, 0);
    int passed = 0, empty = 0;
    for (int launch = 0; launch <= last; ++launch) {
        const FlowLayout& layout = layout_of(run, launch);
        if (layout.rows.empty()) continue;
        const auto& way = chosen_way_in(layout, run, cursor);
        bool lit = false;
        for (const FlowRow& row : layout.rows)
            for (const FlowMark& mark : row.marks)
                lit |= mark.version > 0 && chosen_way(run, cursor)[mark.version];
        EXPECT_EQ(!way.empty(), lit) << launch;
        ++(way.empty() ? empty : passed);
    }
    EXPECT_GE(passed, 1);
    EXPECT_GE(empty, 1);
}

}  // namespace

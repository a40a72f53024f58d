// Rows of a data-flow picture: which stand there, what a cell of a lane shows, how they are lit.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/view.h"
#include "app/views/flow/data_flow.h"
#include "app/views/flow/layout.h"
#include "app/views/flow/of_run.h"
#include "app/views/flow/places.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

// A tile that is filled once for each plane has no rows from top to bottom; one that is filled once
// has.
TEST(FlowRows, ThereAreNoneOfATileThatGoesRound) {
    EXPECT_FALSE(find_view("data_flow")->fits(*drawn_rung("laplace/tile", {}).picture));
    EXPECT_TRUE(find_view("signature")->fits(*drawn_rung("laplace/tile", {}).picture));
    for (const char* rung : {"laplace/blocks", "transpose/tile", "scan/blelloch"})
        EXPECT_TRUE(find_view("data_flow")->fits(*drawn_rung(rung, {}).picture)) << rung;
}

// Nothing shines through a cell that a line runs behind.
TEST(FlowRows, LinesRunBehindTheValuesTheyPass) {
    OnStage vectors("vector_addition/one_each", Slot::warp);
    const auto sources = those(vectors.driver.marks, [](const NotedMark& mark) {
        return mark.card == "stage" && mark.is(MarkKind::fill, Role::accent) &&
               mark.colour.alpha < .3f && mark.colour.alpha > .1f;
    });
    ASSERT_GT(sources.size(), 30u);
    for (const NotedMark& mark : sources) EXPECT_TRUE(mark.colour.ground);
}

// Rows end where the map above them does.
TEST(FlowRows, EndWhereTheMapDoes) {
    OnStage wide("reduction/shuffle", Slot::warp, 3840, 2160);
    const FlowLayout& layout = flow_layout(wide.run(), wide.cursor());
    int maps = 0;
    for (const Rect area : {Rect{0, 0, 3400, 1500}, Rect{0, 0, 1100, 500}}) {
        const FlowPlaces places = places_of(layout, wide.cursor(), metrics_of(Density::desk), area,
                                            row_now(layout, wide.run().steps, wide.cursor().step));
        if (places.map.w <= 0) continue;
        ++maps;
        EXPECT_NEAR(places.right(), places.map.right(), .5f);
    }
    EXPECT_GT(maps, 0);
}

TEST(FlowRows, TheOneThatIsNowIsWhole) {
    OnStage last("reduction/sequential --at step=74", Slot::warp, 1366, 768);
    const auto cells = those(last.driver.marks, [](const NotedMark& mark) {
        return mark.card == "stage" && is_chosen(mark) && mark.box.h > 14 && mark.box.w > 14 &&
               mark.kind == MarkKind::fill;
    });
    for (const NotedMark& mark : cells) EXPECT_LE(mark.box.bottom(), mark.clip.bottom() + .5f);
    EXPECT_TRUE(last.driver.sees("sums"));
}

// One place in 33 holds no number: reaches and cells leave it out, as the kernel without it has
// them.
TEST(FlowRows, PaddingIsNoReach) {
    OnStage padded("scan/padded n=512 block=512", Slot::warp);
    lab::Result result;
    result.picture = padded.driver.shell.session.shown()->picture;
    const FlowLayout& layout = flow_layout(*result.picture, padded.cursor());
    const auto far = std::ranges::find(layout.rows, "reach \u221232", &FlowRow::name);
    ASSERT_NE(far, layout.rows.end());
    Cursor cursor = padded.cursor();
    cursor.step = far->last_step;
    const Picture picture("data_flow", result, cursor, {0, 0, 1200, 640});
    EXPECT_TRUE(picture.sees("513 of 529 cells"));
    EXPECT_TRUE(picture.sees("reach \u221232"));
    EXPECT_FALSE(picture.sees("reach \u221233"));
    FlowLayout row;
    for (int i = 0; i < 40; ++i) row.columns.push_back(i);
    EXPECT_EQ(empty_places(row), 0);
    row.columns.push_back(41);
    EXPECT_EQ(empty_places(row), 1);
    row.columns.push_back(43);
    EXPECT_EQ(empty_places(row), 0) << "not every so many";
    row.columns = {0, 2, 4, 6};
    EXPECT_EQ(empty_places(row), 0) << "a stride";
}

// From row to row the light goes over; it does not jump, and not at all where nothing may move.
TEST(FlowRows, CellsAreLitByAndBy) {
    OnStage tree("reduction/sequential", Slot::warp);
    lab::Result result;
    result.picture = tree.driver.shell.session.shown()->picture;
    Cursor cursor = tree.cursor();
    Glides glides;
    const auto strongest = [&](int step, double now) {
        cursor.step = step;
        glides.begin(now, false);
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        find_view("data_flow")
            ->draw(notes,
                   {result, cursor, Metrics{}, Series{}, nullptr, nullptr, {}, nullptr, &glides},
                   {0, 0, 1200, 640});
        float most = 0;
        for (const NotedMark& mark : notes.of(MarkKind::fill, Role::accent))
            if (mark.box.h > 20 && mark.box.w < 80)  // cells
                most = std::max(most, mark.colour.alpha);
        return most;
    };
    const FlowLayout& layout = flow_layout(tree.run(), cursor);
    const int now = row_now(layout, tree.run().steps, cursor.step);
    const int next = layout.rows[std::size_t(now) + 1].last_step;
    EXPECT_EQ(strongest(cursor.step, 0), 1) << "it opens lit";
    EXPECT_LT(strongest(next, 1), .5f);
    const float half = strongest(next, 1.1);
    EXPECT_GT(half, .3f);
    EXPECT_LT(half, 1);
    EXPECT_EQ(strongest(next, 1.3), 1) << "280 ms later";
}

// What a lane holds whose sum nobody reads is no number of the row above: 24 and 13 are not 50.
TEST(FlowRows, ALaneThatIsGivenUpShowsNoNumber) {
    constexpr const char* dash = "\u2013";
    EXPECT_EQ(Opened("reduction/shuffle n=2^19 --at step=4,lens=8,view=1").times_shown(dash), 8);
    EXPECT_EQ(Opened("reduction/shuffle n=2^19 --at step=4,lens=0,view=1").times_shown(dash), 0)
        << "all are read";
    EXPECT_EQ(Opened("scan/shuffle --at step=6,lens=0,view=1").times_shown(dash), 0) << "they stay";
}

// Mirrored numbers stand mirrored, and not each below the one that it is.
TEST(FlowRows, ResultsOfAWholeRowStandAtTheirPlaces) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/no_barrier block=16 --at step=4,view=1");
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.settle();
    const auto t0 = std::ranges::find(driver.texts, "t0", &NotedText::text),
               t15 = std::ranges::find(driver.texts, "t15", &NotedText::text);
    ASSERT_NE(t0, driver.texts.end());
    ASSERT_NE(t15, driver.texts.end());
    EXPECT_LT(t0->box.x, t15->box.x);
}

// A load of 16 bytes brings four numbers: one load, in the order of memory.
TEST(FlowRows, FourNumbersOfOneLoadAreOneLoad) {
    const lab::Result result = drawn_rung("dot_product/wide", {});
    const FlowLayout& layout = flow_layout(*result.picture, {});
    ASSERT_GE(layout.rows.size(), 8u);
    for (int r = 0; r < 8; ++r) {
        const FlowRow& row = layout.rows[std::size_t(r)];
        EXPECT_TRUE(row.name.ends_with(", load " + std::to_string(r / 4 + 1) + "." + "xyzw"[r % 4]))
            << row.name;
    }
    EXPECT_EQ(layout.requests, 8) << "of 32 numbers";
    const auto cell = [&](int row) {
        return result.picture->flow->versions[layout.rows[std::size_t(row)].marks[0].version].cell;
    };
    for (int r = 1; r < 4; ++r) EXPECT_EQ(cell(r), cell(r - 1) + 1);
}

// Nothing stands yet in the row that is next: what this step fills is in sight.
TEST(FlowRows, AStepThatLoadsShowsWhatItFills) {
    const lab::Result result = drawn_rung("dot_product/wide", {});
    Cursor cursor;
    cursor.step = 0;
    const FlowLayout& layout = flow_layout(*result.picture, cursor);
    const int now = row_now(layout, result.picture->steps, 0);
    ASSERT_GT(now, 4);
    const FlowPlaces places = places_of(layout, cursor, Metrics{}, {0, 0, 900, 260}, now, {});
    EXPECT_LE(places.first_row, 3);
    EXPECT_GT(places.first_row + places.rows, 3) << "the last of the four numbers";
}

// A cell that holds three numbers is made of both neighbours' three: no way into it stays faint.
TEST(FlowRows, AChosenCellLightsEveryWayIntoIt) {
    const lab::Result fixed = drawn_rung("tridiagonal/fixed", {"n=16"});
    const FlowLayout& layout = layout_of(*fixed.picture, 0);
    int ways = 0;
    for (const FlowArrow& arrow : layout.arrows) {
        const FlowRow& row = layout.rows[std::size_t(arrow.row)];
        const FlowRow& above = layout.rows[std::size_t(arrow.from_row)];
        if (arrow.column != 3 || !arrow.live || row.kind != FlowRowKind::stage) continue;
        if (above.kind != FlowRowKind::stage) continue;  // a is for lower, and not for right
        const std::uint32_t chosen = row.marks[3].version;
        const std::vector<bool> lit = way_of_value(*fixed.picture->flow, chosen);
        const auto is_lit = [&](const auto& numbers) {
            return lit[numbers.first] && lit[numbers.second];
        };
        ++ways;
        EXPECT_TRUE(is_lit(std::pair{arrow.source, arrow.version}) ||
                    std::ranges::any_of(arrow.others, is_lit))
            << arrow.from << " in row " << arrow.row;
    }
    EXPECT_GE(ways, 8);
}

TEST(FlowRows, AThreadKeepsItsLetter) {
    Driver driver(1280, 720);
    driver.shell.look.density = Density::projector;
    driver.shell.restore("reduction/sequential");
    driver.settle();
    int labels = 0;
    for (const NotedText& text : driver.texts)
        labels += text.text.size() > 1 && text.text[0] == 't' &&
                  text.text.find_first_not_of("0123456789", 1) == text.text.npos;
    EXPECT_GT(labels, 3);
}

using FlowOnAProjector = Lecture;

// Rows that lay on each other at twice the size.
TEST_F(FlowOnAProjector, ShowsOneRowRatherThanTwoOnEachOther) {
    driver.shell.look.density = Density::projector;
    driver.width = 683;
    open("reduction/sequential");
    ASSERT_EQ(driver.shell.stage_view()->id, "data_flow");
    int alone = 0;
    for (driver.height = 460; driver.height > 360; driver.height -= 8) {
        driver.settle();
        driver.shell.playback.go_to(5);
        driver.settle();
        if (!driver.sees("reach +128")) continue;
        const auto row = [&](const char* name) {
            const auto found = std::ranges::find(driver.texts, name, &NotedText::text);
            return found == driver.texts.end() ? Rect{0, -1e3f, 0, 0} : found->box;
        };
        EXPECT_FALSE(row("reach +128").meets(row("from numbers"))) << driver.height;
        alone += !driver.sees("from numbers");
    }
    EXPECT_GT(alone, 0);
}

}  // namespace

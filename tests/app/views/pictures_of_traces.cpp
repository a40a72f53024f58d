// What the views of the stage draw: colours, marks, lines and where they stand, on little traces
// whose every lane is known.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "app/live.h"
#include "app/views/flow/places.h"
#include "app/views/now.h"
#include "app/views/sectors.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

constexpr Rect stage{0, 0, 1100, 420};

Cursor at(int step, int warp = 0, int lane = 0) {
    Cursor cursor;
    cursor.step = step, cursor.warp = warp, cursor.lane = lane;
    return cursor;
}

// --- lanes

// What stands in the cell of a lane of a warp: found where the lane's number and the warp's name
// meet.
enum class CellKind { none, work, chosen, waste, idle, absent };

CellKind cell_of(const Picture& picture, int warp, int lane) {
    const Point here{picture.place(std::to_string(lane)).middle_x(),
                     picture.place("warp " + std::to_string(warp)).middle_y()};
    for (const NotedMark& mark : picture.notes.marks) {
        if (mark.kind == MarkKind::line && std::fabs(mark.box.middle_x() - here.x) < .5f &&
            std::fabs(mark.box.y - here.y) < 3)
            return CellKind::absent;
        if (mark.kind != MarkKind::fill || !mark.box.contains(here)) continue;
        if (is_chosen(mark)) return CellKind::chosen;
        if (is_work(mark)) return CellKind::work;
        if (mark.colour.role == Role::waste) return CellKind::waste;
        if (mark.colour.role == Role::cell_done) return CellKind::idle;
    }
    return CellKind::none;
}

// Of 100 threads the first 50 add what the others hold: a warp whole, one in part, two not at all,
// the last of which has four threads.
TEST(LanesPicture, CellsAreTheEventsMask) {
    const Picture picture("lanes", result_of(tree(100)), at(4, 1, 2), stage);
    for (int warp = 0; warp < 4; ++warp)
        for (int lane = 0; lane < 32; ++lane) {
            const int thread = 32 * warp + lane;
            const CellKind expected = thread >= 100            ? CellKind::absent
                                      : warp == 1 && lane == 2 ? CellKind::chosen
                                      : thread < 50            ? CellKind::work
                                      : warp == 1              ? CellKind::waste
                                                               : CellKind::idle;
            EXPECT_EQ(cell_of(picture, warp, lane), expected) << warp << ", " << lane;
        }
    EXPECT_EQ(picture.notes.of(MarkKind::outline, Role::text).size(), 1u) << "around the chosen";
}

TEST(LanesPicture, LanesThatAreNotThereDoNotWait) {
    const Picture picture("lanes", result_of(tree(100)), at(0), stage);
    EXPECT_TRUE(picture.notes.find("100"));
    EXPECT_TRUE(picture.notes.find("and 28 lanes without a thread"));
    EXPECT_TRUE(picture.notes.find("in 4 of 4 warps"));
    const float strip = picture.place("warp 3").bottom() + 8;
    EXPECT_TRUE(those(picture.notes.of(MarkKind::hatch), [&](const NotedMark& mark) {
                    return mark.box.y < strip;
                }).empty());
    EXPECT_EQ(
        view_sentence("lanes", *tree(100), at(0)),
        "*100 threads* load from global memory in line 2. *28 lanes* of the last warp have no "
        "thread.");
}

// Below the cells: what is past, the step that is now, what is to come.
TEST(LanesPicture, TheStripStandsAtTheCursor) {
    const auto run = tree(64);
    for (const int step : {0, 7, int(run->steps.size()) - 1}) {
        const Picture picture("lanes", result_of(run), at(step), stage);
        float lowest = 0;
        for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::accent))
            lowest = std::max(lowest, mark.box.bottom());
        const auto bar = those(picture.notes.marks, [&](const NotedMark& mark) {
            return mark.is(MarkKind::fill, Role::accent) && mark.box.bottom() == lowest;
        });
        ASSERT_EQ(bar.size(), 1u);
        const float width = picture.notes.find("31")->box.right() - bar[0].box.x;
        EXPECT_GT(width, 0);
        for (const NotedMark& mark : picture.notes.marks) {
            if (mark.box.y < bar[0].box.y || mark.kind != MarkKind::fill) continue;
            if (mark.is(MarkKind::fill, Role::text3)) {
                EXPECT_LE(mark.box.right(), bar[0].box.middle_x()) << "past, step " << step;
            }
            if (mark.is(MarkKind::fill, Role::other_series)) {
                EXPECT_GE(mark.box.x, bar[0].box.middle_x()) << "to come, step " << step;
            }
        }
    }
}

TEST(LanesPicture, AClickChoosesTheCellUnderIt) {
    const lab::Result result = result_of(tree(100));
    const Picture picture("lanes", result, at(0), stage);
    const Metrics metrics;
    const Series series;
    Cursor cursor = at(0);
    const Point point{picture.place("5").middle_x(), picture.place("warp 2").middle_y()};
    EXPECT_TRUE(find_view("lanes")->pointing.click({result, cursor, metrics, series}, cursor, stage,
                                                   point));
    EXPECT_EQ(cursor.warp, 2);
    EXPECT_EQ(cursor.lane, 5);
}

// A barrier stands for all lanes, not for none.
std::shared_ptr<lab::Run> waiting(unsigned threads) {
    TraceMaker maker({1}, {threads});
    for (unsigned warp = 0; warp * 32 < threads; ++warp)
        maker.access(EventKind::barrier, Space::none, Type::none, 3, warp, 0,
                     [](int) { return Address(0); });
    return maker.run();
}

TEST(LanesPicture, AtABarrierAllLanesWait) {
    const auto run = waiting(64);
    const View& lanes = *find_view("lanes");
    EXPECT_EQ(view_claim(lanes.id, *run, at(0)), "All 64 threads wait here for each other");
    EXPECT_EQ(view_sentence(lanes.id, *run, at(0)),
              "*64 threads* meet at the barrier in line 3. All lanes wait here until the last "
              "lane has arrived.");
}

// Of a lane that is off nothing can be told: the first that is on stands for its warp.
TEST(LanesPicture, ALaneThatIsOffIsNotTheOneThatIsShown) {
    const auto run = one_request(EventKind::load, Space::global, Type::f32,
                                 [](int lane) -> std::optional<Address> {
                                     if (lane < 9) return {};
                                     return Address(0x1000 + 4 * lane);
                                 });
    const Picture picture("lanes", result_of(run), at(0), {0, 0, 1280, 600});
    EXPECT_TRUE(picture.notes.find("lane 9 of warp 0"));
    EXPECT_EQ(cell_of(picture, 0, 9), CellKind::chosen);
    EXPECT_EQ(cell_of(picture, 0, 0), CellKind::waste);
    const Picture other("lanes", result_of(run), at(0, 0, 20), {0, 0, 1280, 600});
    EXPECT_TRUE(other.notes.find("lane 20 of warp 0"));
}

// --- sectors

// A load that is long over is not drawn like one that is now.
TEST(SectorsPicture, WhatIsLongOverIsDimAndSaysHowLong) {
    const auto run = tree(64);
    for (const int step : {0, 3}) {
        const Picture picture("coalescing", result_of(run), at(step), {0, 0, 1100, 700});
        const auto veils = those(picture.notes.marks, [](const NotedMark& mark) {
            return mark.is(MarkKind::fill, Role::panel) && mark.box.w > 900;
        });
        EXPECT_EQ(veils.size(), step == 0 ? 0u : 1u) << step;
        EXPECT_EQ(picture.sees("Last global load, 3 steps ago"), step == 3) << step;
    }
}

lab::Result strided_load(int stride, Address base = 0x1000) {
    return result_of(one_request(EventKind::load, Space::global, Type::f32,
                                 [=](int lane) { return base + 4 * stride * lane; }));
}

// As many before it in the array as its number says.
TEST(SectorsPicture, ALineHasItsNumberInTheArray) {
    const Picture picture("coalescing", strided_load(1, 0x1000 + 3 * 128), at(0, 0, 5),
                          {0, 0, 1600, 420});
    EXPECT_TRUE(picture.notes.find("Line 3"));
    EXPECT_TRUE(picture.notes.find("lane 5 wants numbers[101]: line 3, byte 20, sector 0"));
}

TEST(SectorsPicture, TheArrowEndsAtWhatTheLaneWants) {
    const Picture picture("coalescing", strided_load(4), at(0, 0, 5), {0, 0, 1600, 420});
    EXPECT_TRUE(picture.notes.find("lane 5 wants numbers[20]: line 0, byte 80, sector 2"));
    const auto curves = picture.notes.of(MarkKind::curve, Role::accent);
    ASSERT_FALSE(curves.empty());
    const auto chosen = those(picture.notes.marks, is_chosen);
    // lane, piece of the line, and what the big numbers show is used
    ASSERT_GE(chosen.size(), 2u);
    EXPECT_NEAR(curves[0].points.front().x, chosen[0].box.middle_x(), .01f);
    EXPECT_NEAR(curves[0].points.back().x, chosen[1].box.middle_x(), 1) << "the chosen piece";
    EXPECT_LT(curves[0].points.back().y, chosen[1].box.y);
}

// Sector boxes: what moved and is wanted in part is hatched, what did not move is an outline.
TEST(SectorsPicture, SectorsShowWhatMovedForNothing) {
    const auto count = [](int stride, MarkKind kind, Role role) {
        const Picture picture("coalescing", strided_load(stride), at(0), {0, 0, 1600, 420});
        return std::ssize(those(picture.notes.of(kind, role), [](const NotedMark& mark) {
            return mark.box.w > 100 && mark.box.x < 1300;  // beside the numbers at the right
        }));
    };
    EXPECT_EQ(count(1, MarkKind::hatch, Role::waste), 0);
    EXPECT_EQ(count(1, MarkKind::outline, Role::accent), 4);
    EXPECT_EQ(count(4, MarkKind::hatch, Role::waste), 16);
    EXPECT_EQ(count(4, MarkKind::outline, Role::future_outline), 0);
    // every other sector, of those lines that are shown
    const auto half = count(16, MarkKind::hatch, Role::waste);
    EXPECT_GT(half, 0);
    EXPECT_EQ(count(16, MarkKind::outline, Role::future_outline), half);
}

TEST(SectorsPicture, LanesThatTakePartAreFilled) {
    const auto odd = one_request(EventKind::load, Space::global, Type::f32,
                                 [](int lane) -> std::optional<Address> {
                                     if (lane % 2 == 0) return {};
                                     return 0x1000 + 4 * lane;
                                 });
    const Picture picture("coalescing", result_of(odd), at(0, 0, 3), {0, 0, 1600, 420});
    for (int lane = 0; lane < 32; ++lane) {
        const Rect number = picture.place(std::to_string(lane));
        const Point here{number.middle_x(), number.middle_y()};
        const auto cell = std::ranges::find_if(picture.notes.marks, [&](const NotedMark& mark) {
            return mark.box.contains(here) && mark.box.w < 100;
        });
        ASSERT_NE(cell, picture.notes.marks.end()) << lane;
        if (lane == 3) {
            EXPECT_TRUE(is_chosen(*cell));
        } else {
            EXPECT_TRUE(lane % 2 ? cell->is(MarkKind::fill, Role::cell_done)
                                 : cell->is(MarkKind::outline, Role::future_outline))
                << lane;
        }
    }
}

// How far the first address lies past a sector's begin, wherever the sector lies in its line.
TEST(SectorsPicture, OffByCountsFromTheSector) {
    const View& view = *find_view("coalescing");
    for (const Address line : {0, 32, 64, 96}) {
        const lab::Result result = strided_load(1, 0x1004 + line);
        EXPECT_EQ(view_claim(view.id, *result.picture, at(0)),
                  "Off by 4 bytes: five sectors, not four");
        EXPECT_EQ(coalescing_of(*result.picture, result.picture->trace->events[0]).misaligned, 4);
    }
}

// Bars by step: as high as what was taken, solid as far as needed.
TEST(StepBarsPicture, TheSolidPartIsWhatWouldDo) {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 4096);
    for (const int stride : {1, 4}) {
        maker.access(EventKind::load, Space::global, Type::f32, stride, 0, unsigned(stride),
                     [=](int lane) { return Address(0x1000 + 4 * stride * lane); });
        maker.moved(4u * unsigned(stride), 4);
    }
    const Picture picture("coalescing", result_of(maker.run()), at(1), {0, 0, 1100, 700});
    const auto title = picture.place(
        "Sectors of all warps of the block, one bar for each load "
        "or store");
    const Rect below{0, title.bottom(), 1100, 700};
    const auto solid = those(picture.notes.marks, [&](const NotedMark& mark) {
        return within(mark, below) && (is_work(mark) || is_chosen(mark)) && mark.box.w > 20;
    });
    const auto hatched = those(picture.notes.of(MarkKind::fill, Role::waste),
                               [&](const NotedMark& mark) { return within(mark, below); });
    ASSERT_EQ(solid.size(), 2u);
    ASSERT_EQ(hatched.size(), 1u) << "the first needs all that it takes";
    EXPECT_NEAR(solid[1].box.h, hatched[0].box.h / 4, .01f);
    EXPECT_NEAR(solid[0].box.h, solid[1].box.h, .01f) << "both want as much";
    EXPECT_FLOAT_EQ(solid[1].box.bottom(), hatched[0].box.bottom());
    EXPECT_TRUE(is_chosen(solid[1]) && is_work(solid[0])) << "the step at the cursor";
}

// At a step that asks for nothing, the last request stands under a veil, and says how long ago it
// was.
TEST(SectorsPicture, ARequestOfAnotherStepIsDimmed) {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 4096);
    const auto own = [](int lane) { return Address(0x1000 + 4 * lane); };
    maker.access(EventKind::load, Space::global, Type::f32, 1, 0, 0, own);
    for (const int line : {2, 3})
        maker.access(EventKind::shuffle, Space::none, Type::f32, line, 0, 0, own);
    maker.access(EventKind::store, Space::global, Type::f32, 4, 0, 0, own);
    const auto run = maker.run();
    const auto veils = [&](int step, std::string_view words) {
        const Picture picture("coalescing", result_of(run), at(step), {0, 0, 1100, 420});
        EXPECT_EQ(picture.sees(words), words != "nothing") << words;
        return those(picture.notes.of(MarkKind::fill, Role::panel),
                     [](const NotedMark& mark) { return mark.colour.alpha == .55f; })
            .size();
    };
    EXPECT_EQ(veils(0, "nothing"), 0u);
    EXPECT_EQ(veils(2, "Last global load, 2 steps ago"), 1u);
    EXPECT_EQ(veils(3, "nothing"), 0u);
    EXPECT_EQ(veils(-1, "Next global load, in 1 step"), 1u);
    const View& view = *find_view("coalescing");
    EXPECT_EQ(view_claim(view.id, *run, at(2)), "This step does not access global memory");
    EXPECT_TRUE(
        view_sentence(view.id, *run, at(2)).starts_with("*Last global load, 2 steps ago*. "));
    EXPECT_EQ(view_claim(view.id, *run, at(-1)), "Nothing is asked for yet");
}

// --- banks

TEST(BanksPicture, TheChosenLanesBankIsLit) {
    const auto run = one_request(EventKind::load, Space::shared, Type::f32,
                                 [](int lane) { return Address(8 * lane); });
    for (const int lane : {0, 3, 20}) {
        const Picture picture("banks", result_of(run), at(0, 0, lane), {0, 0, 1100, 300});
        const auto chosen = those(picture.notes.marks, is_chosen);
        ASSERT_EQ(chosen.size(), 1u);
        const Rect bank = picture.place(std::to_string(2 * lane % 32));
        const Rect pass = picture.place(lane < 16 ? "wavefront 1" : "wavefront 2");
        EXPECT_NEAR(chosen[0].box.middle_x(), bank.middle_x(), 1) << lane;
        EXPECT_TRUE(chosen[0].box.contains({bank.middle_x(), pass.middle_y()})) << lane;
    }
}

TEST(BanksPicture, AnExtraPassIsHatchedAndIdleBanksAreEmpty) {
    const auto run = one_request(EventKind::load, Space::shared, Type::f32,
                                 [](int lane) { return Address(8 * lane); });
    const Picture picture("banks", result_of(run), at(0), {0, 0, 1100, 300});
    EXPECT_EQ(those(picture.notes.marks, is_work).size(), 15u) << "the first pass, less the lens";
    EXPECT_EQ(picture.notes.of(MarkKind::outline, Role::future_outline).size(), 32u);
    const auto second = those(picture.notes.of(MarkKind::outline, Role::waste),
                              [](const NotedMark& mark) { return mark.box.w < 32; });
    ASSERT_EQ(second.size(), 16u);
    for (const NotedMark& mark : second)
        EXPECT_NEAR(mark.box.middle_y(), picture.place("wavefront 2").middle_y(), 6);
}

// --- now

TEST(NowPicture, AShuffleSaysWhichWay) {
    for (const int distance : {4, -4, 1}) {
        TraceMaker maker({1}, {32});
        maker.access(EventKind::shuffle, Space::none, Type::f32, 3, 0, 0, [=](int lane) {
            const int from = lane + distance;
            return Address(from < 0 || from > 31 ? lane : from);
        });
        const std::string text = now_text(*maker.run(), at(0));
        const std::string way = distance == 4    ? "*4 places up*"
                                : distance == -4 ? "*4 places down*"
                                                 : "*1 place up*";
        const std::string own =
            distance == 1 ? "*1* gets its own value back" : "*4* get their own value back";
        EXPECT_NE(
            text.find(own + ", the others get that of the lane " + way + ", without a barrier"),
            text.npos)
            << text;
    }
}

// --- data flow

TEST(DataFlowPicture, TheNoteCountsLaunchesFromOne) {
    lab::Result result = result_of(tree(64));
    auto run = std::make_shared<lab::Run>(*result.picture);
    run->launches.resize(3);
    for (lab::LaunchRecord& launch : run->launches)
        launch.grid = {16, 1, 1}, launch.block = {64, 1, 1};
    result.picture = run;
    const Cursor cursor = at(0);
    const Metrics metrics;
    const Series series;
    EXPECT_EQ(find_view("data_flow")->words.note({result, cursor, metrics, series}).whole(),
              "launch 1 of 3, block 0 of 0–15");
    run->launches.resize(1);
    run->launches[0].grid = {1, 1, 1};
    EXPECT_EQ(find_view("data_flow")->words.note({result, cursor, metrics, series}).whole(),
              "one block of 64");
}

TEST(DataFlowPicture, ALensThatFollowsHasItsColumnInTheMiddle) {
    FlowLayout layout;
    layout.columns.resize(256);
    layout.rows.resize(2);
    for (FlowRow& row : layout.rows) row.marks.resize(256);
    layout.rows[1].marks[127].writes = layout.rows[1].marks[255].writes = 1;
    layout.rows[1].doings = doings_of(layout, 1);
    const Cursor cursor;
    const FlowPlaces places = places_of(layout, cursor, {}, {0, 0, 700, 400}, 1);
    const int shown = int(places.shown.size());
    ASSERT_GT(shown, 4);
    EXPECT_EQ(places.first_column(), 127 - shown / 2);
}

// --- the live picture

TEST(LivePictureNote, NamesTheAxis) {
    LivePicture live;
    live.texture = 1, live.columns = live.rows = 4, live.slice = 3, live.shape = {4, 4, 4};
    const lab::Result result;
    const Metrics metrics;
    const Series series;
    const Cursor cursor;
    for (int axis = 0; axis < 3; ++axis) {
        live.axis = axis;
        EXPECT_EQ(find_view("live")->words.note({result, cursor, metrics, series, &live}).whole(),
                  std::string(1, "xyz"[axis]) + " = 3");
    }
}

TEST(LivePictureNote, NamesNoAxisOfABoard) {
    LivePicture live;
    live.texture = 1, live.columns = live.rows = 4;
    live.shape = {4, 4, 1}, live.launches = 1, live.device = "a GPU";
    const lab::Result result = drawn_rung("pi/word", {});
    const Series series;
    ASSERT_TRUE(find_view("live")->fits(*result.picture));
    EXPECT_TRUE(find_view("live")->fits(*drawn_rung("reduction/sequential", {}).picture));
    EXPECT_EQ(view_claim("live", *result.picture, {}), "Points, as they fall on the GPU");
    EXPECT_EQ(find_view("live")->words.note({result, {}, {}, series, &live}).whole(), "");
    const Picture picture("live", result, {}, {0, 0, 900, 500}, series, &live);
    EXPECT_TRUE(picture.sees("4 × 4 cells on a GPU, after 1 launch"));
}

// --- badges

TEST(Badges, SayWhereEachViewsNumbersComeFrom) {
    const std::pair<const char*, Badge> badges[] = {
        {"lanes", Badge::counted},     {"coalescing", Badge::counted},
        {"banks", Badge::counted},     {"field", Badge::counted},
        {"data_flow", Badge::counted}, {"signature", Badge::counted},
        {"ledger", Badge::counted},    {"source", Badge::none},
        {"live", Badge::none},         {"sectors_by_stride", Badge::counted}};
    for (const auto& [id, badge] : badges)
        EXPECT_TRUE(find_view(id)->words.badge.is_always(badge)) << id;
}

// In large letters words get shorter, and stand below each other; none is left out.
TEST(Sectors, InLargeLettersHaveShorterWords) {
    const lab::Result result =
        result_of(one_request(EventKind::load, Space::global, Type::f32,
                              [](int lane) { return Address(0x1000 + 16 * lane); }));
    Metrics large;
    large.unit = 1.4f, large.small = 21, large.big = 52;
    for (const float width : {640.f, 780.f, 900.f}) {
        const Picture picture("coalescing", result, {}, {0, 0, width, 440}, {}, nullptr, large);
        for (const char* word : {"used", "not used", "Line 0"})
            EXPECT_TRUE(picture.sees(word)) << word << " at " << width;
        if (width < 900) continue;
        for (const char* word : {"would be enough", "request", "asked"})
            EXPECT_TRUE(picture.sees(word)) << word << " at " << width;
    }
}

}  // namespace

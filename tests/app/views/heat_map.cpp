// The heat map of memory: which sectors a block asks for, how often, and what of them it uses; and
// the map that is drawn of it.
#include <gtest/gtest.h>

#include <cmath>

#include "app/views/heat_key.h"
#include "app/views/heat_words.h"
#include "app/weights.h"
#include "lab/lesson.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"

namespace {

using namespace app;
using namespace test;

constexpr Address base = 0x1000;

// Two warps read every `stride`th float from float `offset` on, then the first reads again.
std::shared_ptr<lab::Run> reads(int stride, int offset = 0) {
    TraceMaker maker({1}, {64});
    maker.array("x", Space::global, Type::f32, base, 1 << 16);
    const auto at = [=](int warp) -> Where {
        return [=](int lane) { return base + 4u * unsigned(offset + stride * (32 * warp + lane)); };
    };
    for (unsigned warp : {0, 1})
        maker.access(EventKind::load, Space::global, Type::f32, 3, warp, 0, at(int(warp)));
    maker.access(EventKind::load, Space::global, Type::f32, 4, 0, 0, at(0));
    return maker.run();
}

const HeatArray& only(const lab::Run& run) {
    EXPECT_EQ(heat_of(run).arrays.size(), 1u);
    return heat_of(run).arrays.front();
}

std::string claim_of(const lab::Run& run, int step) { return heat_claim(run, heat_of(run), step); }
std::string sentence_of(const lab::Run& run, int step) {
    return heat_sentence(run, heat_of(run), step);
}

// --- what is added up

TEST(MemoryHeat, NeighboursUseTheirSectorsWhole) {
    const auto run = reads(1);
    ASSERT_EQ(run->steps.size(), 2u);
    const HeatArray& x = only(*run);
    EXPECT_EQ(x.sectors, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(x.at(-1), HeatSum{});
    EXPECT_EQ(x.at(0), (HeatSum{8, 8, 256, 1}));
    EXPECT_EQ(x.at(1), (HeatSum{12, 8, 256, 2, 128})) << "half of them again";
    EXPECT_EQ(x.at(99), x.at(1)) << "behind the last step nothing changes";
    EXPECT_EQ(x.at(1).least(), 8u);
    EXPECT_EQ(x.at(1).beyond(), 4u);
    EXPECT_EQ((HeatSum{2, 2, 33, 1}).least(), 2u) << "a byte more needs a sector more";
}

TEST(MemoryHeat, AStrideTakesSectorsForAPart) {
    EXPECT_EQ(only(*reads(4)).at(0), (HeatSum{32, 32, 256, 1}));
    EXPECT_EQ(only(*reads(8)).at(0), (HeatSum{64, 64, 256, 1}));
    const auto far = reads(32);
    EXPECT_EQ(only(*far).at(0), (HeatSum{64, 64, 256, 1}));
    EXPECT_EQ(only(*far).sectors[1], 4u) << "and leaves sectors out";
}

// The sector in which one warp ends and the next begins is asked for by both.
TEST(MemoryHeat, AnOffsetSharesASectorBetweenWarps) {
    const auto run = reads(1, 1);
    const HeatArray& x = only(*run);
    EXPECT_EQ(x.at(0), (HeatSum{10, 9, 256, 2}));
    const std::vector<SectorHeat> sectors = heat_at(x, 0);
    ASSERT_EQ(sectors.size(), 9u);
    EXPECT_EQ(sectors[0].used, 0xfffffff0u);
    EXPECT_EQ(sectors[4].asked, 2u);
    EXPECT_EQ(sectors[4].used, 0xffffffffu);
    EXPECT_EQ(sectors[8].used, 0xfu);
    for (const std::size_t i : {0, 1, 2, 3, 5, 6, 7, 8}) EXPECT_EQ(sectors[i].asked, 1u) << i;
}

TEST(MemoryHeat, KnowsWhichStepAskedLast) {
    const auto run = reads(1);
    const std::vector<SectorHeat> before = heat_at(only(*run), -1), now = heat_at(only(*run), 1);
    EXPECT_EQ(before[0].last, -1);
    EXPECT_EQ(before[0].asked, 0u);
    EXPECT_EQ(now[0].last, 1);
    EXPECT_EQ(now[7].last, 0);
}

// The numbers of a lesson are those that the counters have, and of each array its own.
std::shared_ptr<const lab::Run> picture_of(const char* lesson, const char* rung,
                                           std::initializer_list<std::pair<const char*, int>> set) {
    const lab::Lesson& found = *lab::find_lesson(lesson);
    lab::Request request;
    request.settings = lab::Settings(found);
    lab::find_rung(found, rung, &request.settings.rung);
    for (const auto& [knob, value] : set) request.settings.set(*lab::find_knob(found, knob), value);
    request.settings = lab::picture_of(request.settings);
    return lab::simulate(request);
}

TEST(MemoryHeat, OfEveryEventIsWhatItsSectorsSay) {
    for (const lab::Lesson* lesson : lab::lessons())
        for (const lab::Rung& rung : lesson->rungs) {
            const auto run = picture_of(lesson->id.c_str(), rung.id.c_str(), {});
            if (!run->ended()) continue;  // the last access counts nothing
            std::uint64_t sectors = 0;
            for (const simulator::Step& step : run->steps)
                for (const std::uint32_t id : step.events)
                    if (run->trace->events[id].space == Space::global)
                        sectors += run->trace->events[id].sectors;
            EXPECT_EQ(heat_of(*run).asked(int(run->steps.size())), sectors)
                << lesson->id << "/" << rung.id;
        }
}

// 128 floats a row, as the plan says: 16 sectors, of which the block's tile has four.
TEST(MemoryHeat, RowsOfAMatrixAreRowsOfThePicture) {
    const auto run = picture_of("transpose", "tile", {});
    const MemoryHeat& heat = heat_of(*run);
    ASSERT_EQ(heat.arrays.size(), 2u);
    for (const HeatArray& array : heat.arrays) EXPECT_EQ(plane_sectors(*run, array), 16u);
    const HeatGrid grid = heat_grid(heat.arrays, 1, 16);
    EXPECT_EQ(grid.rows, 64);
    EXPECT_EQ(grid.shown(), 4);
    lab::Result result;
    result.picture = run;
    Cursor last;
    last.step = int(run->steps.size()) - 1;
    EXPECT_TRUE(Picture("heat_map", result, last, {0, 0, 1300, 640}).sees("rows of the matrix") ||
                Picture("heat_map", result, last, {0, 0, 1300, 640}).sees("those of the matrix"));
    const auto odd = picture_of("transpose", "tile", {{"n", 33}});
    EXPECT_EQ(plane_sectors(*odd, heat_of(*odd).arrays[0]), 0u) << "a row ends within a sector";
}

// A block of 32 x 8 marches through 8 planes of 128 x 24 points: its rows of 4 sectors, those above
// and below, a plane at either end, and a sector left and right of each row for one point.
TEST(MemoryHeat, ABlockOfLaplaceHasAHalo) {
    const auto run = picture_of("laplace", "marching", {{"sweeps", 1}});
    const MemoryHeat& heat = heat_of(*run);
    ASSERT_EQ(heat.arrays.size(), 2u);
    const HeatArray& u = heat.arrays[0];
    const int row_sectors = 16, plane = 24 * row_sectors;
    EXPECT_EQ(plane_sectors(*run, u), std::uint64_t(plane));
    const HeatGrid grid = heat_grid(heat.arrays, 1, plane);
    EXPECT_EQ(grid.arrays[0].rows, 10) << "planes";
    EXPECT_EQ(grid.arrays[1].rows, 8);
    EXPECT_EQ(grid.left, 7 * row_sectors + 4) << "the row above the block, and its own four";
    EXPECT_EQ(grid.right, 16 * row_sectors + 8);
    const int last = int(run->steps.size()) - 1;
    const std::vector<HeatCell> cells = heat_cells(u, grid, 0, last);
    const auto asked = [&](int z, int y, int x) {
        return cells[std::size_t(z * plane + y * row_sectors + x)].asked;
    };
    EXPECT_EQ(asked(0, 7, 4), 0u) << "no point needs an edge";
    EXPECT_EQ(asked(0, 11, 4), 1u) << "the plane below is loaded once";
    EXPECT_EQ(asked(3, 7, 4), 1u) << "the rows beside the block, too";
    EXPECT_EQ(asked(3, 16, 4), 1u);
    EXPECT_EQ(asked(3, 11, 4), 6u) << "and its own points by six neighbours";
    EXPECT_EQ(asked(3, 11, 3), 1u) << "left of the block, for one point of eight";
    EXPECT_EQ(asked(3, 11, 8), 1u);
    EXPECT_EQ(heat.arrays[1].at(last), (HeatSum{8 * 8 * 4, 8 * 8 * 4, 8 * 8 * 32 * 4, 1}));
}

// --- rows of cells

TEST(HeatGrid, ARowBeginsWhereItsAddressIsAMultiple) {
    TraceMaker maker({1}, {32});
    maker.array("x", Space::global, Type::f32, base, 1 << 16);
    maker.access(EventKind::load, Space::global, Type::f32, 3, 0, 0,
                 [](int lane) { return base + 32u * 70 + 4u * unsigned(lane); });
    const auto run = maker.run();
    const HeatGrid grid = heat_grid(heat_of(*run).arrays, 1, 16);
    EXPECT_EQ(grid.arrays[0].first, 64u);
    EXPECT_EQ(grid.arrays[0].rows, 1);
    EXPECT_EQ(grid.left, 6);
    EXPECT_EQ(grid.right, 10);
    EXPECT_EQ(grid.cell_of(0, 71), 7);
    const HeatGrid fours = heat_grid(heat_of(*run).arrays, 4, 4);
    EXPECT_EQ(fours.left, 1);
    EXPECT_EQ(fours.right, 3);
}

// Of several sectors a cell shows the one that is asked for most, and the bytes of all.
TEST(HeatGrid, ACellOfSeveralSectors) {
    const auto run = reads(8);
    const HeatArray& x = only(*run);
    const HeatGrid grid = heat_grid(heat_of(*run).arrays, 4, 8);
    const std::vector<HeatCell> now = heat_cells(x, grid, 0, 1);
    ASSERT_EQ(now.size(), 16u);
    EXPECT_EQ(now[0].asked, 2u);
    EXPECT_EQ(now[15].asked, 1u);
    EXPECT_EQ(now[0].used, 16);
    EXPECT_FLOAT_EQ(now[0].share(), 1.f / 8);
    EXPECT_EQ(now[0].last, 1);
    const HeatGrid both = heat_grid(heat_of(*run).arrays, 64, 4);
    EXPECT_EQ(heat_cells(x, both, 0, 1)[0].asked, 2u) << "though its last sectors came once";
    EXPECT_EQ(heat_cells(x, grid, 0, -1)[0].touched, 0);
    EXPECT_EQ(heat_cells(x, grid, 0, -1)[0].sectors, 4);
}

// --- words

TEST(HeatWords, NameTheDisease) {
    EXPECT_EQ(claim_of(*reads(1), 0), "Every sector is asked for once and used whole");
    EXPECT_EQ(claim_of(*reads(8), 0), "x: every sector once, 4 of its 32 bytes used");
    EXPECT_EQ(claim_of(*reads(2), 0), "x: every sector once, 16 of its 32 bytes used");
    EXPECT_EQ(claim_of(*reads(1, 1), 0),
              "x: a sector 1.11 times on average, 88.9 % of its bytes used");
    EXPECT_EQ(claim_of(*reads(1), 1), "x: a sector 1.5 times on average, used whole");
    EXPECT_EQ(claim_of(*reads(1), -1), "Nothing is asked for yet");
}

TEST(HeatWords, HaveTheNumbersOfTheStep) {
    EXPECT_EQ(sentence_of(*reads(1), 0),
              "Up to this step the block asks for *8 sectors* of x. Its lanes use *64 floats* of "
              "them. No fewer sectors could hold these.");
    EXPECT_EQ(sentence_of(*reads(8), 0),
              "Up to this step the block asks for *64 sectors* of x. Its lanes use *64 floats* of "
              "them. *8 sectors* could hold these.");
    EXPECT_EQ(sentence_of(*reads(1, 1), 0),
              "Up to this step the block asks for *10 sectors* of x, *9* different ones, up to "
              "*twice* each. Its lanes use *64 floats* of them. *8 sectors* could hold these.");
    EXPECT_EQ(sentence_of(*reads(1), -1), "The first load of the block is still to come.");
    EXPECT_EQ(heat_sums(only(*reads(4)).at(0)).front(),
              "32 sectors asked for, all different, 25 % used");
}

// Where three arrays do the same, all are named; where one sector in a hundred is asked for twice,
// that is not the title.
TEST(HeatWords, OfSeveralArrays) {
    const auto strided = picture_of("vector_addition", "strided", {{"stride", 8}});
    const int last = int(strided->steps.size()) - 1;
    EXPECT_EQ(claim_of(*strided, last), "a, b and sum: every sector once, 4 of its 32 bytes used");
    const auto sums = picture_of("reduction", "interleaved", {});
    EXPECT_EQ(claim_of(*sums, int(sums->steps.size()) - 1),
              "numbers: every sector once, used whole");
}

TEST(HeatWords, OfACell) {
    const auto run = reads(1, 1);
    const HeatArray& x = only(*run);
    const HeatGrid grid = heat_grid(heat_of(*run).arrays, 1, 16);
    EXPECT_EQ(heat_cell_words(*run, x, 4, 1, heat_cells(x, grid, 0, 0)[4]),
              "*x*, sector 4: bytes 128 to 159. Asked for twice, last at step 1 (a load, line 3). "
              "*32* of 32 bytes used.");
    EXPECT_EQ(heat_cell_words(*run, x, 0, 1, heat_cells(x, grid, 0, -1)[0]),
              "*x*, sector 0: bytes 0 to 31. Not asked for yet.");
    const HeatGrid fours = heat_grid(heat_of(*run).arrays, 4, 4);
    EXPECT_EQ(heat_cell_words(*run, x, 4, 4, heat_cells(x, fours, 0, 1)[1]),
              "*x*, sectors 4 to 7: bytes 128 to 255. Asked for at most 3 times, last at step 2 (a "
              "load, line 4). *128* of 128 bytes used.");
}

// --- the picture

Picture map_of(const std::shared_ptr<lab::Run>& run, int step, Point mouse = {-1, -1},
               Rect area = {0, 0, 1000, 400}) {
    Cursor cursor;
    cursor.step = step, cursor.mouse = mouse;
    return Picture("heat_map", result_of(run), cursor, area);
}

// How wide the cells are of a map that stands beside another.
float cell_beside(const std::shared_ptr<lab::Run>& run, const std::shared_ptr<lab::Run>& other) {
    const lab::Result shown = result_of(run), there = result_of(other);
    Cursor cursor;
    cursor.step = 0;
    const Metrics metrics;
    const Series series;
    const Beside beside{there, cursor};
    DrawContext context{shown, cursor, metrics, series};
    context.beside = &beside;
    CanvasNotes notes{app::testing::measuring_painter().fonts()};
    find_view("heat_map")->draw(notes, context, {0, 0, 1000, 300});
    return notes.of(MarkKind::fill, Role::accent).at(0).box.w;
}

// What takes more room is asked for more.
TEST(HeatMap, TwoInStepHaveCellsOfOneSize) {
    const auto near = reads(1), far = reads(8);
    EXPECT_EQ(cell_beside(near, far), cell_beside(far, near));
    EXPECT_LT(cell_beside(near, far), cell_beside(near, near));
}

// Solid parts of cells, in the accent where they are asked for now.
std::vector<NotedMark> solid(const Picture& picture, Role role, float alpha) {
    return those(picture.notes.of(MarkKind::fill, role), [&](const NotedMark& mark) {
        return std::fabs(mark.colour.alpha - alpha) < 1e-4f;
    });
}

TEST(HeatMap, SectorsOfThisStepHaveTheAccent) {
    const auto run = reads(1);
    EXPECT_EQ(solid(map_of(run, 0), Role::accent, 1).size(), 8u + 1) << "and the legend's";
    const Picture second = map_of(run, 1);
    EXPECT_EQ(solid(second, Role::accent, 1).size(), 4u + 1);
    EXPECT_EQ(solid(second, Role::text, .30f).size(), 4u + 1) << "asked for once, and before";
    EXPECT_TRUE(solid(map_of(run, -1), Role::text, .30f).size() == 1);
    EXPECT_EQ(those(map_of(run, -1).notes.of(MarkKind::outline, Role::future_outline),
                    [](const NotedMark&) { return true; })
                  .size(),
              8u);
}

// A run in which one sector is asked for so often, another once, in the last step.
std::shared_ptr<lab::Run> asked_often(int times) {
    TraceMaker maker({1}, {32});
    maker.array("x", Space::global, Type::f32, base, 64);
    for (int i = 0; i < times; ++i)
        maker.access(EventKind::load, Space::global, Type::f32, 3 + i, 0, 0,
                     [](int) { return base; });
    maker.access(EventKind::load, Space::global, Type::f32, 99, 0, 0,
                 [](int) { return base + 128; });
    return maker.run();
}

TEST(HeatMap, WhatIsAskedForMoreOftenIsLighter) {
    for (const std::uint32_t most : {2u, 6u, 32u, 1000u}) {
        float before = 0;
        for (std::uint32_t asked = 1; asked <= most; ++asked) {
            EXPECT_GT(heat_shade(asked, most).alpha, before) << asked << " of " << most;
            before = heat_shade(asked, most).alpha;
        }
        EXPECT_FLOAT_EQ(before, 1) << most << ": the scale ends where the run does";
    }
    EXPECT_FLOAT_EQ(heat_shade(1, 1).alpha, .30f);
    const auto run = asked_often(4);
    EXPECT_EQ(solid(map_of(run, 4), Role::text, 1).size(), 1u + 1) << "and the key's";
    EXPECT_EQ(solid(map_of(run, 3), Role::text, 1).size(), 1u) << "that is now: in the accent";
}

TEST(HeatMap, TheKeyEndsWithTheMostOfTheRun) {
    using Counts = std::vector<std::uint32_t>;
    EXPECT_EQ(shades_shown(1), (Counts{1}));
    EXPECT_EQ(shades_shown(2), (Counts{1, 2}));
    EXPECT_EQ(shades_shown(6), (Counts{1, 2, 4, 6}));
    EXPECT_EQ(shades_shown(32), (Counts{1, 2, 4, 8, 16, 32}));
    EXPECT_EQ(shades_shown(1000), (Counts{1, 4, 16, 64, 256, 1000}));
}

std::size_t written(const Picture& picture, std::string_view text) {
    return std::size_t(std::ranges::count(picture.notes.texts, text, &NotedText::text));
}

TEST(HeatMap, CellsSayHowOftenWhereThereIsRoom) {
    const auto run = asked_often(7);
    EXPECT_EQ(written(map_of(run, 6), "7"), 1u + 1) << "and the key's";
    EXPECT_EQ(written(map_of(run, 4), "5"), 1u) << "so far";
    EXPECT_EQ(written(map_of(reads(1), 1), "2"), 4u + 1);
    EXPECT_EQ(written(map_of(asked_often(1), 1), "1"), 1u) << "all once: the key is enough";
}

TEST(HeatMap, RowsSayWhichElementTheyBeginWith) {
    const auto run = reads(8);
    const HeatArray& x = only(*run);
    EXPECT_EQ(heat_row_words(*run, x, 0), "[0]");
    EXPECT_EQ(heat_row_words(*run, x, 16), "[128]");
    const Picture picture = map_of(run, 0);
    EXPECT_TRUE(picture.sees("[0]"));
    EXPECT_TRUE(picture.sees("[n]: the first element of a row"));
    const Picture narrow = map_of(run, 0, {-1, -1}, {0, 0, 400, 400});
    EXPECT_FALSE(narrow.sees("[0]"));
    EXPECT_FALSE(narrow.sees("[n]: the first element of a row"));
}

// One frame round all that a step asks for, where it is a block of the map.
TEST(HeatMap, WhatThisStepAsksForHasAFrame) {
    const auto framed = [](const Picture& picture) {
        return picture.notes.of(MarkKind::outline, Role::text).size();
    };
    EXPECT_EQ(framed(map_of(reads(8), 0)), 1u + 1) << "and the key's";
    EXPECT_EQ(framed(map_of(reads(1), -1)), 0u + 1);
}

TEST(HeatMap, RowsUseTheWidth) {
    for (const int stride : {2, 8, 16})
        for (const float width : {500.f, 1000.f, 1500.f}) {
            const auto cells = map_of(reads(stride), 1, {-1, -1}, {0, 0, width, 400});
            float right = 0;
            for (const NotedMark& mark : cells.notes.of(MarkKind::fill, Role::sunk))
                right = std::max(right, mark.box.right());
            EXPECT_GT(right, .85f * width) << stride << ", " << width;
        }
}

TEST(HeatMap, TheKeySaysWhatTheDarkPlacesAre) {
    const Picture all = map_of(reads(8), 1), begin = map_of(reads(8), -1);
    EXPECT_FALSE(all.sees("still to come"));
    EXPECT_TRUE(begin.sees("still to come"));
    EXPECT_FALSE(all.sees("never asked for"));
    EXPECT_TRUE(map_of(reads(1000), 1).sees("never asked for"));
}

// Of a kernel that is launched several times, the map is of all of them.
TEST(HeatMap, AddsUpAllLaunchesAndSaysSo) {
    const auto sweeps = picture_of("laplace", "marching", {{"sweeps", 4}});
    const auto one = picture_of("laplace", "marching", {{"sweeps", 1}});
    const int last = int(sweeps->steps.size()) - 1;
    EXPECT_EQ(sentence_of(*sweeps, last).find("Up to this step, over 4 of 4 launches, the block"),
              0u);
    EXPECT_EQ(sentence_of(*one, 3).find("Up to this step the block asks"), 0u);
    Cursor cursor;
    cursor.step = last;
    const char* words = "times asked for, in all launches up to this step";
    const auto sees = [&](const std::shared_ptr<const lab::Run>& run) {
        return Picture("heat_map", result_of(std::make_shared<lab::Run>(*run)), cursor,
                       {0, 0, 1200, 500})
            .sees(words);
    };
    EXPECT_TRUE(sees(sweeps));
    EXPECT_FALSE(sees(one));
}

// The used share of a cell stands at its foot, the rest is hatched.
TEST(HeatMap, UnusedBytesAreHatched) {
    EXPECT_TRUE(map_of(reads(1), 0).notes.of(MarkKind::hatch, Role::waste).empty());
    const Picture picture = map_of(reads(2), 0);
    const auto hatched = picture.notes.of(MarkKind::hatch, Role::waste);
    ASSERT_EQ(hatched.size(), 16u + 1);
    const auto used = solid(picture, Role::accent, 1);
    ASSERT_EQ(used.size(), 16u + 1);
    EXPECT_NEAR(used[0].box.h / hatched[0].box.h, .5f, .04f);
    EXPECT_FLOAT_EQ(used[0].box.bottom(), hatched[0].box.bottom());
    EXPECT_TRUE(picture.sees("bytes that no lane has used yet"));
    EXPECT_FALSE(map_of(reads(1), 0).sees("bytes that no lane has used yet"));
}

TEST(HeatMap, SaysHowManySectorsACellIs) {
    EXPECT_TRUE(map_of(reads(1), 0).sees("one cell: a sector of 32 bytes"));
    const auto far = reads(1000);
    EXPECT_TRUE(
        map_of(far, 0, {-1, -1}, {0, 0, 1000, 150})
            .sees("one cell: 4 sectors of 32 bytes, in the shade of the one asked for most"));
    EXPECT_TRUE(map_of(far, 0, {-1, -1}, {0, 0, 300, 150}).sees("one cell: 16 sectors"));
}

TEST(HeatMap, ACellUnderTheMouseSaysWhatItIs) {
    const auto run = reads(1);
    const auto first = those(map_of(run, 0).notes.of(MarkKind::fill, Role::accent), is_chosen)[0];
    const Point there{first.box.middle_x(), first.box.middle_y()};
    const Picture picture = map_of(run, 0, there);
    for (const char* word : {"sector", "bytes", "31.", "Asked"}) EXPECT_TRUE(picture.sees(word));
    EXPECT_EQ(picture.notes.of(MarkKind::outline, Role::text).size(), 3u)
        << "beside the frames of this step and of the key";
    EXPECT_EQ(map_of(run, 0, {there.x, 399}).notes.of(MarkKind::outline, Role::text).size(), 2u);
}

TEST(HeatMap, AClickLeadsToTheStepThatAskedLast) {
    const auto run = reads(1);
    const auto cells = those(map_of(run, 0).notes.of(MarkKind::fill, Role::accent), is_chosen);
    const auto click = [&](int step, const NotedMark& cell) {
        Cursor cursor;
        cursor.step = step;
        const lab::Result result = result_of(run);
        const Metrics metrics;
        const Series series;
        const bool moved =
            find_view("heat_map")
                ->pointing.click({result, cursor, metrics, series}, cursor, {0, 0, 1000, 400},
                                 {cell.box.middle_x(), cell.box.middle_y()});
        return moved ? cursor.step : -2;
    };
    EXPECT_EQ(click(1, cells[0]), 1);
    EXPECT_EQ(click(1, cells[7]), 0);
    EXPECT_EQ(click(-1, cells[7]), 0) << "still to come";
    EXPECT_EQ(click(1, {.box = {-50, -50, 1, 1}}), -2);
}

// The last step of a launch that asks for more than would do, of the launch that asks for most.
TEST(HeatMap, OpensWhereMostIsAskedForTooOften) {
    const View& view = *find_view("heat_map");
    EXPECT_FALSE(heaviest_step(view, *picture_of("vector_addition", "one_each", {})));
    EXPECT_FALSE(heaviest_step(view, *picture_of("reduction", "interleaved", {})));
    const auto scanned = picture_of("scan", "hillis", {});
    const int lit = opening_step(&view, *scanned);
    EXPECT_GT(heat_of(*scanned).asked(lit), heat_of(*scanned).asked(lit - 1)) << "not all grey";
    EXPECT_EQ(heat_of(*scanned).asked(lit),
              heat_of(*scanned).asked(int(scanned->steps.size()) - 1));
    const auto strided = picture_of("vector_addition", "strided", {{"stride", 8}});
    EXPECT_EQ(heaviest_step(view, *strided), int(strided->steps.size()) - 1);
    const auto sweeps = picture_of("laplace", "marching", {{"sweeps", 4}});
    const auto opened = heaviest_step(view, *sweeps);
    ASSERT_TRUE(opened);
    const int last_of_first =
        int(std::ranges::count(sweeps->steps, 0, &simulator::Step::launch)) - 1;
    EXPECT_EQ(*opened, last_of_first - 2)
        << "the plane above the last, and a store, ask for what was not asked for before";
    EXPECT_EQ(view.interest.weight(*sweeps, *opened), double(heat_of(*sweeps).asked(*opened)));
}

}  // namespace

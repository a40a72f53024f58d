// The view of a field: its values, the blocks' tiles, the cube around the slice, and how often the
// watched block loads each point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/views/field/field_moment.h"
#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

Cursor at_step(int step) {
    Cursor cursor;
    cursor.step = step;
    return cursor;
}

// A box of 8 x 9 x 8 points in blocks of 4 x 3 x 2, and how each launch left it.
lab::Result box(int launches) {
    const lab::Dim3 shape{8, 9, 8};
    TraceMaker maker({2, 3, 4}, {4, 3, 2}, "sweep");
    maker.array("u", Space::global, Type::f32, 0x1000, shape.count());
    for (int launch = 0; launch < launches; ++launch) {
        if (launch) maker.launch({2, 3, 4}, {4, 3, 2});
        maker.access(EventKind::store, Space::global, Type::f32, 4, 0, 0,
                     [](int lane) -> std::optional<Address> {
                         if (lane >= 24) return {};
                         const int x = lane % 4, y = lane / 4 % 3, z = lane / 12;
                         return 0x1000 + 4 * (x + 8 * (y + 9 * z));
                     });
    }
    auto run = maker.run();
    run->launches.resize(static_cast<std::size_t>(launches));
    run->shapes.push_back({"u", shape});
    for (int launch = 0; launch < launches; ++launch) {
        lab::FieldShot shot{launch, "heat", shape, std::vector<float>(shape.count())};
        for (std::size_t i = 0; i < shot.values.size(); ++i)
            shot.values[i] = float(launch + 1) / 4 + float(i % 5) / 100;
        run->fields.push_back(std::move(shot));
    }
    return result_of(run);
}

// Value, index, place, and which launch changed it last; nothing beside the cells.
TEST(FieldPicture, ACellAnswers) {
    const lab::Result result = box(3);
    auto run = std::make_shared<lab::Run>(*result.picture);
    run->fields[2].values = run->fields[1].values;  // the last one changes nothing
    lab::Result still = result;
    still.picture = run;
    const CanvasNotes canvas{app::testing::measuring_painter().fonts()};
    const Metrics metrics;
    const Series series;
    const Rect area{0, 0, 900, 420};
    const auto words = [&](const lab::Result& of, int launch, Point point) {
        const Cursor cursor = at_step(launch);
        const auto spot = find_view("field")->pointing.spot(
            canvas, {of, cursor, metrics, series, nullptr}, area, point);
        return spot ? spot->words : "";
    };
    const Rect map = Picture("field", result, at_step(1), area).notes.of(MarkKind::field)[0].box;
    const Point third{map.x + map.w * 2.5f / 8, map.y + map.h * .5f / 9};  // column 2, row 0
    const std::string said = words(result, 1, third);
    EXPECT_NE(said.find("*heat[2]* is *0.52*, at x 2, y 0, z 0"), std::string::npos) << said;
    EXPECT_NE(said.find("Launch 2 of 3 changed it last."), std::string::npos) << said;
    EXPECT_NE(said.find("the watched block does not load it and writes it"), std::string::npos)
        << said;
    EXPECT_NE(words(still, 2, third).find("Launch 2 of 3 changed"), std::string::npos);
    EXPECT_NE(words(result, 0, third).find("No launch has changed it"), std::string::npos);
    EXPECT_EQ(words(result, 1, {map.right() + 2, map.y - 8}), "");
}

TEST(FieldPicture, TheValuesAreThoseThatTheLaunchLeft) {
    const lab::Result result = box(3);
    for (int launch = 0; launch < 3; ++launch) {
        const Picture picture("field", result, at_step(launch), {0, 0, 900, 420});
        const auto fields = picture.notes.of(MarkKind::field);
        ASSERT_EQ(fields.size(), 1u);
        EXPECT_EQ(fields[0].columns, 8);
        EXPECT_EQ(fields[0].rows, 9);
        ASSERT_EQ(fields[0].values.size(), 72u);
        for (std::size_t i = 0; i < 72; ++i)
            EXPECT_NEAR(fields[0].values[i], float(launch + 1) / 4 + float(i % 5) / 100, 1e-5f)
                << launch;
        const Metrics metrics;
        const Series series;
        const Cursor cursor = at_step(launch);
        EXPECT_EQ(find_view("field")->words.note({result, cursor, metrics, series}).whole(),
                  "z = 0, after launch " + std::to_string(launch + 1) + " of 3");
    }
}

TEST(FieldPicture, TilesEndWhereTheBlocksDo) {
    const lab::Result result = box(1);
    const int across[] = {2, 1, 1}, down[] = {3, 3, 2};  // lines by axis: between columns, rows
    for (int axis = 0; axis < 3; ++axis) {
        Cursor cursor = at_step(0);
        cursor.axis = axis, cursor.slice = 1;
        const Picture picture("field", result, cursor, {0, 0, 900, 420});
        const Rect map = picture.notes.of(MarkKind::field).at(0).box;
        int columns = 0, rows = 0;
        for (const NotedMark& line : picture.notes.of(MarkKind::line)) {
            if (!line.colour.fixed || !within(line, map)) continue;
            columns += line.box.w == 0 && line.box.h == map.h;
            rows += line.box.h == 0 && line.box.w == map.w;
        }
        EXPECT_EQ(columns, across[axis]) << "axis " << axis;
        EXPECT_EQ(rows, down[axis]) << "axis " << axis;
    }
}

// The block's own points have one outline, and its halo is hatched: the sweep reads around what it
// writes.
TEST(FieldPicture, OwnPointsAreFramedAndTheHaloIsHatched) {
    Cursor cursor = at_step(6);
    const Picture picture("field", result_of(sweep()), cursor, {0, 0, 900, 420});
    const NotedMark map = picture.notes.of(MarkKind::field).at(0);
    const float cell = map.box.w / 6;
    const auto frames = those(picture.notes.of(MarkKind::outline), [&](const NotedMark& mark) {
        return mark.colour.fixed && mark.colour.rgb == 0xffffff &&
               std::fabs(mark.box.w - 4 * cell) < .1f && std::fabs(mark.box.h - 3 * cell) < .1f;
    });
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_NEAR(frames[0].box.x, map.box.x + cell, .1f);
    EXPECT_NEAR(frames[0].box.y, map.box.y + cell, .1f);
    const auto halo = those(picture.notes.of(MarkKind::hatch),
                            [&](const NotedMark& mark) { return within(mark, map.box); });
    EXPECT_EQ(halo.size(), 14u) << "beside the edges of 4 x 3 points, the corners aside";
    const Rect beside{map.box.right(), 0, 900, 420};
    const auto lens = those(picture.notes.of(MarkKind::hatch),
                            [&](const NotedMark& mark) { return within(mark, beside); });
    EXPECT_EQ(lens.size(), 14u + 1) << "in the panel too, and what that is";
}

TEST(FieldPicture, ColoursOfTheSliceAreValues) {
    const Picture picture("field", box(1), at_step(0), {0, 0, 1100, 420});
    EXPECT_TRUE(picture.notes.find("values"));
    EXPECT_TRUE(picture.notes.find("equal"));
}

// Boundary values are given: what a store writes back there is no point that a lane made.
TEST(FieldPicture, APointOfTheBoundaryThatStaysIsNamedSo) {
    lab::Result result = box(2);
    EXPECT_FALSE(Picture("field", result, at_step(1), {0, 0, 1100, 420}).sees("boundary"));
    auto run = std::make_shared<lab::Run>(*result.picture);
    run->fields[1].values[0] = run->fields[0].values[0];
    result.picture = run;
    EXPECT_TRUE(Picture("field", result, at_step(1), {0, 0, 1100, 420}).sees("boundary"));
}

// The panel beside the slice: one cell a point, as light as it is loaded often, with the count.
TEST(FieldPicture, PointsAreAsLightAsTheyAreLoadedOften) {
    const Picture picture("field", result_of(sweep()), at_step(6), {0, 0, 1100, 420});
    const auto light = [&](float alpha) {
        return those(picture.notes.of(MarkKind::fill, Role::text),
                     [&](const NotedMark& mark) {
                         return std::fabs(mark.colour.alpha - alpha) < 1e-4f && mark.box.w > 15 &&
                                mark.box.w == mark.box.h;
                     })
            .size();
    };
    EXPECT_EQ(light(.25f), 14u) << "the halo, once each";
    EXPECT_EQ(light(.375f), 4u) << "corners, twice";
    EXPECT_EQ(light(.5f), 6u);
    EXPECT_EQ(light(.625f), 2u) << "in the middle, four times";
    const auto count = [&](std::string_view digit) {
        return std::ranges::count(picture.notes.texts, digit, &NotedText::text);
    };
    EXPECT_EQ(count("4"), 2 + 1) << "and the legend's";
    EXPECT_TRUE(picture.sees("loads"));
}

// Where a block is wide, its cells are small rather than cut off.
TEST(FieldPicture, AWideBlockIsWhole) {
    const lab::Dim3 shape{64, 12, 4};
    TraceMaker maker({1, 1, 1}, {32, 1, 1}, "sweep");
    maker.array("u", Space::global, Type::f32, 0x1000, shape.count());
    for (const int from : {0, 32})
        maker.access(EventKind::store, Space::global, Type::f32, 4, 0, 0,
                     [&](int lane) -> std::optional<Address> {
                         return 0x1000 + 4 * (from + lane + 64 * (5 + 12 * 1));
                     });
    auto run = maker.run();
    run->launches.resize(1);
    run->shapes.push_back({"u", shape});
    run->fields.push_back({0, "heat", shape, std::vector<float>(shape.count())});
    Cursor cursor = at_step(1);
    cursor.slice = 1;
    const Picture picture("field", result_of(run), cursor, {0, 0, 700, 420});
    const Rect map = picture.notes.of(MarkKind::field).at(0).box;
    int cells = 0;
    for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::text))
        cells += mark.box.y > map.bottom() && mark.box.w == mark.box.h && mark.box.w < 9;
    EXPECT_EQ(cells, 64);
}

// A slice that is wide has the whole width, and the block's panel and the legend below it; one that
// is not has them beside it.
TEST(FieldPicture, AWideSliceLiesAboveItsBlock) {
    const auto below = [](int columns) {
        const lab::Dim3 shape{std::uint32_t(columns), 12, 4};
        TraceMaker maker({1, 1, 1}, {32, 1, 1}, "sweep");
        maker.array("u", Space::global, Type::f32, 0x1000, shape.count());
        maker.access(EventKind::store, Space::global, Type::f32, 4, 0, 0,
                     [&](int lane) -> std::optional<Address> {
                         if (lane >= 8) return {};
                         return 0x1000 + 4 * (lane + columns * (5 + 12));
                     });
        auto run = maker.run();
        run->launches.resize(1);
        run->shapes.push_back({"u", shape});
        run->fields.push_back({0, "heat", shape, std::vector<float>(shape.count())});
        Cursor cursor = at_step(0);
        cursor.slice = 1;
        const Picture picture("field", result_of(run), cursor, {0, 0, 900, 420});
        const Rect map = picture.notes.of(MarkKind::field).at(0).box;
        if (columns > 24) {
            EXPECT_GT(map.w, 700) << columns;
        }
        const auto key = std::ranges::find_if(picture.notes.texts, [](const NotedText& text) {
            return text.text.find("frame") != text.text.npos;
        });
        return key != picture.notes.texts.end() && key->box.y > map.bottom();
    };
    EXPECT_TRUE(below(64));
    EXPECT_FALSE(below(24)) << "twice as wide as high";
}

// How often a point is loaded is what the greys say: their key stays longest.
TEST(FieldPicture, TheKeyOfTheGreysStaysLongest) {
    Metrics large;
    large.unit = 1.4f, large.small = 21;
    const auto sees = [&](float height, const char* word) {
        return Picture("field", result_of(sweep()), at_step(6), {0, 0, 800, height}, {}, nullptr,
                       large)
            .sees(word);
    };
    int least_loads = 500, least_halo = 500;
    for (int height = 500; height >= 210; height -= 10) {
        if (sees(float(height), "loads")) least_loads = height;
        if (sees(float(height), "halo")) least_halo = height;
    }
    EXPECT_LT(least_loads, least_halo);
    EXPECT_LT(least_halo, 500);
}

// The mark of the lane's point and the words that say what it is come and go together.
TEST(FieldPicture, ThePointOfTheLaneIsMarkedWhereTheLegendNamesIt) {
    Metrics large;
    large.unit = 1.4f, large.small = 21;
    const auto is_this_point = [](const NotedText& word, const NotedText& next) {
        return word.text == "this" && next.text == "point";
    };
    int named = 0, in_short = 0, unnamed = 0;
    for (int height = 600; height >= 210; height -= 10) {
        const Picture picture("field", result_of(sweep()), at_step(6), {0, 0, 800, float(height)},
                              {}, nullptr, large);
        const auto points =
            those(picture.notes.of(MarkKind::fill, Role::accent),
                  [](const NotedMark& mark) { return mark.box.x > 300 && mark.box.w > 4; });
        const bool says = std::ranges::adjacent_find(picture.notes.texts, is_this_point) !=
                          picture.notes.texts.end();
        EXPECT_EQ(points.size(), says ? 2u : 0u) << height << ": in the panel and in the legend";
        ++(says ? named : unnamed);
        in_short += says && !picture.sees("lane");
    }
    EXPECT_GT(named, 0);
    EXPECT_GT(in_short, 0);
    EXPECT_GT(unnamed, 0);
}

// A cube shows where the slice lies, and the box of points that the block makes.
TEST(FieldPicture, TheCubeHasTheSliceInIt) {
    const auto slice_at = [&](int slice) {
        Cursor cursor = at_step(6);
        cursor.slice = slice;
        const Picture picture("field", result_of(sweep()), cursor, {0, 0, 1100, 420});
        const auto slices = those(picture.notes.of(MarkKind::polygon, Role::accent),
                                  [](const NotedMark& mark) { return mark.points.size() == 4; });
        EXPECT_EQ(slices.size(), 1u);
        return slices.empty() ? Rect{} : slices[0].box;
    };
    EXPECT_GT(slice_at(2).x, slice_at(0).x) << "further away";
    EXPECT_LT(slice_at(2).y, slice_at(0).y);
    EXPECT_FLOAT_EQ(slice_at(2).w, slice_at(0).w);
    EXPECT_TRUE(Picture("field", result_of(sweep()), at_step(6), {0, 0, 600, 420})
                    .notes.of(MarkKind::polygon, Role::accent)
                    .empty())
        << "it goes first";
}

TEST(FieldPicture, TitleAndSentenceCountLoads) {
    const auto run = sweep();
    const View& view = *find_view("field");
    EXPECT_EQ(view_claim(view.id, *run, at_step(6)),
              "A block loads its own points up to four times, the halo once");
    EXPECT_EQ(view_sentence(view.id, *run, at_step(6)),
              "In this launch the block makes *12 points*. It reads *50* different points, with *6 "
              "points loaded* for each that it makes.");
}

// Lines over the field would be a part of its picture: they begin at its edge.
TEST(FieldPicture, LeadersAreOutsideTheField) {
    app::testing::Driver driver;
    driver.shell.restore("laplace/blocks block_x=8 block_y=32");
    driver.settle();
    const auto field = std::ranges::find(driver.marks, MarkKind::field, &NotedMark::kind);
    ASSERT_NE(field, driver.marks.end());
    const Rect map = field->box;
    int leaders = 0;
    for (const NotedMark& mark : driver.marks) {
        if (!mark.is(MarkKind::line, Role::text) || mark.points.size() != 2) continue;
        const Point from = mark.points.front(), to = mark.points.back();
        if (map.contains(to) || std::abs(from.x - map.right()) > map.w) continue;
        ++leaders;
        EXPECT_FALSE(map.inside(2).contains(from)) << "over the field";
    }
    EXPECT_GE(leaders, 2);
}

// A chunk's own arrays hold planes of the box, each chunk's others: every store of any launch makes
// a point out of itself, of a face, or out of its six neighbours.
TEST(FieldPicture, ArraysOfAChunkStandWhereItsPlanesAre) {
    const lab::Dim3 shape{8, 8, 8};
    for (const char* chunks : {"chunks=3", "chunks=8"}) {
        lab::Request request{
            .settings = drawn_rung("streams/overlapped", {"n=8", "sweeps=3", "block=64", chunks})
                            .request.settings};
        for (std::uint64_t block = 0; block < 8; ++block) request.watched.push_back(block);
        const auto run = lab::simulate(request);
        const FieldArrays& arrays = field_arrays(*run, shape);
        std::size_t stores = 0;
        for (const simulator::Event& event : run->trace->events) {
            if (event.kind != EventKind::store) continue;
            const auto made = made_by(*run->trace, arrays, event, 9);
            ASSERT_TRUE(made) << "launch " << event.launch;
            EXPECT_EQ(made->loaded.size(), at_face(made->point, shape) ? 1u : 6u);
            for (const Voxel& from : made->loaded)
                EXPECT_EQ(std::abs(from.x - made->point.x) + std::abs(from.y - made->point.y) +
                              std::abs(from.z - made->point.z),
                          at_face(made->point, shape) ? 0 : 1)
                    << "launch " << event.launch;
            ++stores;
        }
        EXPECT_GT(stores, 40u);
    }
}

// The scan data of an image has as many elements as the image at the size that is drawn.
TEST(FieldPicture, TakesNoOtherArrayOfItsLengthForTheField) {
    const lab::Result result = drawn_rung("mri/global", {});
    const lab::Run& run = *result.picture;
    const auto as_long = std::ranges::count(run.trace->arrays, run.fields.front().shape.count(),
                                            &simulator::Array::elements);
    EXPECT_GT(as_long, 1);
    const FieldMoment field = field_at(run, at_step(3));
    EXPECT_TRUE(cells_of(field).halo.empty());
    EXPECT_EQ(field.footprint->read, field.footprint->written);
}

// A launch that writes a chunk's own array leaves the field as it was, and the legend says so.
TEST(FieldPicture, SaysWhatALaunchWritesInPlaceOfTheField) {
    const lab::Result result =
        drawn_rung("streams/overlapped", {"n=16", "sweeps=2", "chunks=4", "block=64"});
    const auto words_in = [&](int launch) {
        const auto step =
            std::ranges::find(result.picture->steps, launch, &simulator::Step::launch);
        const Cursor cursor = at_step(int(step - result.picture->steps.begin()));
        std::string all;
        for (const NotedText& text :
             Picture("field", result, cursor, {0, 0, 1200, 640}).notes.texts)
            all += text.text + " ";
        return all;
    };
    const std::string first = words_in(0), second = words_in(1);
    EXPECT_NE(first.find("before this launch"), first.npos) << first;
    EXPECT_EQ(second.find("before this launch"), second.npos) << second;
    EXPECT_NE(second.find("points in the frame"), second.npos) << second;
    EXPECT_NE(second.find("halo points"), second.npos) << second;
}

// Which plane it is that is seen, and which way its axes go; and what a lane loaded for several
// points at once.
TEST(FieldPicture, SaysWhichPlaneItCuts) {
    const auto words_of = [](const lab::Result& result, const Cursor& cursor) {
        std::string all;
        for (const NotedText& text :
             Picture("field", result, cursor, {0, 0, 1200, 640}).notes.texts)
            all += text.text + " ";
        return all;
    };
    for (const auto& [axis, words] :
         {std::pair{0, "Cut across x , at x = 1: y to the right, z down"},
          {1, "Cut across y , at y = 1: x to the right, z down"},
          {2, "Cut across z , at z = 1: x to the right, y down"}}) {
        Cursor cursor = at_step(0);
        cursor.axis = axis, cursor.slice = 1;
        const std::string all = words_of(box(1), cursor);
        EXPECT_NE(all.find(words), all.npos) << all;
    }
    const lab::Result planes = drawn_rung("laplace/two_planes", {});
    Cursor cursor;
    cursor.step = opening_step(find_view("field"), *planes.picture);
    const std::string all = words_of(planes, cursor);
    EXPECT_NE(all.find("one of 4 that its lane writes at once: for them it made 1 load of 4 "
                       "points , three planes away"),
              all.npos)
        << all;
}

}  // namespace

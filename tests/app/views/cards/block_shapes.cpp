// What the card of block shapes draws: its best, the chosen one, and numbers in narrow cells.
#include <gtest/gtest.h>

#include <cmath>

#include "app/draw/canvas_notes.h"
#include "app/format.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/views/cards/card_spots.h"

namespace {

using namespace app;
using namespace test;

TEST(ShapesPicture, TheBestIsMarkedAndNamed) {
    const Filled from = filled(lab::TimeKind::recorded, 0, .005);
    for (const Rect& area : {Rect{0, 0, 330, 110}, Rect{0, 0, 480, 200}, Rect{0, 0, 900, 400}}) {
        const Picture picture("block_shapes", from.shown, {}, area, from.series);
        EXPECT_TRUE(picture.sees("best 64 × 8")) << area.w;
        const auto marks = picture.notes.of(MarkKind::outline, Role::good);
        ASSERT_GE(marks.size(), 1u) << area.w;
        const Rect box = marks[0].box;
        const Spot spot = spot_at("block_shapes", from, area, {box.middle_x(), box.middle_y()});
        ASSERT_TRUE(spot.settings) << area.w;
        EXPECT_EQ((*spot.settings)[width_knob], 64);
        EXPECT_EQ((*spot.settings)[height_knob], 8);
        EXPECT_NE(spot.words.find("The best time known"), spot.words.npos);
    }
}

// Every known cell has its number, in fewer digits where it is narrow.
TEST(ShapesPicture, NumbersAreThereInNarrowCells) {
    const Filled from = filled(lab::TimeKind::recorded, 0, .005);
    const auto numbers = [&](Rect area) {
        const Picture picture("block_shapes", from.shown, {}, area, from.series);
        return std::ranges::count_if(picture.notes.texts, [](const NotedText& text) {
            return text.text.find_first_not_of("0123456789.") == text.text.npos &&
                   text.style.font != Font::regular && text.style.font != Font::semibold;
        });
    };
    EXPECT_EQ(numbers({0, 0, 480, 200}), 16);
    EXPECT_EQ(numbers({0, 0, 150, 200}), 16) << "two digits fit where four don't";
}

// Where no digits fit their cells, the best and the chosen one keep theirs.
TEST(ShapesPicture, TheBestAndTheChosenAlwaysHaveTheirTime) {
    const Filled from = filled(lab::TimeKind::recorded, 0, .005);
    const Picture picture("block_shapes", from.shown, {}, {0, 0, 92, 200}, from.series);
    std::vector<Rect> numbers;
    for (const NotedText& text : picture.notes.texts)
        if (text.style.font == Font::mono_bold) numbers.push_back(text.box);
    ASSERT_EQ(numbers.size(), 2u);
    const Rect both = numbers[0].common(numbers[1]);
    EXPECT_FALSE(both.w > 0 && both.h > 0);
}

// Its title says what the data shows, by rule.
TEST(ShapesPicture, TheNoteSaysTheBestAndHowManyAreAsGood) {
    const Filled from = filled(lab::TimeKind::recorded, 0, .005);
    const View* view = find_view("block_shapes");
    Cursor cursor;
    const Metrics metrics;
    const std::string note = view->words.note({from.shown, cursor, metrics, from.series}).whole();
    EXPECT_TRUE(note.starts_with("64 × 8 is best, 10.2 µs; ")) << note;
    EXPECT_TRUE(note.ends_with(" within 5 %")) << note;
}

// Where intervals meet, neither is faster: the least is not called best.
TEST(ShapesPicture, NoShapeIsBestThatOthersMeet) {
    const Filled from = filled(lab::TimeKind::recorded, 0, .3);
    const Rect area{0, 0, 480, 200};
    const Picture picture("block_shapes", from.shown, {}, area, from.series);
    EXPECT_TRUE(picture.sees("tied") || picture.sees("can't be told apart"));
    EXPECT_TRUE(picture.sees("least 64 × 8: ")) << "it has a name all the same";
    EXPECT_FALSE(picture.sees("best"));
    // Each of them has a thin frame, and the same colour: none is stronger.
    const auto frames = picture.notes.of(MarkKind::outline, Role::good);
    ASSERT_GT(frames.size(), 2u) << "two shapes, and the legend's sample";
    const auto least =
        std::ranges::find_if(frames, [](const NotedMark& frame) { return frame.box.w > 20; });
    ASSERT_NE(least, frames.end());
    float strongest = 0, weakest = 1;
    for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::accent))
        for (const NotedMark& frame : frames)
            if (frame.box.w > 20 && frame.box.contains({mark.box.middle_x(), mark.box.middle_y()}))
                strongest = std::max(strongest, mark.colour.alpha),
                weakest = std::min(weakest, mark.colour.alpha);
    EXPECT_EQ(strongest, weakest);
    const auto spots = those(frames, [&](const NotedMark& frame) {
        const Rect at = frame.box;
        return at.w > 20 && spot_at("block_shapes", from, area, {at.middle_x(), at.middle_y()})
                                    .words.find("The least time known") != std::string::npos;
    });
    ASSERT_EQ(spots.size(), 1u);
    const Rect box = spots[0].box;
    const Spot spot = spot_at("block_shapes", from, area, {box.middle_x(), box.middle_y()});
    EXPECT_NE(spot.words.find("The least time known; its interval"), spot.words.npos) << spot.words;
    Cursor cursor;
    const Metrics metrics;
    const std::string note =
        find_view("block_shapes")->words.note({from.shown, cursor, metrics, from.series}).whole();
    EXPECT_TRUE(note.ends_with("shapes are about as fast, from 10.2 µs; their intervals overlap"))
        << note;
    EXPECT_EQ(note.find("64 × 8"), std::string::npos) << "no shape of a tie is named first";
}

TEST(ShapesPicture, TheOnlyTimeIsNotCalledBest) {
    const Filled all = filled(lab::TimeKind::recorded, 0, .005);
    Filled one;
    one.shown = all.shown;
    one.series.add(all.shown);
    const Rect area{0, 0, 900, 400};
    const Picture picture("block_shapes", one.shown, {}, area, one.series);
    EXPECT_FALSE(picture.sees("best") || picture.sees("least"));
    Cursor cursor;
    const Metrics metrics;
    const std::string note =
        find_view("block_shapes")->words.note({one.shown, cursor, metrics, one.series}).whole();
    EXPECT_TRUE(note.starts_with("only ") && note.ends_with(" is timed")) << note;
}

// Beside the sliders' stops: its own row and column, and the mark on it.
TEST(ShapesPicture, AShapeBesideTheStopsIsOnTheMap) {
    Filled from = filled(lab::TimeKind::recorded, 0);
    lab::Settings at = settings(0, 1 << 22);
    at.set(width_knob, 1);
    at.set(height_knob, 100);
    from.shown = result_of(at, lab::TimeKind::recorded, .02);
    from.series.add(from.shown);
    const Picture picture("block_shapes", from.shown, {}, {0, 0, 600, 260}, from.series);
    EXPECT_TRUE(picture.notes.find("x = 1"));
    EXPECT_TRUE(picture.notes.find("100"));
    const auto chosen = those(picture.notes.of(MarkKind::outline, Role::text),
                              [](const NotedMark& mark) { return mark.box.w > 20; });
    ASSERT_EQ(chosen.size(), 1u);
    const Spot spot = spot_at("block_shapes", from, {0, 0, 600, 260},
                              {chosen[0].box.middle_x(), chosen[0].box.middle_y()});
    ASSERT_TRUE(spot.settings);
    EXPECT_EQ(*spot.settings, at);
}

TEST(ShapesPicture, TheBestShapeIsStrongest) {
    const Filled from = filled(lab::TimeKind::recorded, 0, .005);
    const Picture picture("block_shapes", from.shown, {}, {0, 0, 480, 200}, from.series);
    float strongest = 0;
    Rect best;
    for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::accent))
        if (mark.colour.alpha > strongest) strongest = mark.colour.alpha, best = mark.box;
    EXPECT_GT(strongest, .5f);
    EXPECT_TRUE(best.w > 0);
}

}  // namespace

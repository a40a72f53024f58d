// The card of kernels compared where it is too low for all of them: which rows it has, and on which
// scale.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "tests/app/picture.h"
#include "tests/app/series_maker.h"

namespace {

using namespace app;
using namespace test;

// A low card has room for some rows: those of the shown kernel and of the one that is ahead, on a
// scale of all: it stays while they are scrolled.
TEST(ComparedPicture, RowsInSightHaveTheOneAheadAndTheScaleOfAll) {
    const auto with = [](int slowest) {
        Filled from = filled(lab::TimeKind::measured, 3, .001);
        for (int rung = 0; rung < 7; ++rung) {
            const double ms = rung == slowest ? 3 : rung == 0 ? .5 : 1;
            from.series.add(result_of(settings(rung, 1 << 22), lab::TimeKind::measured, ms, .001));
        }
        return from;
    };
    const auto width = [](const Picture& one) {
        const auto bars = one.notes.of(MarkKind::fill, Role::accent);
        return bars.empty() ? 0 : bars[0].box.w;
    };
    const Filled below = with(6), above = with(1);
    int seen = 0;
    for (float height = 40; height < 160; height += 4) {
        const Rect low{0, 0, 480, height};
        const Picture picture("rungs_compared", below.shown, {}, low, below.series);
        if (!picture.notes.find("2") || picture.notes.find("6")) continue;  // four or five rows
        EXPECT_TRUE(picture.notes.find("1") && picture.notes.find("4")) << height;
        const Picture slow("rungs_compared", above.shown, {}, low, above.series);
        EXPECT_NEAR(width(picture), width(slow), 1) << height;
        seen += 1;
    }
    EXPECT_GT(seen, 0);
}

// What a broken bar is told by is the shown kernel, also where that is scrolled out of sight; and
// times far apart keep the logarithm where those in sight are not.
TEST(ComparedPicture, ScrolledRowsAreToldByTheSame) {
    const auto texts = [](double slowest, double next, int first_row, std::string_view seen) {
        Filled from = filled(lab::TimeKind::measured, 0, .001);
        for (int rung = 0; rung < 7; ++rung) {
            const double ms = rung == 6 ? slowest : rung == 5 ? next : rung == 0 ? 2 : 1;
            from.series.add(result_of(settings(rung, 1 << 22), lab::TimeKind::measured, ms, .001));
        }
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        DrawContext context{from.shown, {}, {}, from.series};
        context.first_row = first_row;
        find_view("rungs_compared")->draw(notes, context, {0, 0, 480, 80});
        return std::ranges::any_of(
            notes.texts, [&](const NotedText& text) { return text.text.starts_with(seen); });
    };
    EXPECT_FALSE(texts(40, 1, 4, "1 ×")) << "the shown one is above";
    EXPECT_TRUE(texts(40, 1, 4, "20 × kernel 1"));
    EXPECT_TRUE(texts(40, 20, 0, "log")) << "none in sight is far from another";
}

}  // namespace

// What the cards draw: the numbers, the heights of bars, the way and the colour of triangles.
#include <gtest/gtest.h>

#include <cmath>

#include "app/format.h"
#include "app_picture.h"
#include "app_series_maker.h"

namespace {

using namespace app;
using namespace test;

constexpr Rect card{0, 0, 700, 260};

// The text in the row of `title`, in the column of `head`.
std::string value_in(const Picture& picture, std::string_view title, std::string_view head) {
    const Rect row = picture.place(title), column = picture.place(head);
    for (const NotedText& text : picture.notes.texts)
        if (std::fabs(text.box.x - column.x) < 1 && std::fabs(text.box.y - row.y) < 8)
            return text.text;
    return "";
}

// Each kernel moves more than the one before wants: an eighth, a half, a quarter.
Filled bytes_by_kernel() {
    Filled made;
    const std::uint64_t moved[] = {8, 2, 4};
    for (const int rung : {0, 1, 2}) {
        lab::Result result = result_of(settings(rung, 1 << 22), lab::TimeKind::none, 0);
        auto run = std::make_shared<lab::Run>(*result.counted);
        run->counters.bytes_requested = 1000;
        run->counters.bytes_moved = 1000 * moved[rung];
        result.picture = result.counted = run;
        made.series.add(result);
        made.shown = result;
    }
    return made;
}

TEST(LedgerPicture, WantedBytesAreAShareOfThoseMoved) {
    const Filled from = bytes_by_kernel();
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    EXPECT_EQ(value_in(picture, "Moved bytes wanted", "Kernel 1"), percent(.125));
    EXPECT_EQ(value_in(picture, "Moved bytes wanted", "Kernel 2"), percent(.5));
    EXPECT_EQ(value_in(picture, "Moved bytes wanted", "Kernel 3"), percent(.25));
}

// The triangles of one row, from left to right: way and colour.
std::vector<std::pair<bool, Role>> changes(const Picture& picture, std::string_view title) {
    std::vector<std::pair<bool, Role>> found;
    const float y = picture.place(title).middle_y();
    for (const NotedMark& mark : picture.notes.of(MarkKind::polygon)) {
        if (std::fabs(mark.box.middle_y() - y) > 8 || mark.points.size() != 3) continue;
        const bool down = mark.points[2].y > mark.points[0].y;
        EXPECT_FLOAT_EQ(mark.points[0].y, mark.points[1].y);
        found.emplace_back(down, mark.colour.role);
    }
    return found;
}

using Changes = std::vector<std::pair<bool, Role>>;

TEST(LedgerPicture, TrianglesPointTheWayAndSayWhetherItIsGood) {
    const Filled from = bytes_by_kernel();
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    const std::pair up_bad{false, Role::waste}, down_good{true, Role::good};
    EXPECT_EQ(changes(picture, "Shared load bank conflicts"), (Changes{up_bad, down_good}));
    EXPECT_EQ(changes(picture, "Warp instructions"), (Changes{down_good, down_good}));
    const std::pair up_good{false, Role::good}, down_bad{true, Role::waste};
    EXPECT_EQ(changes(picture, "Moved bytes wanted"), (Changes{up_good, down_bad}))
        << "of a share, more is better";
}

// A run that a fault ended is counted up to there: no count of it is better or worse.
TEST(LedgerPicture, NothingIsComparedWithARunThatAFaultEnded) {
    Filled from = bytes_by_kernel();
    lab::Result ended = result_of(settings(1, 1 << 22), lab::TimeKind::none, 0);
    auto run = std::make_shared<lab::Run>(*ended.counted);
    run->faults.emplace_back().fatal = true;
    ended.picture = ended.counted = run;
    from.series.add(ended);
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    EXPECT_EQ(changes(picture, "Warp instructions"), Changes{});
    EXPECT_EQ(value_in(picture, "Moved bytes wanted", "Kernel 3"), percent(.25));
    EXPECT_TRUE(picture.place("2, to its fault").w > 0);
}

TEST(LedgerPicture, TheShownKernelsColumnIsLit) {
    const Filled from = bytes_by_kernel();
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    const auto lit = those(picture.notes.of(MarkKind::fill, Role::accent),
                           [](const NotedMark& mark) { return mark.box.h > 100; });
    ASSERT_EQ(lit.size(), 1u);
    EXPECT_TRUE(lit[0].box.contains({picture.place("Kernel 3").x, 100}));
}

TEST(ComparedPicture, TheWinnersLeadIsTheRatioOfTheTimes) {
    const Filled from = filled(lab::TimeKind::measured, 2, .001);
    const Picture picture("rungs_compared", from.shown, {}, {0, 0, 480, 260}, from.series);
    const double n = 1 << 22, first = .004 + n / 7e8, second = .004 + n / 5e8;
    EXPECT_TRUE(
        picture.sees("7 is ahead: " + shortest(second / first, 3) + " times as fast as 5."));
}

TEST(ComparedPicture, BarsAreAsLongAsTheTimes) {
    const Filled from = filled(lab::TimeKind::measured, 2, .001);
    const Picture picture("rungs_compared", from.shown, {}, {0, 0, 480, 260}, from.series);
    const auto ours = picture.notes.of(MarkKind::fill, Role::accent),
               others = picture.notes.of(MarkKind::fill, Role::other_series);
    ASSERT_EQ(ours.size(), 1u);
    ASSERT_EQ(others.size(), 5u) << "of seven kernels one has no time";
    const double n = 1 << 22;
    const auto time = [&](int rung) { return float(.004 + n / (1e8 * (rung + 1))); };
    EXPECT_NEAR(others[0].box.w / ours[0].box.w, time(0) / time(2), .01f);
    EXPECT_NEAR(ours[0].box.middle_y(), picture.place("3").middle_y(), 2) << "its own row";
}

TEST(TimesPicture, TheReadoutGivesHalfTheInterval) {
    const Filled from = filled(lab::TimeKind::measured, 2, .02);
    const Picture picture("timings", from.shown, {}, {0, 0, 700, 300}, from.series);
    const double median = .004 + double(1 << 22) / 3e8;
    EXPECT_TRUE(picture.notes.find(time_text(median)));
    EXPECT_TRUE(picture.notes.find("± " + time_number(.02 * median, median)));
}

TEST(TimesPicture, MediansAreDashesAtTheirTimes) {
    const Filled from = filled(lab::TimeKind::measured, 2, .02);
    const Picture picture("timings", from.shown, {}, {0, 0, 700, 300}, from.series);
    const auto dashes = those(picture.notes.of(MarkKind::fill, Role::text),
                              [](const NotedMark& mark) { return mark.box.w == 12; });
    ASSERT_EQ(dashes.size(), size_knob.ticks.size());
    for (std::size_t i = 1; i < dashes.size(); ++i) {
        EXPECT_GT(dashes[i].box.x, dashes[i - 1].box.x);
        EXPECT_LT(dashes[i].box.y, dashes[i - 1].box.y) << "more numbers take longer";
    }
    const auto now = picture.notes.of(MarkKind::line, Role::accent);
    ASSERT_EQ(now.size(), 1u) << "at the size that is set";
    EXPECT_NEAR(now[0].box.x, dashes[3].box.middle_x(), .1f);
}

TEST(StridesPicture, TheSolidPartIsWhatLanesWant) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const Picture picture("sectors_by_stride", from.shown, {}, card, from.series);
    const auto waste = picture.notes.of(MarkKind::fill, Role::waste);
    const auto solid = those(picture.notes.marks, [](const NotedMark& mark) {
        return is_work(mark) || is_chosen(mark);
    });
    ASSERT_EQ(solid.size(), 6u);
    ASSERT_EQ(waste.size(), 5u) << "stride 1 wastes nothing";
    const float share[] = {1, .5f, .25f, .125f, .125f, .125f};
    for (std::size_t i = 1; i < 6; ++i) {
        EXPECT_NEAR(solid[i].box.h, share[i] * waste[i - 1].box.h, .01f) << i;
        EXPECT_NEAR(solid[i].box.h, solid[0].box.h, .01f) << "all want as much";
        EXPECT_FLOAT_EQ(solid[i].box.bottom(), waste[i - 1].box.bottom());
    }
    EXPECT_TRUE(picture.notes.find("stride 1"));
    for (std::size_t i = 0; i < 6; ++i)  // the stride that is set
        EXPECT_EQ(is_chosen(solid[i]), stride_knob.ticks[i] == stride_knob.preset) << i;
}

TEST(ShapesPicture, TheBestShapeIsStrongest) {
    const Filled from = filled(lab::TimeKind::recorded, 0);
    const Picture picture("block_shapes", from.shown, {}, {0, 0, 480, 200}, from.series);
    float strongest = 0;
    Rect best;
    for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::accent))
        if (mark.colour.alpha > strongest) strongest = mark.colour.alpha, best = mark.box;
    EXPECT_GT(strongest, .5f);
    EXPECT_TRUE(best.w > 0);
}

}  // namespace

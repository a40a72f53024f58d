// What the cards draw: the numbers, the heights of bars, the way and the colour of triangles.
#include <gtest/gtest.h>

#include <cmath>

#include "app/draw/canvas_notes.h"
#include "app/format.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/cards/timings_axes.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/shell_driver.h"
#include "tests/app/views/cards/card_spots.h"

namespace {

using namespace app;
using app::testing::Driver;
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
        run->counters.bytes_asked = 1000 * moved[rung];
        result.picture = result.counted = run;
        made.series.add(result);
        made.shown = result;
    }
    return made;
}

TEST(LedgerPicture, WantedBytesAreAShareOfThoseMoved) {
    const Filled from = bytes_by_kernel();
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    EXPECT_EQ(value_in(picture, "Asked bytes used", "Kernel 1"), percent(.125));
    EXPECT_EQ(value_in(picture, "Asked bytes used", "Kernel 2"), percent(.5));
    EXPECT_EQ(value_in(picture, "Asked bytes used", "Kernel 3"), percent(.25));
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
    EXPECT_EQ(changes(picture, "Asked bytes used"), (Changes{up_good, down_bad}))
        << "of a share, more is better";
}

// A run that a fault ended is counted up to there: no count of it is better or worse. What stands
// behind it is compared with what stands before it.
TEST(LedgerPicture, NothingIsComparedWithARunThatAFaultEnded) {
    Filled from = bytes_by_kernel();
    lab::Result ended = result_of(settings(1, 1 << 22), lab::TimeKind::none, 0);
    auto run = std::make_shared<lab::Run>(*ended.counted);
    run->faults.emplace_back().fatal = true;
    ended.picture = ended.counted = run;
    from.series.add(ended);
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    EXPECT_EQ(changes(picture, "Warp instructions"), (Changes{{true, Role::good}}));
    EXPECT_TRUE(picture.notes.find("vs kernel 1"));
    EXPECT_EQ(value_in(picture, "Asked bytes used", "Kernel 3"), percent(.25));
    EXPECT_TRUE(picture.sees("a fault"));
    for (const char* title : {"Warp instructions", "Asked bytes used"})
        EXPECT_EQ(value_in(picture, title, "Kernel 2"), "") << "counts of a part";
}

// A kept picture has far more room than a card: its letters grow with it.
TEST(LedgerPicture, AFigureUsesItsFrame) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const Picture figure("ledger", from.shown, {}, {0, 0, 1236, 650}, from.series);
    float right = 0, bottom = 0;
    for (const NotedText& text : figure.notes.texts)
        right = std::max(right, text.box.right()), bottom = std::max(bottom, text.box.bottom());
    EXPECT_GT(right, 1236 * .75f);
    EXPECT_GT(bottom, 650 * .85f);
}

TEST(LedgerPicture, OfWhatIsNoCostMoreIsNotWorse) {
    Filled from = bytes_by_kernel();
    for (const int rung : {0, 1, 2}) {
        lab::Result result = result_of(settings(rung, 1 << 22), lab::TimeKind::none, 0);
        auto run = std::make_shared<lab::Run>(*result.counted);
        run->counters.global_load_requests = 100u << rung;
        result.picture = result.counted = run;
        from.series.add(result);
    }
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    const std::pair up{false, Role::text3};
    EXPECT_EQ(changes(picture, "Global load requests"), (Changes{up, up}));
}

TEST(LedgerPicture, TheSettingBeforeStandsBesideTheShownOne) {
    Filled from = filled(lab::TimeKind::measured, 2);
    lab::Settings at = settings(2, 1 << 22);
    at.set(stride_knob, 1);
    lab::Result before = result_of(at, lab::TimeKind::measured, .05);
    from.series.add(before);
    const Picture picture = beside_before("ledger", from, before, {0, 0, 700, 300});
    EXPECT_TRUE(picture.notes.find("Apart 1"));
    EXPECT_TRUE(picture.notes.find("Apart 8"));
    EXPECT_TRUE(picture.notes.find("vs apart 1"));
    EXPECT_FALSE(picture.notes.find("Kernel 2"));
    EXPECT_EQ(changes(picture, "Bytes asked"), (Changes{{false, Role::waste}}));
}

// The stage's sentence says what moved since then, and the ledger says it of the same two.
TEST(LedgerPicture, TheKernelBeforeStandsBesideTheShownOneHoweverFarItIs) {
    const auto drawn = [](int before, int now, float width) {
        const Filled from = filled(lab::TimeKind::none, now);
        const lab::Result other = result_of(settings(before, 1 << 22), lab::TimeKind::none, 0);
        return beside_before("ledger", from, other, {0, 0, width, 300});
    };
    const Picture jumped = drawn(0, 2, 900), back = drawn(1, 0, 900), next = drawn(1, 2, 900);
    EXPECT_TRUE(jumped.notes.find("vs kernel 1"));
    EXPECT_FALSE(jumped.notes.find("Kernel 2"));
    EXPECT_TRUE(back.notes.find("vs kernel 2"));
    EXPECT_FALSE(back.notes.find("Kernel 3"));
    EXPECT_TRUE(next.notes.find("Kernel 1")) << "the ladder, as without a change";
    EXPECT_TRUE(next.notes.find("vs kernel 2"));
    const Picture narrow = drawn(0, 1, 330);
    EXPECT_TRUE(narrow.notes.find("Kernel 1")) << "what comes after makes room first";
    EXPECT_FALSE(narrow.notes.find("Kernel 3"));
}

TEST(LedgerPicture, WhatIsLessThanAHundredthIsNoChange) {
    Filled from = bytes_by_kernel();
    const std::uint64_t counts[] = {1000, 1009, 1030};
    for (const int rung : {0, 1, 2}) {
        lab::Result result = result_of(settings(rung, 1 << 22), lab::TimeKind::none, 0);
        auto run = std::make_shared<lab::Run>(*result.counted);
        run->counters.warp_instructions = counts[rung];
        result.picture = result.counted = run;
        from.series.add(result);
    }
    const Picture picture("ledger", from.shown, {}, {0, 0, 900, 300}, from.series);
    EXPECT_EQ(changes(picture, "Warp instructions"), (Changes{{false, Role::waste}}));
    EXPECT_EQ(value_in(picture, "Warp instructions", "Kernel 2"), grouped(1009));
}

TEST(LedgerPicture, SizesNeverMix) {
    Filled from;
    from.series.add(result_of(settings(0, 1 << 10), lab::TimeKind::none, 0));
    from.series.add(result_of(settings(1, 1 << 22), lab::TimeKind::none, 0));
    from.shown = result_of(settings(2, 1 << 22), lab::TimeKind::none, 0);
    from.series.add(from.shown);
    const lab::Result before = result_of(settings(2, 1 << 10), lab::TimeKind::none, 0);
    from.series.add(before);
    const Picture waits = beside_before("ledger", from, before, {0, 0, 900, 300});
    EXPECT_EQ(value_in(waits, "Warp instructions", "Kernel 1"), "") << "its head says why, once";
    EXPECT_TRUE(waits.sees("not counted"));
    EXPECT_EQ(changes(waits, "Warp instructions").size(), 1u) << "3 against 2 alone";
    EXPECT_TRUE(waits.notes.find("vs kernel 2"));
    const Picture chosen =
        beside_before("ledger", from, before, {0, 0, 900, 300}, {before_column, 2});
    EXPECT_EQ(changes(chosen, "Warp instructions"), Changes{}) << "the size was what changed";
    ASSERT_TRUE(chosen.notes.find("N 2¹⁰"));
    EXPECT_EQ(value_in(chosen, "Warp instructions", "N 2¹⁰"), "");
}

// Where not all rows have room: the one in which most moved, and what came to nothing.
TEST(LedgerPicture, RowsThatTellColumnsApartStay) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const auto rows = [&](float height) {
        return beside_before("ledger", from, from.shown, {0, 0, 700, height}, {1, 2});
    };
    const Picture all = rows(300), two = rows(80);
    EXPECT_TRUE(all.sees("Divergent branches"));
    EXPECT_FALSE(two.sees("Divergent branches")) << "the same in both";
    EXPECT_LT(two.place("Shared load bank conflicts").y, two.place("Warp instructions").y);
}

// Narrow and high, as a projector's card: what changed stands under its value, and two fit.
TEST(LedgerPicture, ANarrowHighCardComparesToo) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const Picture low = beside_before("ledger", from, from.shown, {0, 0, 300, 140}, {1, 2}),
                  high = beside_before("ledger", from, from.shown, {0, 0, 300, 460}, {1, 2});
    EXPECT_FALSE(low.notes.find("Kernel 2") && low.notes.find("Kernel 3"));
    EXPECT_TRUE(high.notes.find("Kernel 2"));
    EXPECT_TRUE(high.notes.find("Kernel 3"));
    EXPECT_TRUE(high.notes.find("/3.9"));
    const Picture alone = beside_before("ledger", from, from.shown, {0, 0, 600, 460}, {2});
    EXPECT_TRUE(alone.notes.of(MarkKind::fill, Role::raised).empty()) << "a bar without another";
}

// "386 M" beside nine digits can't be compared.
TEST(LedgerPicture, NumbersHaveOneForm) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const std::int64_t instructions = 1'048'576 >> 2;
    int brief = 0, whole = 0;
    for (float width = 260; width < 900; width += 10) {
        const Picture picture = beside_before("ledger", from, from.shown, {0, 0, width, 300});
        const bool some_brief = picture.notes.find(short_count(double(instructions))) != nullptr;
        const bool some_whole = picture.notes.find(grouped(2 * instructions)) != nullptr ||
                                picture.notes.find(grouped(instructions)) != nullptr;
        EXPECT_FALSE(some_brief && some_whole) << width;
        brief += some_brief, whole += some_whole;
    }
    EXPECT_GT(brief, 0);
    EXPECT_GT(whole, 0);
}

// What does not run at these settings has a column only where somebody asked for it.
TEST(LedgerPicture, WhatDoesNotRunHasNoColumn) {
    const lab::Lesson& reduction = *lab::find_lesson("reduction");
    lab::Settings at(reduction);
    at.rung = 3, at.set(*lab::find_knob(reduction, "block"), 192);
    Filled from;
    from.shown.request.settings = at;
    auto run = std::make_shared<lab::Run>();
    run->request.settings = at, run->counters.warp_instructions = 1000;
    from.shown.counted = from.shown.picture = run;
    from.series.add(from.shown);
    const Rect area{0, 0, 900, 300};
    EXPECT_FALSE(beside_before("ledger", from, from.shown, area).notes.find("Kernel 3"));
    EXPECT_TRUE(beside_before("ledger", from, from.shown, area, {2, 3}).notes.find("Kernel 3"));
}

TEST(LedgerPicture, ColumnsAreThoseThatWereChosen) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const lab::Result before = from.shown;
    const Picture picture = beside_before("ledger", from, before, {0, 0, 900, 300}, {6, 2, 0});
    EXPECT_LT(picture.place("Kernel 7").x, picture.place("Kernel 3").x);
    EXPECT_LT(picture.place("Kernel 3").x, picture.place("Kernel 1").x);
    EXPECT_TRUE(picture.notes.find("vs kernel 7"));
    EXPECT_TRUE(picture.notes.find("vs kernel 3"));
    EXPECT_FALSE(picture.notes.find("Kernel 2"));
}

TEST(LedgerPicture, ARowSaysWhatItIsAndAHeadLetsChoose) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const Rect area{0, 0, 700, 260};
    const Picture picture("ledger", from.shown, {}, area, from.series);
    const Rect row = picture.place("Divergent branches");
    const Spot meaning = spot_at("ledger", from, area, {20, row.middle_y()});
    EXPECT_EQ(meaning.words.find("Those branches whose lanes"), 0u);
    EXPECT_TRUE(meaning.area.contains({20, row.middle_y()}));
    EXPECT_LT(meaning.area.h, 50) << "its own row: what it says stands below";
    EXPECT_FALSE(meaning.settings);
    const Rect head = picture.place("Kernel 2");
    const Spot choose = spot_at("ledger", from, area, {head.middle_x(), head.middle_y()});
    EXPECT_EQ(choose.column, 1);
    EXPECT_EQ(choose.columns, (std::vector<int>{0, 1, 2}));
}

TEST(LedgerPicture, BarsOfAllColumnsHaveOneScale) {
    const Filled from = bytes_by_kernel();
    const Picture picture("ledger", from.shown, {}, {0, 0, 1200, 640}, from.series);
    const auto tracks = those(picture.notes.of(MarkKind::fill, Role::raised),
                              [](const NotedMark& mark) { return mark.box.h < 6; });
    ASSERT_GT(tracks.size(), 2u);
    for (const NotedMark& track : tracks) EXPECT_FLOAT_EQ(track.box.w, tracks[0].box.w);
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
        picture.sees("7 is ahead so far: " + shortest(second / first, 3) + " times as fast as 5."));
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

TEST(ComparedPicture, ARowSaysWhatItIsAndLeadsToItsKernel) {
    const Filled from = filled(lab::TimeKind::recorded, 2, .02);
    const Rect area{0, 0, 480, 260};
    const Picture picture("rungs_compared", from.shown, {}, area, from.series);
    const Rect row = picture.place("Interleaved");
    const Spot spot = spot_at("rungs_compared", from, area, {300, row.middle_y()});
    ASSERT_TRUE(spot.settings);
    EXPECT_EQ(*spot.settings, settings(0, 1 << 22));
    const double median = .004 + double(1 << 22) / 1e8;
    for (const std::string& words :
         {std::string("1  Interleaved"), time_text(median), time_text(median * 1.02),
          std::string("Recorded on H200, 12 Nov 2026")})
        EXPECT_NE(spot.words.find(words), spot.words.npos) << words << " in " << spot.words;
}

TEST(ComparedPicture, TheBarBeforeIsAnOutline) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    lab::Settings at = settings(2, 1 << 22);
    at.set(stride_knob, 32);
    const double now = .004 + double(1 << 22) / 3e8;
    const lab::Result before = result_of(at, lab::TimeKind::measured, 2 * now, .001);
    from.series.add(before);
    const Rect area{0, 0, 480, 260};
    const Picture without("rungs_compared", from.shown, {}, area, from.series);
    EXPECT_TRUE(without.notes.of(MarkKind::outline, Role::stroke).empty());
    const Picture with = beside_before("rungs_compared", from, before, area);
    const auto ghosts = with.notes.of(MarkKind::outline, Role::stroke);
    const auto bars = with.notes.of(MarkKind::fill, Role::accent);
    ASSERT_EQ(ghosts.size(), 1u);
    ASSERT_EQ(bars.size(), 1u);
    EXPECT_NEAR(ghosts[0].box.w / bars[0].box.w, 2, .02);
    EXPECT_FLOAT_EQ(ghosts[0].box.x, bars[0].box.x);
    const lab::Result other_size = result_of(settings(2, 1 << 10), lab::TimeKind::measured, 1);
    const Picture sized = beside_before("rungs_compared", from, other_size, area);
    EXPECT_TRUE(sized.notes.of(MarkKind::outline, Role::stroke).empty()) << "sizes never mix";
}

TEST(TimesPicture, TheCurveBeforeIsHollowAndNamed) {
    Filled from = filled(lab::TimeKind::measured, 2, .02);
    lab::Result before;
    for (const std::int64_t size : size_knob.ticks) {
        lab::Settings at = settings(2, size);
        at.set(stride_knob, 32);
        const lab::Result each =
            result_of(at, lab::TimeKind::measured, .03 + double(size) / 1e8, .02);
        from.series.add(each);
        if (size == 1 << 22) before = each;
    }
    const Picture picture = beside_before("timings", from, before, {0, 0, 700, 300});
    EXPECT_EQ(picture.notes.of(MarkKind::outline, Role::text3).size(), size_knob.ticks.size());
    EXPECT_TRUE(picture.notes.find("apart 32"));
    const Picture without("timings", from.shown, {}, {0, 0, 700, 300}, from.series);
    EXPECT_TRUE(without.notes.of(MarkKind::outline, Role::text3).empty());
}

TEST(TimesPicture, AMarkLeadsToItsSettings) {
    const Filled from = filled(lab::TimeKind::measured, 2, .02);
    const Rect area{0, 0, 700, 300};
    const Picture picture("timings", from.shown, {}, area, from.series);
    const auto dashes = those(picture.notes.of(MarkKind::fill, Role::text),
                              [](const NotedMark& mark) { return mark.box.w == 12; });
    ASSERT_EQ(dashes.size(), 5u);
    const Rect box = dashes[1].box;
    const Spot spot = spot_at("timings", from, area, {box.middle_x(), box.middle_y()});
    ASSERT_TRUE(spot.settings);
    EXPECT_EQ(*spot.settings, settings(2, 1 << 14));
    EXPECT_NE(spot.words.find("Kernel 3, 2¹⁴ numbers"), spot.words.npos) << spot.words;
    EXPECT_FALSE(spot_at("timings", from, area, {box.middle_x(), area.y + 60}).settings);
}

TEST(TimesPicture, TheReadoutGivesHalfTheInterval) {
    const Filled from = filled(lab::TimeKind::measured, 2, .02);
    const Picture picture("timings", from.shown, {}, {0, 0, 700, 300}, from.series);
    const double median = .004 + double(1 << 22) / 3e8;
    EXPECT_TRUE(picture.notes.find(time_text(median)));
    EXPECT_TRUE(picture.notes.find("± " + time_number(.02 * median, median)));
}

TEST(TimesPicture, NoPointStandsBehindTheReadout) {
    const Filled from = filled(lab::TimeKind::measured, 2, .02);
    const Cursor cursor;
    const Metrics metrics;
    const DrawContext context{from.shown, cursor, metrics, from.series};
    const CanvasNotes canvas(app::testing::measuring_painter().fonts());
    const auto places =
        places_of(canvas, from.series, curves_of(context), metrics, {0, 0, 700, 300}, {});
    EXPECT_GE(places.y.to, places.plot.y + 2 * metrics.micro);
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
    const auto now = those(picture.notes.of(MarkKind::line, Role::accent),
                           [](const NotedMark& mark) { return mark.box.w == 0; });
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

TEST(StridesPicture, AColumnLeadsToItsStride) {
    const Filled from = filled(lab::TimeKind::none, 2);
    const Spot spot = spot_at("sectors_by_stride", from, card, {card.w * 2.5f / 6, 200});
    ASSERT_TRUE(spot.settings);
    EXPECT_EQ((*spot.settings)[stride_knob], 4);
    EXPECT_NE(spot.words.find("16 sectors a load"), spot.words.npos) << spot.words;
}

TEST(StridesPicture, TheStrideInForceIsLit) {
    Driver driver;
    driver.shell.restore("vector_addition/strided stride=16");
    driver.settle();
    driver.shell.session.complete(3e7, 24);
    driver.settle();
    const View& view = *find_view("sectors_by_stride");
    CanvasNotes notes(app::testing::measuring_painter().fonts());
    driver.shell.with_context(metrics_of(Density::desk), [&](const DrawContext& context) {
        view.draw(notes, context, {0, 0, 700, 260});
    });
    const auto chosen = those(notes.marks, is_chosen);
    ASSERT_EQ(chosen.size(), 1u);
    const NotedText* label = nullptr;  // not a number of sectors: those stand over the columns
    for (const NotedText& text : notes.texts)
        if (text.text == "16" && text.box.y > chosen[0].box.bottom()) label = &text;
    ASSERT_TRUE(label);
    EXPECT_NEAR(chosen[0].box.middle_x(), label->box.middle_x(), 2);
}

}  // namespace

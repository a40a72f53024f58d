// Bars of the card of kernels compared: their rows, scales and days, and the sentences below.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/format.h"
#include "app/view.h"
#include "app/views/cards/broken_scale.h"
#include "app/views/cards/compared_times.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using namespace test;

TEST(ComparedBars, OutOfSightAreCountedAndScrolled) {
    Driver driver(1366, 768);
    driver.shell.session.open(lab::read_state_line("matrix_product/straight")->request);
    driver.settle();
    EXPECT_TRUE(driver.sees("below: turn the wheel"));
    const auto sees_first = [&] {
        return std::ranges::any_of(driver.texts, [](const NotedText& text) {
            return text.card == "rungs_compared" && text.text == "One block";
        });
    };
    ASSERT_FALSE(sees_first());
    for (int turn = 0; turn < 12; ++turn) {
        Input input;
        const Rect card = driver.shell.ui_state.places.at("shown.rungs_compared");
        input.mouse = {card.middle_x(), card.middle_y()};
        input.wheel = 1;
        driver.frame(input);
    }
    driver.frame();
    EXPECT_TRUE(sees_first());
    EXPECT_TRUE(driver.misplaced.empty());
}

TEST(ComparedBars, RowsFoldBeforeTheVerdictDoes) {
    const Filled from = filled(lab::TimeKind::measured, 2, .001);
    for (const float height : {150.f, 120.f, 100.f}) {
        const Picture picture("rungs_compared", from.shown, {}, {0, 0, 420, height}, from.series);
        EXPECT_TRUE(picture.sees("is ahead")) << height;
    }
}

TEST(ComparedBars, ShortOnesGetAScaleOfTheirOwn) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    const double times[] = {400, 100, 1, 1.2, .9, .8, 1.1};
    for (int rung = 0; rung < 7; ++rung)
        from.series.add(
            result_of(settings(rung, 1 << 22), lab::TimeKind::measured, times[rung], .001));
    const Rect area{0, 0, 480, 260};
    const Picture picture("rungs_compared", from.shown, {}, area, from.series);
    const auto shown = picture.notes.of(MarkKind::fill, Role::accent);
    ASSERT_FALSE(shown.empty());
    EXPECT_GT(shown[0].box.w, 20);
}

// At 1366 pixels the processor's loop left all kernels 1 to 25 of 50 pixels.
// In one of three; with WARPLENS_ALL=1 in the environment, in every one.
TEST(ComparedBars, HaveRoomOnALaptop) {
    Laptop laptop;
    std::size_t number = 0;
    for (const char* line :
         {"reduction/interleaved", "reduction/two_passes", "matrix_product/transposed",
          "matrix_product/one_block", "laplace/blocks"}) {
        if (!tests::in_part(number++, 3)) continue;
        laptop.open(line);
        laptop.compare();
        float longest = 0;
        std::vector<float> widths;
        for (const NotedMark& mark : laptop.driver.marks) {
            const bool bar =
                mark.kind == MarkKind::fill && mark.radius == 3 &&
                (mark.colour.role == Role::accent || mark.colour.role == Role::other_series) &&
                mark.card == "rungs_compared" && mark.box.h < 14;
            if (bar) widths.push_back(mark.box.w), longest = std::max(longest, mark.box.w);
        }
        std::ranges::sort(widths);
        ASSERT_GT(widths.size(), 5u) << line;
        EXPECT_GT(longest, 60) << line;
        EXPECT_GT(widths[widths.size() / 2], 15) << line;
    }
}

// A whisker begins where its bar may end: behind the break, in no bar that it goes through.
TEST(ComparedBars, NoWhiskerGoesThroughABreak) {
    for (const Density density : {Density::laptop, Density::desk, Density::projector}) {
        const Metrics m = metrics_of(density);
        for (float width = 60; width < 400; width += 10) {
            const BrokenScale x = BrokenScale::of(1, 20, 100, 100 + width, m);
            const float gap_ends = x.whole.to + m.px(4 + 4 + 5);
            EXPECT_GE(x.at(1.01), gap_ends) << width;
            EXPECT_GE(x.at(.9, 1.1), gap_ends) << width << ": the lower end of a broken bar's";
            EXPECT_LE(x.at(.9, .8), x.whole.to) << "a whole bar's stays";
            EXPECT_LE(x.at(20), x.end);
        }
    }
}

// "Eight by sixteen" was cut to its first word for the last row of a room.
TEST(ComparedBars, NamesBesideThemAreNotCut) {
    Laptop laptop;
    laptop.project();
    for (const char* line : {"matrix_product/oblong", "matrix_product/ahead", "pi/shared"}) {
        laptop.open(line);
        for (const NotedText& text : laptop.driver.texts)
            EXPECT_FALSE(text.text.ends_with("…")) << line << ": " << text.text;
    }
}

// Where few kernels leave it room, whatever the window's size.
TEST(ComparedBars, WhatMovedMostIsToldBelowFewKernels) {
    Laptop laptop;
    laptop.driver.width = 1920, laptop.driver.height = 1080;
    laptop.open("dot_product/grid_stride");
    laptop.compare(3e7);
    EXPECT_TRUE(laptop.driver.says("Kernel 3 → 4, faster: atomic passes"));
    laptop.open("dot_product/tree");  // that is what was copied, and no counter
    laptop.compare(3e7);
    EXPECT_FALSE(laptop.driver.says("Kernel 1 → 2, faster"));
}

// Bars of other work are no bars: a time without "other work" looked like a reason.
TEST(ComparedBars, ATimeOfOtherWorkIsNoReason) {
    Laptop laptop;
    laptop.open("tridiagonal/fixed");
    laptop.compare();
    const auto bare = [](const NotedText& text) { return text.text.ends_with(" systems"); };
    int brief = 0;
    for (float width = 180; width < 400; width += 10) {
        const Picture picture("rungs_compared", *laptop.driver.shell.session.shown(), {},
                              {0, 0, width, 220}, laptop.driver.shell.session.series());
        EXPECT_FALSE(std::ranges::any_of(picture.notes.texts, bare)) << width;
        brief += picture.sees("other work: ");
    }
    EXPECT_GT(brief, 0);
}

TEST(ComparedBars, AreInTheOneCardOfAProjector) {
    Laptop laptop;
    laptop.project();
    laptop.open("reduction/interleaved");
    EXPECT_TRUE(laptop.driver.shell.ui_state.places.contains("shown.rungs_compared"));
}

// Who is ahead may be another one as soon as the last bars come.
TEST(ComparedBars, AWinnerIsOneSoFarWhileTimesAreToCome) {
    Series series;
    const auto add = [&](int rung) {
        const lab::Settings at = test::settings(rung, 1 << 22);
        series.add(result_of(at, lab::TimeKind::measured, .02 * (rung + 1), .001));
    };
    const auto drawn = [&] {
        const lab::Result shown =
            result_of(test::settings(0, 1 << 22), lab::TimeKind::measured, .02);
        return Picture("rungs_compared", shown, {}, {0, 0, 480, 260}, series);
    };
    add(0), add(1);
    EXPECT_TRUE(drawn().sees("no time yet"));
    EXPECT_TRUE(drawn().sees("is ahead so far: 2 times"));
    for (int rung = 2; rung < 7; ++rung) add(rung);
    EXPECT_TRUE(drawn().sees("is ahead"));
    EXPECT_FALSE(drawn().sees("so far"));
}

// What thin chunks sweep twice at the size that is counted is no cause at the size that is timed.
TEST(ComparedBars, TheLineBelowBarsTellsBlocksAsAskedFor) {
    const Completed alone("streams/overlapped copies=without");
    const auto words = cause_words(alone.context(), compared_times(alone.context()));
    ASSERT_FALSE(words.empty());
    EXPECT_TRUE(words[0].ends_with("blocks in all launches " + grouped(5'242'880) + " → " +
                                   grouped(6'625'280) + "."))
        << words[0];
}

// 46.9 us at a shape at which the other takes 66.6, and 45.9 where the map says.
TEST(ComparedBars, AKernelThatIsBehindAtThisShapeAloneIsSaidToBe) {
    const auto shaped = [](const char* line) {
        const Completed box(line);
        return compared_times(box.context()).shaped;
    };
    EXPECT_EQ(shaped("laplace/two_sweeps"), "5 is ahead here; 6 is as fast at 8 × 16.");
    if (tests::whole()) {
        EXPECT_EQ(shaped("laplace/marching"), "") << "5 is ahead at each one's best shape, too";
        EXPECT_EQ(shaped("laplace/two_sweeps block_x=8 block_y=16"), "") << "it is set so";
    }
    const Completed box("laplace/two_sweeps");
    const Picture card{
        "rungs_compared", *box.session.shown(), {}, {0, 0, 1100, 300}, box.session.series()};
    EXPECT_TRUE(card.sees("6 is as fast at 8 × 16."));
}

// The set-up at which another kernel is ahead.
std::string set_up_for_another(const char* line) {
    const Completed shown(line);
    return compared_times(shown.context()).larger;
}

// All bins are even, and copies for lanes look pointless: they pay where one bin has all.
TEST(ComparedBars, ASetUpIsNamedAtWhichAKernelPaysBesideTheOneBefore) {
    EXPECT_EQ(set_up_for_another("histogram/per_lane"),
              "With \u201c2²², one bin\u201d 5 is ahead of 4.");
    EXPECT_EQ(set_up_for_another("histogram/shared"), "") << "it is ahead of the first here";
}

lab::Result recorded_on(const char* day, int rung) {
    lab::Result result = result_of(settings(rung, 1 << 22), lab::TimeKind::recorded, 1 + rung);
    auto timed = std::make_shared<lab::Run>(*result.timed);
    timed->device.when = day;
    result.timed = timed;
    return result;
}

// Kernels of a ladder that were recorded on two days, on one device.
TEST(ComparedBars, TimesOfTwoDaysStandInOneLadder) {
    const lab::Result shown = recorded_on("2026-11-23", 1);
    Series series;
    for (const lab::Result& each : {recorded_on("2026-11-21", 0), shown}) series.add(each);
    const Cursor cursor;
    const Metrics metrics;
    const ComparedTimes data = compared_times({shown, cursor, metrics, series});
    ASSERT_GE(data.bars.size(), 2u);
    for (const int rung : {0, 1}) {
        ASSERT_TRUE(data.bars[std::size_t(rung)].point) << rung;
        ASSERT_TRUE(data.bars[std::size_t(rung)].day) << rung;
    }
    EXPECT_EQ(data.bars[0].day->when, "2026-11-21") << "each says its own";
    EXPECT_EQ(data.bars[1].day->when, "2026-11-23");
    EXPECT_NE(words_of(data, data.bars[0]).find("2026-11-21"), std::string::npos);
}

// Where transforms begin to pay stands beside whom they are behind: of all set-ups the nearest.
TEST(ComparedBars, ASetupAtWhichAnotherIsAheadIsNamed) {
    for (const char* line : {"fft/spread n=2^20", "fft/four n=2^20"}) {
        const std::string words = set_up_for_another(line);
        EXPECT_NE(words.find("a filter of 256\u201d 10 is ahead of 3."), std::string::npos)
            << line << ": " << words;
        if (!tests::whole()) return;
    }
    const std::string ahead = set_up_for_another("fft/spread n=2^20 m=256 points=1024 block=256");
    EXPECT_NE(ahead.find("a filter of 64\u201d 3 is ahead of 10."), std::string::npos) << ahead;
    const std::string narrow = set_up_for_another("fft/spread n=2^20 m=256 points=1024");
    EXPECT_NE(narrow.find("With threads per block 256, 10 is ahead of "), narrow.npos)
        << "the title does not say it: " << narrow;
    const std::string systems = set_up_for_another("tridiagonal/four");
    EXPECT_NE(systems.find("With \u201c4096 systems of 32\u201d 4 is ahead of 8."), systems.npos)
        << "one system is no rival of 4096, and what is shown no set-up to look for: " << systems;
}

using ComparedResults = Lecture;

TEST_F(ComparedResults, WithoutAnErrorAreSaidToBeExact) {
    ComparedTimes data;
    data.settings = session().settings();
    data.source = TimeSource{};
    TimePoint point;
    point.off = 0;
    ComparedBar bar{.rung = 1, .settings = data.settings, .point = &point};
    bar.day = data.source;
    const std::string words = words_of(data, bar);
    EXPECT_NE(words.find("Its result is exact."), std::string::npos) << words;
    EXPECT_EQ(words.find("off by"), std::string::npos);
}

}  // namespace

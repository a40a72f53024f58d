// What a newcomer looks for first is in sight where a picture opens: the kernel's own line, the
// cells that change in both of two, the cut of a field in which chunks show.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/regions/kernel_chooser.h"
#include "app/series.h"
#include "lab/asked.h"
#include "lab/opening/opening.h"
#include "lab/subject.h"
#include "lab/time/recordings.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

// Words of code are drawn one by one.
bool code_has(const Driver& driver, std::string_view words) {
    std::string all;
    for (const NotedText& text : driver.texts)
        if (text.card == "source") all += text.text + " ";
    return all.find(words) != std::string::npos;
}

TEST(OpensInSight, TheKernelsOwnLineRatherThanThatOfAFunction) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("pi/many"));
    driver.settle();
    EXPECT_TRUE(code_has(driver, "add_up ( hits"));
    EXPECT_TRUE(code_has(driver, "Line 119")) << "where the step stands";
    EXPECT_TRUE(code_has(driver, " 119 ")) << "and what stands there";
    driver.key(Key::right);
    driver.settle();
    EXPECT_FALSE(code_has(driver, "add_up ( hits , mine"))
        << "whoever steps sees the line that runs";
    EXPECT_FALSE(code_has(driver, "Line 1"));
}

TEST(OpensInSight, AStepOfTheKernelItselfStays) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("reduction/strided"));
    driver.settle();
    EXPECT_EQ(driver.shell.playback.cursor.code_top, -1);
    EXPECT_EQ(driver.shell.playback.cursor.code_line, 0);
}

// It is said to be wrong above the picture, by its number.
TEST(OpensInSight, AFaultBehindTheRunningLine) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("memory_model/is_volatile launches=1 --anyway"));
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    ASSERT_FALSE(run.faults.empty());
    EXPECT_GT(run.faults.front().line, run.steps[5].line);
    EXPECT_TRUE(code_has(driver, "data [ i ] = numbers [ i ]")) << "the running line";
    EXPECT_TRUE(code_has(driver, std::to_string(run.faults.front().line)));
}

// However many rows the lines above it take, and though it takes several itself.
TEST(OpensInSight, ACallIsSeenWhole) {
    Driver driver(1366, 768);
    for (const auto& [kernel, whole] :
         {std::pair{"tridiagonal/four", "solved_by_block ( own [ 3 ] , steps ) ;"},
          {"radix_sort/eight", "begin , shift ) ;"},
          {"matrix_product/wide", "inner , of_a , of_b ) ;"}}) {
        ASSERT_TRUE(driver.shell.restore(kernel));
        driver.settle();
        EXPECT_TRUE(code_has(driver, whole)) << kernel;
        driver.key(Key::right);
        driver.settle();
        EXPECT_EQ(driver.shell.playback.cursor.code_line, 0) << kernel;
    }
}

// The array that is read stands rows below the beginning of the statement that runs.
TEST(OpensInSight, WhatIsPinnedBelowItsCallIsSeenDownToItsAccess) {
    Driver driver(1366, 768);
    for (const auto& [kernel, access] :
         {std::pair{"matrix_product/straight", "matrix [ row * columns"},
          {"matrix_product/wide", "( matrix + row * columns"}}) {
        ASSERT_TRUE(driver.shell.restore(kernel));
        driver.settle();
        EXPECT_TRUE(code_has(driver, access)) << kernel;
    }
}

// A tree up and down changes few cells, and those of Hillis and Steele's are others.
TEST(OpensInSight, TheLensOfWhatStandsBesideSeesItsOwnCells) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("scan/hillis --against scan/blelloch"));
    driver.settle();
    ASSERT_TRUE(driver.shell.session.in_step());
    driver.shell.playback.go_to(36);
    driver.settle();
    const auto shows = [&](std::string_view cell) {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card.starts_with("stage") && text.text == cell;
        });
    };
    EXPECT_TRUE(shows("479")) << "a cell that the second changes";
    EXPECT_TRUE(shows("64")) << "one that the first does";
}

// While both have room in one lens, equal cells stand above each other.
TEST(OpensInSight, EqualCellsStandAboveEachOtherWhereBothAreSeen) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("scan/blelloch --against scan/padded"));
    driver.settle();
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.shell.slot = Slot::warp;
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "data_flow");
    driver.shell.playback.go_to(3);
    driver.settle();
    std::vector<float> places;
    for (const NotedText& text : driver.texts)
        if (text.card.starts_with("stage") && text.text == "5")
            places.push_back(text.box.middle_x());
    ASSERT_GE(places.size(), 2u);
    EXPECT_NEAR(places.front(), places.back(), 2);
}

// Chunks lie one upon the other: cut across y, all of them are seen.
TEST(OpensInSight, AFieldIsCutAsItsLessonSays) {
    Driver driver;
    ASSERT_TRUE(driver.shell.restore("streams/overlapped"));
    driver.settle();
    driver.shell.view_of_slot[Slot::warp] = "field";
    driver.shell.slot = Slot::warp;
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "field");
    EXPECT_TRUE(driver.sees(", y = 16"));
    driver.shell.playback.cursor.axis = 2;
    driver.settle();
    EXPECT_TRUE(driver.sees(", z = ")) << "as somebody chose";
    const std::string line = driver.shell.state_line();
    ASSERT_TRUE(driver.shell.restore("streams/overlapped"));
    ASSERT_TRUE(driver.shell.restore(line)) << line;
    EXPECT_EQ(driver.shell.playback.cursor.axis, 2);
    ASSERT_TRUE(driver.shell.restore("laplace/marching"));
    driver.settle();
    EXPECT_FALSE(driver.sees(", y = "));
}

TEST(OpensInSight, BarsThatHaveNoRoomArePages) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("matrix_product/naive --at step=3"));
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "coalescing");
    EXPECT_TRUE(driver.says(", 1 to "));
    EXPECT_TRUE(driver.says(" of 257"));
    EXPECT_FALSE(driver.sees("loads n elements apart")) << "a and b are two arrays";
    driver.shell.playback.go_to(250);
    driver.settle();
    EXPECT_TRUE(driver.says(" to 257 of 257"));
    const auto lit = std::ranges::count_if(driver.marks, [](const NotedMark& mark) {
        return mark.card == "stage" && mark.is(MarkKind::fill, Role::accent) && mark.box.w < 5;
    });
    EXPECT_GE(lit, 1) << "that of the step";
}

// What was led to by a change is seen of both, too.
TEST(OpensInSight, TwoInStepKeepThePictureOfTheCountThatLeads) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("matrix_product/transposed"));
    driver.settle();
    choose_rung(driver.shell, 5);
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "banks");
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.in_step());
    EXPECT_EQ(driver.shell.stage_view()->id, "banks");
}

// The kernel is one and the same: what differs is how the host asks for it.
TEST(OpensInSight, StreamsOpenOnTheirHost) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("streams/graph"));
    driver.settle();
    EXPECT_TRUE(driver.shell.host_code.shown);
    EXPECT_TRUE(code_has(driver, "cudaStreamBeginCapture"));
    choose_rung(driver.shell, 2);
    driver.settle();
    EXPECT_TRUE(code_has(driver, "cudaMallocHost"));
    ASSERT_TRUE(driver.shell.restore("reduction/strided"));
    driver.settle();
    EXPECT_FALSE(driver.shell.host_code.shown);
}

// A timeline is one run, and the bars beside it show the median.
TEST(OpensInSight, TheMedianHasRoomAtAProjector) {
    Driver driver(1920, 1080);
    driver.shell.look.density = Density::projector;
    ASSERT_TRUE(driver.shell.restore("streams/graph"));
    driver.settle();
    ASSERT_EQ(driver.shell.stage_view()->id, "timeline");
    EXPECT_TRUE(driver.says("median: "));
}

// A number here and bytes there would look like two kinds of chunks.
TEST(OpensInSight, BoxesOfAnEngineSayOneThing) {
    const auto bytes = [](const char* line) {
        Driver driver(2560, 1440);
        EXPECT_TRUE(driver.shell.restore(line));
        driver.settle();
        return std::ranges::count_if(driver.texts, [](const NotedText& text) {
            return text.card == "stage" && text.text.find(": ") < 3 && text.text.ends_with("MiB");
        });
    };
    EXPECT_EQ(bytes("streams/overlapped"), 0) << "not all of 16 have room";
    EXPECT_EQ(bytes("streams/overlapped chunks=4"), 8) << "copies in and out";
}

// All but one multiprocessor idle: that comes before the sectors of a load.
TEST(OpensInSight, OneBlockComesBeforeCounts) {
    Driver driver;
    ASSERT_TRUE(driver.shell.restore("matrix_product/one_block"));
    driver.settle();
    choose_rung(driver.shell, 5);
    driver.settle();
    EXPECT_TRUE(driver.says("threads launched 1\u2009024 → 4\u2009194\u2009304 and"));
}

TEST(OpensInSight, RoundsOfABlockAndOfItsLanesAreCounted) {
    Driver driver;
    ASSERT_TRUE(driver.shell.restore("reduction/two_passes last_rounds=shuffle"));
    driver.settle();
    EXPECT_TRUE(driver.says("Four values per cell, then eight rounds"));
}

// Four outputs of a thread take twelve weights, of which one fills up.
TEST(OpensInSight, APaddingIsSaid) {
    Driver driver;
    ASSERT_TRUE(driver.shell.restore("fft/four --view signature"));
    driver.settle();
    EXPECT_TRUE(driver.says("Twelve neighbours in signal, one of them times 0, make"));
    EXPECT_TRUE(driver.says("a 0 as padding"));
    ASSERT_TRUE(driver.shell.restore("fft/tile"));
    driver.settle();
    EXPECT_FALSE(driver.says("times 0"));
}

// The sentence of a change takes lines from the picture, and its marks still have their words.
TEST(OpensInSight, KeysKeepTheirRowsBelowASentence) {
    const auto sees = [](const char* line, int rung, const std::vector<const char*>& words) {
        Driver driver(1280, 720);
        ASSERT_TRUE(driver.shell.restore(line));
        driver.settle();
        driver.shell.session.settings().rung = rung;
        driver.settle();
        for (const char* each : words) EXPECT_TRUE(driver.sees(each)) << line << ": " << each;
    };
    sees("histogram/per_warp", 4,
         {"the lens lane", "first at its address", "waits for those below"});
    sees("pi/host", 1, {"a miss", "of lane 0, warp 0", "of other blocks"});
    sees("pi/barrier", 6, {"a miss", "of lane 0, warp 0", "of other blocks"});
}

// A launch takes longer than 50 numbers.
TEST(OpensInSight, ConvolutionsOpenWhereTheyPart) {
    for (const std::string kernel :
         {"fft/direct", "fft/tile", "fft/four", "fft/pieces", "fft/by_four", "fft/spread"}) {
        const lab::Settings opened = lab::opening_of(*lab::settings_named(kernel));
        EXPECT_EQ(opened[*opened.subject->size], 1 << 20) << kernel;
        EXPECT_LE(cost_for_cards(opened), usual_card_cost) << kernel;
        EXPECT_FALSE(lab::recorded_everywhere({.settings = opened}).empty()) << kernel;
    }
    const lab::Settings block = lab::opening_of(*lab::settings_named("fft/block"));
    EXPECT_EQ(block[*block.subject->size], 50) << "one block takes no more";
}

// A picture smaller than the square of a block counts what lies outside.
TEST(OpensInSight, ProductsAreDrawnAtOneSize) {
    for (const std::string kernel : {"swapped", "naive", "tile_of_a", "transposed", "padded",
                                     "straight", "column", "square", "wide", "ahead", "oblong"}) {
        const lab::Settings drawn =
            lab::picture_of(*lab::settings_named("matrix_product/" + kernel));
        EXPECT_EQ(drawn[*drawn.subject->size], 128) << kernel;
    }
}

// Fewer sectors are no gain where an L1 answered the rest: who answers is said where both open.
TEST(OpensInSight, WhoAnswersTwoKernelsThatWaitForEachNumber) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("tridiagonal/thomas"));
    driver.settle();
    EXPECT_TRUE(driver.says("The L1 still has all 64 sectors"));
    ASSERT_TRUE(driver.shell.restore("tridiagonal/thomas_interleaved"));
    driver.settle();
    EXPECT_TRUE(driver.says("On first request, memory"));
}

}  // namespace

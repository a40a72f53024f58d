// Where a picture opens behind a change: at what the change is about, and else where it opens by
// itself.
#include <gtest/gtest.h>

#include "app/regions/kernel_chooser.h"
#include "app/views/cards/shape_legend.h"
#include "app/views/cards/shape_times.h"
#include "app_shell_driver.h"
#include "lab/asked.h"

namespace {

using namespace app;
using app::testing::Driver;

// `line`, then another kernel of its lesson.
void step_on(Driver& driver, const std::string& line, int rung) {
    ASSERT_TRUE(driver.shell.restore(line)) << line;
    driver.settle();
    choose_rung(driver.shell, rung);
    driver.settle();
}

std::string picture(const Driver& driver) {
    return driver.shell.stage_view() ? driver.shell.stage_view()->id : "";
}

// A third of the wavefronts, by a sixth of the requests: one request takes more of them.
TEST(WhereItOpens, FewerRequestsAreSeenInNoOneOfThem) {
    Driver driver(1366, 768);
    step_on(driver, "matrix_product/column", 8);
    EXPECT_TRUE(driver.says("shared load wavefronts /3.3"));
    EXPECT_EQ(picture(driver), "tiles");
    EXPECT_TRUE(driver.says("50 %")) << "where tiles open by themselves";
}

TEST(WhereItOpens, WhatEachRequestTakesIsSeenInOne) {
    Driver driver(1366, 768);
    step_on(driver, "matrix_product/transposed", 5);
    EXPECT_EQ(picture(driver), "banks");
    EXPECT_TRUE(driver.says("Every word in a bank of its own")) << "where kernel 5 had most";
}

// The steps of the two tiles stand beside each other by their number alone: one reads one array,
// the other the other.
TEST(WhereItOpens, StepsOfTwoArraysAreNotSetAgainstEachOther) {
    Driver driver(1366, 768);
    driver.shell.restore("matrix_product/transposed tile=32");
    driver.settle();
    ASSERT_FALSE(lab::assign(driver.shell.session.settings(), "tile=16"));
    driver.settle();
    EXPECT_EQ(picture(driver), "banks");
    EXPECT_TRUE(driver.says("16 wavefronts"));
}

// Values travel less far, and that is no waste which a change took away.
TEST(WhereItOpens, WhereValuesTravelNothingFell) {
    Driver driver(1366, 768);
    step_on(driver, "fft/unordered", 6);
    EXPECT_EQ(picture(driver), "data_flow");
    EXPECT_LT(driver.shell.playback.cursor.step, 20) << "the first exchange of both";
}

// What a change is for is said beside what it costs.
TEST(WhereItOpens, TimesThatOverlapHaveBothSides) {
    Driver driver(1366, 768);
    step_on(driver, "fft/by_four", 9);
    EXPECT_TRUE(driver.says("warp instructions ×1.4, though shared load wavefronts /2"));
}

TEST(WhereItOpens, AKernelWithFlatBlocksHasNoDepth) {
    const auto depth = [](const char* line) {
        return depth_words({.settings = *lab::settings_named(line)}, "z = ");
    };
    EXPECT_EQ(depth("laplace/blocks"), "z = 2");
    EXPECT_EQ(depth("laplace/marching"), "");
}

}  // namespace

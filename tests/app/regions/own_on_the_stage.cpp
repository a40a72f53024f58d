// Kernels of files in the window: opened through session and worker, with every view that fits
// drawn. The PTX stands beside the sources, so that no compiler is needed.
#include <gtest/gtest.h>

#include "tests/app/shell_driver.h"
#include "tests/helpers/own_files.h"

namespace app {
namespace {

using testing::Driver;

std::shared_ptr<const lab::Subject> subject(const std::string& name, lab::AskedFile words = {}) {
    words.file = name + ".cu";
    const auto made = lab::subject_of(words, tests::own_code(name));
    EXPECT_TRUE(made) << made.problem().message;
    return made ? *made : nullptr;
}

// Draws each view that fits, in turn; how many there were.
int draw_all(Driver& driver) {
    int drawn = 0;
    for (const Slot slot : {Slot::thread, Slot::warp, Slot::memory})
        for (const View* view : std::vector(driver.shell.stage_views(slot))) {
            driver.shell.slot = slot;
            driver.shell.view_of_slot[slot] = view->id;
            driver.frame();
            EXPECT_EQ(driver.shell.stage_view(), view);
            EXPECT_TRUE(driver.misplaced.empty()) << view->id << ": " << driver.misplaced.front();
            ++drawn;
        }
    return drawn;
}

class OwnKernel : public ::testing::TestWithParam<const char*> {};

// A structure is nothing but zeros where nobody says more: this one is 2 x + 0, 1024 times.
std::vector<std::string> values_for(const std::string& name) {
    if (name != "by_value") return {};
    return {"line:bytes[16]=00000040000000000000000000040000"};
}

TEST_P(OwnKernel, IsOnTheStageWithEveryViewThatFits) {
    Driver driver;
    driver.shell.open_subject(subject(GetParam(), {.file = {},
                                                   .kernel = {},
                                                   .grid = {},
                                                   .block = {},
                                                   .shared = {},
                                                   .arguments = values_for(GetParam())}));
    driver.settle();
    const lab::Run* run = driver.shell.session.picture();
    ASSERT_TRUE(run) << driver.shell.session.problem();
    EXPECT_TRUE(run->ended());
    EXPECT_TRUE(run->faults.empty());
    EXPECT_FALSE(run->source_text.empty());
    EXPECT_TRUE(run->trace && !run->steps.empty());
    EXPECT_GE(draw_all(driver), 2);
    EXPECT_TRUE(driver.shell.state_line().starts_with(std::string(GetParam()) + ".cu --kernel "));
}

INSTANTIATE_TEST_SUITE_P(Own, OwnKernel,
                         ::testing::Values("templates", "shared", "shuffles", "atomics", "several",
                                           "boxes", "by_value", "past_the_end"),
                         [](const auto& info) { return std::string(info.param); });

TEST(OwnFilesOnTheStage, NothingIsOfferedWhereThereIsNoChoice) {
    Driver driver;
    driver.shell.open_subject(subject("shuffles"));
    driver.settle();
    EXPECT_FALSE(driver.control("kernel.0")) << "the only one";
    EXPECT_TRUE(driver.sees("block_sums"));
    driver.shell.open_subject(subject("templates"));
    driver.settle();
    EXPECT_TRUE(driver.control("kernel.0") && driver.control("kernel.1"));
}

// While a file's first run takes its time, nothing of what was shown before stands under its name.
TEST(OwnFilesOnTheStage, WhatAnotherFileShowedIsGoneBeforeItsRunIsThere) {
    Driver driver;
    driver.shell.open_subject(subject("shuffles"));
    driver.settle();
    ASSERT_TRUE(driver.shell.session.picture());
    driver.finish_work = false;
    driver.shell.open_subject(subject("shared"));
    for (int i = 0; i < 3; ++i) driver.frame();
    EXPECT_TRUE(driver.shell.session.picture()) << "a quick answer does not blink";
    for (int i = 0; i < 40; ++i) driver.frame();
    EXPECT_FALSE(driver.shell.session.picture());
    EXPECT_EQ(driver.shell.playback.count(), 0);
    EXPECT_TRUE(driver.sees("Counting the first run"));
    driver.finish_work = true;
    driver.settle();
    ASSERT_TRUE(driver.shell.session.picture());
    EXPECT_GT(driver.shell.playback.count(), 0);
    EXPECT_TRUE(driver.sees("reversed"));
}

TEST(OwnFilesOnTheStage, AStoreBehindTheEndIsAFault) {
    Driver driver;
    driver.shell.open_subject(
        subject("past_the_end", {.file = {},
                                 .kernel = {},
                                 .grid = "5",
                                 .block = {},
                                 .shared = {},
                                 .arguments = {"numbers:f32[1024]=zeros", "n:i32=1024"}}));
    driver.settle();
    ASSERT_TRUE(driver.shell.session.picture());
    EXPECT_TRUE(driver.shell.session.picture()->faulted());
    EXPECT_GE(draw_all(driver), 1);
}

TEST(OwnFilesOnTheStage, AnEndlessLoopLeavesTheWindowAlive) {
    Driver driver;
    driver.shell.open_subject(subject("endless"));
    driver.settle();
    ASSERT_TRUE(driver.shell.session.picture());
    EXPECT_GT(driver.shell.session.picture()->cut_after, 0u);
    EXPECT_NE(driver.shell.session.problem().find("Does a loop never end?"), std::string::npos);
    draw_all(driver);
    driver.shell.open_subject(subject("shared"));
    driver.settle();
    EXPECT_TRUE(driver.shell.session.picture()->ended());
}

TEST(OwnFilesOnTheStage, TurningItsSizeTakesArraysAndGridAlong) {
    Driver driver;
    driver.shell.open_subject(subject("several"));
    driver.settle();
    lab::Settings& settings = driver.shell.session.settings();
    settings = lab::turned_by_hand(settings, *lab::find_knob(*settings.subject, "n"), 2048);
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    EXPECT_EQ(run.launches.front().grid.x, 8u);
    EXPECT_TRUE(run.faults.empty());
    driver.shell.session.undo();
    driver.settle();
    EXPECT_EQ(driver.shell.session.picture()->launches.front().grid.x, 4u);
}

}  // namespace
}  // namespace app

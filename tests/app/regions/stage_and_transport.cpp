// The stage by keys, what gives way where it is low, and words beside the transport.
#include <gtest/gtest.h>

#include "app/view.h"
#include "lab/requests/state_line.h"
#include "tests/app/lecture.h"

namespace {

using namespace app;
using namespace test;

using StagePictures = Lecture;

TEST_F(StagePictures, ShiftGoesBackToTheOneBefore) {
    driver.shell.slot = Slot::memory;
    driver.settle();
    const std::string first = driver.shell.stage_view()->id;
    driver.key(Key::three);
    driver.settle();
    ASSERT_NE(driver.shell.stage_view()->id, first);
    driver.key(Key::three, false, true);
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, first);
}

TEST_F(StagePictures, WhatOneOffersIsReachedByTheKeyboard) {
    open("scan/chain");
    driver.shell.slot = Slot::thread;
    driver.shell.view_of_slot[Slot::thread] = "blocks";
    driver.settle();
    ASSERT_TRUE(driver.control("stage.offer"));
    driver.shell.ui_state.focus = "stage.offer";
    driver.shell.ui_state.focus_visible = true;
    driver.settle();
    EXPECT_TRUE(driver.has_mark("stage", MarkKind::outline, Role::text)) << "its focus is seen";
    driver.key(Key::enter);
    driver.settle();
    EXPECT_EQ(session().settings()[*session().lesson()->size], 4096);
}

TEST_F(StagePictures, LettersGrowAsLongAsAPictureHasRoom) {
    for (int times = 0; times < 12; ++times) driver.shell.rescale(25);
    EXPECT_EQ(driver.shell.look.scale_percent, scale_most) << "of a window that nobody drew there";
    driver.shell.look.scale_percent = 100;
    // As the window does: the larger letters are, the fewer pixels of theirs it has.
    const auto larger = [&] {
        const int before = driver.shell.look.scale_percent;
        driver.key(Key::plus, true);
        const float share = float(before) / float(driver.shell.look.scale_percent);
        driver.width *= share, driver.height *= share;
        driver.settle();
        return driver.shell.look.scale_percent > before;
    };
    while (larger()) {
    }
    EXPECT_GE(driver.shell.look.scale_percent, 150);
    EXPECT_LT(driver.shell.look.scale_percent, 250);
    driver.key(Key::plus, true);
    EXPECT_NE(notice().find("no room for the picture"), std::string::npos) << notice();
    driver.key(Key::minus, true);
    EXPECT_LT(driver.shell.look.scale_percent, 225) << "smaller they may become";
}

using CardsInSight = Lecture;

// Controls that are folded out leave the card in sight that they are turned for.
TEST_F(CardsInSight, StayWhereControlsAreFoldedOut) {
    open("laplace/blocks");
    driver.shell.look.density = Density::projector;
    for (const auto& [width, height] :
         {std::pair{1920.f, 1080.f}, {1456.f, 819.f}, {1366.f, 768.f}, {1280.f, 720.f}}) {
        driver.width = width, driver.height = height;
        driver.settle();
        const auto shown = [&] {
            return driver.shell.ui_state.places.contains("shown.block_shapes");
        };
        const bool before = shown();
        const std::string view = driver.shell.stage_view()->id;
        driver.key(Key::r);
        driver.settle();
        EXPECT_EQ(shown(), before) << width;
        EXPECT_EQ(driver.shell.stage_view()->id, view);
        driver.key(Key::r);
        driver.settle();
    }
}

TEST(WordsOfTheTransport, LieOnNoSpeeds) {
    Driver driver(1280, 720);
    driver.shell.restore("histogram/global --view coalescing");
    driver.settle();
    driver.shell.playback.word = "none where more sectors are asked for than needed for all of it";
    driver.frame();
    EXPECT_FALSE(driver.says("needed for all of it"));
    EXPECT_TRUE(driver.says("Step"));
}

TEST(SentencesOfTheStage, ThatOfTheStepGoesBeforeThatOfTheChange) {
    Driver driver;
    Shell& shell = driver.shell;
    driver.width = 1366;
    shell.look.density = Density::projector;
    driver.shell.take_up(*lab::read_state_line("reduction/strided"));
    driver.settle();
    shell.session.settings().rung = 2;
    driver.settle();
    ASSERT_TRUE(shell.session.before());
    int both = 0, alone = 0;
    for (driver.height = 440; driver.height < 800; driver.height += 10) {
        driver.settle();
        const bool told = shell.ui_state.places.contains("stage.because"),
                   said = driver.says("cells change");
        EXPECT_TRUE(told || !said) << driver.height;
        both += told && said, alone += told && !said;
    }
    EXPECT_GT(both, 0);
    EXPECT_GT(alone, 0) << "the sentence of the step goes first";
}

}  // namespace

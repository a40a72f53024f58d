// Faults and findings on the stage: their card, their words, and where a click on them leads.
#include <gtest/gtest.h>

#include <algorithm>

#include "lab/asked.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/helpers/own_files.h"

namespace {

using namespace app;
using namespace test;

std::shared_ptr<const lab::Subject> own_subject(const lab::Code& code) {
    lab::AskedFile words;
    words.file = "no_barrier.cu";
    const auto made = lab::subject_of(words, code);
    EXPECT_TRUE(made) << made.problem().message;
    return made ? *made : nullptr;
}

TEST(TroubleWords, TheGravestFindingLeadsAndAllAreToBeHad) {
    Driver driver;
    driver.shell.open_subject(own_subject(tests::own_code("no_barrier")));
    driver.settle();
    const lab::Run* run = driver.shell.session.picture();
    ASSERT_TRUE(run);
    ASSERT_GT(run->faults.size(), 1u);
    const auto found = std::ranges::find_if(
        driver.texts, [&](const NotedText& text) { return text.text == "Race:"; });
    ASSERT_NE(found, driver.texts.end());
    Input over;
    over.mouse = {found->box.middle_x(), found->box.middle_y()};
    driver.frame(over);
    driver.now += .4;
    driver.frame(over);
    std::string tip;
    for (const NotedText& text : driver.texts)
        if (text.card == "tooltip") tip += text.text + " ";
    EXPECT_EQ(tip.find("Reliance on lockstep"), std::string::npos) << "the race says it: " << tip;
    EXPECT_NE(tip.find("Read before written"), std::string::npos) << tip;
}

TEST(TroubleWords, AFaultHasItsWordsOnAProjectorToo) {
    Laptop laptop;
    laptop.project();
    laptop.open("bug_hunt/past_the_end");
    ASSERT_TRUE(laptop.driver.shell.session.picture()->faulted());
    EXPECT_TRUE(laptop.driver.says("elements, 0 to"));
}

// What to change is said in little room, too.
TEST(TroubleWords, AFindingBelowAChangeSaysWhatToChange) {
    Driver driver(1280, 720);
    driver.shell.restore("bug_hunt/no_barrier block=64");
    driver.settle();
    lab::Request request = driver.shell.session.request;
    ASSERT_FALSE(lab::assign(request.settings, "block=16"));
    driver.shell.session.open(request);
    driver.settle();
    EXPECT_TRUE(driver.says("The result is right now."));
    EXPECT_TRUE(driver.says("Put __syncwarp() between the two lines"));
}

// Of ten sweeps the last launch of a chunk is the tenth, though two are drawn.
TEST(TroubleWords, WhatTheHostLacksIsSaidOfWhatWasAskedFor) {
    EXPECT_TRUE(Opened("streams/overlapped waits=forgotten").says("after launch 10 of"));
    EXPECT_FALSE(Opened("streams/overlapped waits=forgotten").says("behind launch 2 of"));
}

using Troubles = Lecture;

// Its sentences left the red card, where the stage is low.
TEST_F(Troubles, KeepWithinTheirCard) {
    driver.shell.look.density = Density::projector;
    driver.longer = 1.33f;
    driver.height = 720;
    for (driver.width = 900; driver.width < 1400; driver.width += 90) {
        open("bug_hunt/no_barrier");
        const auto card = std::ranges::find_if(driver.marks, [](const NotedMark& mark) {
            return mark.card == "stage" && mark.is(MarkKind::outline, Role::bad);
        });
        ASSERT_NE(card, driver.marks.end());
        for (const NotedText& text : driver.texts) {
            const bool within = text.card == "stage" && text.box.x > card->box.x + 30 &&
                                text.box.right() < card->box.right() &&
                                text.box.y > card->box.y - 2 && text.box.y < card->box.bottom();
            if (within) {
                EXPECT_LE(text.box.bottom(), card->box.bottom() + 2) << text.text;
            }
        }
        EXPECT_TRUE(driver.misplaced.empty()) << driver.width << ": " << driver.misplaced.front();
    }
}

// From another picture and step.
TEST_F(Troubles, AClickGoesToWhereItIsSeen) {
    driver.width = 1366, driver.height = 768;
    open("bug_hunt/running_sum");
    const std::string told = driver.shell.stage_view()->id;
    const int step = driver.shell.playback.cursor.step;
    driver.shell.slot = Slot::warp;
    driver.shell.view_of_slot[Slot::warp] = "data_flow";
    driver.shell.playback.go_to(1);
    driver.settle();
    ASSERT_NE(driver.shell.stage_view()->id, told);
    ASSERT_TRUE(driver.click("stage.trouble"));
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, told);
    EXPECT_EQ(driver.shell.playback.cursor.step, step);
    driver.shell.playback.go_to(step > 2 ? 0 : 5);
    driver.settle();
    ASSERT_TRUE(driver.click("stage.trouble"));
    driver.settle();
    EXPECT_EQ(driver.shell.playback.cursor.step, step) << "in the same picture";
}

// The card of a refusal lies above it, and has the clicks.
TEST_F(Troubles, BelowARefusalTakeNoClick) {
    driver.width = 1366, driver.height = 768;
    open("bug_hunt/running_sum");
    ASSERT_TRUE(driver.control("stage.trouble"));
    session().settings().set(*lab::find_knob(*session().subject(), "block"), 2048);
    driver.settle();
    ASSERT_TRUE(session().refusal());
    EXPECT_FALSE(driver.control("stage.trouble"));
}

TEST_F(Troubles, ALaneThatHasLeftGivesNothing) {
    open("bug_hunt/left_lane");
    EXPECT_TRUE(driver.says("Each requests the value of the lane")) << "beside the code";
}

TEST_F(Troubles, WhatToChangeOutlastsWhatItIs) {
    driver.shell.look.density = Density::projector;
    driver.width = 1280, driver.height = 720;
    open("bug_hunt/left_lane");
    EXPECT_TRUE(driver.says("reach the shuffle together"));
}

}  // namespace

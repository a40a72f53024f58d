// The list of what was run: by key and by button, in words, and back to each of its rows.
#include <gtest/gtest.h>

#include "app/undo.h"
#include "tests/app/opened.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

using namespace test;

struct History : ::testing::Test {
    testing::Driver driver;
    Shell& shell = driver.shell;
    int rung() { return shell.session.settings().rung; }
    void turn(int to) {
        shell.session.settings().rung = to;
        driver.settle();
    }
    void SetUp() override {
        shell.open_lesson(*lab::find_lesson("reduction"));
        driver.settle();
        turn(1), turn(2), turn(4);
    }
};

TEST_F(History, IsAListInWordsTheNewestFirstThePresentOneMarked) {
    ASSERT_TRUE(driver.control("top.history"));
    driver.key(Key::z);
    EXPECT_TRUE(driver.sees("Kernel 3 → 5: right, "));
    EXPECT_TRUE(driver.sees("Kernel 2 → 3: right, "));
    EXPECT_TRUE(driver.sees(" recorded"));
    const Control *newest = driver.control("history.0"), *older = driver.control("history.1");
    ASSERT_TRUE(newest && older);
    EXPECT_LT(newest->area.y, older->area.y);
    driver.key(Key::escape);
    EXPECT_FALSE(driver.control("history.0"));
    driver.settle();
    driver.click("top.history");
    EXPECT_TRUE(driver.control("history.0"));
}

TEST_F(History, AClickGoesThereAndTheNewerOnesStay) {
    driver.click("top.history");
    driver.click("history.2");
    driver.settle();
    EXPECT_EQ(rung(), 1);
    EXPECT_EQ(shell.session.history().present(), 2u);
    driver.key(Key::z);
    driver.click("history.0");
    driver.settle();
    EXPECT_EQ(rung(), 4) << "forwards, as redo";
}

TEST_F(History, EnterGoesThereToo) {
    driver.key(Key::z);
    driver.key(Key::down);
    driver.key(Key::enter);
    driver.settle();
    EXPECT_EQ(rung(), 2);
    EXPECT_FALSE(driver.control("history.0")) << "the list is closed";
}

// Also of a program that was killed: what it wrote last says what it could go back to.
TEST_F(History, GoesOnAtTheNextStart) {
    const lab::Preferences kept = shell.preferences();
    testing::Driver later;
    later.shell.read(kept);
    ASSERT_TRUE(later.shell.restore_last(kept.at("state")));
    later.shell.take_up_history(kept);
    later.settle();
    EXPECT_EQ(later.shell.session.settings().rung, 4);
    for (const int rung : {2, 1, 0}) {
        later.key(Key::z, true);
        later.settle();
        EXPECT_EQ(later.shell.session.settings().rung, rung);
    }
    EXPECT_FALSE(later.shell.session.can_undo());
    later.key(Key::y, true);
    EXPECT_EQ(later.shell.session.settings().rung, 1);
}

// Large letters, and the controls folded out beside the stage: what was turned there can be undone.
TEST(UndoButton, StaysWhereTheControlsAreFoldedOut) {
    testing::Driver driver(1280, 720);
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
    driver.settle();
    driver.shell.session.settings().rung = 2;
    driver.key(Key::p);
    driver.settle();
    ASSERT_TRUE(driver.control("top.undo"));
    driver.key(Key::r);
    driver.settle();
    ASSERT_TRUE(driver.control("knob.block")) << "the controls are open";
    EXPECT_TRUE(driver.control("top.undo"));
    driver.key(Key::z, true);
    EXPECT_EQ(driver.shell.session.settings().rung, 0);
    EXPECT_TRUE(driver.control("top.redo"));
}

TEST(UndoList, HasAllStatesAndTheirPlace) {
    Undo undo;
    Undo::State state;
    state.request.settings = lab::Settings(*lab::find_lesson("reduction"));
    for (int rung : {0, 1, 2}) {
        state.request.settings.rung = rung;
        undo.settle(state);
    }
    undo.undo(state);
    const auto all = undo.all(state);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(undo.present(), 1u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(all[i].request.settings.rung, 2 - int(i));
}

TEST(ListOfRuns, IsCutNowhere) {
    for (const bool projector : {false, true}) {
        Opened laplace("laplace/blocks", 1366, 768);
        if (projector) laplace.driver.key(Key::p);
        laplace.turn("block_x=64"), laplace.turn("block_y=4");
        laplace.driver.shell.session.settings().rung = 2;
        laplace.driver.settle();
        laplace.driver.key(Key::z);
        int rows = 0;
        for (const NotedText& text : laplace.driver.texts) {
            if (text.card != "menu") continue;
            ++rows;
            EXPECT_EQ(text.text.find("…"), std::string::npos) << text.text;
        }
        EXPECT_GE(rows, 4);
        EXPECT_TRUE(laplace.driver.misplaced.empty());
    }
}

}  // namespace
}  // namespace app

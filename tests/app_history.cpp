// What was turned can be undone, by key and by button.
#include <gtest/gtest.h>

#include "app_shell_driver.h"

namespace app {
namespace {

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

}  // namespace
}  // namespace app

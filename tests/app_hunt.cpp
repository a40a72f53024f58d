// A hunt: what was found in a program with a bug is hidden until somebody has said what is wrong.
#include <gtest/gtest.h>

#include "app_shell_driver.h"

namespace app {
namespace {

using testing::Driver;

struct HuntedProgram : ::testing::Test {
    Driver driver{1366, 768};

    void SetUp() override {
        driver.shell.restore("bug_hunt/running_sum");
        driver.settle();
    }
    void press() {
        driver.key(Key::g, false, true);
        driver.settle();
    }
    bool tells() const { return driver.says("Race: ") || driver.says("Differs from the CPU"); }
    bool hides() const { return driver.says("Say what is wrong in this program"); }
};

TEST_F(HuntedProgram, TellsNothingUntilItIsAsked) {
    ASSERT_TRUE(tells());
    press();
    EXPECT_FALSE(tells());
    EXPECT_TRUE(hides());
    EXPECT_TRUE(driver.says("Opens once you have found what is wrong"));
    EXPECT_TRUE(driver.says("What was found is hidden"));
    EXPECT_TRUE(driver.says("Program 2"));
    EXPECT_FALSE(driver.says("A sum that grows too early"));
    EXPECT_FALSE(driver.sees("before[0]"));
    press();
    EXPECT_TRUE(tells());
    EXPECT_FALSE(hides());
}

// The next program is hidden again, the cured one never; pressed once more it is over.
TEST_F(HuntedProgram, IsHiddenAnewUntilTheHuntEnds) {
    press();
    press();
    driver.shell.restore("bug_hunt/in_place");
    driver.settle();
    EXPECT_TRUE(hides());
    driver.shell.restore("bug_hunt/in_place version=cured");
    driver.settle();
    EXPECT_FALSE(hides());
    driver.shell.restore("bug_hunt/in_place");
    driver.settle();
    press();
    press();
    driver.shell.restore("bug_hunt/neighbour");
    driver.settle();
    EXPECT_FALSE(hides());
}

TEST_F(HuntedProgram, OtherLessonsHaveNone) {
    driver.shell.restore("reduction");
    driver.settle();
    press();
    EXPECT_TRUE(driver.says("no programs with a bug"));
    EXPECT_FALSE(hides());
}

}  // namespace
}  // namespace app

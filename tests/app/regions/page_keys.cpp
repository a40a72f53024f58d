// What lies below the edge of a card or a pane comes by keys too.
#include <gtest/gtest.h>

#include "tests/app/regions/long_card.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

TEST(PageKeys, APageOfACardsRowsComesAndGoes) {
    LongCard on;
    ASSERT_TRUE(on.title("Time"));
    on.driver.key(Key::page_down);
    on.driver.key(Key::page_down);
    EXPECT_FALSE(on.title("Time"));
    EXPECT_TRUE(on.title("Global store sectors"));
    on.driver.key(Key::page_up, false, true);
    EXPECT_FALSE(on.title("Time")) << "with Shift it is the picture that moves";
    for (int times = 0; times < 3; ++times) on.driver.key(Key::page_up);
    EXPECT_TRUE(on.title("Time"));
}

// The keys are the list's while one hangs open.
TEST(PageKeys, WhatLiesOnTopHasThem) {
    LongCard on;
    ASSERT_TRUE(on.driver.click("top.history") || on.driver.click("rail.lesson"));
    on.driver.key(Key::page_down);
    on.driver.key(Key::escape);
    on.driver.settle();
    EXPECT_TRUE(on.title("Time"));
}

TEST(PageKeys, TheCodeThatHasTheFocusMoves) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/copied_early");
    driver.settle();
    const auto first_line = [&] {
        driver.frame();
        return driver.shell.host_code.shown ? driver.shell.host_code.top
                                            : driver.shell.playback.cursor.code_top;
    };
    for (const bool host : {false, true}) {
        driver.shell.host_code.shown = host;
        driver.frame();
        const char* pane = host ? "source.host" : "source.view";
        ASSERT_TRUE(driver.control(pane)) << pane;
        driver.shell.ui_state.focus.clear();
        driver.key(Key::page_up);
        EXPECT_EQ(first_line(), -1) << "without the focus";
        driver.shell.ui_state.focus = pane;
        driver.key(Key::page_up);
        const int up = first_line();
        ASSERT_GT(up, 0) << pane;
        driver.shell.ui_state.focus = "source.language.0";
        driver.key(Key::page_down);
        EXPECT_GT(first_line(), up + 4) << pane << " by its head";
    }
}

}  // namespace

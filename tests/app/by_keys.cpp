// What lies below the edge of a card or a pane comes by keys too, and a card is kept as it is
// meant: the one that somebody looks at, with all its rows, or its numbers alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/program/snapshot.h"
#include "app/regions/keep_sheet.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

// A laptop's window with a card of more rows than it has room for.
struct Rows {
    Rows() {
        driver.shell.open_lesson(*lab::find_lesson("roofline"));
        driver.shell.card_shown = "nsight_compute";
        driver.settle();
    }
    bool title(std::string_view words) const {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.card == "nsight_compute" && text.text == words;
        });
    }
    Driver driver{1366, 768};
};

TEST(ByKeys, APageOfACardsRowsComesAndGoes) {
    Rows on;
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
TEST(ByKeys, WhatLiesOnTopHasThem) {
    Rows on;
    ASSERT_TRUE(on.driver.click("top.history") || on.driver.click("rail.lesson"));
    on.driver.key(Key::page_down);
    on.driver.key(Key::escape);
    on.driver.settle();
    EXPECT_TRUE(on.title("Time"));
}

TEST(ByKeys, TheCodeThatHasTheFocusMoves) {
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

TEST(ByKeys, TheKernelSaysThatTheHostIsWrong) {
    const std::string mark = "source.host_mark";
    Driver driver(1366, 768);
    const auto marked = [&](const char* line) {
        driver.shell.restore(line);
        driver.settle();
        driver.shell.host_code.shown = false;
        driver.settle();
        const Control* host = driver.control("source.language.2");
        if (!host) return false;
        Input input;
        input.mouse = {host->area.middle_x(), host->area.middle_y()};
        driver.frame(input);
        driver.now += 1;
        driver.frame(input);
        return driver.says("The error is here: the kernel is right");
    };
    EXPECT_TRUE(marked("bug_hunt/copied_early"));
    EXPECT_TRUE(driver.has_mark("source", MarkKind::polygon, Role::bad));
    EXPECT_FALSE(marked("bug_hunt/copied_early version=cured"));
    EXPECT_FALSE(marked("bug_hunt/neighbour")) << "of which the kernel is wrong";
}

TEST(ByKeys, WhatIsKeptIsTheCardUnderTheMouse) {
    Rows on;
    Shell& shell = on.driver.shell;
    const auto offered_at = [&](Point mouse) {
        Input input;
        input.mouse = mouse;
        on.driver.frame(input);
        on.driver.key(Key::s, true);
        const std::string view = shell.keep_sheet.view;
        on.driver.key(Key::escape);
        return view;
    };
    const Rect card = shell.ui_state.places.at("shown.nsight_compute");
    EXPECT_EQ(offered_at({card.middle_x(), card.middle_y()}), "nsight_compute");
    EXPECT_EQ(offered_at({on.driver.width / 2, on.driver.height / 3}), shell.stage_view()->id);
}

TEST(ByKeys, NumbersGoToTheClipboard) {
    Rows on;
    Shell& shell = on.driver.shell;
    show_keep_sheet(shell, "nsight_compute");
    on.driver.settle();
    ASSERT_TRUE(on.driver.click("keep.form.3"));
    EXPECT_FALSE(on.driver.says("Copy picture"));
    on.driver.press(on.driver.at("keep.copy"));
    Input input;
    input.released = true;
    on.driver.frame(input);
    EXPECT_EQ(shell.wishes.copy, numbers_of(shell, "nsight_compute"));
    EXPECT_NE(shell.wishes.copy.find("gpu__time_duration"), std::string::npos);
    EXPECT_FALSE(shell.keep_sheet.open);
    const auto rows = std::ranges::count(shell.wishes.copy, '\n') - 1;
    EXPECT_EQ(shell.notice, "Copied as CSV: a header and " + std::to_string(rows) + " rows.");
}

// A slide of a card has all its rows, and is no taller than they need.
TEST(ByKeys, AKeptCardHasAllItsRows) {
    Rows on;
    Shell& shell = on.driver.shell;
    const Snapshot slide{"nsight_compute", 1280, 240, 1};
    const Snapshot whole = with_all_rows(shell, slide);
    EXPECT_EQ(whole.width, slide.width);
    EXPECT_GT(whole.height, slide.height);
    EXPECT_LT(whole.height, 4 * slide.height);
    EXPECT_EQ(svg_of(shell, slide).find("Global store sectors"), std::string::npos);
    EXPECT_NE(svg_of(shell, whole).find("Global store sectors"), std::string::npos);
    EXPECT_EQ(with_all_rows(shell, {"timings", 640, 200, 1}).height, 200) << "it has no rows";
}

}  // namespace

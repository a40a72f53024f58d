// A lesson in the shell, and hands to hover and click with: for the tests of what answers.
#pragma once

#include <gtest/gtest.h>

#include "tests/app/shell_driver.h"

namespace app::testing {

class Answers : public ::testing::Test {
protected:
    Driver driver;
    void SetUp() override {
        ASSERT_TRUE(driver.shell.restore("reduction/strided block=64 n=256"));
        driver.settle();
        driver.shell.card_shown = "ledger";
        driver.settle();
    }
    Playback& playback() { return driver.shell.playback; }
    Cursor& cursor() { return driver.shell.playback.cursor; }
    const lab::Run& run() { return *driver.shell.session.picture(); }
    void hover(Point at) {
        Input input;
        input.mouse = at;
        for (int i = 0; i < 30; ++i) driver.frame(input);
    }
    void click(Point at, bool shift = false, bool twice = false) {
        Input input;
        input.mouse = at;
        input.shift = shift, input.twice = twice;
        input.down = input.pressed = true;
        driver.frame(input);
        input.down = input.pressed = input.twice = false;
        input.released = true;
        driver.frame(input);
        driver.frame();
    }
    // Where a text stands in a card.
    Point text(std::string_view card, std::string_view words) {
        for (const NotedText& text : driver.texts)
            if (text.card == card && text.text.find(words) != std::string::npos)
                return {text.box.middle_x(), text.box.middle_y()};
        ADD_FAILURE() << words << " is not in " << card;
        return {};
    }
    std::string counts_in_gutter() {
        std::string all;
        for (const NotedText& text : driver.texts)
            if (text.card == "source" && text.style.align == Align::right &&
                text.text.find_first_not_of("0123456789") == std::string::npos)
                all += text.text + " ";
        return all;
    }
};

}  // namespace app::testing

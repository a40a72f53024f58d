// A laptop's window with a card of more rows than it has room for.
#pragma once

#include <algorithm>
#include <string_view>

#include "tests/app/shell_driver.h"

namespace test {

struct LongCard {
    LongCard() {
        driver.shell.open_lesson(*lab::find_lesson("roofline"));
        driver.shell.card_shown = "nsight_compute";
        driver.settle();
    }
    bool title(std::string_view words) const {
        return std::ranges::any_of(driver.texts, [&](const app::NotedText& text) {
            return text.card == "nsight_compute" && text.text == words;
        });
    }
    app::testing::Driver driver{1366, 768};
};

}  // namespace test

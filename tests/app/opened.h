// What tests of the window begin with: a line of state that is open in it, a rung where its picture
// opens, a session with what cards ask for.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/playback.h"
#include "app/session.h"
#include "app/view.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/requests/state_line.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"

namespace test {

using app::testing::Driver;

/// A window in which a line of state is open.
struct Opened {
    Driver driver;
    explicit Opened(const std::string& line, float width = 1366, float height = 768)
        : driver(width, height) {
        EXPECT_TRUE(driver.shell.restore(line)) << line;
        driver.settle();
    }
    void turn(const char* knob) {
        EXPECT_FALSE(lab::assign(driver.shell.session.settings(), knob)) << knob;
        driver.settle();
    }
    bool says(std::string_view words) const { return driver.says(words); }
    bool card_has(std::string_view card, std::string_view words) const {
        return std::ranges::any_of(driver.texts, [&](const app::NotedText& text) {
            return text.card == card && text.text.find(words) != std::string::npos;
        });
    }
    std::ptrdiff_t times_shown(std::string_view words) const {
        return std::ranges::count(driver.texts, words, &app::NotedText::text);
    }
};

/// The run of a line of state in a slot of the stage.
struct OnStage : Opened {
    explicit OnStage(const std::string& line, app::Slot slot, float width = 1920,
                     float height = 1080)
        : Opened(line, width, height) {
        driver.shell.slot = slot;
        driver.settle();
    }
    const lab::Run& run() { return *driver.shell.session.picture(); }
    const app::Cursor& cursor() { return driver.shell.playback.cursor; }
    std::string claim(const char* view) { return test::view_claim(view, run(), cursor()); }
    std::string sentence(const char* view) { return test::view_sentence(view, run(), cursor()); }
};

/// A laptop's window that asks no questions.
struct Laptop {
    Driver driver{1366, 768};
    Laptop() { driver.shell.look.predict = false; }
    void open(const std::string& line) {
        driver.shell.restore(line);
        driver.settle();
    }
    // With what cards tell of other kernels, as far as a count costs no more.
    void compare(double cost = 0) {
        driver.shell.session.complete(cost, 40);
        driver.settle();
    }
    void project() {
        driver.width = 1280, driver.height = 720;
        driver.shell.look.density = app::Density::projector;
    }
};

/// A rung's run, without a window, where the picture of a view opens.
struct OpenedRung {
    lab::Result result;
    app::Playback playback;
    OpenedRung(const char* rung, const char* view, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {
        playback.load(&run(), false);
        app::open_where_it_tells(playback, app::find_view(view), run());
    }
    const lab::Run& run() const { return *result.picture; }
};

/// A line of state without a window, with what cards ask for, and recorded times.
struct Completed {
    explicit Completed(const char* line) {
        const auto state = lab::read_state_line(line);
        if (!state) throw std::invalid_argument(line);
        session.open(state->request);
        session.complete(3e7, 24);
    }
    app::DrawContext context() const {
        return {*session.shown(), cursor, metrics, session.series()};
    }
    app::Session session{lab::Worker::Mode::pumped};
    app::Cursor cursor;
    app::Metrics metrics;
};

}  // namespace test

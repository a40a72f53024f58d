// A lecture: a window of 1366 by 768 in which a lesson is open, driven by keys and the mouse.
#pragma once

#include <gtest/gtest.h>

#include "app/session.h"
#include "lab/requests/state_line.h"
#include "tests/app/shell_driver.h"

namespace test {

using app::Key;
using app::Session;
using app::testing::Driver;

/// All that comes of a line of state.
inline lab::Result whole(Session& session, const char* line) {
    session.open(lab::read_state_line(line)->request);
    session.complete();
    return *session.shown();
}

class Lecture : public ::testing::Test {
protected:
    Driver driver{1366, 768};
    void SetUp() override { open("reduction/strided n=2048"); }
    void open(const char* line) {
        driver.shell.session.open(lab::read_state_line(line)->request);
        driver.settle();
    }
    Session& session() { return driver.shell.session; }
    const std::string& notice() const { return driver.shell.notice; }
    void kernel_beside(Key digit) {
        driver.key(Key::k);
        driver.key(digit, true);
        driver.settle();
    }
    // One frame, `seconds` after the last.
    void wait(double seconds) {
        driver.now += seconds;
        driver.frame();
    }
};

}  // namespace test

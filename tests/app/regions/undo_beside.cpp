// Undo: of what stands beside, and into another lesson.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/session.h"
#include "lab/requests/state_line.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

TEST(UndoIntoAnotherLesson, FindsViewAndStepAgain) {
    Driver driver;
    driver.shell.take_up(*lab::read_state_line("reduction/strided"));
    driver.settle();
    Shell& shell = driver.shell;
    shell.slot = Slot::memory;
    shell.view_of_slot[Slot::memory] = "banks";
    shell.playback.go_to(20);
    driver.settle();
    shell.open_lesson(*lab::find_lesson("scan"));
    driver.settle();
    shell.playback.go_to(3);
    driver.settle();
    const Slot other = shell.slot;
    driver.key(Key::z, true);
    driver.settle();
    ASSERT_EQ(shell.session.subject()->id, "reduction");
    EXPECT_EQ(shell.slot, Slot::memory);
    EXPECT_EQ(shell.stage_view()->id, "banks");
    EXPECT_EQ(shell.playback.cursor.step, 20);
    driver.key(Key::y, true);
    driver.settle();
    ASSERT_EQ(shell.session.subject()->id, "scan");
    EXPECT_EQ(shell.slot, other);
    EXPECT_EQ(shell.playback.cursor.step, 3);
    EXPECT_NE(shell.stage_view()->id, "banks");
}

TEST(UndoBeside, IsAStepOfItsOwn) {
    Driver driver(1366, 768);
    driver.shell.restore("scan/blelloch");
    driver.settle();
    Session& session = driver.shell.session;
    driver.key(Key::d);
    driver.settle();
    ASSERT_TRUE(session.in_step());
    const lab::Request beside = session.beside_request();
    session.settings().rung += 1;
    driver.settle();
    ASSERT_TRUE(session.in_step());
    driver.key(Key::z, true);
    EXPECT_TRUE(session.in_step());
    EXPECT_EQ(session.beside_request(), beside);
    driver.key(Key::z, true);
    EXPECT_FALSE(session.in_step());
    EXPECT_EQ(session.subject()->id, "scan") << "and not the lesson before";
    driver.key(Key::y, true);
    EXPECT_TRUE(session.in_step());
    EXPECT_EQ(session.beside_request(), beside);
    EXPECT_TRUE(session.can_redo());
}

TEST(UndoBeside, IsNamed) {
    Driver driver(1366, 768);
    driver.shell.restore("scan/blelloch");
    driver.settle();
    driver.key(Key::d);
    driver.key(Key::z);  // the list of what was run
    driver.settle();
    EXPECT_TRUE(driver.says("Kernel 1 beside it"));
}

// What was on its way when it was left comes after all, once it stands there again.
TEST(UndoBeside, ComesBackCounted) {
    Session session(lab::Worker::Mode::thread);
    session.open(*lab::find_lesson("reduction"));
    session.settings().rung = 2;
    session.end_of_frame(false);
    const auto until = [&](auto done) {
        for (int i = 0; i < 2000 && !done(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            session.poll();
            session.end_of_frame(false);
        }
        return done();
    };
    ASSERT_TRUE(until([&] { return session.shown() && session.shown()->complete; }));
    session.stand_beside(0);
    session.end_of_frame(false);
    session.poll();  // and it is asked for
    session.undo();
    session.end_of_frame(false);
    ASSERT_FALSE(session.in_step());
    session.redo();
    session.end_of_frame(false);
    ASSERT_TRUE(session.in_step());
    EXPECT_TRUE(until([&] { return session.beside() && session.beside()->complete; }));
}

// What is kept for the next start has each request once.
TEST(UndoBeside, IsNotKeptAsAnEmptyStep) {
    Driver driver(1366, 768);
    driver.shell.restore("reduction/strided");
    driver.settle();
    for (int times = 0; times < 4; ++times) driver.key(Key::d);
    const std::string kept = driver.shell.preferences().at("history");
    EXPECT_LE(std::ranges::count(kept, '\n'), 2) << kept;
}

}  // namespace

// So many random actions in the window, by a fixed seed. ./test --all goes on for ten minutes, in a
// sanitized build (tests/monkey).
#include <gtest/gtest.h>

#include <deque>

#include "tests/helpers/scratch_folder.h"
#include "tests/monkey/monkey.h"

namespace {

TEST(Monkey, DoesWhateverThereIs) {
    const std::filesystem::path scratch = tests::scratch_folder();
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(scratch);  // what it exports lies there
    tests::Monkey monkey(7, tests::monkey_files(WARPLENS_TESTS_DIR, scratch),
                         scratch / "monkey.log");
    for (int i = 0; i < 1000; ++i) monkey.act();
    std::filesystem::current_path(before);
    EXPECT_TRUE(monkey.driver.shell.session.subject());
}

// Found by the monkey: a file opened while the mouse was held over a lesson, which then took its
// place; no step back led to it. The rail went on with the file's knobs.
TEST(Monkey, WhatIsLeftStaysUntilItsFrameIsDrawn) {
    app::testing::Driver driver(3840, 2160);
    driver.finish_work = false;
    driver.shell.open_lesson(*lab::lessons().front());
    auto left = std::make_unique<lab::Subject>(*driver.shell.session.subject());
    left->id = "left", left->lesson = nullptr;
    std::deque<lab::Knob> knobs;
    for (const lab::Knob*& knob : left->knobs) knob = &knobs.emplace_back(*knob);
    ASSERT_GT(knobs.size(), 1u);
    bool gone = false;
    driver.frame();
    ASSERT_TRUE(driver.control("lesson.vector_addition"));
    const app::Point lesson = driver.at("lesson.vector_addition");
    driver.press(lesson);
    driver.shell.open_subject({left.release(), [&](const lab::Subject* subject) {
                                   for (lab::Knob& knob : knobs) knob.title = "Nobody holds it";
                                   gone = true;
                                   delete subject;
                               }});
    app::Input input;
    input.mouse = lesson, input.released = true;
    driver.frame(input);
    EXPECT_EQ(driver.shell.session.subject()->id, "vector_addition");
    EXPECT_FALSE(driver.sees("Nobody holds it"));
    EXPECT_TRUE(gone);
}

}  // namespace

// What a lecturer and a student missed: a lesson left comes back as it was left, words of an idea
// find its lesson, letters reach the path that they are meant for, and a folder can be looked into
// without typing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "app/regions/keep_sheet.h"
#include "app/regions/lesson_list.h"
#include "lab/assets.h"
#include "platform/files.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/scratch_folder.h"

namespace app {
namespace {

const lab::Lesson& lesson_named(const char* id) { return *lab::find_lesson(id); }

TEST(EyesFifth, ALessonComesBackAsItWasLeft) {
    testing::Driver driver;
    reopen_lesson(driver.shell, lesson_named("reduction"));
    driver.settle();
    lab::Settings& now = driver.shell.session.settings();
    now.rung = 2;
    now.set(*lesson_named("reduction").knobs[0], 128);
    driver.settle();
    const lab::Settings left = now;
    reopen_lesson(driver.shell, lesson_named("transpose"));
    driver.settle();
    EXPECT_EQ(driver.shell.session.lesson()->id, "transpose");
    reopen_lesson(driver.shell, lesson_named("reduction"));
    driver.settle();
    EXPECT_TRUE(driver.shell.session.settings() == left);
    // Nobody was in this one.
    reopen_lesson(driver.shell, lesson_named("scan"));
    EXPECT_TRUE(driver.shell.session.settings() ==
                lab::Settings(lab::subject_of(lesson_named("scan"))));
}

TEST(EyesFifth, AnIdeaIsFoundByItsWord) {
    testing::Driver driver(1366, 768);  // the list stands in the menu alone
    driver.settle();
    driver.key(Key::l, false, true);
    ASSERT_FALSE(driver.shell.menu.name.empty());
    driver.type("interleaved");  // a kernel's name, of no lesson
    driver.frame();
    EXPECT_TRUE(driver.control("lesson.reduction"));
    EXPECT_TRUE(driver.says(lesson_named("reduction").title));
    EXPECT_FALSE(driver.control("lesson.vector_addition"));
}

TEST(EyesFifth, LettersReachThePathWhateverWasPressed) {
    testing::Driver driver;
    driver.shell.open_lesson(lesson_named("reduction"));
    driver.settle();
    driver.key(Key::s, true);
    KeepSheet& sheet = driver.shell.keep_sheet;
    ASSERT_TRUE(sheet.open);
    driver.shell.ui_state.focus = "keep.form.1";
    driver.frame();
    const std::string before = sheet.path.words;
    driver.type("x");
    driver.frame();
    EXPECT_EQ(driver.shell.ui_state.focus, "keep.path");
    EXPECT_EQ(sheet.path.words, before + "x");
}

TEST(EyesFifth, OpeningListsTheFolderWhereNothingWasOpenedBefore) {
    namespace files = std::filesystem;
    const files::path before = files::current_path(), folder = tests::scratch_folder();
    files::create_directory(folder / "homework");
    platform::write_file(folder / "mine.cu", "__global__ void f() {}\n");
    files::current_path(folder);
    testing::Driver driver;
    driver.settle();
    driver.shell.own.recent.clear();
    driver.key(Key::o, true);
    driver.frame();
    EXPECT_TRUE(driver.says("mine.cu"));
    EXPECT_TRUE(driver.says("homework/"));
    EXPECT_TRUE(driver.says("Here"));
    EXPECT_FALSE(driver.says("Opened before"));
    files::current_path(before);
}

}  // namespace
}  // namespace app

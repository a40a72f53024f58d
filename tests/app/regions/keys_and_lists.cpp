// Lists that are typed into, and what the keys do that close or walk them.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/regions/lesson_list.h"
#include "lab/assets.h"
#include "platform/files.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace app;
using namespace test;

TEST(EscapeKey, TakesWhatLiesOnTop) {
    Opened laplace("laplace/blocks");
    laplace.turn("block_x=1024");
    laplace.turn("block_y=8");
    ASSERT_TRUE(laplace.driver.shell.session.refusal());
    laplace.driver.key(Key::z);
    ASSERT_TRUE(laplace.driver.control("history.0"));
    laplace.driver.key(Key::escape);
    EXPECT_FALSE(laplace.driver.control("history.0"));
    EXPECT_TRUE(laplace.driver.shell.session.refusal()) << "the list lay above it";
    laplace.driver.key(Key::escape);
    EXPECT_FALSE(laplace.driver.shell.session.refusal());
}

TEST(EscapeKey, EndsTheLinesOfACounterAtOnce) {
    Opened tree("reduction/interleaved");
    tree.driver.key(Key::tab);
    tree.driver.key(Key::n);
    ASSERT_GE(tree.driver.shell.counter, 0);
    tree.driver.key(Key::escape);
    EXPECT_LT(tree.driver.shell.counter, 0);
}

TEST(EscapeKey, LetsGoOfAChosenCell) {
    Opened tree("reduction/interleaved");
    tree.driver.shell.playback.cursor.version = 3;
    tree.driver.key(Key::escape);
    EXPECT_EQ(tree.driver.shell.playback.cursor.version, -1);
}

TEST(ListsOfNames, ALessonComesBackAsItWasLeft) {
    Driver driver;
    reopen_lesson(driver.shell, *lab::find_lesson("reduction"));
    driver.settle();
    lab::Settings& now = driver.shell.session.settings();
    now.rung = 2;
    now.set(*lab::find_lesson("reduction")->knobs[0], 128);
    driver.settle();
    const lab::Settings left = now;
    reopen_lesson(driver.shell, *lab::find_lesson("transpose"));
    driver.settle();
    EXPECT_EQ(driver.shell.session.lesson()->id, "transpose");
    reopen_lesson(driver.shell, *lab::find_lesson("reduction"));
    driver.settle();
    EXPECT_TRUE(driver.shell.session.settings() == left);
    // Nobody was in this one.
    reopen_lesson(driver.shell, *lab::find_lesson("scan"));
    EXPECT_TRUE(driver.shell.session.settings() ==
                lab::Settings(lab::subject_of(*lab::find_lesson("scan"))));
}

TEST(ListsOfNames, AnIdeaIsFoundByItsWord) {
    Driver driver(1366, 768);  // the list stands in the menu alone
    driver.settle();
    driver.key(Key::l, false, true);
    ASSERT_FALSE(driver.shell.menu.name.empty());
    driver.type("interleaved");  // a kernel's name, of no lesson
    driver.frame();
    EXPECT_TRUE(driver.control("lesson.reduction/interleaved"));
    EXPECT_TRUE(driver.says(lab::find_lesson("reduction")->title));
    EXPECT_FALSE(driver.control("lesson.vector_addition"));
}

// What is typed in the menu of lessons, and the row that is picked.
struct MenuOfLessons {
    Driver driver{1366, 768};
    MenuOfLessons() { driver.settle(); }
    void look_for(const std::string& words) {
        driver.key(Key::l, false, true);
        driver.type(words);
        driver.frame();
        driver.frame();
    }
};

TEST(ListsOfNames, AKernelThatIsFoundIsOpened) {
    MenuOfLessons menu;
    menu.look_for("texture");
    EXPECT_TRUE(menu.driver.says("kernel 5: In global memory, through a texture"));
    menu.driver.key(Key::enter);
    menu.driver.settle();
    ASSERT_EQ(menu.driver.shell.session.lesson(), lab::find_lesson("latency"));
    EXPECT_EQ(lab::rung_of(menu.driver.shell.session.settings()).id, "texture");
    menu.look_for("curand");
    menu.driver.click("lesson.pi/curand");
    menu.driver.settle();
    EXPECT_EQ(menu.driver.shell.session.lesson(), lab::find_lesson("pi"));
    EXPECT_TRUE(menu.driver.shell.host_code.shown) << "a library has a program alone";
}

TEST(ListsOfNames, AWordThatIsFoundIsExplained) {
    MenuOfLessons menu;
    menu.look_for("amdahl");
    menu.driver.key(Key::enter);
    menu.driver.settle();
    EXPECT_TRUE(menu.driver.shell.help && menu.driver.shell.help_words);
    EXPECT_TRUE(menu.driver.says("The part of a program that is not made parallel"));
}

TEST(ListsOfNames, AHitInATextShowsTheWordsAroundIt) {
    MenuOfLessons menu;
    menu.look_for("half warp");
    EXPECT_TRUE(menu.driver.control("lesson.vector_addition#half warp"));
    EXPECT_TRUE(menu.driver.control("lesson.transpose#half warp"));
    EXPECT_TRUE(menu.driver.says("half warp"));
    EXPECT_TRUE(menu.driver.misplaced.empty());
}

TEST(ListsOfNames, AHitInATextOpensTheTextThere) {
    MenuOfLessons menu;
    Driver& driver = menu.driver;
    menu.look_for("thousands of values");
    driver.click("lesson.mri#thousands of values");
    driver.settle();
    driver.frame();
    EXPECT_EQ(driver.shell.session.lesson(), lab::find_lesson("mri"));
    ASSERT_TRUE(driver.shell.reading);
    EXPECT_GT(driver.shell.reading_scroll, 0);
    EXPECT_TRUE(driver.says("thousands of values"));
    EXPECT_TRUE(driver.says("larger than the error of the functions")) << "the sentences around it";
    driver.key(Key::home);
    EXPECT_EQ(driver.shell.reading_scroll, 0) << "it scrolls there once";
    driver.key(Key::escape);
    driver.key(Key::l);
    driver.settle();
    EXPECT_TRUE(driver.shell.reading);
    EXPECT_EQ(driver.shell.reading_scroll, 0) << "opened without words, it stays";
}

TEST(ListsOfNames, APictureAndALoopOfTheProcessorAreShown) {
    MenuOfLessons menu;
    Driver& driver = menu.driver;
    driver.shell.restore("laplace/marching nx=32 ny=32 nz=32 --view heat_map");
    driver.settle();
    menu.look_for("laplace field");
    driver.click("lesson.laplace@field");
    driver.settle();
    ASSERT_TRUE(driver.shell.stage_view());
    EXPECT_EQ(driver.shell.stage_view()->id, "field") << "also in the lesson that is open";
    menu.look_for("cpu's loop");
    driver.click("lesson.matrix_product/cpu");
    driver.settle();
    EXPECT_EQ(driver.shell.card_shown, "rungs_compared");
    EXPECT_FALSE(driver.shell.host_code.shown) << "nobody wrote a program of it";
}

TEST(ListsOfNames, ALibraryThatHasNothingForTheseSettingsSaysWhy) {
    MenuOfLessons menu;
    menu.driver.shell.restore("tridiagonal/blocks time_steps=2");
    menu.driver.settle();
    menu.look_for("cusparse");
    menu.driver.click("lesson.tridiagonal/cusparse");
    menu.driver.settle();
    EXPECT_TRUE(menu.driver.says("The library has no program for these settings: "))
        << menu.driver.shell.notice;
}

TEST(ListsOfNames, WhatNothingKnowsIsSaid) {
    MenuOfLessons menu;
    menu.look_for("ocupancyy");
    EXPECT_TRUE(menu.driver.says("The nearest word is \"occupancy\"."));
    EXPECT_TRUE(menu.driver.says("F1"));
}

// A row of a kernel would tell what the hunt hides.
TEST(ListsOfNames, AHuntHidesItsKernels) {
    MenuOfLessons menu;
    ASSERT_TRUE(menu.driver.shell.restore("bug_hunt/past_the_end"));
    menu.driver.settle();
    const std::string title = lab::find_lesson("bug_hunt")->rungs.front().title;
    menu.look_for(title);
    EXPECT_TRUE(menu.driver.control("lesson.bug_hunt/past_the_end"));
    menu.driver.key(Key::escape);
    menu.driver.key(Key::escape);
    menu.driver.key(Key::g, false, true);
    ASSERT_TRUE(menu.driver.shell.hunt.is_on(menu.driver.shell.session));
    menu.look_for(title);
    EXPECT_FALSE(menu.driver.control("lesson.bug_hunt/past_the_end"));
}

TEST(ListsOfNames, OpeningListsTheFolderWhereNothingWasOpenedBefore) {
    namespace files = std::filesystem;
    const files::path before = files::current_path(), folder = tests::scratch_folder();
    files::create_directory(folder / "homework");
    platform::write_file(folder / "mine.cu", "__global__ void f() {}\n");
    files::current_path(folder);
    Driver driver;
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

TEST(ListsOfNames, AShortListClosesWithItsLetters) {
    Laptop laptop;
    laptop.project();
    laptop.open("average");
    laptop.driver.click("kernel.picker");
    laptop.driver.frame();
    ASSERT_FALSE(laptop.driver.shell.menu.name.empty());
    laptop.driver.type("x");
    laptop.driver.key(Key::escape);
    EXPECT_TRUE(laptop.driver.shell.menu.name.empty());
}

TEST(ListsOfNames, HomeAndEndGoThroughTheHelp) {
    Driver driver(1280, 720);
    driver.shell.restore("histogram/shared");
    driver.settle();
    driver.key(Key::f1);
    driver.shell.help_words = true;
    driver.frame();
    driver.key(Key::end);
    const float down = driver.shell.help_scroll;
    EXPECT_GT(down, 100);
    driver.key(Key::page_up);
    EXPECT_LT(driver.shell.help_scroll, down);
    driver.key(Key::home);
    EXPECT_EQ(driver.shell.help_scroll, 0);
}

using Lists = Lecture;

TEST_F(Lists, TheNameThatIsMeantHasTheFocus) {
    driver.key(Key::l, false, true);
    driver.settle();
    driver.type("matrix");
    driver.frame();
    EXPECT_TRUE(driver.sees("Turning a matrix")) << "it stands there too";
    driver.key(Key::enter);
    driver.settle();
    EXPECT_EQ(session().lesson()->id, "matrix_product");
}

TEST_F(Lists, WhatWasTypedIsChosenAndReplaced) {
    driver.key(Key::l, false, true);
    driver.type("matrix");
    driver.key(Key::a, true);
    driver.type("scan");
    EXPECT_EQ(driver.shell.menu.filter, "scan");
    driver.key(Key::a, true);
    driver.key(Key::escape);
    EXPECT_TRUE(driver.shell.menu.filter.empty()) << "first the letters go";
    EXPECT_FALSE(driver.shell.menu.name.empty());
    driver.key(Key::escape);
    EXPECT_TRUE(driver.shell.menu.name.empty());
}

}  // namespace

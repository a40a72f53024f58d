// The keyboard map: every key of the table does what its words say.
#include <gtest/gtest.h>

#include <set>

#include "app/regions/shortcuts.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

class Keys : public ::testing::Test {
protected:
    testing::Driver driver;
    void SetUp() override {
        driver.shell.open_lesson(*lab::find_lesson("reduction"));
        driver.settle();
        ASSERT_GT(driver.shell.playback.count(), 10);
    }
    Playback& playback() { return driver.shell.playback; }
    Cursor& cursor() { return driver.shell.playback.cursor; }
};

TEST_F(Keys, NoStrokeStandsForTwoThings) {
    std::set<std::tuple<Key, bool, bool>> seen;
    for (const Shortcut& shortcut : shortcuts())
        for (const Stroke& stroke : shortcut.strokes)
            EXPECT_TRUE(seen.insert({stroke.key, stroke.control, stroke.shift}).second)
                << shortcut.keys;
}

TEST_F(Keys, SpacePlaysAndPauses) {
    driver.key(Key::space);
    EXPECT_TRUE(playback().playing);
    driver.key(Key::space);
    EXPECT_FALSE(playback().playing);
}

TEST_F(Keys, ArrowsStepBothWays) {
    playback().go_to(4);
    driver.key(Key::right);
    EXPECT_EQ(cursor().step, 5);
    for (int i = 0; i < 40; ++i) driver.frame();
    EXPECT_EQ(cursor().fraction, 1);
    driver.key(Key::left);
    for (int i = 0; i < 40; ++i) driver.frame();
    EXPECT_EQ(cursor().step, 4);
    EXPECT_EQ(cursor().fraction, 1);
}

TEST_F(Keys, ShiftArrowsGoToBarriers) {
    playback().go_to(0);
    driver.key(Key::right, false, true);
    EXPECT_EQ(cursor().step, playback().posts().front());
    driver.key(Key::right, false, true);
    EXPECT_EQ(cursor().step, playback().posts()[1]);
    driver.key(Key::left, false, true);
    EXPECT_EQ(cursor().step, playback().posts().front());
}

TEST_F(Keys, HomeAndEnd) {
    driver.key(Key::end);
    EXPECT_EQ(cursor().step, playback().count() - 1);
    driver.key(Key::home);
    EXPECT_EQ(cursor().step, 0);
}

TEST_F(Keys, PlusAndMinusChangeTheSpeed) {
    driver.key(Key::plus);
    EXPECT_EQ(playback().speed, 4);
    driver.key(Key::minus);
    driver.key(Key::minus);
    EXPECT_EQ(playback().speed, .25f);
}

TEST_F(Keys, UpAndDownChooseLaneAndWarp) {
    driver.key(Key::down);
    EXPECT_EQ(cursor().lane, 1);
    driver.key(Key::up);
    driver.key(Key::up);
    EXPECT_EQ(cursor().lane, 0);
    driver.key(Key::down, false, true);
    EXPECT_EQ(cursor().warp, 1);
}

TEST_F(Keys, DigitsChooseTheViewAndAfterKTheKernel) {
    driver.key(Key::k);
    driver.key(Key::two);
    EXPECT_EQ(driver.shell.session.settings().rung, 1);
    const Slot before = driver.shell.slot;
    driver.key(Key::three);
    EXPECT_EQ(driver.shell.session.settings().rung, 1);
    EXPECT_EQ(driver.shell.slot, Slot::memory);
    driver.key(static_cast<Key>(static_cast<int>(Key::one) + static_cast<int>(before)));
    EXPECT_EQ(driver.shell.slot, before);
}

// Nine kernels have a digit of their own, and those after them come with Shift.
TEST_F(Keys, AfterKEveryKernelOfALongLadderIsReached) {
    static lab::Lesson lesson;  // results that are kept point to it
    lesson = *driver.shell.session.lesson();
    while (lesson.rungs.size() < 12) lesson.rungs.push_back(lesson.rungs[lesson.rungs.size() % 7]);
    auto& settings = driver.shell.session.settings();
    settings.subject = lab::subject_of(lesson);
    for (int rung = 0; rung < 12; ++rung) {
        driver.key(Key::k);
        driver.key(static_cast<Key>(static_cast<int>(Key::one) + rung % 9), false, rung >= 9);
        EXPECT_EQ(settings.rung, rung);
    }
    driver.key(Key::k);
    driver.key(Key::four, false, true);
    EXPECT_EQ(settings.rung, 11) << "there is no thirteenth";
    const Slot before = driver.shell.slot;
    driver.key(Key::one, false, true);
    EXPECT_EQ(driver.shell.slot, before) << "without K a digit with Shift is no view";
}

TEST_F(Keys, CTurnsTheCodeToPtxAndToTheHost) {
    driver.key(Key::c);
    EXPECT_TRUE(cursor().ptx);
    driver.key(Key::c);
    EXPECT_FALSE(cursor().ptx);
    EXPECT_TRUE(driver.shell.host_code.shown);
}

TEST_F(Keys, COpensTheDrawerWhereThereIsNoPane) {
    driver.width = 1000;
    driver.key(Key::c);
    EXPECT_TRUE(driver.shell.source_open);
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.source_open);
}

// Where it folds away C goes through its three languages, and then it is gone.
TEST_F(Keys, CClosesTheDrawerBehindTheLastLanguage) {
    for (const bool projector : {false, true}) {
        driver.width = projector ? 1280 : 1000;
        driver.shell.look.density = projector ? Density::projector : Density::desk;
        driver.settle();
        driver.key(Key::c);
        EXPECT_TRUE(driver.shell.source_open);
        EXPECT_FALSE(cursor().ptx);
        driver.key(Key::c);
        EXPECT_TRUE(cursor().ptx);
        driver.key(Key::c);
        EXPECT_TRUE(driver.shell.host_code.shown);
        EXPECT_TRUE(driver.shell.source_open);
        driver.key(Key::c);
        EXPECT_FALSE(driver.shell.source_open) << projector;
        EXPECT_FALSE(cursor().ptx || driver.shell.host_code.shown) << "it opens with CUDA again";
    }
}

TEST_F(Keys, TChangesTheThemeAndControlTheScale) {
    const Tone before = driver.shell.look.tone;
    driver.key(Key::t);
    EXPECT_NE(driver.shell.look.tone, before);
    driver.key(Key::plus, true);
    EXPECT_EQ(driver.shell.look.scale_percent, 125);
    driver.key(Key::minus, true);
    driver.key(Key::minus, true);
    EXPECT_EQ(driver.shell.look.scale_percent, 75);
    driver.key(Key::minus, true);
    EXPECT_EQ(driver.shell.look.scale_percent, 75);
    driver.key(Key::zero, true);
    EXPECT_EQ(driver.shell.look.scale_percent, 100);
}

TEST_F(Keys, F5RunsAgainAndF11AsksForTheWholeScreen) {
    const auto before = driver.shell.session.shown();
    driver.key(Key::f5);
    EXPECT_NE(driver.shell.session.shown(), before);
    Input input;
    input.strokes.push_back({Key::f11});
    driver.frame(input);
    EXPECT_TRUE(driver.shell.wishes.toggle_full_screen);
    driver.frame();
    EXPECT_FALSE(driver.shell.wishes.toggle_full_screen);
}

TEST_F(Keys, QuestionMarkShowsEveryKeyAndEscapeClosesTheTopmost) {
    driver.key(Key::slash, false, true);
    EXPECT_TRUE(driver.shell.help);
    for (const Shortcut& shortcut : shortcuts())
        EXPECT_TRUE(driver.sees(shortcut.keys)) << shortcut.keys;
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.help);
}

// Keys are those of what lies on top.
TEST_F(Keys, AQuestionStaysBehindHelpThatIsClosed) {
    driver.key(Key::g);
    ASSERT_TRUE(driver.shell.predictions.is_open());
    driver.key(Key::f1);
    ASSERT_TRUE(driver.shell.help);
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.help);
    EXPECT_TRUE(driver.shell.predictions.is_open());
}

TEST_F(Keys, KSaysWhatItWaitsFor) {
    driver.shell.open_lesson(*lab::find_lesson("tridiagonal"));  // eight kernels
    driver.settle();
    driver.key(Key::k);
    EXPECT_TRUE(driver.says("Which kernel? Type 1 to 8; with Ctrl it is shown beside this one."));
    driver.key(Key::nine);
    EXPECT_TRUE(driver.says("There is no kernel 9 here: type K, then 1 to 8."));
    driver.key(Key::k);
    driver.key(Key::escape);
    const Slot before = driver.shell.slot;
    driver.key(Key::two);
    EXPECT_EQ(driver.shell.session.settings().rung, 0) << "Escape ends it";
    driver.shell.slot = before;
    driver.key(Key::k);
    driver.click(driver.beside_everything());
    driver.key(Key::two);
    EXPECT_EQ(driver.shell.session.settings().rung, 0) << "a click ends it";
}

// Kernels are numbered on the screen: who presses their digit alone is told what it is for, and
// kernels say their keys themselves.
TEST_F(Keys, KernelsSayTheirKeys) {
    driver.shell.open_lesson(*lab::find_lesson("tridiagonal"));  // eight kernels
    driver.settle();
    const Slot before = driver.shell.slot;
    driver.key(static_cast<Key>(static_cast<int>(Key::one) + 4));
    EXPECT_EQ(driver.shell.slot, before);
    EXPECT_TRUE(
        driver.says("1 to 3 show the pictures by thread, warp and memory. For kernel 5 type K, "
                    "then 5."));
    driver.key(Key::nine);
    EXPECT_TRUE(driver.says("For a kernel type K, then 1 to 8."));
    driver.key(Key::escape);
    Input input;
    input.mouse = driver.at("kernel.2");
    for (int i = 0; i < 60; ++i) driver.frame(input);
    EXPECT_TRUE(driver.says("Keys: K, then 3.")) << "under the mouse";
}

// What a first hour needs stands where the sheet opens.
TEST_F(Keys, TheKeysOfKernelsStandInSightOnASmallWindow) {
    driver.width = 1280, driver.height = 720;
    driver.key(Key::f1);
    driver.settle();
    EXPECT_TRUE(driver.sees("K, then 1 to 9"));
    EXPECT_TRUE(driver.sees("1, 2, 3"));
}

TEST_F(Keys, TheSheetOfKeysIsSearchedAndScrolls) {
    driver.width = 480, driver.height = 320;
    driver.key(Key::f1);
    driver.settle();
    const auto bar = [&] { return driver.has_mark("help", MarkKind::fill, Role::stroke); };
    EXPECT_TRUE(bar()) << "more than there is room for";
    EXPECT_FALSE(driver.sees("Ctrl + Q"));
    driver.key(Key::page_down);
    EXPECT_GT(driver.shell.help_scroll, 0);
    driver.type("quit");
    driver.settle();
    EXPECT_TRUE(driver.sees("Ctrl + Q"));
    EXPECT_FALSE(driver.sees("F11"));
    EXPECT_FALSE(bar());
    EXPECT_TRUE(driver.shell.help) << "letters are no shortcuts";
    driver.type("xyz");
    driver.settle();
    EXPECT_TRUE(driver.says("No key does that."));
    driver.key(Key::escape);
    EXPECT_FALSE(driver.shell.help);
    EXPECT_TRUE(driver.shell.help_filter.empty()) << "it opens with all of them";
}

// Words that people look for and that no key's sentence has; Control and A take them all.
TEST_F(Keys, TheSheetIsFoundByOtherWords) {
    driver.key(Key::f1);
    for (const auto& [word, keys] : {std::pair{"ladder", "Backspace"}, {"compare", "D"}}) {
        driver.key(Key::a, true);
        driver.type(word);
        driver.settle();
        EXPECT_EQ(driver.shell.help_filter, word);
        EXPECT_FALSE(driver.says("No key does that.")) << word;
        EXPECT_TRUE(driver.sees(keys)) << word;
    }
    driver.key(Key::a, true);
    EXPECT_TRUE(driver.has_mark("help", MarkKind::fill, Role::accent)) << "chosen";
    driver.key(Key::backspace);
    EXPECT_TRUE(driver.shell.help_filter.empty());
}

// Arrows, pages and ends walk over the rows, and Enter takes one.
TEST_F(Keys, AMenuIsWalkedByArrows) {
    driver.key(Key::l, false, true);
    driver.settle();
    ASSERT_TRUE(driver.shell.menu.is_open("lessons"));
    const auto all = lab::lessons();
    const auto focused = [&](std::size_t row) {
        return driver.shell.ui_state.focus == "lesson." + all[row]->id;
    };
    const auto open = static_cast<std::size_t>(
        std::ranges::find(all, driver.shell.session.lesson()) - all.begin());
    ASSERT_GT(open, 0u);
    EXPECT_TRUE(focused(open)) << "it begins at the open lesson";
    driver.key(Key::up);
    EXPECT_TRUE(focused(open - 1));
    driver.key(Key::down);
    EXPECT_TRUE(focused(open));
    driver.key(Key::home);
    driver.key(Key::up);
    EXPECT_TRUE(focused(0)) << "not beyond the first";
    driver.key(Key::end);
    driver.key(Key::down);
    EXPECT_TRUE(focused(all.size() - 1)) << "nor beyond the last";
    driver.key(Key::enter);
    driver.settle();
    EXPECT_EQ(driver.shell.session.lesson(), all.back());
    EXPECT_FALSE(driver.shell.menu.is_open("lessons"));
}

// By words of its title or its name, in whatever order.
TEST_F(Keys, ALessonIsFoundByItsWords) {
    for (const char* words : {"vector addition", "vectors adding", "vector_addition"}) {
        driver.key(Key::l, false, true);
        driver.settle();
        driver.type(words);
        driver.settle();
        EXPECT_TRUE(driver.control("lesson.vector_addition")) << words;
        EXPECT_FALSE(driver.control("lesson.scan")) << words;
        driver.key(Key::escape);
        if (driver.shell.menu.is_open("lessons")) driver.key(Key::escape);
    }
}

// Who opens the menu by its shortcut pressed no control, so Space plays afterwards.
TEST_F(Keys, SpacePlaysOnceALessonWasChosenByKeys) {
    driver.key(Key::l, false, true);
    driver.settle();
    driver.type("vector addition");
    driver.settle();
    driver.key(Key::enter);
    driver.settle();
    ASSERT_EQ(driver.shell.session.lesson(), lab::find_lesson("vector_addition"));
    const bool playing = driver.shell.playback.playing;
    driver.key(Key::space);
    EXPECT_FALSE(driver.shell.menu.is_open("lessons"));
    EXPECT_NE(driver.shell.playback.playing, playing);
}

TEST_F(Keys, AnotherLessonIsChosenWhereTheRailIsFolded) {
    driver.shell.look.density = Density::projector;
    driver.width = 1280, driver.height = 720;
    driver.settle();
    ASSERT_FALSE(driver.control("lesson.picker"));
    EXPECT_TRUE(driver.control("top.undo"));
    EXPECT_TRUE(driver.control("top.redo"));
    EXPECT_FALSE(driver.sees("Warplens")) << "the lesson's name needs the room";
    EXPECT_TRUE(driver.sees(driver.shell.session.lesson()->title));
    driver.width = 1024, driver.height = 576;                    // larger letters
    driver.shell.open_lesson(*lab::find_lesson("tridiagonal"));  // eight kernels
    driver.settle();
    ASSERT_TRUE(driver.click("kernel.picker"));
    driver.settle();
    ASSERT_TRUE(driver.click("kernel.lessons"));
    driver.settle();
    EXPECT_TRUE(driver.shell.menu.is_open("lessons"));
    EXPECT_TRUE(driver.sees(lab::lessons().back()->title));
}

TEST_F(Keys, F1OpensAndClosesTheSheetOfKeys) {
    driver.key(Key::f1);
    EXPECT_TRUE(driver.shell.help);
    driver.key(Key::f1);
    EXPECT_FALSE(driver.shell.help);
}

// Each sheet with its flag and its button.
TEST_F(Keys, EverySheetClosesByEscapeAndByItsButton) {
    Shell& shell = driver.shell;
    const std::tuple<const char*, bool*, float> sheets[] = {
        {"help.close", &shell.help, 1920},
        {"reading.close", &shell.reading, 1920},
        {"drawer.close", &shell.source_open, 1000},
        {"drawer.close", &shell.controls_open, 780}};
    for (const auto& [button, open, width] : sheets) {
        driver.width = width;
        for (const bool by_button : {true, false}) {
            *open = true;
            driver.settle();
            ASSERT_TRUE(driver.control(button)) << button << " at " << width;
            if (by_button)
                driver.click(button);
            else
                driver.key(Key::escape);
            EXPECT_FALSE(*open) << button << " at " << width;
            driver.settle();
        }
    }
}

TEST_F(Keys, TabReachesEveryControlAndF6EveryRegion) {
    std::set<std::string> reached;
    std::set<Region> regions;
    const std::size_t count = driver.shell.ui_state.controls.size();
    for (std::size_t i = 0; i < 2 * count; ++i) {
        driver.key(Key::tab);
        reached.insert(driver.shell.ui_state.focus);
    }
    for (const Control& control : driver.shell.ui_state.controls)
        if (control.enabled) {
            EXPECT_TRUE(reached.contains(control.id)) << control.id;
        }
    for (int i = 0; i < 12; ++i) {
        driver.key(Key::f6);
        for (const Control& control : driver.shell.ui_state.controls)
            if (control.id == driver.shell.ui_state.focus) regions.insert(control.region);
    }
    EXPECT_GE(regions.size(), 4u);
}

TEST_F(Keys, ArrowsBelongToTheSliderThatHasTheFocus) {
    const lab::Knob& block = *lab::find_knob(*driver.shell.session.lesson(), "block");
    while (driver.shell.ui_state.focus != "knob.block") driver.key(Key::tab);
    const std::int64_t before = driver.shell.session.settings()[block];
    playback().go_to(3);
    const int step = cursor().step;
    driver.key(Key::right);
    EXPECT_GT(driver.shell.session.settings()[block], before);
    EXPECT_EQ(cursor().step, step);
}

TEST_F(Keys, WhatIsNoNumberStaysInItsFieldToBeCorrected) {
    const lab::Knob& block = *lab::find_knob(*driver.shell.session.lesson(), "block");
    const std::int64_t before = driver.shell.session.settings()[block];
    while (driver.shell.ui_state.focus != "type.block") driver.key(Key::tab);
    driver.type("12..");
    driver.key(Key::enter);
    EXPECT_EQ(driver.shell.session.settings()[block], before);
    EXPECT_FALSE(driver.shell.notice.empty());
    EXPECT_EQ(driver.shell.ui_state.typing, "12..");
    driver.key(Key::backspace);
    driver.key(Key::backspace);
    driver.type("8");
    driver.key(Key::enter);
    EXPECT_EQ(driver.shell.session.settings()[block], 128);
}

TEST_F(Keys, ControlAChoosesAllOfAFieldOfNumbers) {
    const lab::Knob& block = *lab::find_knob(*driver.shell.session.lesson(), "block");
    while (driver.shell.ui_state.focus != "type.block") driver.key(Key::tab);
    driver.type("12..");
    Input all;
    all.strokes = {{.key = Key::a, .control = true}};
    driver.frame(all);
    driver.type("6");
    driver.type("4");
    EXPECT_EQ(driver.shell.ui_state.typing, "64");
    driver.frame(all);
    driver.key(Key::backspace);
    EXPECT_EQ(driver.shell.ui_state.typing, "");
    driver.type("128");
    driver.key(Key::enter);
    EXPECT_EQ(driver.shell.session.settings()[block], 128);
}

TEST_F(Keys, TypedDigitsBelongToTheFieldThatHasTheFocus) {
    const lab::Knob& block = *lab::find_knob(*driver.shell.session.lesson(), "block");
    while (driver.shell.ui_state.focus != "type.block") driver.key(Key::tab);
    const Slot slot = driver.shell.slot;
    Input input;
    input.typed = "128";
    input.strokes = {{Key::one}, {Key::two}};
    driver.frame(input);
    driver.key(Key::enter);
    EXPECT_EQ(driver.shell.session.settings()[block], 128);
    EXPECT_EQ(driver.shell.slot, slot);
}

}  // namespace
}  // namespace app

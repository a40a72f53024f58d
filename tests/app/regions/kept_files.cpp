// What is kept: which card, under which name, with all its rows; and what a figure says that no
// window stands around.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/program/snapshot.h"
#include "app/regions/keep_sheet.h"
#include "lab/requests/state_line.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/regions/long_card.h"

namespace {

using namespace app;
using namespace test;

// The texts of a view that is drawn alone; nothing of it may be cut or lie on another.
std::string texts_of(Driver& driver, const std::string& view, int width, int height) {
    std::string all;
    app::testing::measuring_painter().measure([&] {
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        draw_picture(notes, driver.shell, {view, width, height, 1});
        for (const NotedText& text : notes.texts) all += text.text + "\n";
        for (std::size_t at = 0; (at = all.find(thin_space, at)) != all.npos;)
            all.replace(at, std::string_view(thin_space).size(), " ");
        const auto misplaced = misplaced_texts(notes);
        EXPECT_TRUE(misplaced.empty()) << view << ": " << misplaced.front();
    });
    return all;
}

TEST(KeptFiles, LettersReachThePathWhateverWasPressed) {
    Driver driver;
    driver.shell.open_lesson(*lab::find_lesson("reduction"));
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

TEST(KeptFiles, WhatWasTypedStaysWithAnotherForm) {
    Laptop laptop;
    laptop.open("reduction/strided");
    show_keep_sheet(laptop.driver.shell);
    KeepSheet& sheet = laptop.driver.shell.keep_sheet;
    sheet.path.set("/somewhere/else.png");
    laptop.driver.frame();
    ASSERT_TRUE(laptop.driver.click("keep.form.1"));
    EXPECT_EQ(sheet.path.words, "/somewhere/else.svg");
    sheet.path.set("/somewhere/else.png");
    laptop.driver.key(Key::enter);
    EXPECT_FALSE(sheet.open) << sheet.problem;
    EXPECT_EQ(sheet.form, KeepForm::png) << "as its name says";
}

TEST(KeptFiles, WhatIsKeptIsTheCardUnderTheMouse) {
    LongCard on;
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

TEST(KeptFiles, NumbersGoToTheClipboard) {
    LongCard on;
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
TEST(KeptFiles, AKeptCardHasAllItsRows) {
    LongCard on;
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

using Keeps = Lecture;

// Enter on a button that Tab came to kept the picture, whatever the button said.
TEST_F(Keeps, WhatHasTheFocusIsPressed) {
    const auto press = [&](const char* focus) {
        driver.key(Key::s, true);
        driver.settle();
        driver.shell.ui_state.focus = focus;
        driver.shell.ui_state.focus_visible = true;
        Input enter;
        enter.strokes.push_back({Key::enter});
        driver.frame(enter);
        const bool kept = driver.shell.wishes.keep.has_value();
        const std::string copied = driver.shell.wishes.copy;
        driver.shell.keep_sheet.open = false;
        driver.settle();
        return std::pair{kept, !copied.empty()};
    };
    EXPECT_EQ(press("keep.state"), (std::pair{false, true}));
    EXPECT_EQ(press("keep.command"), (std::pair{false, true}));
    EXPECT_EQ(press("keep.path"), (std::pair{true, false}));
}

TEST(KeptFigure, NamesItsLessonItsKernelAndWhatIsSet) {
    Driver driver;
    driver.shell.take_up(*lab::read_state_line("reduction/sequential block=512"));
    driver.settle();
    const std::string stage = texts_of(driver, "data_flow", 1280, 720);
    EXPECT_NE(stage.find("Adding many numbers · kernel 3, Sequential addressing · 2²² numbers, "
                         "Threads per block 512 · counted by the simulator"),
              std::string::npos)
        << stage;
    const std::string card = texts_of(driver, "rungs_compared", 1280, 720);
    EXPECT_NE(card.find("2²² numbers, Threads per block 512 · recorded on H200, cold caches"),
              std::string::npos)
        << card;
    driver.shell.take_up(*lab::read_state_line("reduction/sequential"));
    driver.settle();
    EXPECT_EQ(texts_of(driver, "data_flow", 1280, 720).find("Threads per block 256"),
              std::string::npos)
        << "presets are not told";
}

TEST(KeptFigure, OfLittleWidthNamesLessonKernelAndSize) {
    Driver driver;
    driver.shell.take_up(*lab::read_state_line("reduction/sequential"));
    driver.settle();
    EXPECT_NE(
        texts_of(driver, "ledger", 420, 300).find("Adding many numbers · kernel 3 · 2²² numbers"),
        std::string::npos);
}

}  // namespace

// Keeping a picture, its numbers and its run: what the sheet asks for, and what a command line
// draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "app/program/snapshot.h"
#include "app/regions/keep_sheet.h"
#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/words.h"
#include "platform/files.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/environment.h"
#include "tests/helpers/scratch_folder.h"

namespace app {
namespace {

namespace files = std::filesystem;

class Keep : public ::testing::Test {
protected:
    Keep() {
        files::current_path(folder);
        driver.shell.open_lesson(*lab::find_lesson("reduction"));
        driver.settle();
        sheet().folder = folder.string();
    }
    ~Keep() override { files::current_path(before); }
    KeepSheet& sheet() { return driver.shell.keep_sheet; }
    // What the frame with this stroke wishes; later frames have wishes of their own.
    std::optional<Keeping> wish_after(Stroke stroke) {
        Input input;
        input.strokes.push_back(stroke);
        driver.frame(input);
        const auto wish = driver.shell.wishes.keep;
        driver.frame();
        return wish;
    }
    const files::path before = files::current_path();
    const files::path folder = tests::scratch_folder();
    testing::Driver driver;
};

TEST_F(Keep, TheStageIsOfferedAsAPictureUnderANameThatIsFree) {
    platform::write_file(folder / "reduction-interleaved-data_flow.png", "here already");
    driver.key(Key::s, true);
    ASSERT_TRUE(sheet().open);
    EXPECT_TRUE(driver.says("Keep this"));
    EXPECT_TRUE(driver.misplaced.empty());
    const auto wish = wish_after({.key = Key::enter});
    ASSERT_TRUE(wish);
    EXPECT_EQ(wish->view, "data_flow");
    EXPECT_EQ(wish->form, KeepForm::png);
    EXPECT_EQ(files::path(wish->path).filename(), "reduction-interleaved-data_flow-2.png");
    EXPECT_FALSE(sheet().open);
}

TEST_F(Keep, FormsHaveTheirEndingsAndNumbersAreOfViewsThatPlotSome) {
    driver.key(Key::s, true);
    ASSERT_TRUE(driver.click("keep.form.1"));
    EXPECT_TRUE(sheet().path.words.ends_with(".svg"));
    ASSERT_TRUE(driver.click("keep.form.3"));
    EXPECT_EQ(sheet().form, KeepForm::svg) << "a data flow plots no numbers";
    ASSERT_TRUE(driver.click("keep.form.4"));
    EXPECT_TRUE(sheet().path.words.ends_with("reduction-interleaved.json"));
    ASSERT_TRUE(driver.click("keep.form.2"));
    EXPECT_TRUE(sheet().path.words.ends_with("data_flow.gif"));
    show_keep_sheet(driver.shell, "instruction_mix");
    driver.settle();
    EXPECT_EQ(sheet().form, KeepForm::png) << "a card does not play";
    ASSERT_TRUE(driver.click("keep.form.3"));
    EXPECT_TRUE(sheet().path.words.ends_with("instruction_mix.csv"));
}

// The program of `warplens export --parts`.
TEST_F(Keep, AProgramIsWrittenIntoAFolderAndReplacesNothing) {
    driver.key(Key::s, true);
    ASSERT_TRUE(driver.click("keep.form.5"));
    EXPECT_EQ(sheet().form, KeepForm::program);
    EXPECT_TRUE(sheet().path.words.ends_with("reduction-interleaved")) << sheet().path.words;
    driver.frame();
    EXPECT_TRUE(driver.says("To the folder") && driver.says("A new folder, with CMakeLists.txt"));
    EXPECT_FALSE(wish_after({.key = Key::enter})) << "no picture";
    EXPECT_FALSE(sheet().open);
    driver.settle();
    const files::path made = folder / "reduction-interleaved";
    for (const std::string& name : HostCode::names_of_parts())
        EXPECT_TRUE(files::file_size(made / name) > 0) << name;
    EXPECT_EQ(std::distance(files::directory_iterator(made), {}),
              std::ssize(HostCode::names_of_parts()));
    EXPECT_TRUE(driver.shell.notice.starts_with("The program is in ")) << driver.shell.notice;

    files::remove(made / "main.cpp");
    driver.key(Key::s, true);
    EXPECT_TRUE(sheet().path.words.ends_with("reduction-interleaved-2")) << "a name that is free";
    sheet().path.set(made.string());
    driver.frame();
    EXPECT_TRUE(driver.says("This folder has CMakeLists.txt, Makefile"));
    driver.key(Key::enter);
    EXPECT_TRUE(sheet().open && driver.says("and no file is replaced. Write another name."));
    EXPECT_FALSE(files::exists(made / "main.cpp"));
    platform::write_file(folder / "a file", "of somebody");
    sheet().path.set((folder / "a file").string());
    driver.key(Key::enter);
    EXPECT_TRUE(sheet().open && driver.says("This is a file"));
}

TEST_F(Keep, AWrongEndingIsToldAndNothingIsKept) {
    driver.key(Key::s, true);
    driver.key(Key::a, true);
    for (const char* words : {"slide.pdf", ".png"}) {
        sheet().path.set(words);
        EXPECT_FALSE(wish_after({.key = Key::enter}));
        EXPECT_TRUE(driver.says("Its name must end with .png")) << words;
    }
}

TEST_F(Keep, ARightClickKeepsWhatItPointsAt) {
    const auto card = driver.shell.ui_state.places.find("shown.timings");
    ASSERT_NE(card, driver.shell.ui_state.places.end());
    Input input;
    input.mouse = {card->second.middle_x(), card->second.middle_y()};
    input.right = true;
    driver.frame(input);
    EXPECT_EQ(sheet().view, "timings");
    driver.key(Key::escape);
    EXPECT_FALSE(sheet().open);
    input.mouse = {driver.width / 2, driver.height / 3};
    driver.frame(input);
    EXPECT_EQ(sheet().view, "data_flow");
}

TEST_F(Keep, WhatFailsIsToldWhereItWasAsked) {
    driver.key(Key::s, true);
    const auto wish = wish_after({.key = Key::enter});
    told_of_keeping(driver.shell, *wish, "The disk is full.");
    driver.frame();
    EXPECT_TRUE(sheet().open && driver.says("The disk is full."));
    told_of_keeping(driver.shell, *wish, "");
    EXPECT_TRUE(driver.shell.notice.starts_with("Kept: "));
    told_of_keeping(driver.shell, {"data_flow", KeepForm::png, ""}, "");
    EXPECT_EQ(driver.shell.notice, "The picture is on the clipboard.");
}

TEST_F(Keep, TheLineOfStateAndTheCommandAreCopied) {
    driver.key(Key::s, true);
    ASSERT_TRUE(driver.control("keep.state") && driver.control("keep.command"));
    driver.press(driver.at("keep.state"));
    Input input;
    input.released = true;
    driver.frame(input);
    EXPECT_EQ(driver.shell.wishes.copy, driver.shell.state_line());
    driver.frame();
    EXPECT_TRUE(driver.shell.wishes.copy.empty());
}

// Among the person's own pictures or documents, as the desktop names them, until something was kept
// elsewhere: also by the next start.
TEST_F(Keep, AFolderOfThePersonsIsOfferedAndThenTheLastOne) {
    const tests::Changed home("HOME", (folder / "me").string()), config("XDG_CONFIG_HOME");
    for (const char* part : {"me/Bilder", "me/Documents", "me/.config", "slides"})
        files::create_directories(folder / part);
    platform::write_file(folder / "me/.config/user-dirs.dirs",
                         "# of a desktop\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n");
    sheet().folder.clear();
    driver.key(Key::s, true);
    EXPECT_EQ(sheet().path.words, "~/Bilder/reduction-interleaved-data_flow.png");
    ASSERT_TRUE(driver.click("keep.form.4"));
    EXPECT_EQ(sheet().path.words, "~/Documents/reduction-interleaved.json");
    told_of_keeping(driver.shell, {"", KeepForm::json, (folder / "slides/a.json").string()}, "");
    driver.key(Key::escape);
    driver.key(Key::s, true);
    EXPECT_EQ(files::path(sheet().path.words).parent_path(), folder / "slides");
    testing::Driver later;
    later.shell.read(driver.shell.preferences());
    EXPECT_EQ(later.shell.keep_sheet.folder, (folder / "slides").string());
}

// The command that is copied draws what the window would keep.
TEST_F(Keep, TheCommandDrawsTheSamePicture) {
    driver.shell.playback.go_to(13);
    driver.shell.look.tone = Tone::light;
    driver.settle();
    for (const std::string view : {"data_flow", "instruction_mix"}) {
        const files::path out = folder / (view + " a.svg");
        const auto words = lab::words_in(shot_line(driver.shell, view, out.string()));
        ASSERT_TRUE(words);
        EXPECT_EQ(words->front(), "warplens");
        std::ostringstream said, trouble;
        const std::vector<std::string> arguments(words->begin() + 1, words->end());
        ASSERT_EQ(lab::command_line(arguments, said, trouble), 0) << trouble.str();
        EXPECT_EQ(*lab::read_file(out), svg_of(driver.shell, {view, 1920, 1080, 1.5f})) << view;
    }
}

// Each card has its numbers, in lines of as many fields as its head.
TEST_F(Keep, EveryCardThatPlotsHasNumbers) {
    for (const char* lesson : {"reduction", "vector_addition", "laplace"}) {
        driver.shell.open_lesson(*lab::find_lesson(lesson));
        driver.settle();
        driver.shell.session.complete(3e7, 24);  // what the cards lack
        driver.settle();
        for (const View* card : driver.shell.cards()) {
            ASSERT_TRUE(card->numbers) << card->id;
            std::string text;
            driver.shell.with_context(metrics_of(Density::desk), [&](const DrawContext& context) {
                text = card->numbers(context);
            });
            std::istringstream lines(text);
            std::string head, line;
            std::getline(lines, head);
            const auto fields = std::ranges::count(head, ',');
            int rows = 0;
            for (; std::getline(lines, line); ++rows)
                EXPECT_GE(std::ranges::count(line, ','), fields) << card->id << ": " << line;
            EXPECT_GE(rows, 1) << lesson << ", " << card->id << "\n" << text;
        }
    }
}

TEST_F(Keep, TimesAreThoseOfTheCard) {
    const lab::Settings& settings = driver.shell.session.settings();
    const Series& series = driver.shell.session.series();
    const auto source = series.source(settings);
    ASSERT_TRUE(source);
    std::string text;
    driver.shell.with_context(metrics_of(Density::desk), [&](const DrawContext& context) {
        text = find_view("rungs_compared")->numbers(context);
    });
    const TimePoint* point = series.time(settings, *source);
    ASSERT_TRUE(point);
    EXPECT_NE(text.find(std::to_string(settings.rung + 1) + ","), text.npos);
    EXPECT_NE(text.find(fmt::format(",{},", point->time.median_ms)), text.npos) << text;
    EXPECT_NE(text.find(",recorded,"), text.npos);
}

TEST_F(Keep, NumbersAreThoseOfTheRun) {
    std::string text;
    driver.shell.with_context(metrics_of(Density::desk), [&](const DrawContext& context) {
        text = find_view("instruction_mix")->numbers(context);
    });
    EXPECT_TRUE(text.starts_with("unit,warp_instructions,lane_instructions\n"));
    std::uint64_t sum = 0;
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) sum += std::stoull(line.substr(line.find(',') + 1));
    EXPECT_EQ(sum, driver.shell.session.counted()->counters.warp_instructions);
}

}  // namespace
}  // namespace app

// What is left and found again: a stage after undo into another lesson, a figure that no window
// stands around, a picture under the words of another.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/program/snapshot.h"
#include "app/regions/keep_sheet.h"
#include "app/views/code/source.h"
#include "app/views/code_text.h"
#include "app/views/moment.h"
#include "lab/requests/state_line.h"
#include "lab/source_text.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

class LeftPlaces : public ::testing::Test {
protected:
    void take_up(const std::string& line) {
        const auto state = lab::read_state_line(line);
        ASSERT_TRUE(state) << state.problem().message;
        driver.shell.take_up(*state);
        driver.settle();
    }
    // The texts of a view that is drawn alone; nothing of it may be cut or lie on another.
    std::string texts_of(const std::string& view, int width, int height) {
        std::string all;
        testing::measuring_painter().measure([&] {
            CanvasNotes notes(testing::measuring_painter().fonts());
            draw_picture(notes, driver.shell, {view, width, height, 1});
            for (const NotedText& text : notes.texts) all += text.text + "\n";
            for (std::size_t at = 0; (at = all.find(thin_space, at)) != all.npos;)
                all.replace(at, std::string_view(thin_space).size(), " ");
            const auto misplaced = misplaced_texts(notes);
            EXPECT_TRUE(misplaced.empty()) << view << ": " << misplaced.front();
        });
        return all;
    }
    int first_shared() const {
        const auto& steps = driver.shell.session.picture()->steps;
        return static_cast<int>(std::ranges::find_if(steps, is_shared_access) - steps.begin());
    }
    bool on_shared() const {
        const auto& shell = driver.shell;
        return is_shared_access(
            shell.session.picture()->steps[static_cast<std::size_t>(shell.playback.cursor.step)]);
    }
    testing::Driver driver;
};

// --- a figure says by itself what it is of

TEST_F(LeftPlaces, AFigureNamesItsLessonItsKernelAndWhatIsSet) {
    take_up("reduction/sequential block=512");
    const std::string stage = texts_of("data_flow", 1280, 720);
    EXPECT_NE(stage.find("Adding many numbers · kernel 3, Sequential addressing · 2²² numbers, "
                         "Threads per block 512 · counted by the simulator"),
              std::string::npos)
        << stage;
    const std::string card = texts_of("rungs_compared", 1280, 720);
    EXPECT_NE(card.find("2²² numbers, Threads per block 512 · recorded on H200, cold caches"),
              std::string::npos)
        << card;
    take_up("reduction/sequential");
    EXPECT_EQ(texts_of("data_flow", 1280, 720).find("Threads per block 256"), std::string::npos)
        << "presets are not told";
}

TEST_F(LeftPlaces, ANarrowFigureKeepsLessonKernelAndSize) {
    take_up("reduction/sequential");
    EXPECT_NE(texts_of("ledger", 420, 300).find("Adding many numbers · kernel 3 · 2²² numbers"),
              std::string::npos);
}

// --- sectors above, banks below: who has the word

class BanksSpeak : public LeftPlaces {
protected:
    void SetUp() override {
        take_up("reduction/strided");
        driver.shell.slot = Slot::memory;
        driver.shell.view_of_slot[Slot::memory] = "coalescing";
        driver.shell.playback.go_to(first_shared());
        driver.frame();
        ASSERT_TRUE(driver.shell.stage_view());
        ASSERT_EQ(driver.shell.stage_view()->id, "coalescing");
    }
};

TEST_F(BanksSpeak, WhatIsKeptHasTheNameOfTheBanks) {
    show_keep_sheet(driver.shell);
    EXPECT_NE(driver.shell.keep_sheet.path.words.find("reduction-strided-banks.png"),
              std::string::npos)
        << driver.shell.keep_sheet.path.words;
    const auto& steps = driver.shell.session.picture()->steps;
    const auto global = std::ranges::find_if(steps, is_global_access) - steps.begin();
    driver.shell.playback.go_to(static_cast<int>(global));
    show_keep_sheet(driver.shell);
    EXPECT_NE(driver.shell.keep_sheet.path.words.find("-coalescing.png"), std::string::npos);
}

TEST_F(BanksSpeak, TheNextWasteIsThatOfTheBanks) {
    driver.shell.next_worth(1);
    EXPECT_TRUE(on_shared()) << "not a load from global memory";
    EXPECT_EQ(driver.shell.playback.word.find("sectors"), std::string::npos);
}

// --- undo into another lesson

TEST_F(LeftPlaces, UndoIntoAnotherLessonFindsViewAndStepAgain) {
    take_up("reduction/strided");
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

// --- the code pane ends with its kernel

TEST_F(LeftPlaces, TheCodeOfTheNextKernelIsNotShown) {
    take_up("laplace/blocks");
    const lab::Run& run = *driver.shell.session.picture();
    const auto lines = lab::lines_in(run.source_text);
    int last = 0;
    driver.shell.with_context(Metrics{}, [&](const DrawContext& context) {
        const CanvasNotes notes(testing::measuring_painter().fonts());
        for (float y = 0; y < 1000; y += 8)
            if (const auto found = line_under(notes, context, {0, 0, 420, 1000}, {200, y}))
                last = found->line;
    });
    ASSERT_GT(last, 1);
    EXPECT_EQ(lines[static_cast<std::size_t>(last) - 1].substr(0, 1), "}");
}

// --- what a change did is told before what the step does

TEST_F(LeftPlaces, TheSentenceOfTheStepGoesBeforeThatOfTheChange) {
    Shell& shell = driver.shell;
    driver.width = 1366;
    shell.look.density = Density::projector;
    take_up("reduction/strided");
    shell.session.settings().rung = 2;
    driver.settle();
    ASSERT_TRUE(shell.session.before());
    int both = 0, alone = 0;
    for (driver.height = 440; driver.height < 800; driver.height += 10) {
        driver.settle();
        const bool told = shell.ui_state.places.contains("stage.because"),
                   said = driver.says("cells change");
        EXPECT_TRUE(told || !said) << driver.height;
        both += told && said, alone += told && !said;
    }
    EXPECT_GT(both, 0);
    EXPECT_GT(alone, 0) << "the sentence of the step goes first";
}

}  // namespace
}  // namespace app

// Sectors and banks in words: which of them has the word, keys of numbers, halves of a warp.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/regions/keep_sheet.h"
#include "app/views/moment.h"
#include "app/views/sectors.h"
#include "app/weights.h"
#include "lab/requests/state_line.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/views/at_atomic.h"

namespace {

using namespace app;
using namespace test;

// Sectors stand above, banks below, at a step that has banks alone.
class BanksSpeak : public ::testing::Test {
protected:
    void SetUp() override {
        driver.shell.take_up(*lab::read_state_line("reduction/strided"));
        driver.settle();
        driver.shell.slot = Slot::memory;
        driver.shell.view_of_slot[Slot::memory] = "coalescing";
        driver.shell.playback.go_to(first_shared());
        driver.frame();
        ASSERT_TRUE(driver.shell.stage_view());
        ASSERT_EQ(driver.shell.stage_view()->id, "coalescing");
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
    Driver driver;
};

TEST(SectorsAndBanks, SectorsSayWhereAnAtomicIsShown) {
    const AtAtomic one("global");
    EXPECT_EQ(one.claim("coalescing"), "The view Same address shows this atomic");
}

TEST(SectorsAndBanks, TheKeyOfSectorsNamesNumbersWhereThereAreSome) {
    const lab::Result copy = drawn_rung("vector_addition/one_each", {});
    Cursor cursor;
    cursor.step = 0;
    const Picture wide("coalescing", copy, cursor, {0, 0, 1400, 420});
    EXPECT_TRUE(wide.sees("number = lane"));
    const Picture thin("coalescing", copy, cursor, {0, 0, 560, 420});
    EXPECT_FALSE(thin.sees("number = lane"));
    EXPECT_TRUE(thin.sees("used by a lane"));
}

// A low picture of memory is that of its banks alone: its button says so, and its title once.
TEST(SectorsAndBanks, APictureOfBanksIsCalledSo) {
    Opened tile("transpose/tile", 1366, 768);
    EXPECT_TRUE(tile.driver.sees("Banks  \u203a"));
    EXPECT_FALSE(tile.driver.sees("Sectors  \u203a"));
    EXPECT_FALSE(tile.driver.says("Shared memory: the warp uses"));
    EXPECT_TRUE(tile.driver.says("The warp uses only 1 of 32 banks"));
}

// Stores that waste nothing look alike in both: where one of them waits is told beside.
TEST(SectorsAndBanks, SectorsTellOfConflictsElsewhere) {
    Opened tile("transpose/tile --at 17", 1366, 768), copy("transpose/copy", 1366, 768);
    const char* words = "At other steps reads of tile take 32 times as many wavefronts";
    EXPECT_TRUE(tile.driver.says(words));
    EXPECT_FALSE(copy.driver.says("At other steps"));
    EXPECT_FALSE(Opened("transpose/padded --at 17", 1366, 768).driver.says("At other steps"));
}

TEST(SectorsAndBanks, PicturesOfBanksSpeakOfWavefronts) {
    const lab::Result drawn = drawn_rung("reduction/strided", {});
    Cursor cursor;
    cursor.step = 20;
    const Picture low("banks", drawn, cursor, {0, 0, 900, 110});
    EXPECT_TRUE(low.sees("due to conflicts")) << "those that are out of sight";
    const Picture picture("banks", drawn, cursor, {0, 0, 900, 500});
    EXPECT_TRUE(picture.sees("wavefront 1"));
    EXPECT_FALSE(picture.sees("pass"));
}

TEST(SectorsAndBanks, ADoubleIsServedInHalvesOfTheWarp) {
    OnStage doubles("reduction/strided type=double --at step=13", Slot::memory);
    lab::Result result;
    result.picture = doubles.driver.shell.session.shown()->picture;
    const Picture picture("banks", result, doubles.cursor(), {0, 0, 1200, 640});
    EXPECT_TRUE(picture.sees("2nd half"));
    EXPECT_FALSE(picture.notes.of(MarkKind::dashed_line, Role::stroke).empty());
    EXPECT_TRUE(picture.sees("two")) << "parts";
    OnStage floats("reduction/strided --at step=13", Slot::memory);
    result.picture = floats.driver.shell.session.shown()->picture;
    const Picture other("banks", result, floats.cursor(), {0, 0, 1200, 640});
    EXPECT_FALSE(other.sees("half"));
    EXPECT_TRUE(other.notes.of(MarkKind::dashed_line, Role::stroke).empty());
}

TEST(SectorsAndBanks, BarsOfARoundStandTogetherAndSayHowFarItReaches) {
    OnStage strided("reduction/strided", Slot::memory);
    lab::Result result;
    result.picture = strided.driver.shell.session.shown()->picture;
    const Picture picture("banks", result, strided.cursor(), {0, 0, 1240, 640});
    for (const char* reach : {"+1", "+2", "+4", "+8"}) EXPECT_TRUE(picture.notes.find(reach));
    EXPECT_TRUE(picture.notes.find("launch 2"));
    EXPECT_LT(picture.place("+1").x, picture.place("+2").x);
    EXPECT_TRUE(picture.sees("+n: a lane's two loads lie n elements apart"));
}

// Four on the average are not four in each.
TEST(SectorsAndBanks, SectorsThatDifferAreToldTogether) {
    Coalescing all;
    all.lines.push_back({.base = 0, .touched = 3, .wanted_in = {8, 24, 0, 0}, .wanted = {}});
    EXPECT_EQ(wanted_of_each(all), 0);
    all.lines[0].wanted_in[1] = 8;
    EXPECT_EQ(wanted_of_each(all), 8);
}

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

}  // namespace

// "Happens before" in words: which pair is named, of which launch, and what stays in little room.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/order/meetings.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

TEST(OrderInWords, TheGraphOpensWithThePairThatTheWindowNames) {
    for (const char* rung : {"bug_hunt/no_barrier", "bug_hunt/neighbour"}) {
        const OpenedRung race(rung, "happens_before");
        const Meeting* shown = meeting_shown(race.run(), race.playback.cursor);
        ASSERT_TRUE(shown) << rung;
        EXPECT_TRUE(is_spoken_of(race.run(), *shown)) << rung << ", " << shown->place;
    }
    const OpenedRung cured("bug_hunt/no_barrier", "happens_before", {"version=cured"});
    EXPECT_FALSE(is_spoken_of(cured.run(), meetings_of(cured.run()).all.front()));
}

// At a projector the words of a race took the room of its picture.
TEST(OrderInWords, TroubleLeavesAPictureItsRoom) {
    Driver driver(1280, 720);
    driver.shell.restore("memory_model/is_volatile launches=1 --anyway --view happens_before");
    driver.settle();
    driver.shell.look.density = Density::projector;
    driver.settle();
    EXPECT_FALSE(driver.says("Too little room."));
}

TEST(OrderInWords, OnePairIsNamedByCardAndGraph) {
    Driver driver(1366, 768);
    driver.shell.restore("memory_model/is_volatile launches=1 --anyway");
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const auto race =
        std::ranges::find(run.faults, simulator::FaultKind::race, &simulator::Fault::kind);
    ASSERT_NE(race, run.faults.end());
    const Meeting* shown = meeting_shown(run, driver.shell.playback.cursor);
    ASSERT_TRUE(shown);
    EXPECT_TRUE(is_spoken_of(run, *shown)) << shown->place;
    EXPECT_EQ(shown->place, race->buffer + "[" + std::to_string(race->element) + "]");
    EXPECT_TRUE(driver.says(shown->place));
}

// Of two launches a block of the same number is another one.
TEST(OrderInWords, HeadsSayOfWhichLaunchABlockIs) {
    const OpenedRung two("memory_model/is_volatile", "happens_before");
    const Meeting* shown = meeting_shown(two.run(), two.playback.cursor);
    ASSERT_TRUE(shown);
    ASSERT_NE(shown->first.launch, shown->last.launch);
    for (const float width : {1000.f, 420.f, 300.f}) {
        const Picture picture("happens_before", two.result, two.playback.cursor,
                              {0, 0, width, 400});
        EXPECT_TRUE(picture.sees("aunch 1")) << width;
        EXPECT_TRUE(picture.sees("aunch 2")) << width;
    }
}

// Words that go where there is little room, and those that may not.
TEST(OrderInWords, WhatIsOldIsSaidInLittleRoom) {
    Driver driver(1280, 720);
    driver.shell.look.density = Density::projector;
    driver.shell.restore("memory_model/plain launches=1 --anyway --view happens_before");
    driver.settle();
    EXPECT_TRUE(driver.says(", old"));
    EXPECT_TRUE(driver.sees("line "));
    EXPECT_FALSE(driver.sees("drawn: 2") && !driver.sees("2 pairs"));
}

}  // namespace

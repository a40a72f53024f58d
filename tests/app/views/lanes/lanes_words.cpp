// Lanes in words: turns of atomics, numbers in cells, who waits.
#include <gtest/gtest.h>

#include <bit>

#include "app/view.h"
#include "app/views/now.h"
#include "app/warps_over_time.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"
#include "tests/app/views/at_atomic.h"

namespace {

using namespace app;
using namespace test;

TEST(LanesInWords, LanesOfAnAtomicTakeTurns) {
    const AtAtomic one("global", {"skew=one"});
    EXPECT_EQ(one.claim("lanes"), "Lanes take turns: up to 32 passes");
    EXPECT_NE(one.sentence("lanes").find("*256 passes* for 8 requests."), std::string::npos)
        << one.sentence("lanes");
    EXPECT_EQ(one.sentence("lanes").find("No lane waits"), std::string::npos);
    const auto& columns = warps_over_time(*one.result.picture).columns;
    const auto& column = columns[std::size_t(one.cursor.step)];
    EXPECT_EQ(column.times, 32);
    EXPECT_FLOAT_EQ(column.again(), 31.f / 32);
}

// The program of a lesson reads its chain through a texture, a hundred times.
TEST(LanesInWords, AReadThroughATextureIsAStep) {
    const lab::Result drawn = drawn_rung("latency/texture", {});
    const lab::Run& run = *drawn.picture;
    ASSERT_GT(run.steps.size(), 100u);
    Cursor cursor;
    cursor.step = 0;
    const std::string said = view_sentence("lanes", run, cursor);
    EXPECT_TRUE(said.starts_with("*32 threads* read through a texture in line")) << said;
    EXPECT_NE(now_text(run, cursor).find("read through a texture"), std::string::npos);
    EXPECT_EQ(run.counters.global_load_requests, 0u) << "no counter of loads has it";
}

TEST(LanesInWords, AnAtomicWithoutAQueueIsOnePass) {
    TraceMaker maker({1}, {32});
    maker.access(EventKind::atomic, Space::global, Type::u32, 3, 0, 0,
                 [](int lane) -> std::optional<Address> { return 4 * Address(lane); });
    const auto run = maker.run();
    Cursor cursor;
    cursor.step = 0;
    EXPECT_EQ(view_claim("lanes", *run, cursor), "All 32 threads do the same");
    EXPECT_EQ(warps_over_time(*run).columns[0].times, 1);
    EXPECT_EQ(run->trace->events[0].passes, 1u);
}

TEST(LanesInWords, WhatNumbersInLanesAreIsSaid) {
    const AtAtomic one("global", {"skew=one"});
    const Rect area{0, 0, 1400, 640};
    const Picture picture("lanes", one.result, one.cursor, area);
    EXPECT_TRUE(picture.sees("the value it left"));
    Cursor barrier;
    barrier.step = -1;
    EXPECT_FALSE(Picture("lanes", one.result, barrier, area).sees("the value it"));
}

TEST(LanesInWords, NumbersInLanesHaveOneForm) {
    TraceMaker maker({1}, {32});
    maker.access(
        EventKind::load, Space::global, Type::f32, 3, 0, 0,
        [](int lane) -> std::optional<Address> { return 4 * Address(lane); },
        [](int lane) { return std::bit_cast<std::uint32_t>(lane % 2 ? .8421f : .5f); });
    lab::Result result;
    result.picture = maker.run();
    Cursor cursor;
    cursor.step = 0;
    for (float width = 700; width < 1900; width += 100) {
        const Picture picture("lanes", result, cursor, {0, 0, width, 420});
        for (const NotedText& text : picture.notes.texts) EXPECT_FALSE(text.text.starts_with("."));
    }
}

// Lanes that have returned wait for nobody.
TEST(LanesInWords, LanesThatAreOffAreNotSaidToWait) {
    Laptop laptop;
    laptop.open("bug_hunt/left_lane");
    EXPECT_FALSE(laptop.driver.sees("lanes that wait"));
    EXPECT_TRUE(laptop.driver.sees("hatched: lanes that are off") ||
                laptop.driver.sees("hatched: lanes off"));
}

// One lane of a block tells nothing of how all are spread.
TEST(LanesInWords, HowAllAreSpreadIsToldWhereLanesShowIt) {
    Driver driver(1366, 768);
    driver.shell.restore("histogram/shared skew=one");
    driver.settle();
    driver.shell.playback.go_to(driver.shell.playback.count() - 1);
    driver.settle();
    EXPECT_TRUE(driver.says("In the whole run"));
    EXPECT_FALSE(driver.says("if they are spread evenly"));
}

TEST(LanesInWords, ABarrierSaysWhomItWaitsFor) {
    const auto says = [](const char* rung, std::vector<const char*> knobs) {
        const OpenedRung at(rung, "lanes", knobs);
        return now_text(at.run(), at.playback.cursor);
    };
    const std::string broken = says("bug_hunt/barrier_in_if", {});
    EXPECT_NE(broken.find("CUDA does not define"), std::string::npos) << broken;
    const std::string early = says("bug_hunt/early_return", {});
    EXPECT_NE(early.find("*that have not returned*"), std::string::npos) << early;
}

}  // namespace

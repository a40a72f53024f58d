// What three looks at lessons with fresh eyes found: one pair for picture and words, one ladder for
// times of two days, marks of lack on a right result, a picture that gave way to words.
#include <gtest/gtest.h>

#include <memory>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/playback.h"
#include "app/view.h"
#include "app/views/cards/compared_times.h"
#include "app/views/flow/data_flow.h"
#include "app/views/now.h"
#include "app/views/order/meetings.h"
#include "app/weights.h"
#include "app_drawn_rung.h"
#include "app_picture.h"
#include "app_series_maker.h"
#include "app_shell_driver.h"
#include "lab/lesson_more.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

struct Looked {
    lab::Result result;
    Playback playback;
    Looked(const char* rung, const char* view, const std::vector<const char*>& knobs = {})
        : result(drawn_rung(rung, knobs)) {
        playback.load(&run(), false);
        open_where_it_tells(playback, find_view(view), run());
    }
    const lab::Run& run() const { return *result.picture; }
};

TEST(SecondLook, TheGraphOpensWithThePairThatTheWindowNames) {
    for (const char* rung : {"bug_hunt/no_barrier", "bug_hunt/neighbour"}) {
        const Looked race(rung, "happens_before");
        const Meeting* shown = meeting_shown(race.run(), race.playback.cursor);
        ASSERT_TRUE(shown) << rung;
        EXPECT_TRUE(is_spoken_of(race.run(), *shown)) << rung << ", " << shown->place;
    }
    const Looked cured("bug_hunt/no_barrier", "happens_before", {"version=cured"});
    EXPECT_FALSE(is_spoken_of(cured.run(), meetings_of(cured.run()).all.front()));
}

// The first factor of a recurrence is multiplied with nothing.
TEST(SecondLook, WhatARightResultDoesWithoutIsNoProblem) {
    const Looked right("recurrence/block", "data_flow");
    ASSERT_TRUE(right.run().verdict.ok);
    EXPECT_TRUE(flow_layout(right.run(), right.playback.cursor).problems.empty());
}

TEST(SecondLook, ABarrierSaysWhomItWaitsFor) {
    const auto says = [](const char* rung, std::vector<const char*> knobs) {
        const Looked at(rung, "lanes", knobs);
        return now_text(at.run(), at.playback.cursor);
    };
    const std::string broken = says("bug_hunt/barrier_in_if", {});
    EXPECT_NE(broken.find("CUDA leaves undefined"), std::string::npos) << broken;
    const std::string early = says("bug_hunt/early_return", {});
    EXPECT_NE(early.find("*that have not returned*"), std::string::npos) << early;
}

lab::Result recorded_on(const char* day, int rung) {
    lab::Result result = result_of(settings(rung, 1 << 22), lab::TimeKind::recorded, 1 + rung);
    auto timed = std::make_shared<lab::Run>(*result.timed);
    timed->device.when = day;
    result.timed = timed;
    return result;
}

// Kernels of a ladder that were recorded on two days, on one device.
TEST(SecondLook, TimesOfTwoDaysStandInOneLadder) {
    const lab::Result shown = recorded_on("2026-11-23", 1);
    Series series;
    for (const lab::Result& each : {recorded_on("2026-11-21", 0), shown}) series.add(each);
    const Cursor cursor;
    const Metrics metrics;
    const ComparedTimes data = compared_times({shown, cursor, metrics, series});
    ASSERT_GE(data.bars.size(), 2u);
    for (const int rung : {0, 1}) {
        ASSERT_TRUE(data.bars[std::size_t(rung)].point) << rung;
        ASSERT_TRUE(data.bars[std::size_t(rung)].day) << rung;
    }
    EXPECT_EQ(data.bars[0].day->when, "2026-11-21") << "each says its own";
    EXPECT_EQ(data.bars[1].day->when, "2026-11-23");
    EXPECT_NE(words_of(data, data.bars[0]).find("2026-11-21"), std::string::npos);
}

TEST(SecondLook, NoWordOnTheWayLiesOnTheSpeeds) {
    Driver driver(1280, 720);
    driver.shell.restore("histogram/global --view coalescing");
    driver.settle();
    driver.shell.playback.word =
        "none where more sectors are asked for than would do for all of it";
    driver.frame();
    EXPECT_FALSE(driver.says("would do for all of it"));
    EXPECT_TRUE(driver.says("Step"));
}

// One warp sorts no 2^28 keys: the set-up comes with the nearest kernel that does.
TEST(SecondLook, ASetupBringsAKernelThatRunsIt) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/warp");
    driver.settle();
    const auto& setups = lab::more_of(driver.shell.session.settings()).setups;
    for (std::size_t i = 0; i < setups.size(); ++i) {
        driver.shell.restore("radix_sort/warp");
        driver.settle();
        if (!driver.click("rail.setup." + std::to_string(i))) continue;
        const lab::Settings& now = driver.shell.session.settings();
        EXPECT_FALSE(lab::refusal(now)) << setups[i].title;
        for (const auto& [knob, value] : setups[i].values) EXPECT_EQ(now[*knob], value);
    }
    driver.shell.restore("radix_sort/warp");
    driver.settle();
    const lab::Settings few = driver.shell.session.settings();
    EXPECT_TRUE(driver.click("rail.setup.0"));
    EXPECT_EQ(driver.shell.session.settings().rung, few.rung) << "it runs here";
}

TEST(SecondLook, WhatAKernelHasNoUseForIsNotDrawn) {
    const lab::Settings one = *lab::settings_named("tridiagonal/fixed"),
                        many = *lab::settings_named("tridiagonal/blocks");
    EXPECT_EQ(drawn_words(lab::picture_of(one), one, grouped), "");
    EXPECT_NE(drawn_words(lab::picture_of(many), many, grouped).find("systems"), std::string::npos);
}

// At a projector the words of a race took the room of its picture.
TEST(SecondLook, TroubleLeavesAPictureItsRoom) {
    Driver driver(1280, 720);
    driver.shell.restore("memory_model/is_volatile launches=1 --anyway --view happens_before");
    driver.settle();
    driver.shell.look.density = Density::projector;
    driver.settle();
    EXPECT_FALSE(driver.says("Too little room."));
}

}  // namespace

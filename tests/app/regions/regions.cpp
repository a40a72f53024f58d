// What the regions say and where a press leads: stage, strip, transport, knobs, cards.
#include <gtest/gtest.h>

#include <map>

#include "app/format.h"
#include "app/program/control_map.h"
#include "app/regions/status_strip.h"
#include "tests/app/shell_driver.h"
#include "tests/app/view_says.h"

namespace app {
namespace {

using testing::Driver;

class Regions : public ::testing::Test {
protected:
    testing::Driver driver;
    void SetUp() override {
        driver.shell.open_lesson(*lab::find_lesson("reduction"));
        driver.shell.session.settings().set(*lesson().size, 2048);
        driver.settle();
    }
    const lab::Lesson& lesson() { return *lab::find_lesson("reduction"); }
    lab::Settings& settings() { return driver.shell.session.settings(); }
    Playback& playback() { return driver.shell.playback; }
    void go_wrong() {
        for (std::size_t rung = 0; rung < lesson().rungs.size(); ++rung) {
            settings().anyway = false;
            settings().rung = static_cast<int>(rung);
            settings().set(*lab::find_knob(lesson(), "block"), 100);
            const auto refusal = lab::refusal(settings());
            if (!refusal || refusal->shows.empty()) continue;
            settings().anyway = true;
            driver.settle();
            if (driver.shell.session.picture()->verdict.checked) return;  // else it faults
        }
        FAIL() << "no rung can be run against its refusal to its end";
    }
};

TEST_F(Regions, TheStageOpensWithThatWhichCanStandThere) {
    auto subject = std::make_shared<lab::Subject>(*driver.shell.session.subject());
    subject->views = {"source", "ledger", "coalescing"};
    driver.shell.open_subject(subject);
    EXPECT_EQ(driver.shell.slot, Slot::memory);
}

TEST_F(Regions, TheStageSaysTheViewsClaimAndSentence) {
    for (const int step : {0, 9}) {
        playback().go_to(step);
        driver.settle();
        const View& view = *driver.shell.stage_view();
        const std::string claim =
            test::view_claim(view.id, *driver.shell.session.picture(), playback().cursor);
        ASSERT_NE(claim, view.title);
        EXPECT_TRUE(driver.says(claim)) << claim;
    }
}

TEST_F(Regions, AWrongResultIsSaidWithWhatWasFoundAndWhatWasExpected) {
    go_wrong();
    const lab::Verdict& verdict = driver.shell.session.picture()->verdict;
    ASSERT_TRUE(verdict.checked && !verdict.ok);
    ASSERT_NE(verdict.found, verdict.expected);
    const std::string words = verdict.buffer + "[" + std::to_string(verdict.element) + "] is " +
                              shortest(verdict.found, 8) + ", but " +
                              shortest(verdict.expected, 8) + " was expected";
    EXPECT_TRUE(driver.says(words)) << words;
}

TEST_F(Regions, OnlyARightResultGetsATick) {
    EXPECT_TRUE(driver.has_mark("status", MarkKind::circle, Role::good));
    EXPECT_FALSE(driver.has_mark("status", MarkKind::polygon, Role::bad));
    go_wrong();
    EXPECT_FALSE(driver.has_mark("status", MarkKind::circle, Role::good));
    EXPECT_TRUE(driver.has_mark("status", MarkKind::polygon, Role::bad));
    EXPECT_TRUE(driver.says("Differs from the CPU in"));
}

// A picture is drawn without measuring, also where there is a GPU.
TEST(DeviceWords, NameTheGpuThatIsHereWhetherOrNotItMeasured) {
    lab::Run run;
    run.time.kind = lab::TimeKind::recorded;
    const auto none = GpuKnown::none, here = GpuKnown::here;
    EXPECT_EQ(words_of_device(&run, "", none).name, "No NVIDIA GPU here");
    EXPECT_EQ(words_of_device(&run, "", GpuKnown::not_asked).name, "No GPU was looked for")
        << "as for a picture";
    EXPECT_EQ(words_of_device(&run, "", GpuKnown::looking).name, "Looking for a GPU");
    EXPECT_EQ(words_of_device(&run, "", GpuKnown::fails).name, "The GPU can't be used");
    EXPECT_EQ(words_of_device(nullptr, "", none).short_name, "No GPU");
    EXPECT_EQ(words_of_device(&run, "NVIDIA H200", here).name, "NVIDIA H200");
    EXPECT_EQ(words_of_device(&run, "NVIDIA H200", here).more, "nothing here was measured on it");
    run.time.kind = lab::TimeKind::measured;
    run.time.conditions = "warm";
    run.device = {"gpu", "NVIDIA H100", "1.0", ""};
    EXPECT_EQ(words_of_device(&run, "NVIDIA H200", here).name, "NVIDIA H100")
        << "which the time is of";
    EXPECT_EQ(words_of_device(&run, "", none).more, "driver 1.0 · warm");
}

TEST(Judged, IsWhatTheGpuComputedUnlessTheCountedRunHasTrouble) {
    lab::Run counted, timed;
    counted.verdict.checked = counted.verdict.ok = true;
    timed.verdict.checked = timed.verdict.ok = true;
    timed.time.kind = lab::TimeKind::measured;
    EXPECT_EQ(run_to_judge(&counted, &timed), &timed);
    EXPECT_EQ(run_to_judge(&counted, nullptr), &counted);
    EXPECT_EQ(run_to_judge(nullptr, &timed), &timed);
    timed.time.kind = lab::TimeKind::recorded;
    EXPECT_EQ(run_to_judge(&counted, &timed), &counted);
    timed.time.kind = lab::TimeKind::measured;
    counted.verdict.ok = false;
    EXPECT_EQ(run_to_judge(&counted, &timed), &counted) << "a difference";
    counted.verdict.ok = true;
    counted.faults.push_back({});
    if (counted.faulted()) {
        EXPECT_EQ(run_to_judge(&counted, &timed), &counted) << "a fault";
    }
}

TEST_F(Regions, TheTransportCountsFromOne) {
    playback().go_to(0);
    driver.settle();
    EXPECT_TRUE(driver.says("Step 1 of " + std::to_string(playback().count())));
    playback().go_to(playback().count() - 1);
    driver.settle();
    const std::string all = std::to_string(playback().count());
    EXPECT_TRUE(driver.says("Step " + all + " of " + all));
}

TEST_F(Regions, AScrubWithShiftSnapsToTheNearestBarrier) {
    const std::vector<int>& posts = playback().posts();
    ASSERT_GE(posts.size(), 3u);
    const int post = posts[posts.size() / 2], steps = playback().count() - 1;
    ASSERT_TRUE(driver.control("transport.scrub"));
    for (const int beside : {-1, 0, 1}) {
        Input input;
        input.mouse = driver.at("transport.scrub",
                                static_cast<float>(post + beside) / static_cast<float>(steps));
        input.down = input.pressed = input.shift = true;
        driver.frame(input);
        int wanted = 0;
        for (const int each : posts)
            if (std::abs(each - post - beside) < std::abs(wanted - post - beside)) wanted = each;
        EXPECT_EQ(playback().cursor.step, wanted);
        driver.release(input.mouse);
    }
}

TEST_F(Regions, ABlockIsSoManyWarpsTheLastOneToo) {
    const lab::Knob& block = *lab::find_knob(lesson(), "block");
    for (const auto& [threads, words] :
         {std::pair{100, "4 warps"}, std::pair{32, "1 warp"}, std::pair{256, "8 warps"}}) {
        settings().set(block, threads);
        driver.settle();
        EXPECT_TRUE(driver.sees(words)) << threads;
    }
}

TEST_F(Regions, TheTopBarIsVisitedFromLeftToRight) {
    float last = -1;
    for (const Control& control : driver.shell.ui_state.controls) {
        if (control.region != Region::top) continue;
        EXPECT_GT(control.area.x, last) << control.id;
        last = control.area.x;
    }
    EXPECT_GT(last, 0);
}

// The rail of a high window lists them, or a part of them.
// Its tooltip says what it would take back; where there is nothing it can't be pressed.
TEST_F(Regions, UndoIsAButtonThatSaysWhatItUndoes) {
    testing::Driver own(1920, 1080);
    own.shell.open_lesson(*lab::find_lesson("reduction"));
    own.settle();
    const auto tip = [&](std::string_view id) {
        Input input;
        input.mouse = own.at(id);
        own.frame(input);
        own.now += .4;
        own.frame(input);
        std::string all;
        for (const NotedText& text : own.texts)
            if (text.card == "tooltip") all += (all.empty() ? "" : " ") + text.text;
        return all;
    };
    ASSERT_TRUE(own.control("top.redo"));
    EXPECT_FALSE(own.control("top.redo")->enabled);
    EXPECT_EQ(tip("top.redo"), "Nothing to redo (Ctrl + Y)");
    own.shell.session.settings().rung = 2;
    own.settle();
    ASSERT_TRUE(own.control("top.undo")->enabled);
    EXPECT_EQ(tip("top.undo"), "Undo: Kernel 1 → 3 (Ctrl + Z)");
    own.click("top.undo");
    EXPECT_EQ(own.shell.session.settings().rung, 0);
    EXPECT_EQ(tip("top.redo"), "Redo: Kernel 1 → 3 (Ctrl + Y)");
    own.click("top.redo");
    EXPECT_EQ(own.shell.session.settings().rung, 2);
}

// A control stays where it is from kernel to kernel, as long as those above it are the same.
TEST_F(Regions, TheRailDoesNotJumpFromKernelToKernel) {
    for (const auto& [width, height] : {std::pair{1366, 768}, {1920, 1080}}) {
        testing::Driver own{float(width), float(height)};
        own.shell.open_lesson(*lab::find_lesson("reduction"));
        std::map<std::string, float> places;
        for (int rung = 0; rung < 6; ++rung) {
            own.shell.session.settings().rung = rung;
            own.settle();
            for (const char* id : {"lesson.picker", "lesson.reduction", "kernel.0", "knob.block",
                                   "knob.n", "knob.pattern.0"}) {
                const auto part = own.shell.ui_state.places.find(id);
                const Control* control = own.control(id);
                if (!control && part == own.shell.ui_state.places.end()) continue;
                const bool below_another = rung > 3 && std::string_view(id) == "knob.pattern.0";
                if (below_another) continue;  // these kernels have a knob more
                const float y = control ? control->area.y : part->second.y;
                EXPECT_NEAR(places.try_emplace(id, y).first->second, y, .5f)
                    << id << " at kernel " << rung + 1 << ", " << width;
            }
        }
        EXPECT_GE(places.size(), 4u) << width;
    }
}

// A knob that has no whole room at the rail's end shows nothing, and nothing there takes a click.
TEST_F(Regions, WhatTheRailDoesNotShowTakesNoClick) {
    int hidden = 0;
    for (const char* line : {"radix_sort", "scan/look_back", "histogram/per_lane"}) {
        testing::Driver own{1366, 768};
        own.shell.restore(line);
        own.settle();
        for (const Control& one : own.shell.ui_state.controls) {
            if (!one.id.starts_with("knob.")) continue;
            hidden += one.area.h <= 0;
            if (one.area.h <= 0) continue;
            EXPECT_FLOAT_EQ(one.area.h, one.whole.h) << line << ": " << one.id;
        }
    }
    EXPECT_GT(hidden, 0);
}

TEST_F(Regions, UpAndDownWalkOverTheLessons) {
    driver.height = 2000;
    driver.settle();
    std::vector<const lab::Lesson*> rows;
    for (const lab::Lesson* lesson : lab::lessons())
        if (driver.control("lesson." + lesson->id)) rows.push_back(lesson);
    ASSERT_GE(rows.size(), 3u);
    const auto id = [&](std::size_t row) { return "lesson." + rows[row]->id; };
    const std::size_t controls = driver.shell.ui_state.controls.size();
    for (std::size_t i = 0; i < controls && driver.shell.ui_state.focus != id(0); ++i)
        driver.key(Key::tab);
    driver.key(Key::down);
    EXPECT_EQ(driver.shell.ui_state.focus, id(1));
    driver.key(Key::down);
    driver.key(Key::up);
    EXPECT_EQ(driver.shell.ui_state.focus, id(1));
    driver.key(Key::enter);
    EXPECT_EQ(driver.shell.session.lesson(), rows[1]);
}

TEST_F(Regions, TheMapOfControlsNamesThemWithTheirPlaces) {
    const std::string map = control_map(driver.shell, 2);
    const Rect area = driver.control("knob.block")->area;
    const std::string place = "\"knob.block\": [" + fixed(area.x * 2, 1);
    EXPECT_NE(map.find(place), std::string::npos) << place << "\n" << map;
    EXPECT_NE(map.find("\"rests\": true"), std::string::npos);
    EXPECT_NE(map.find("\"full_screen\": false"), std::string::npos);
    EXPECT_NE(map.find("\"state\": \"reduction/"), std::string::npos);
    driver.click("transport.play");
    EXPECT_NE(control_map(driver.shell, 2).find("\"rests\": false"), std::string::npos);
}

// Tabs whose names are longer than an even share take from those that are shorter.
TEST(StageTabs, HaveLettersOfOneSize) {
    Driver driver;
    driver.shell.restore("bytes_in_flight/eight warps=4");
    driver.settle();
    float small = 1e6, large = 0;
    int tabs = 0;
    const Rect row = driver.control("stage.picture.0")->area;
    for (const NotedText& text : driver.texts) {
        const bool tab = text.text == "Loads in flight" || text.text == "Data flow" ||
                         text.text == "Occupancy" || text.text == "Scheduler";
        if (!tab || text.box.middle_y() < row.y || text.box.middle_y() > row.bottom()) continue;
        ++tabs;
        small = std::min(small, text.style.size), large = std::max(large, text.style.size);
    }
    EXPECT_EQ(tabs, 4);
    EXPECT_EQ(small, large);
    EXPECT_TRUE(driver.misplaced.empty());
}

}  // namespace
}  // namespace app

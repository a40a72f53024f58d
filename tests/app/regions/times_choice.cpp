// Which times the cards show: of which device, beside which other one, cold or warm; from the list
// in their heads, and from the line of state.
#include <gtest/gtest.h>

#include <fstream>

#include "app/format.h"
#include "app/sentences/because.h"
#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/time/alternating.h"
#include "lab/time/measure.h"
#include "lab/time/recordings.h"
#include "tests/app/picture.h"
#include "tests/app/views/cards/two_devices.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace app;
using namespace test;
using lab::TimeKind;

TEST(TimesChoice, WhatWasAskedForComesFirstAndAChosenDeviceBeforeIt) {
    Filled from = on_two_devices();
    const lab::Settings at = settings(2, 1 << 22);
    EXPECT_EQ(from.series.clocks(*at.subject), (std::vector<TimeClock>{h200, other}));
    EXPECT_EQ(from.series.source(at)->clock(), h200);
    EXPECT_FALSE(from.series.second_source(at)) << "nothing stands beside by itself";
    from.series.choice.second = other;
    EXPECT_EQ(from.series.second_source(at)->clock(), other);
    from.series.choice.first = other;
    EXPECT_EQ(from.series.source(at)->clock(), other);
    EXPECT_FALSE(from.series.second_source(at)) << "not beside itself";
    from.series.choice.first = TimeClock{TimeKind::recorded, "a GPU that nobody has"};
    EXPECT_EQ(from.series.source(at)->clock(), h200) << "what is not there is not shown";
}

// Distinguished by shape, not by colour alone, and each named.
TEST(TimesChoice, TwoDevicesStandSideBySideOnEveryPlotOfTimes) {
    struct Case {
        const char* view;
        MarkKind kind;  // of the second's marks
    };
    for (const auto& [view, kind] :
         {Case{"timings", MarkKind::polygon}, Case{"rungs_compared", MarkKind::hatch},
          Case{"block_shapes", MarkKind::polygon}}) {
        Filled from = on_two_devices();
        const Rect area{0, 0, 700, 300};
        const Picture one(view, from.shown, {}, area, from.series);
        EXPECT_FALSE(one.sees("RTX 9")) << view;
        from.series.choice.second = other;
        const Picture two(view, from.shown, {}, area, from.series);
        EXPECT_TRUE(two.sees("RTX 9")) << view;
        EXPECT_GT(two.notes.of(kind).size(), one.notes.of(kind).size()) << view;
        EXPECT_TRUE(misplaced_texts(two.notes).empty()) << view;
        const std::string numbers = find_view(view)->numbers({from.shown, {}, {}, from.series});
        EXPECT_NE(numbers.find(",NVIDIA H200,cold"), std::string::npos) << view << numbers;
        EXPECT_NE(numbers.find(std::string(",") + other_device + ",cold"), std::string::npos)
            << view;
    }
}

// Each name of a device at its own curve, and marks in the key as they stand in the plot.
TEST(TimesChoice, CurvesOfTwoDevicesAreNamedAtTheirEnds) {
    Filled from = on_two_devices();
    from.series.choice.second = other;
    const Picture two("timings", from.shown, {}, {0, 0, 900, 400}, from.series);
    const std::string number = std::to_string(from.shown.request.settings.rung + 1);
    EXPECT_TRUE(two.sees(number + ", H200"));
    EXPECT_TRUE(two.sees(number + ", RTX 9"));
    EXPECT_FALSE(two.sees("kernel " + number));
    EXPECT_EQ(two.notes.of(MarkKind::polygon).size(), size_knob.ticks.size() + 2)
        << "and the key, and the time at the size that is set";
    EXPECT_TRUE(two.notes.of(MarkKind::hatch, Role::text2).empty()) << "no box stands for points";
    const auto joins = those(two.notes.marks, [](const NotedMark& mark) {
        return mark.kind == MarkKind::line && mark.colour.role == Role::accent && mark.width < 1.5f;
    });
    EXPECT_EQ(joins.size(), size_knob.ticks.size() - 1) << "a thin line through the medians";
}

TEST(TimesChoice, TheWinnerIsOfTheFirstDevice) {
    Filled from = on_two_devices();
    from.series.choice.second = other;
    const Picture two("rungs_compared", from.shown, {}, {0, 0, 900, 300}, from.series);
    EXPECT_TRUE(two.sees("On H200 7 is ahead"));
    EXPECT_EQ(two.notes.of(MarkKind::hatch, Role::text2).size(), 13u)
        << "six bars, before their numbers, and the key";
    for (const float height : {140.f, 170.f, 200.f, 240.f, 300.f}) {
        const Picture low("rungs_compared", from.shown, {}, {0, 0, 330, height}, from.series);
        const auto misplaced = misplaced_texts(low.notes);
        EXPECT_TRUE(misplaced.empty()) << height << ": " << misplaced.front();
    }
}

// Wherever a second device has a bar: its own time in digits, and its own interval.
TEST(TimesChoice, BothBarsHaveTheirNumberAndTheirInterval) {
    Filled from = filled(TimeKind::recorded, 2, .3);
    for (const int rung : {0, 1, 2, 3, 4, 6})
        from.series.add(on_another(
            result_of(settings(rung, 1 << 22), TimeKind::recorded, .05 / (rung + 1), .3)));
    from.series.choice.second = other;
    const lab::Settings at = from.shown.request.settings;
    const std::string first =
                          time_text(from.series.time(at, *from.series.source(at))->time.median_ms),
                      second = time_text(
                          from.series.time(at, *from.series.second_source(at))->time.median_ms);
    ASSERT_NE(first, second);
    for (const Rect area : {Rect{0, 0, 1200, 650}, Rect{0, 0, 700, 300}, Rect{0, 0, 306, 150}}) {
        const Picture two("rungs_compared", from.shown, {}, area, from.series);
        const bool once = area.w < 400;  // the unit of all times is said once
        const auto number = [&](const std::string& time) {
            return once ? time.substr(0, time.rfind(' ')) : time;
        };
        EXPECT_EQ(two.notes.find("in µs") != nullptr, once) << area.w;
        EXPECT_TRUE(two.notes.find(number(first))) << area.w;
        EXPECT_TRUE(two.notes.find(number(second))) << area.w;
        const auto ends = those(two.notes.marks, [](const NotedMark& mark) {
            return mark.is(MarkKind::line, Role::text) && mark.points[0].x == mark.points[1].x;
        });
        EXPECT_EQ(ends.size(), 2u * 2 * 6) << area.w << ": both ends of both intervals of six";
    }
}

// A kernel that one of them did not time has words in place of its bar.
TEST(TimesChoice, WhatOneDeviceLacksIsSaid) {
    Filled from = filled(TimeKind::recorded, 2);
    from.series.add(on_another(result_of(settings(0, 1 << 22), TimeKind::recorded, .03)));
    from.series.choice.second = other;
    const Picture two("rungs_compared", from.shown, {}, {0, 0, 1200, 650}, from.series);
    EXPECT_TRUE(two.notes.find("no time on RTX 9"));
}

// Cold times of all sizes, warm ones up to 2^18.
Filled warm_up_to_a_size() {
    Filled from = filled(TimeKind::recorded, 2);
    for (const std::int64_t size : {1 << 10, 1 << 14, 1 << 18})
        from.series.add(with_warm(result_of(settings(2, size), TimeKind::recorded, .01), .004));
    from.series.choice.regime = lab::Regime::warm;
    return from;
}

TEST(TimesChoice, CurvesSayWhereWarmTimesEnd) {
    Filled from = warm_up_to_a_size();
    const Picture warm("timings", from.shown, {}, {0, 0, 900, 300}, from.series);
    EXPECT_TRUE(warm.notes.find("kernel 3: not measured warm from 2²² on"));
    EXPECT_TRUE(warm.notes.find("kernel 1: not measured warm")) << "at no size";
    EXPECT_TRUE(warm.notes.find("no warm time")) << "at the size that is set";
    EXPECT_TRUE(misplaced_texts(warm.notes).empty());
    const Picture small("timings", from.shown, {}, {0, 0, 306, 150}, from.series);
    EXPECT_TRUE(small.sees("not warm") || small.sees("not measured warm"));
    from.series.choice.regime = lab::Regime::cold;
    EXPECT_FALSE(
        Picture("timings", from.shown, {}, {0, 0, 900, 300}, from.series).sees("not meas"));
}

TEST(TimesChoice, ShapesWithoutAWarmTimeLookAndReadSo) {
    Filled from = filled(TimeKind::recorded, 2);
    from.series.choice.regime = lab::Regime::warm;
    const Rect area{0, 0, 700, 300};
    EXPECT_TRUE(Picture("block_shapes", from.shown, {}, area, from.series).sees("caches"));
    lab::Settings at = settings(2, 1 << 22);
    from.series.add(with_warm(result_of(at, TimeKind::recorded, .01), .004));
    const Picture one("block_shapes", from.shown, {}, area, from.series);
    EXPECT_TRUE(one.notes.find("not measured warm"));
    EXPECT_EQ(one.notes.of(MarkKind::dashed_outline).size(), 15u + 1) << "and the legend's sample";
    EXPECT_EQ(find_view("block_shapes")
                  ->words.note({from.shown, {}, {}, from.series})
                  .whole()
                  .rfind("only ", 0),
              0u);
}

TEST(TimesChoice, TheOtherCachesStandBesideTheTimeInWords) {
    Filled from = filled(TimeKind::recorded, 2);
    from.series.add(with_warm(result_of(settings(2, 1 << 22), TimeKind::recorded, .01), .0042));
    const Rect area{0, 0, 900, 300};
    EXPECT_TRUE(Picture("timings", from.shown, {}, area, from.series).sees("warm 4.2 µs"));
    from.series.choice.regime = lab::Regime::warm;
    const Picture warm("timings", from.shown, {}, area, from.series);
    EXPECT_TRUE(warm.sees("cold 10")) << "and the other way round";
    EXPECT_FALSE(warm.sees("warm 4.2"));
}

// Two medians whose intervals meet, and a ratio that alternating found all the same.
TEST(InTurns, TheSentenceAfterAChangeHasTheRatioOfPairs) {
    const lab::Result before = result_of(settings(1, 1 << 22), TimeKind::measured, .0134, .2);
    const lab::Result now = result_of(settings(2, 1 << 22), TimeKind::measured, .010, .2);
    auto whole = before, after = now;
    whole.complete = after.complete = true;
    const auto said = [&](const std::optional<lab::Interval>& turns) {
        const auto forms = because({.before = whole, .now = after, .turns = turns});
        return forms.empty() ? "" : forms.front();
    };
    EXPECT_NE(said(std::nullopt).find("their intervals overlap"), std::string::npos)
        << said(std::nullopt);
    lab::Interval turns{.746, .741, .752};
    EXPECT_NE(said(turns).find("1.34 times as fast (1.33 to 1.35, alternating)"), std::string::npos)
        << said(turns);
    turns = {1.001, .99, 1.01};
    EXPECT_NE(said(turns).find("the time changed by no more than 1.0 %"), std::string::npos)
        << said(turns);
}

// A recording of the reduction as another device might have made it: all of it three times as long.
std::string another_recording() {
    const auto folder = lab::asset("recordings");
    auto recording = lab::open_recording_file(*folder / "reduction.nvidia-h200.json");
    EXPECT_TRUE(recording);
    recording->device = other_device;
    for (lab::RecordedRun& run : recording->runs)
        for (lab::Time* time : {&run.cold, &run.warm}) {
            if (time->kind == TimeKind::none) continue;
            for (double& sample : time->samples) sample *= 3;
            const lab::Interval wide = lab::across_processes(lab::median_interval(time->samples));
            time->median_ms = wide.median, time->low_ms = wide.low, time->high_ms = wide.high;
        }
    const std::string file = tests::scratch_folder() + "/another.json";
    std::ofstream(file) << lab::text_of(*recording);
    return file;
}

class TimesChosen : public ::testing::Test {
protected:
    void SetUp() override { file = another_recording(); }
    void TearDown() override { lab::prefer_recordings(""); }
    void take_up(const std::string& line) {
        const auto state = lab::read_state_line(line);
        ASSERT_TRUE(state) << state.problem().message;
        driver.shell.take_up(*state);
        driver.settle();
    }
    bool sees(std::string_view words) const {
        return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
            return text.text.find(words) != std::string::npos;
        });
    }
    std::string file;
    app::testing::Driver driver;
};

TEST_F(TimesChosen, ALineOfStateNamesTwoDevicesAndTheCaches) {
    take_up("reduction/sequential --device nvidia-h200 --device " + file + " --caches warm");
    const TimeChoice& choice = driver.shell.session.series().choice;
    EXPECT_EQ(choice.first, h200);
    EXPECT_EQ(choice.second, other);
    EXPECT_EQ(choice.regime, lab::Regime::warm);
    EXPECT_TRUE(sees("H200 and RTX 9, warm"));
    const std::string line = driver.shell.state_line();
    EXPECT_NE(line.find("--device nvidia-h200 --device " + file + " --caches warm"),
              std::string::npos)
        << line;
    take_up(line);
    EXPECT_EQ(driver.shell.session.series().choice.second, other);
    take_up("reduction/sequential");
    EXPECT_EQ(driver.shell.session.series().choice, TimeChoice{}) << "a line says it all";
}

TEST_F(TimesChosen, TheSentenceNamesItsDeviceWhereTwoStand) {
    const auto sentence = [&](const std::string& devices) {
        take_up("reduction/sequential block=256 n=2^22" + devices);
        --driver.shell.session.settings().rung;
        driver.settle();
        for (const NotedText& text : driver.texts)
            if (text.text.find("Kernel 3 → 2") != std::string::npos) return text.text;
        return std::string("none");
    };
    const std::string two = sentence(" --device nvidia-h200 --device " + file);
    EXPECT_NE(two.find("µs on H200"), std::string::npos) << two;
    EXPECT_NE(two.find("), slower on RTX 9 ("), std::string::npos) << two;
    const std::string one = sentence(" --device nvidia-h200");
    EXPECT_NE(one.find("µs"), std::string::npos) << one;
    EXPECT_EQ(one.find("H200"), std::string::npos) << one;
}

TEST_F(TimesChosen, ADeviceThatIsGoneIsLeftOutAndTheRestStays) {
    const std::string line = "reduction/sequential block=64 --device nvidia-gone-1 --caches warm";
    ASSERT_TRUE(driver.shell.restore_last(line));
    driver.settle();
    EXPECT_NE(driver.shell.notice.find("A device is left out: \"nvidia-gone-1\""),
              std::string::npos)
        << driver.shell.notice;
    EXPECT_NE(driver.shell.state_line().find("block=64"), std::string::npos);
    EXPECT_EQ(driver.shell.session.series().choice.regime, lab::Regime::warm);
}

// The card, its list and the strip below say the same, and another device can still be chosen.
TEST_F(TimesChosen, ADeviceThatLacksTheseSettingsIsNamedAndTheListStays) {
    take_up("reduction/sequential n=300001 --device nvidia-h200 --device " + file);
    const Session& session = driver.shell.session;
    EXPECT_TRUE(session.series().lacks_chosen(session.settings()));
    EXPECT_EQ(session.series().source(session.settings())->kind, TimeKind::modelled);
    EXPECT_TRUE(sees("not recorded on H200; modelled"));
    EXPECT_TRUE(sees("not recorded on H200; an estimate by formula"));
    const Control* head = driver.control("times.rungs_compared");
    ASSERT_TRUE(head);
    driver.click(Point{head->area.middle_x(), head->area.middle_y()});
    EXPECT_TRUE(driver.control("times.cold"));
    take_up("reduction/sequential --device nvidia-h200");
    EXPECT_FALSE(session.series().lacks_chosen(session.settings()));
    EXPECT_FALSE(sees("not recorded on"));
    take_up("reduction/sequential n=300001");
    EXPECT_FALSE(sees("not recorded on")) << "nobody chose";
}

// Of a note that is cut to the device's name nothing stays where the choice beside it says that.
TEST_F(TimesChosen, TheDeviceIsNamedOnceInAHead) {
    driver.width = 1366, driver.height = 768;
    take_up("reduction/sequential n=268435456");
    EXPECT_TRUE(sees("H200, cold"));
    EXPECT_EQ(std::ranges::count(driver.texts, "H200", &NotedText::text), 0);
}

// No kernel of it is done within 50 µs: the way back to cold times is the list.
TEST_F(TimesChosen, AChoiceThatLeavesACardEmptyCanBeTakenBackInItsHead) {
    take_up("transpose/tile n=8192 --device nvidia-h200 --caches warm");
    EXPECT_TRUE(sees("caches.")) << "the end of why there are none";
    EXPECT_TRUE(sees("H200, warm"));
    for (const char* id : {"times.rungs_compared", "times.cold"}) {
        const Control* found = driver.control(id);
        ASSERT_TRUE(found) << id;
        driver.click(Point{found->area.middle_x(), found->area.middle_y()});
    }
    driver.settle();
    EXPECT_FALSE(sees("caches."));
    EXPECT_TRUE(sees("H200, cold"));
}

TEST_F(TimesChosen, ChoosingThemIsAStepOfUndo) {
    take_up("reduction/sequential --device nvidia-h200 --device " + file);
    Session& session = driver.shell.session;
    const lab::Request asked = session.request;
    TimeChoice choice = session.series().choice;
    choice.regime = lab::Regime::warm;
    session.choose_times(choice);
    driver.settle();
    session.undo();
    driver.settle();
    EXPECT_EQ(session.series().choice.regime, lab::Regime::cold);
    EXPECT_EQ(session.request, asked);
    EXPECT_EQ(session.series().choice.second, other);
    session.redo();
    driver.settle();
    EXPECT_EQ(session.series().choice.regime, lab::Regime::warm);
}

TEST_F(TimesChosen, AListInTheHeadOfACardChooses) {
    take_up("reduction/sequential --device nvidia-h200 --device " + file);
    driver.shell.session.choose_times({});
    driver.settle();
    const auto choose = [&](const char* row) {
        const Control* head = driver.control("times.rungs_compared");
        ASSERT_TRUE(head);
        driver.click(Point{head->area.middle_x(), head->area.middle_y()});
        const Control* found = driver.control(row);
        ASSERT_TRUE(found) << row;
        driver.click(Point{found->area.middle_x(), found->area.middle_y()});
        driver.settle();
    };
    choose("times.beside.nvidia-rtx-9");
    EXPECT_EQ(driver.shell.session.series().choice.second, other);
    EXPECT_TRUE(sees("RTX 9"));
    choose("times.warm");
    EXPECT_EQ(driver.shell.session.series().choice.regime, lab::Regime::warm);
    choose("times.of.nvidia-rtx-9");
    EXPECT_EQ(driver.shell.session.shown()->timed->time.device, other_device)
        << "sentences and the strip below are of the chosen device, too";
    choose("times.alone");
    EXPECT_FALSE(driver.shell.session.series().choice.second);
}

}  // namespace

// Knobs: each changes what is run, or says why it does not; ends of their ranges; recordings are
// found at what they were recorded at. Nothing here knows a lesson.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "lab/assets.h"
#include "lab/bugs.h"
#include "lab/host_side.h"
#include "lab/json/json.h"
#include "lab/programs.h"
#include "lab/time/recordings.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

class LadderKnobs : public testing::TestWithParam<const Lesson*> {
protected:
    // Every rung at its presets, and with each other choice of each knob.
    std::vector<Settings> states() const {
        std::vector<Settings> all;
        for (const Settings& presets : rungs_of(*GetParam())) {
            all.push_back(presets);
            for (const Knob* knob : GetParam()->knobs)
                for (std::size_t i = 1; i < knob->choices.size(); ++i) {
                    all.push_back(presets);
                    all.back().set(*knob, std::int64_t(i));
                }
        }
        std::erase_if(all, [](const Settings& settings) { return refusal(settings).has_value(); });
        return all;
    }
};

bool changes(const Settings& settings, const Knob& knob) {
    const auto told = [](const Settings& set) {
        return std::tuple(plan_of(set).hash(), host_style(set), asked_order(set));
    };
    const auto before = told(settings);
    return std::ranges::any_of(knob.ticks, [&](std::int64_t tick) {
        Settings other = settings;
        other.set(knob, tick);
        other.anyway = true;  // lifts what can be run all the same
        return !refusal(other) && told(other) != before;
    });
}

// A control that looks live turns something, and one that is idle nothing.
TEST_P(LadderKnobs, ChangeThePlanUnlessTheyAreIdle) {
    for (const Settings& settings : states())
        for (const Knob* knob : GetParam()->knobs)
            EXPECT_NE(changes(settings, *knob), idle(settings, *knob))
                << knob->id << " of " << named(settings)
                << (idle(settings, *knob)
                        ? " is idle, and changes the plan"
                        : " changes nothing: name it in `without`, or let it count");
}

TEST_P(LadderKnobs, SayWhyTheyAreIdle) {
    for (const Settings& settings : states())
        for (const Knob* knob : GetParam()->knobs) {
            const std::string reason = idle_reason(settings, *knob);
            EXPECT_TRUE(reason.empty() || (reason.ends_with(".") && reason.size() > 20))
                << named(settings) << ": " << reason;
        }
}

// Each is awake somewhere: a control that never counts is none.
TEST_P(LadderKnobs, CountAtSomeRung) {
    const std::vector<Settings> all = states();
    for (const Knob* knob : GetParam()->knobs)
        EXPECT_TRUE(std::ranges::any_of(all, [&](Settings settings) {
            // What needs another knob's value has it here.
            if (knob->only) settings.set(*knob->only->with, knob->only->choice);
            return !idle(settings, *knob);
        })) << knob->id;
}

// One below and one above are refused with both numbers and the way back.
TEST_P(LadderKnobs, EndWhereTheySay) {
    for (const Settings& presets : rungs_of(*GetParam()))
        for (const Knob* knob : GetParam()->knobs)
            for (const bool above : {false, true}) {
                Settings settings = presets;
                const std::int64_t end = above ? knob->high : knob->low;
                settings.set(*knob, above ? end + 1 : end - 1);
                const auto refused = refusal(settings);
                ASSERT_TRUE(refused) << named(settings);
                EXPECT_EQ(refused->knob, knob->id) << named(settings);
                EXPECT_EQ(refused->limit, double(end)) << named(settings);
                EXPECT_EQ(refused->asked, double(settings[*knob])) << named(settings);
                settings.set(*knob, end);
                const auto at_end = refusal(settings);
                EXPECT_NE(refused->use == end, at_end.has_value()) << named(settings);
                EXPECT_TRUE(!at_end || at_end->title != refused->title) << named(settings);
            }
}

// What a refusal offers is taken by every limit, not only by the one that refused.
TEST_P(LadderKnobs, AreOfferedValuesThatAllLimitsTake) {
    for (const Settings& settings : states())
        for (const Knob* knob : GetParam()->knobs)
            for (const std::int64_t asked : {knob->low - 1, knob->ticks.back(), knob->high + 1}) {
                Settings other = settings;
                other.set(*knob, asked);
                const auto refused = refusal(other);
                if (!refused || !refused->use) continue;
                other.set(*find_knob(*other.subject, refused->knob), *refused->use);
                EXPECT_FALSE(refusal(other)) << named(other) << " was offered";
            }
}

TEST_P(LadderKnobs, HaveTicksWithinTheirRange) {
    for (const Knob* knob : GetParam()->knobs) {
        EXPECT_FALSE(knob->title.empty()) << knob->id;
        EXPECT_TRUE(std::ranges::is_sorted(knob->ticks)) << knob->id;
        EXPECT_LE(knob->low, std::min(knob->preset, knob->ticks.front())) << knob->id;
        EXPECT_GE(knob->high, std::max(knob->preset, knob->ticks.back())) << knob->id;
        EXPECT_TRUE(!knob->beyond || *knob->beyond > knob->high) << knob->id;
    }
    EXPECT_LE(std::ranges::count_if(GetParam()->knobs, &Knob::variant), 4);
}

INSTANTIATE_TEST_SUITE_P(Lessons, LadderKnobs, testing::ValuesIn(every_lesson()), lesson_name);

Settings recorded_settings(const std::string& lesson, const Json& entry) {
    Settings settings = asked(lesson + "/" + entry.at("rung").get<std::string>());
    for (const auto& [knob, value] : entry.at("settings").items())
        EXPECT_FALSE(assign(
            settings, knob + "=" + (value.is_string() ? value.get<std::string>() : value.dump())));
    return settings;
}

// Whoever changes a plan or a kernel has to record again, and learns it here.
TEST(LadderRecordings, AreFoundAtTheSettingsTheyWereMadeAt) {
    int found = 0;
    for (const auto& file : std::filesystem::directory_iterator(*asset("recordings"))) {
        const Json recording = Json::parse(*read_file(file.path()));
        for (const Json& entry : recording.at("runs")) {
            const Settings settings = recorded_settings(recording.at("lesson"), entry);
            ASSERT_FALSE(refusal(settings)) << named(settings);
            const auto run = recorded({.settings = settings});
            ASSERT_TRUE(run) << named(settings) << " of " << file.path().filename();
            EXPECT_EQ(kernels_hash(**module_of(settings), plan_of(settings)),
                      entry.at("ptx").get<std::string>())
                << named(settings);
            ++found;
        }
    }
    EXPECT_GT(found, 1000);
    EXPECT_TRUE(recording_problems().empty())
        << "each median and interval is that of its samples: " << recording_problems().front();
}

// Lessons of which several cards were recorded as often show the card that other lessons have: who
// compares times of two lessons compares no cards.
TEST(RecordedTimes, ACourseSeesOneCard) {
    const auto cards = [](const char* kernel) {
        std::vector<std::string> names;
        for (const auto& run : recorded_everywhere({.settings = asked(kernel)}))
            names.push_back(run->device.name);
        return names;
    };
    for (const char* kernel : {"scan/wide", "recurrence/look_back"}) {
        ASSERT_EQ(cards(kernel).size(), 2u) << kernel;
        EXPECT_EQ(cards(kernel).front(), cards("reduction/wide").front()) << kernel;
    }
}

}  // namespace

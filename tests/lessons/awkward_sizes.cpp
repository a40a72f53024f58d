// Every rung of every lesson there is, at sizes, blocks and choices that programs get wrong: right,
// or refused in words; and where it is refused, with reason. Nothing here knows a lesson.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr double budget = 4e5;  // lane-instructions of one run

class LadderOf : public testing::TestWithParam<const Lesson*> {
protected:
    std::vector<Settings> rungs() const { return rungs_of(*GetParam()); }
};

// Of a rung that takes more than that for the smallest size there is, a few such runs.
double enough_for(const Settings& presets) {
    const Knob* size = presets.subject->size;
    return size ? std::max(budget, 1.2 * cost_of(turned(presets, *size, size->low))) : budget;
}

// A plan that was run needs no second run: two settings may differ in a knob that is idle.
TEST_P(LadderOf, IsRightAtAwkwardSizesOrRefusedInWords) {
    for (const Settings& presets : rungs()) {
        std::set<std::uint64_t> seen;
        int right = 0;
        for (const Settings& settings : awkward_settings(presets, enough_for(presets))) {
            if (!refusal(settings) && !seen.insert(plan_of(settings).hash()).second) continue;
            right += expect_right_or_refused(settings);
            if (HasFailure()) break;  // of one rung, one failure says it
        }
        EXPECT_GE(right, 8) << rung_of(presets).id << " refuses almost everything";
    }
}

TEST_P(LadderOf, TakesItsPresets) {
    for (const Settings& presets : rungs()) {
        const auto refused = refusal(presets);
        EXPECT_FALSE(refused) << named(presets) << ": " << refused->title << " " << refused->why;
    }
}

// A kernel for each choice: one that nobody instantiated is missing in the PTX.
TEST_P(LadderOf, HasAKernelForEveryChoice) {
    for (const Settings& presets : rungs())
        for (const Knob* first : GetParam()->knobs)
            for (const Knob* second : GetParam()->knobs)
                for (std::size_t i = 0; i < std::max<std::size_t>(1, first->choices.size()); ++i)
                    for (std::size_t j = 0; j < second->choices.size(); ++j) {
                        Settings settings = presets;
                        if (!first->choices.empty()) settings.set(*first, std::int64_t(i));
                        settings.set(*second, std::int64_t(j));
                        const auto refused = refusal(settings);
                        EXPECT_TRUE(!refused || refused->limit_name != "code")
                            << named(settings) << ": " << refused->why;
                    }
}

std::optional<Refusal> own_refusal(const Settings& settings) {
    const Rung& rung = rung_of(settings);
    return rung.legal ? rung.legal(settings) : std::nullopt;
}

// Settings whose block and size are right for CUDA, and that the rung itself refuses.
std::vector<Settings> refused_by(const Settings& presets) {
    std::vector<Settings> all = awkward_settings(presets, budget);
    std::erase_if(all, [](const Settings& settings) {
        const auto refused = refusal(settings);
        const auto own = own_refusal(settings);
        return !refused || !own || own->title != refused->title;
    });
    return all;
}

const Knob& knob_of(const Settings& settings, const Refusal& refused) {
    return *find_knob(*settings.subject, refused.knob);
}

Settings with(Settings settings, const Knob& knob, std::int64_t value) {
    settings.set(knob, value);
    return settings;
}

// Whether the same limit stands.
bool still(const Settings& settings, const Refusal& refused) {
    const auto other = own_refusal(settings);
    return other && other->limit_name == refused.limit_name && other->limit == refused.limit &&
           other->knob == refused.knob;
}

TEST_P(LadderOf, WhatItOffersInPlaceIsTaken) {
    for (const Settings& presets : rungs())
        for (const Settings& settings : refused_by(presets)) {
            const Refusal refused = *own_refusal(settings);
            if (!refused.use) continue;
            ASSERT_TRUE(find_knob(*settings.subject, refused.knob)) << refused.title;
            const Settings other = with(settings, knob_of(settings, refused), *refused.use);
            EXPECT_FALSE(still(other, refused)) << named(settings) << ": " << refused.title;
        }
}

// At the limit it is taken, one beyond it is not.
TEST_P(LadderOf, RefusesFromItsLimitOn) {
    for (const Settings& presets : rungs())
        for (const Settings& settings : refused_by(presets)) {
            const Refusal refused = *own_refusal(settings);
            const Knob* knob = find_knob(*settings.subject, refused.knob);
            if (!knob || !refused.limit || refused.asked != double(settings[*knob])) continue;
            const auto limit = std::int64_t(*refused.limit);
            const std::int64_t beyond = refused.asked > *refused.limit ? limit + 1 : limit - 1;
            EXPECT_FALSE(still(with(settings, *knob, limit), refused)) << named(settings);
            EXPECT_TRUE(own_refusal(with(settings, *knob, beyond))) << named(settings);
        }
}

bool wrong_anyway(Settings settings) {
    settings.anyway = true;
    if (refusal(settings)) return false;  // something else stands in its way
    const auto made = run(settings, true);
    return !made->verdict.ok || !made->faults.empty();
}

// A rung refuses what it would do wrong, and nothing else: run anyway, it shows what it said, at
// each block that it refuses (a sum may be right for once, where what is lost is nothing).
TEST_P(LadderOf, WhatItRefusesWouldBeWrong) {
    const Knob* size = GetParam()->size;
    const Knob* threads = find_knob(*GetParam(), Knob::Role::threads);
    if (!size || !threads) GTEST_SKIP() << "no block of so many threads";
    for (const Settings& presets : rungs()) {
        std::map<std::int64_t, std::vector<Settings>> by_block;
        for (const Settings& settings : refused_by(presets))
            if (!own_refusal(settings)->shows.empty() && settings[*size] >= settings[*threads])
                by_block[settings[*threads]].push_back(settings);
        for (const auto& [block, refused] : by_block)
            EXPECT_TRUE(std::ranges::any_of(refused, wrong_anyway))
                << named(refused[0])
                << " is right, and was refused: " << own_refusal(refused[0])->title;
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, LadderOf, testing::ValuesIn(every_lesson()), lesson_name);

}  // namespace

// Varies one knob at a time, adds all shapes of a block, and the settings of courses.
#include "lab/cli/survey.h"

#include <algorithm>
#include <set>

#include "lab/bugs.h"
#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/opening/opening.h"
#include "lab/time/figures.h"

namespace lab {
namespace {

// The presets of a rung, and the presets with one knob at each of its ticks or choices. A box's
// size turns all its sides.
std::vector<Settings> one_at_a_time(const Settings& presets) {
    std::vector<Settings> all{presets};
    for (const Knob* knob : presets.subject->knobs) {
        const auto add = [&](std::int64_t value) { all.push_back(turned(presets, *knob, value)); };
        for (std::int64_t tick : knob->ticks) add(tick);
        for (std::size_t i = 0; i < knob->choices.size(); ++i) add(static_cast<std::int64_t>(i));
    }
    return all;
}

// With each other choice; numbers stay the same.
std::vector<Settings> choices_of(const Settings& setup) {
    std::vector<Settings> all{setup};
    for (const Knob* knob : setup.subject->knobs)
        for (std::size_t i = 0; i < knob->choices.size(); ++i)
            all.push_back(turned(setup, *knob, static_cast<std::int64_t>(i)));
    return all;
}

// A library's set-ups are those of the lesson that it stands for.
const Lesson* lesson_of(const Settings& settings) {
    return is_library(settings) ? settings.subject->stands_for : settings.lesson();
}

// All shapes of a block, where a lesson has knobs for two of its sides.
std::vector<Settings> shapes(const Settings& presets) {
    std::vector<Settings> all;
    const Knob* x = find_knob(*presets.subject, Knob::Role::block_x);
    const Knob* y = find_knob(*presets.subject, Knob::Role::block_y);
    if (!x || !y) return all;
    for (std::int64_t across : x->ticks)
        for (std::int64_t down : y->ticks) {
            all.push_back(presets);
            all.back().set(*x, across);
            all.back().set(*y, down);
        }
    return all;
}

// All sizes by each clock, for a lesson's first kernel: how much of the time a clock of the host
// sees depends on the size.
std::vector<Settings> clocks_by_size(const Settings& presets) {
    std::vector<Settings> all;
    const Knob* clock = find_knob(*presets.subject, Knob::Role::clock);
    const Knob* size = presets.subject->size;
    if (!clock || !size || presets.rung != presets.subject->rung) return all;
    for (std::int64_t tick : size->ticks)
        for (std::int64_t choice : clock->ticks)
            all.push_back(turned(turned(presets, *size, tick), *clock, choice));
    return all;
}

// The settings of courses' figures for those rungs: see `warplens figures`.
std::vector<Settings> settings_of_figures(const std::vector<Settings>& rungs) {
    std::vector<Settings> all;
    const auto figures = shipped_figures();
    if (!figures) return all;
    const auto add = [&](const Settings& settings) {
        const auto asked = [&](const Settings& rung) {
            return same(rung.subject.get(), settings.subject.get()) && rung.rung == settings.rung;
        };
        if (std::ranges::any_of(rungs, asked)) all.push_back(settings);
    };
    for (const Figure& figure : *figures) {
        add(figure.first);
        add(figure.second);
    }
    return all;
}

}  // namespace

std::vector<Settings> survey(const std::vector<Settings>& rungs) {
    std::vector<Settings> wanted;
    std::set<std::pair<std::string, std::uint64_t>> known;
    const auto add = [&](const Settings& settings) {
        if (!refusal(settings) && !is_broken(settings) &&
            known.insert({settings.subject->id, plan_of(settings).hash()}).second)
            wanted.push_back(settings);
    };
    for (const Settings& presets : rungs) {
        std::ranges::for_each(one_at_a_time(presets), add);
        std::ranges::for_each(one_at_a_time(opening_of(presets)), add);
        for (const Setup& setup : setups_of(*lesson_of(presets)))
            std::ranges::for_each(choices_of(with_setup(presets, setup)), add);
        std::ranges::for_each(shapes(presets), add);
        std::ranges::for_each(clocks_by_size(presets), add);
    }
    std::ranges::for_each(settings_of_figures(rungs), add);
    return wanted;
}

std::vector<Settings> rungs_of(const std::shared_ptr<const Subject>& subject) {
    std::vector<Settings> rungs;
    for (std::size_t i = 0; i < subject->rungs.size(); ++i) {
        rungs.emplace_back(subject);
        rungs.back().rung = static_cast<int>(i);
    }
    return rungs;
}

}  // namespace lab

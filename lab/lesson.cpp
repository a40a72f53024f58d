// The lessons that registered themselves, and the plan of one at its settings.
#include "lab/lesson.h"

#include <algorithm>
#include <cmath>

#include "lab/registry.h"

namespace lab {
namespace {

Registry<Lesson>& known_lessons() {
    static Registry<Lesson> all;
    return all;
}

}  // namespace

RegisterLesson::RegisterLesson(Lesson lesson) {
    known_lessons().add(std::move(lesson),
                        [](const Lesson& a, const Lesson& b) { return a.number < b.number; });
}

std::span<const Lesson* const> lessons() { return known_lessons().all(); }

const Lesson* find_lesson(std::string_view id) { return known_lessons().find(id, &Lesson::id); }

const Rung* find_rung(const Lesson& lesson, std::string_view id, int* index) {
    const auto found = std::ranges::find(lesson.rungs, id, &Rung::id);
    if (found == lesson.rungs.end()) return nullptr;
    if (index) *index = static_cast<int>(found - lesson.rungs.begin());
    return &*found;
}

const Knob* find_knob(const Lesson& lesson, std::string_view id) {
    const auto found = std::ranges::find(lesson.knobs, id, &Knob::id);
    return found == lesson.knobs.end() ? nullptr : *found;
}

Settings turned(const Settings& settings, const Knob& knob, std::int64_t value) {
    Settings made = settings;
    made.set(knob, value);
    if (!settings.lesson || settings.lesson->size != &knob || settings[knob] < 1) return made;
    for (const Knob* side : settings.lesson->sides) {
        const double scaled = double(settings[*side]) * double(value) / double(settings[knob]);
        made.set(*side, std::clamp<std::int64_t>(std::llround(scaled), side->low, side->high));
    }
    return made;
}

Plan plan_of(const Settings& settings) {
    Plan plan;
    const Rung& rung = settings.lesson->rungs.at(settings.rung);
    (rung.host ? rung.host : settings.lesson->host)(plan, settings);
    return plan;
}

}  // namespace lab

// What every subject answers alike, whether a lesson or a file made it.
#include "lab/subject.h"

#include <algorithm>
#include <cmath>

namespace lab {

bool same(const Subject* a, const Subject* b) {
    if (a == b || !a || !b) return a == b;
    return a->lesson == b->lesson && a->id == b->id && a->key == b->key;
}

const Rung& rung_of(const Settings& settings) { return settings.subject->rungs.at(settings.rung); }

std::string name_of(const Settings& settings) {
    return settings.subject->id + "/" + rung_of(settings).id;
}

const Rung* find_rung(const Subject& subject, std::string_view id, int* index) {
    const auto found = std::ranges::find(subject.rungs, id, &Rung::id);
    if (found == subject.rungs.end()) return nullptr;
    if (index) *index = static_cast<int>(found - subject.rungs.begin());
    return &*found;
}

const Knob* find_knob(const Subject& subject, std::string_view id) {
    const auto found = std::ranges::find(subject.knobs, id, &Knob::id);
    return found == subject.knobs.end() ? nullptr : *found;
}

Settings picture_of(const Settings& settings) {
    return settings.subject->picture ? settings.subject->picture(settings) : settings;
}

double cost_of(const Settings& settings) {
    return settings.subject->cost ? settings.subject->cost(settings) : 0;
}

std::string idle_reason(const Settings& settings, const Knob& knob) {
    return settings.subject->idle ? settings.subject->idle(settings, knob) : "";
}

std::uint64_t watched_block(const Settings& settings) {
    return settings.subject->watch ? settings.subject->watch(settings) : 0;
}

Settings turned_by_hand(const Settings& settings, const Knob& knob, std::int64_t value) {
    if (settings.subject && settings.subject->turn)
        return settings.subject->turn(settings, knob, value);
    Settings made = settings;
    made.set(knob, value);
    return made;
}

Settings turned(const Settings& settings, const Knob& knob, std::int64_t value) {
    if (settings.subject && settings.subject->turn)
        return settings.subject->turn(settings, knob, value);
    Settings made = settings;
    made.set(knob, value);
    if (!settings.subject || settings.subject->size != &knob || settings[knob] < 1) return made;
    for (const Knob* side : settings.subject->sides) {
        const double scaled = double(settings[*side]) * double(value) / double(settings[knob]);
        made.set(*side, std::clamp<std::int64_t>(std::llround(scaled), side->low, side->high));
    }
    return made;
}

Plan plan_of(const Settings& settings) {
    Plan plan;
    const Rung& rung = rung_of(settings);
    (rung.host ? rung.host : settings.subject->host)(plan, settings);
    return plan;
}

}  // namespace lab

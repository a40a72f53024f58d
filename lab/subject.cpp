// Answers of all subjects, whether made by a lesson or a file.
#include "lab/subject.h"

#include <algorithm>
#include <cmath>

#include "lab/declared.h"
#include "lab/words.h"

namespace lab {
namespace {

// The rung's value, else its subject's, else `otherwise`.
template <class Function, class Value>
Value asked_of(const Settings& settings, simulator::Member<Rung, Function> own,
               simulator::Member<Subject, Function> ladder, Value otherwise) {
    if (!settings.subject) return otherwise;
    if (const Function& function = rung_of(settings).*own) return function(settings);
    const Function& function = settings.subject.get()->*ladder;
    return function ? function(settings) : otherwise;
}

}  // namespace

bool same_arguments(const Settings& one, const Settings& other) {
    if (!one.subject || !one.subject->own || !other.subject) return false;
    if (one.subject->key != other.subject->key) return false;
    const std::vector<const Knob*>& of_launch = one.subject->launch_knobs;
    return std::ranges::all_of(one.subject->knobs, [&](const Knob* knob) {
        return std::ranges::find(of_launch, knob) != of_launch.end() || one[*knob] == other[*knob];
    });
}

bool same(const Subject* a, const Subject* b) {
    if (a == b || !a || !b) return a == b;
    return a->lesson == b->lesson && a->id == b->id && a->key == b->key;
}

bool is_about(const Subject* subject, std::string_view view) {
    return subject && !subject->views.empty() && subject->views.front() == view;
}

const Rung& rung_of(const Settings& settings) { return settings.subject->rungs.at(settings.rung); }

const std::string& source_name(const Settings& settings) {
    const Rung& rung = rung_of(settings);
    return rung.source.empty() ? settings.subject->source : rung.source;
}

std::vector<std::string> source_names(const Subject& subject) {
    std::vector<std::string> names{subject.source};
    for (const Rung& rung : subject.rungs)
        if (!rung.source.empty() && std::ranges::find(names, rung.source) == names.end())
            names.push_back(rung.source);
    return names;
}

std::string words_about(const Rung& rung) {
    return rung.meant.empty() ? rung.idea : rung.meant + " " + rung.idea;
}

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

const Knob* find_role(std::span<const Knob* const> knobs, Knob::Role role) {
    const auto found = std::ranges::find_if(
        knobs, [role](const Knob* knob) { return knob && knob->role == role; });
    return found == knobs.end() ? nullptr : *found;
}

const Knob* find_knob(const Subject& subject, Knob::Role role) {
    return find_role(subject.knobs, role);
}

std::string idle_reason(const Settings& settings, const Knob& knob) {
    if (!settings.subject) return {};
    const Rung& rung = rung_of(settings);
    const auto without = std::ranges::find(rung.without, &knob, &Idle::knob);
    if (without != rung.without.end()) return without->why;
    if (std::ranges::find(rung.takes, &knob) != rung.takes.end()) return {};
    if (!knob.elsewhere.empty()) return knob.elsewhere;
    if (!knob.only) return {};
    const std::int64_t value = settings[*knob.only->with], asked = knob.only->choice;
    const bool serves = value == asked || (knob.only->or_more && value > asked);
    return serves ? std::string{} : knob.only->why;
}

bool idle(const Settings& settings, const Knob& knob) {
    return !idle_reason(settings, knob).empty();
}

Settings picture_of(const Settings& settings) {
    return asked_of(settings, &Rung::picture, &Subject::picture, settings);
}

bool computes_integers(const Settings& settings) {
    return settings.subject && settings.subject->on_integers &&
           settings.subject->on_integers(settings);
}

double cost_of(const Settings& settings) {
    return asked_of(settings, &Rung::cost, &Subject::cost, 0.0);
}

double roundings_of(const Settings& settings) {
    return asked_of(settings, &Rung::roundings, &Subject::roundings, 0.0);
}

// Memory fetches 64 bytes. For numbers so far apart, the formula counts half of the moved bytes.
constexpr std::int64_t far_apart = 16;  // floats
constexpr double within_far_apart = 2.3;

double modelled_within(const Settings& settings) {
    const double own = rung_of(settings).modelled_within;
    const double factor = own > 0 ? own : settings.subject->modelled_within;
    const Knob* stride = find_knob(*settings.subject, Knob::Role::stride);
    const bool apart = stride && settings[*stride] >= far_apart && !idle(settings, *stride);
    return apart ? std::max(factor, within_far_apart) : factor;
}

bool tells_a_time(const Settings& settings) {
    return modelled_within(settings) <= farthest_told && clock_of(settings) == Clock::events;
}

Clock clock_of(const Settings& settings) {
    const Knob* clock =
        settings.subject ? find_knob(*settings.subject, Knob::Role::clock) : nullptr;
    return clock && !idle(settings, *clock) ? static_cast<Clock>(settings[*clock]) : Clock::events;
}

bool times_kernels(const Settings& settings) {
    return clock_of(settings) != Clock::host_does_not_wait;
}

bool times_copies(const Settings& settings) {
    const Knob* copies =
        settings.subject ? find_knob(*settings.subject, Knob::Role::copies) : nullptr;
    if (!copies || idle(settings, *copies)) return false;
    const auto chosen = static_cast<std::size_t>(settings[*copies]);
    return chosen < copies->choices.size() && copies->choices[chosen].id == "with";
}

bool unlike_copies(const Settings& one, const Settings& other) {
    if (!one.subject || !same(one.subject.get(), other.subject.get())) return false;
    const Knob* copies = find_knob(*one.subject, Knob::Role::copies);
    return copies && one[*copies] == other[*copies] && times_copies(one) != times_copies(other);
}

std::uint64_t watched_block(const Settings& settings) {
    return asked_of(settings, &Rung::watch, &Subject::watch, std::uint64_t{0});
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
    plan.clock = clock_of(settings);
    return plan;
}

int counted_line(const Settings& settings, std::string_view source_text) {
    const Rung& rung = rung_of(settings);
    const std::string kernel = settings.kernel();
    const std::string head = " " + bare_name(kernel) + "(";
    const auto start = source_text.find(head);
    if (rung.line.empty() || start == source_text.npos) return 0;
    const auto at = source_text.find(rung.line, start);
    if (at == source_text.npos || at > source_text.find("\n}", start)) return 0;
    return line_with(source_text, rung.line, start);
}

std::uint64_t length_of(const Settings& settings, std::string_view buffer) {
    if (refusal(settings)) return 0;
    for (const Allocation& one : plan_of(settings).allocations)
        if (one.name == buffer) return one.buffer.count;
    return 0;
}

}  // namespace lab

// What a knob of a lesson does to a run: where it counts, and what changes with it. Used by the
// tests that drive the shell and by those that drive a real window.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "app/session.h"
#include "lab/bugs.h"

namespace app::testing {

using lab::idle;

// Takes `settings` to a rung and variants at which `knob` changes something; false where there are
// none.
inline bool wake_up(lab::Settings& settings, const lab::Knob& knob) {
    if (knob.only) settings.set(*knob.only->with, knob.only->choice);
    for (std::size_t rung = 0; rung < settings.subject->rungs.size(); ++rung) {
        settings.rung = static_cast<int>(rung);
        for (const lab::Knob* other : settings.subject->knobs)
            for (std::size_t choice = 0; choice < other->choices.size(); ++choice) {
                settings.set(*other, static_cast<std::int64_t>(choice));
                if (!idle(settings, knob)) return true;
            }
        if (!idle(settings, knob)) return true;
    }
    return false;
}

// A size at which counting takes no time, and that is legal where one of its kind is.
inline void make_small(lab::Settings& settings) {
    const lab::Knob* size = settings.subject->size;
    if (!size) return;
    std::size_t tick = settings.subject->sides.empty() ? 5 : 0;
    do settings.set(*size, size->ticks[std::min(tick, size->ticks.size() - 1)]);
    while (lab::refusal(settings) && tick-- > 0);
    // What is done for each element may be more than can be counted, whatever the size.
    constexpr double most = 1e9;
    for (const lab::Knob* knob : settings.subject->knobs)
        if (knob != size && knob->role == lab::Knob::Role::other && lab::cost_of(settings) > most)
            settings.set(*knob, knob->ticks.front());
}

// All values that a knob's control offers, in its order.
inline std::vector<std::int64_t> values_of(const lab::Knob& knob) {
    if (knob.choices.empty()) return knob.ticks;
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < knob.choices.size(); ++i)
        values.push_back(static_cast<std::int64_t>(i));
    return values;
}

// What was counted, launched in which order, copied and found.
struct Effect {
    simulator::Counters counters;
    std::string launched;
    bool operator==(const Effect&) const = default;
};

inline Effect effect_of(const lab::Run& run) {
    Effect effect{run.counters, ""};
    for (const lab::LaunchRecord& launch : run.launches)
        for (const lab::Dim3& size : {launch.grid, launch.block})
            effect.launched += launch.kernel + " " + std::to_string(size.x) + " " +
                               std::to_string(size.y) + " " + std::to_string(size.z) + "\n";
    for (const lab::TransferRecord& transfer : run.transfers)
        effect.launched += transfer.buffer + " " + std::to_string(transfer.bytes) + "\n";
    for (const simulator::Fault& fault : run.faults)
        effect.launched += std::string(simulator::name_of(fault.kind)) + "\n";
    const auto [order, seed] = lab::asked_order(run.request.settings);
    effect.launched += std::to_string(int(order)) + " " + std::to_string(seed);
    return effect;
}

// Whether counts or launches must follow this knob. A type or an operator may cost the same: what
// it changes is the result.
inline bool must_show(const lab::Knob& knob) {
    using Role = lab::Knob::Role;
    return !knob.variant() || knob.role == Role::pattern || knob.role == Role::copies;
}

/// Takes a knob to each of its values, by `take`, until what is counted or launched is another; a
/// knob that must show has such a value.
template <class Take>
void expect_effect(const Session& session, const lab::Knob& knob, Take take) {
    const Effect before = effect_of(*session.counted());
    const std::vector<std::int64_t> values = values_of(knob);
    bool changed = false;
    for (std::size_t i = 0; i < values.size() && !changed; ++i) {
        take(i, values[i]);
        changed = !session.refusal() && !(effect_of(*session.counted()) == before);
    }
    EXPECT_TRUE(changed || !must_show(knob)) << knob.id;
}

}  // namespace app::testing

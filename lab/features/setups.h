// Values of knobs that go together, one click away: those that a course uses.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lab/feature.h"

namespace lab {

struct Setup {
    std::string title;  // "200 × 400"
    std::vector<std::pair<const Knob*, std::int64_t>> values;
    std::string rung{};  // for a set-up that the shown rung can't run; empty: the nearest that can
};

// In the rail, one click each; recorded too.
struct Setups {
    std::vector<Setup> all;
};

/// The lesson's set-ups; none for a file.
inline const std::vector<Setup>& setups_of(const Lesson& lesson) {
    return feature<Setups>(lesson).all;
}
inline const std::vector<Setup>& setups_of(const Settings& settings) {
    return feature<Setups>(settings).all;
}

/// Settings with all of its values; they may be refused.
inline Settings with_setup(Settings settings, const Setup& setup) {
    for (const auto& [knob, value] : setup.values) settings.set(*knob, value);
    settings.anyway = false;
    return settings;
}

}  // namespace lab

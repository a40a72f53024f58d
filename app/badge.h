// Where numbers come from: a clock, a recording, a formula or a count. Badges show it.
#pragma once

#include <cstdint>
#include <string_view>

#include "lab/run.h"

namespace app {

/// The kind of some numbers; none: there are no numbers yet, or it is said elsewhere.
enum class Badge : std::uint8_t { none, measured, recorded, modelled, counted };

constexpr Badge badge_of(lab::TimeKind kind) {
    switch (kind) {
        case lab::TimeKind::measured: return Badge::measured;
        case lab::TimeKind::recorded: return Badge::recorded;
        case lab::TimeKind::modelled: return Badge::modelled;
        case lab::TimeKind::none: break;
    }
    return Badge::none;
}

/// "measured", "recorded", "modelled", "counted"; empty for none.
constexpr std::string_view name_of(Badge badge) {
    switch (badge) {
        case Badge::measured: return name_of(lab::TimeKind::measured);
        case Badge::recorded: return name_of(lab::TimeKind::recorded);
        case Badge::modelled: return name_of(lab::TimeKind::modelled);
        case Badge::counted: return "counted";
        case Badge::none: break;
    }
    return "";
}

}  // namespace app

// Finds the kernel of a proposal. See try_next.h.
#include "app/regions/try_next.h"

#include <algorithm>

#include "app/views/rungs.h"
#include "lab/lesson.h"

namespace app {
namespace {

bool uses(const lab::Settings& settings, const std::vector<const lab::Knob*>& knobs) {
    return std::ranges::none_of(knobs,
                                [&](const lab::Knob* knob) { return lab::idle(settings, *knob); });
}

}  // namespace

std::string next_heading(const lab::Settings& settings) {
    const std::string heading = "Try next";
    if (!settings.lesson()) return heading;
    const std::vector<const lab::Knob*>& knobs = settings.lesson()->next_turns;
    if (uses(settings, knobs)) return heading;
    for (const lab::Settings& other : every_rung(settings))
        if (uses(other, knobs)) return heading + ", with kernel " + rung_number(other.rung);
    return heading;
}

}  // namespace app

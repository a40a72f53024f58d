// Chooses the settings of a lesson to measure: for recordings, and for comparisons with them.
#pragma once

#include <vector>

#include "lab/settings.h"

namespace lab {

/// The presets of all rungs.
std::vector<Settings> rungs_of(const std::shared_ptr<const Subject>& subject);

/// Settings with one knob at a time at all its ticks or choices: from the presets, and from the
/// opening settings if their size differs. Also all shapes of a block where two of its sides are
/// knobs, a lesson's set-ups with all choices, and the exact settings of courses' figures
/// (`warplens figures`). Each plan once, without refused and broken settings.
std::vector<Settings> survey(const std::vector<Settings>& rungs);

}  // namespace lab

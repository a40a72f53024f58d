// Which settings of a lesson are worth a measurement: for recordings, and for what is compared with
// them.
#pragma once

#include <vector>

#include "lab/settings.h"

namespace lab {

/// The presets of every rung.
std::vector<Settings> rungs_of(const std::shared_ptr<const Subject>& subject);

/// Those presets, and where a rung opens at another size, each with one knob at a time at all its
/// ticks or choices, and with every shape of
/// a block where two of its sides can be chosen; a lesson's set-ups, with all choices; and what
/// courses measured, at exactly their settings (`warplens figures`). Each plan once; refused ones
/// and broken ones are left out.
std::vector<Settings> survey(const std::vector<Settings>& rungs);

}  // namespace lab

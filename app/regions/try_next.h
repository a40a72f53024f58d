// The heading above a lesson's proposal. Called by the rail.
#pragma once

#include <string>

#include "lab/settings.h"

namespace app {

/// "Try next". Where the proposal names a knob without effect on the shown kernel, with the first
/// kernel that uses all named knobs: "Try next, with kernel 4".
std::string next_heading(const lab::Settings& settings);

}  // namespace app

// What stands above the proposal of a lesson. Called by the rail.
#pragma once

#include <string>

#include "lab/settings.h"

namespace app {

/// "Try next" or, where the proposal names a knob that the shown kernel has no use for, with the
/// first kernel that uses all that it names: "Try next, with kernel 4".
std::string next_heading(const lab::Settings& settings);

}  // namespace app

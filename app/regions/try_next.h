// The heading above a lesson's proposal. Called by the rail.
#pragma once

#include <string>

#include "lab/settings.h"

namespace app {

/// "Try next". Where the proposal turns a knob (Lesson::next_turns) without effect on the shown
/// kernel, with the first kernel that uses all of them: "Try next, with kernel 4".
std::string next_heading(const lab::Settings& settings);

}  // namespace app

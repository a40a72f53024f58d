// The command that shows metrics in Nsight Compute for a kernel of a lesson on a GPU.
#pragma once

#include <string>
#include <vector>

#include "lab/settings.h"

namespace app {

/// "ncu --kernel-name NAME --launch-count 1 --metrics A,B warplens run LESSON/RUNG knob=value
/// --device gpu": filters the launches of one run where it launches a single kernel. Knobs at their
/// presets are left out. Empty without metrics, or without a lesson, because `run` knows no other
/// kernels.
std::string profiler_command(const lab::Settings& settings,
                             const std::vector<std::string>& metrics);
/// The same without the names of the metrics, for a line that has no room for them.
std::string profiler_command_in_brief(const lab::Settings& settings);

}  // namespace app

// The launches of settings as lines of CUDA C++.
#pragma once

#include <string>
#include <vector>

#include "lab/subject.h"

namespace lab {

/// "reduce<<<1024, 256>>>(...);": each different launch of the time once, in the order of the plan.
std::vector<std::string> launch_lines(const Settings&);

}  // namespace lab

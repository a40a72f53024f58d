// The registers of a kernel that are live at once. Used by decode.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Finds the registers that may be read before they are set, and the most that live at once.
void find_liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
                   Program& program);

}  // namespace simulator

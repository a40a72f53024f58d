// The live registers of a kernel. Used by decode.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Finds registers that may be read before they are set, and the largest number live at once.
void find_liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
                   Program& program);

}  // namespace simulator

// How many registers a thread of a kernel has. PTX has no limit, so a compiler must tell. For
// lessons, kernels/make_ptx stores ptxas's numbers for compute capability 9.0. For kernels that
// were not compiled, the PTX gives an estimate.
#pragma once

#include <cstdint>
#include <string>

#include "lab/occupancy/occupancy.h"
#include "lab/run.h"

namespace lab {

struct RegistersOfThread {
    std::int64_t count = 0;    // 0: no such kernel
    std::int64_t spilled = 0;  // bytes spilled to local memory; only from a compiler
    bool by_compiler = false;  // false: the most 32-bit values live at once in the PTX
};

/// For a kernel by its name in Settings::kernel() or in a run.
RegistersOfThread registers_of(const Subject&, const std::string& kernel);

/// The resources that a block of this launch takes.
BlockNeeds needs_of(const Subject&, const LaunchRecord&);

}  // namespace lab

// How many registers a thread of a kernel has. PTX has as many as it likes, so that a compiler is
// asked: of lessons, kernels/make_ptx keeps what ptxas deals out for compute capability 9.0. Of
// kernels that nobody compiled so far it is an estimate from the PTX.
#pragma once

#include <cstdint>
#include <string>

#include "lab/occupancy/occupancy.h"
#include "lab/run.h"

namespace lab {

struct RegistersOfThread {
    std::int64_t count = 0;    // 0: there is no such kernel
    std::int64_t spilled = 0;  // bytes stored to local memory for want of more; by a compiler alone
    bool by_compiler = false;  // false: values of 32 bits that are needed at once, from the PTX
};

/// Of a kernel, by its name in Settings::kernel() or in a run.
RegistersOfThread registers_of(const Subject&, const std::string& kernel);

/// What a block of this launch takes.
BlockNeeds needs_of(const Subject&, const LaunchRecord&);

}  // namespace lab

// One number for a trace or a flow: two versions of the program draw the same picture if these are
// equal. Called by the command line.
#pragma once

#include <cstdint>

#include "simulator/watch/flow.h"

namespace simulator {

/// A hash of the whole trace in its order; the same on every machine, and not secure.
std::uint64_t fingerprint(const Trace&);
std::uint64_t fingerprint(const Flow&);

}  // namespace simulator

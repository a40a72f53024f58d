// Trace and flow in one number each: two editions of the program draw the same where these are the
// same. Called by the command line.
#pragma once

#include <cstdint>

#include "simulator/watch/flow.h"

namespace simulator {

/// Of all that a trace holds, in its order; the same on every machine, and no safeguard against
/// somebody who wants it to be.
std::uint64_t fingerprint(const Trace&);
std::uint64_t fingerprint(const Flow&);

}  // namespace simulator

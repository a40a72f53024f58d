// How the hardware counts a request to memory, exactly, for any pattern: docs/counters.md has the
// rules. Called for patterns that the bodies in isa/memory.cpp have no closed form for, and by
// tests.
#pragma once

#include <cstdint>

#include "simulator/types.h"

namespace simulator {

struct Sectors {
    std::uint32_t sectors = 0;  // distinct, of 32 bytes
    std::uint32_t distinct_bytes = 0;
};

/// Lanes of `mask` access `bytes` (1..32, aligned) at `addresses` each.
Sectors count_sectors(std::uint32_t mask, int bytes, const Address* addresses);

struct Wavefronts {
    std::uint32_t wavefronts = 0;
    std::uint32_t best = 0;  // what the access needs without conflicts
};

/// The same for shared memory. A load of 8 or 16 bytes may merge halves or quarters of the warp, a
/// store may not.
Wavefronts count_wavefronts(std::uint32_t mask, int bytes, bool load, const Address* addresses);

}  // namespace simulator

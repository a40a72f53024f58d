// The hardware's exact counts of a memory request, for any pattern; docs/counters.md has the rules.
// Called for patterns without a closed form in isa/memory.cpp, and by tests.
#pragma once

#include <cstdint>

#include "simulator/types.h"

namespace simulator {

struct Sectors {
    std::uint32_t sectors = 0;  // distinct sectors of 32 bytes
    std::uint32_t distinct_bytes = 0;
};

/// Each lane of `mask` accesses `bytes` (1..32, aligned) at its address.
Sectors count_sectors(std::uint32_t mask, int bytes, const Address* addresses);

struct Wavefronts {
    std::uint32_t wavefronts = 0;
    std::uint32_t best = 0;  // wavefronts without conflicts
};

/// The same for shared memory. A load of 8 or 16 bytes may merge halves or quarters of the warp; a
/// store may not.
Wavefronts count_wavefronts(std::uint32_t mask, int bytes, bool load, const Address* addresses);

}  // namespace simulator

// Which lanes of a warp's request are served together: by the rules of compute capability 1.x,
// which takes each half warp by itself, and by those of today. The layout step of the view "Half
// warps". Source of the older rules: CUDA C Programming Guide 4.2, F.3.2 (global) and F.3.3 (shared
// memory).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/views/bank_passes.h"
#include "lab/run.h"

namespace app {

// A request, parted into turns: transactions of global memory, or passes of shared memory.
struct Served {
    /// The turn that serves each lane, from 0; -1: the lane is off. A lane that needs several turns
    /// has its first.
    std::array<int, simulator::warp_size> turn{};
    int turns = 0;
    int bytes = 0;  // moved by all transactions; 0 for shared memory

    bool operator==(const Served&) const = default;
};

/// Compute capability 1.0 and 1.1. Lane k of a half warp must want word k of an aligned segment of
/// 16 words (two segments of 8 for words of 16 bytes). Else each lane has a transaction of 32
/// bytes.
Served by_order(const Wants&);
/// Compute capability 1.2 and 1.3. Each half warp has a transaction for each segment of 128 bytes
/// that it touches (64 for words of 2 bytes, 32 for bytes), cut to 64 or 32 where a half is enough.
Served by_segments(const Wants&);
/// Today: sectors of 32 bytes, for the whole warp.
Served by_sectors(const Wants&);
/// Compute capability 1.x: 16 banks of 4 bytes for each half warp. A pass serves all lanes of one
/// word that is read, and one lane of each other bank. The rule leaves open which word that is:
/// here it is the one that most lanes want, so the passes are the fewest.
Served by_16_banks(const Wants&);
/// Today: 32 banks, for the whole warp.
Served by_32_banks(const simulator::Trace&, const simulator::Event&);

}  // namespace app

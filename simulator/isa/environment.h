// What a memory instruction accesses besides its warp's registers, and its counts. Used by
// isa/memory.cpp and isa/atomic.cpp, which are compiled for several processors. So here are only
// plain data, and functions that are defined once, in environment.cpp.
#pragma once

#include <cstdint>

#include "simulator/code.h"
#include "simulator/fault.h"
#include "simulator/isa/row.h"
#include "simulator/memory.h"

namespace simulator {

struct Printed;

// Generic addresses of shared memory, of a thread's local memory and of parameters. All other
// generic addresses are global ones, unchanged.
constexpr Address shared_window = 0x010000000000;
constexpr Address local_window = 0x020000000000;
constexpr Address parameter_window = 0x030000000000;
constexpr std::uint64_t window_bytes = 1u << 24;

/// The offset of a byte of a thread's local memory in its warp's: 4-byte words, 32 lanes side by
/// side.
constexpr std::uint64_t local_offset(Address address, int lane) {
    return address / 4 * (warp_size * 4) + lane * 4 + address % 4;
}

// The pattern of offsets in an instruction's last request, with its counts: most patterns repeat.
struct Pattern {
    std::uint32_t mask = 0;
    std::uint32_t phase = 0;  // of the first address within a sector
    std::uint32_t units = 0, distinct_bytes = 0;
    std::uint32_t best = 0;
    alignas(64) std::uint32_t offsets[warp_size] = {};  // from the first lane that is on
};

// The counts of one memory instruction in one space during a launch.
struct Tally {
    Region region;  // the last used buffer
    std::uint64_t requests = 0;
    // sectors; shared memory: wavefronts; constant memory: distinct addresses
    std::uint64_t units = 0;
    std::uint64_t best = 0;    // shared: wavefronts without conflicts
    std::uint64_t bytes = 0;   // distinct bytes, summed over requests
    std::uint64_t passes = 0;  // of atomics
    Pattern pattern;
};

enum class Counted : std::uint8_t { global, shared, local, constant };
constexpr int spaces_counted = 4;

struct Environment {
    Tally* tallies[spaces_counted] = {};  // by Counted, each by Code::tally
    std::uint32_t tallies_each = 0;
    std::byte* shared = nullptr;
    std::byte* local = nullptr;  // of the warp: 4-byte words, 32 lanes side by side
    const std::byte* parameters = nullptr;
    std::uint32_t shared_bytes = 0, local_bytes = 0, parameter_bytes = 0;
    std::uint64_t* changes = nullptr;  // number of atomics that changed a value
    Memory* memory = nullptr;          // buffers
    Printed* printed = nullptr;        // by vprintf
    std::uint64_t block = 0;           // linear index in the grid
    int launch = 0;
    const std::uint32_t* instructions = nullptr;  // of the warp so far, in watched blocks
};

// Thrown by an instruction that can't be executed; becomes a Fault.
struct Lapse {
    FaultKind kind{};
    const Code* code = nullptr;
    int lane = 0;
    Space space = Space::none;
    Address address = 0;
    int bytes = 0;
    bool write = false;
};
[[noreturn]] void raise(const Lapse&);

// Spreads a mask with one level of vector instructions; each level registers its own.
using Spread = void (*)(SpreadMask&, std::uint32_t mask);
struct Spreader {
    Spreader(Level level, Spread spread);
};
/// That of the best level that this processor has.
Spread best_spread();

// A place in memory; a generic address is resolved to its space.
struct Located {
    Space space = Space::none;
    // shared: offset in the block's shared memory; local: offset in the thread's
    Address address = 0;
};
Located resolve(Space space, Address address);

/// Called after memory was freed: forgets all regions.
void forget_regions(Environment&);

/// Stores the buffer at `address` in `tally.region`. False if there is none, or `write` and it is
/// constant.
bool enter_region(Warp&, Tally& tally, Address address, bool write);

/// Loads or stores for the lanes of warp.mask, one after the other, in any space and buffer.
/// `bytes` of one element in memory, `register_bytes` of its register; `extend_sign`: of narrow
/// values.
void access_each(Warp&, const Code&, bool load, int bytes, int register_bytes, bool extend_sign);

/// The host address of `bytes` bytes of a lane; `space` is the resolved space. Throws a Lapse if
/// they are out of bounds or misaligned. Local memory is contiguous only within a 4-byte word.
struct Reached {
    std::byte* host = nullptr;
    Space space = Space::none;
};
Reached reach(Warp&, const Code&, int lane, int bytes, bool write);

/// Counts a pattern that differs from tally.pattern, and stores it there. `at`: the lanes' places,
/// in bytes from the beginning of shared memory or a buffer; lanes that are off have the place of
/// the first lane that is on.
void learn_pattern(Tally&, Counted, bool load, std::uint32_t mask, int bytes,
                   const std::uint32_t* at);

// The costs of an atomic request.
struct AtomicRequest {
    std::uint32_t passes = 0;   // the largest number of lanes that use one address
    std::uint32_t sectors = 0;  // the same for each sector of 32 bytes, summed
};
/// For the lanes of `mask`; equal lanes count as one if the code says so (counts_lanes).
AtomicRequest count_atomic(const Code&, std::uint32_t mask, const Address* addresses);

}  // namespace simulator

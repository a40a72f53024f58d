// What a memory instruction reaches beyond the registers of its warp, and where its accesses are
// counted. Read and written by the bodies in isa/memory.cpp and isa/atomic.cpp, which are compiled
// for several processors: plain data here, and functions that are defined once, in environment.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/code.h"
#include "simulator/fault.h"
#include "simulator/isa/row.h"
#include "simulator/memory.h"

namespace simulator {

// Generic addresses of shared memory, of a thread's local memory and of parameters. Global memory
// is everywhere else: its addresses are the same in both.
constexpr Address shared_window = 0x010000000000;
constexpr Address local_window = 0x020000000000;
constexpr Address parameter_window = 0x030000000000;
constexpr std::uint64_t window_bytes = 1u << 24;

/// Where a byte of a thread's local memory stands in its warp's: words of 4 bytes, 32 lanes side by
/// side.
constexpr std::uint64_t local_offset(Address address, int lane) {
    return address / 4 * (warp_size * 4) + lane * 4 + address % 4;
}

// A pattern of offsets that an instruction met last, with what it costs: most patterns come back.
struct Pattern {
    std::uint32_t mask = 0;
    std::uint32_t phase = 0;  // of the first address within a sector
    std::uint32_t units = 0, distinct_bytes = 0;
    std::uint32_t best = 0;
    alignas(64) std::uint32_t offsets[warp_size] = {};  // from the first lane that is on
};

// What one memory instruction did in one space during a launch.
struct Tally {
    Region region;  // buffer used last
    std::uint64_t requests = 0;
    // sectors; of shared memory wavefronts; of constant memory distinct addresses
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
    std::byte* local = nullptr;  // of the warp: words of 4 bytes, 32 lanes side by side
    const std::byte* parameters = nullptr;
    std::uint32_t shared_bytes = 0, local_bytes = 0, parameter_bytes = 0;
    std::uint64_t* changes = nullptr;  // atomics that changed a value
    Memory* memory = nullptr;          // buffers
    std::string* printed = nullptr;    // by vprintf
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

// Spreads a mask by one level of vector instructions; each level registers its own.
using Spread = void (*)(SpreadMask&, std::uint32_t mask);
struct Spreader {
    Spreader(Level level, Spread spread);
};

// A place in memory: generic addresses are resolved to the space that they fall into.
struct Located {
    Space space = Space::none;
    // shared: offset in the block's shared memory; local: offset in the thread's
    Address address = 0;
};
Located resolve(Space space, Address address);

/// After memory was freed: nobody knows a place in it any more.
void forget_regions(Environment&);

/// Takes the buffer at `address` into `tally.region`. False where none is there, or (to write) it
/// is constant.
bool enter_region(Warp&, Tally& tally, Address address, bool write);

/// Loads or stores for the lanes of warp.mask one after the other, wherever they point: any space,
/// any buffer. `bytes` of one element in memory and `register_bytes` of its register; narrow signed
/// values are extended.
void access_each(Warp&, const Code&, bool load, int bytes, int register_bytes, bool extend_sign);

/// Where `bytes` bytes of a lane are on the host; `space` is what its address fell into. Throws a
/// Lapse where they are not there or not aligned. Local memory stands together up to the end of a
/// word of 4 bytes only.
struct Reached {
    std::byte* host = nullptr;
    Space space = Space::none;
};
Reached reach(Warp&, const Code&, int lane, int bytes, bool write);

/// Counts what tally.pattern has no answer for, and leaves the answer there. `at`: places of the
/// lanes, in bytes from the beginning of shared memory or of a buffer; lanes that are off stand
/// where the first one on does.
void learn_pattern(Tally&, Counted, bool load, std::uint32_t mask, int bytes,
                   const std::uint32_t* at);

// What an atomic takes for the lanes of a request.
struct AtomicRequest {
    std::uint32_t passes = 0;   // the largest number of lanes that use one address
    std::uint32_t sectors = 0;  // the same for each sector of 32 bytes, added up
};
/// Of the lanes of `mask`; one of each where the code counts equal lanes at once.
AtomicRequest count_atomic(const Code&, std::uint32_t mask, const Address* addresses);

}  // namespace simulator

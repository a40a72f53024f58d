// A decoded instruction and the state of a running warp. The rows of isa/ work on these, and
// observers (trace, origins, races) read them. Made by decode.cpp, run by engine.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simulator/types.h"

namespace simulator {

struct Warp;
struct Code;
struct Row;
struct Environment;

// Runs one instruction for the lanes of a warp. `full` bodies may assume that every lane is on.
using Body = void (*)(Warp&, const Code&);

struct Bodies {
    Body full = nullptr;
    Body masked = nullptr;
};

// A position in a warp's register file, in bytes from its start. Every value has 32 lanes side by
// side: 8-bit values take 32 bytes, 16-bit ones 64, 32-bit ones 128, 64-bit ones 256. A predicate
// is one 32-bit mask (bit = lane). Places below Program::first_constant are registers. The others
// are constants, addresses of symbols and special registers, also spread over 32 lanes (or masks);
// no code writes to them.
using Place = std::uint32_t;
constexpr Place nowhere = ~Place{0};

struct Code {
    // nullptr: nothing to run (a branch, or a copy of a constant: its readers use the constant's
    // place)
    Body full = nullptr, masked = nullptr;
    Place d = nowhere, a = nowhere, b = nowhere, c = nowhere;
    Place e = nowhere;      // fourth source (bfi, shfl's member mask)
    Place d2 = nowhere;     // second destination: q of "p|q", p of "d|p"
    Place guard = nowhere;  // predicate; nowhere: no guard
    Place elements[4] = {nowhere, nowhere, nowhere, nowhere};  // registers of a vector operand
    // of an address operand: address = a + offset (a: 64- or 32-bit lanes, see wide_address)
    std::int64_t offset = 0;
    std::uint32_t index = 0;  // within the function's body
    std::int32_t line = 0;    // of the kernel's source; 0: unknown
    std::int32_t ptx_line = 0;
    const Row* row = nullptr;
    Type type = Type::none;  // .type, the destination's where there are two
    Type from = Type::none;  // second type of cvt, set, slct; else = type
    Space space = Space::none;
    std::uint8_t count = 1;       // elements of a vector operand: 1, 2 or 4
    std::uint8_t lane_bytes = 0;  // of one lane's register in a load or store
    bool guard_negated = false;
    bool wide_address = true;
    bool synchronizes = false;  // waits for the lanes of its member mask (`e`)
    bool begins_round = false;  // a load that begins a new round of loads in flight
    std::uint32_t flags = 0;    // Modifier bits
    std::uint32_t tally = 0;    // index of a memory instruction's counts, see environment.h
};

// Modifiers that an opcode may carry, as bits of Code::flags.
enum Modifier : std::uint32_t {
    flush_subnormals = 1,
    saturate = 2,
    is_volatile = 4,
    acquires = 8,
    releases = 16,
    uniform = 32,
    round_zero = 64,
    round_down = 128,
    round_up = 256,
    to_integer = 512,
    propagate_nan = 1024,
    combine_and = 2048,
    combine_or = 4096,
    combine_xor = 8192,  // .and .or .xor of setp and set
    negated_predicate =
        16384,  // "!c" of setp and set, "!a" of vote: the source predicate is read inverted
    clamp_negative = 32768,   // .relu
    is_relaxed = 1 << 16,     // .relaxed, .mmio: others may read or write meanwhile, unordered
    fetches_again = 1 << 17,  // .cv: bypasses the caches, since others may have written
    read_only = 1 << 18,      // .nc: no thread writes there meanwhile
    aligned = 1 << 19,        // a barrier that all lanes of a warp must reach together
    block_scope = 1 << 20,    // .cta, .cluster: orders only threads of its own block, since no
                              // launch has clusters
    counts_lanes = 1 << 21,   // an atomic without a used result that adds one in shared memory, or
                              // whose lanes all have one address: equal lanes count as one
    enters = 1 << 22,         // a call of a function that stands after the kernel's own text
    goes_back = 1 << 23,      // the return of such a function
};
/// Flags of a load or store that signals to other threads, or reads such a signal.
constexpr std::uint32_t is_signal = is_volatile | acquires | releases | is_relaxed;

// A mask of lanes, spread out: -1 where on, 0 where off.
struct SpreadMask {
    alignas(64) std::int32_t lanes32[warp_size] = {};
    alignas(64) std::int64_t lanes64[warp_size] = {};
};
inline constexpr SpreadMask every_lane = [] {
    SpreadMask all;
    for (std::int32_t& lane : all.lanes32) lane = -1;
    for (std::int64_t& lane : all.lanes64) lane = -1;
    return all;
}();

// The part of a warp's state that a running instruction sees; the engine derives the full state
// from it. Accessors are always inlined: the rows are compiled for several processors, and a shared
// copy could use instructions that this processor lacks.
struct Warp {
    std::byte* registers = nullptr;  // aligned to 64
    std::uint32_t mask = 0;          // lanes that execute this instruction
    // the same mask, spread out: -1 where on, 0 where off
    const std::int32_t* lanes32 = every_lane.lanes32;
    const std::int64_t* lanes64 = every_lane.lanes64;
    std::uint32_t index = 0;             // of the warp in its block
    std::uint32_t threads = 0;           // mask of lanes that exist (the last warp may be short)
    Environment* environment = nullptr;  // memory, and the counts of accesses: environment.h
    std::uint32_t carry = 0;  // CC.CF, one bit a lane: written by add.cc and the like, read by addc

    template <class T>
    [[gnu::always_inline]] T* lanes(Place place) {
        return reinterpret_cast<T*>(registers + place);
    }
    template <class T>
    [[gnu::always_inline]] const T* lanes(Place place) const {
        return reinterpret_cast<const T*>(registers + place);
    }
    [[gnu::always_inline]] std::uint32_t& predicate(Place place) {
        return *reinterpret_cast<std::uint32_t*>(registers + place);
    }
    [[gnu::always_inline]] std::uint32_t predicate(Place place) const {
        return *reinterpret_cast<const std::uint32_t*>(registers + place);
    }
};

/// The value of one lane, zero-extended to 64 bits. `bytes` is 1, 2, 4 or 8.
[[gnu::always_inline]] inline std::uint64_t lane_bits(const Warp& warp, Place place, int bytes,
                                                      int lane) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, warp.registers + place + lane * bytes, bytes);
    return bits;
}

/// The `bytes` bytes that `code`, a load or store, moves to or from `place`; the register may be
/// wider.
[[gnu::always_inline]] inline std::uint64_t moved_bits(const Warp& warp, const Code& code,
                                                       Place place, int bytes, int lane) {
    const int width = code.lane_bytes > bytes ? code.lane_bytes : bytes;
    const std::uint64_t bits = lane_bits(warp, place, width, lane);
    return bytes == 8 ? bits : bits & ((std::uint64_t{1} << bytes * 8) - 1);
}

/// The address that `code`, a memory instruction, uses in `lane`, before it is resolved to a space.
[[gnu::always_inline]] inline Address lane_address(const Warp& warp, const Code& code, int lane) {
    const std::uint64_t base =
        code.a == nowhere ? 0 : lane_bits(warp, code.a, code.wide_address ? 8 : 4, lane);
    return code.wide_address ? base + code.offset : static_cast<std::uint32_t>(base + code.offset);
}

}  // namespace simulator

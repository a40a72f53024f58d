// What the watched blocks did, event by event. Every picture is drawn from this; nothing is
// scripted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "simulator/types.h"

namespace simulator {

enum class FenceScope : std::uint8_t { none, block, device };

// One memory, shuffle, vote, atomic or barrier instruction of one warp.
struct Event {
    EventKind kind{};
    Space space = Space::none;  // of memory events
    Type type = Type::none;     // of one element
    std::uint8_t count = 1;     // elements a lane moves (vector loads: 2 or 4)
    std::uint16_t launch = 0;
    std::uint64_t block = 0;     // linear index in the grid
    std::uint32_t interval = 0;  // barrier interval of the block
    std::uint32_t warp = 0;
    // number of the instruction in its warp's run (position = {launch, block, interval, warp,
    // index})
    std::uint32_t index = 0;
    std::uint32_t mask = 0;  // lanes that took part
    std::int32_t line = 0, ptx_line = 0;
    std::uint32_t first = 0;        // Trace::slots: one per lane of mask and element, ascending
    std::uint32_t instruction = 0;  // Program::code
    std::uint32_t sectors = 0;      // global and local: 32-byte sectors of this request
    std::uint32_t wavefronts = 0;   // shared; constant: passes
    std::uint32_t ideal = 0;        // sectors or wavefronts that these bytes need at best
    std::uint32_t passes = 0;       // of an atomic: see Counters::atomic_passes
    bool at_once = false;           // of an atomic: lanes on one address count as one pass
    bool asks = false;              // of a barrier or vote: reduces the lanes' predicates
    std::uint32_t yes = 0;          // lanes whose predicate holds
    std::uint32_t signals = 0;      // as a signal: is_signal and block_scope of code.h
    // a fence that its lanes executed since their last event
    FenceScope fence = FenceScope::none;
    std::int32_t fence_line = 0;
    // of a load from global memory: index, in its warp's run, of the first instruction that uses
    // the value; 0: none, or unknown
    std::uint32_t used = 0;
};

// The data of one lane.
struct Slot {
    Address address = 0;       // memory (shared: offset in the block's); shuffle: source lane
    std::uint64_t value = 0;   // loaded, stored, received, voted; atomic: the new value in memory
    std::uint64_t before = 0;  // store, atomic: the old value; shuffle: the lane's operand
};

// A step of the transport: the k-th occurrence of one event class at one source line within one
// interval, over all warps of a block. A tree reduction moves row by row.
struct Step {
    EventKind kind{};
    Space space = Space::none;
    std::uint16_t launch = 0;
    std::uint64_t block = 0;
    std::uint32_t interval = 0;
    std::int32_t line = 0;
    std::vector<std::uint32_t> events;  // indices into Trace::events, by warp
    std::uint32_t lanes = 0;            // lanes over all of them
};

// A named array of events: a buffer, a shared array, or (in Flow) values that lanes hold.
struct Array {
    std::string name;
    Space space = Space::none;  // none: lane values
    Type type = Type::none;
    Address base = 0;
    std::uint64_t elements = 0;  // 0: unknown
    std::uint16_t launch = 0;    // shared arrays belong to one kernel of one launch
};

struct LaunchShape {
    std::string kernel;  // plain name
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    std::uint32_t register_bytes = 0;
};

struct Trace {
    std::vector<LaunchShape> launches;
    std::vector<Array> arrays;
    std::vector<Event> events;  // in the order of execution
    std::vector<Slot> slots;
    std::vector<std::uint64_t> watched;  // requested linear block indices
    bool full = false;                   // the limit was reached: later events are missing

    std::span<const Slot> lanes_of(const Event&) const;
    /// The slot of `lane`, element `k`; nullptr if the lane is off.
    const Slot* slot(const Event&, int lane, int k = 0) const;
    /// Array and element of `address` in `space`; -1: none.
    int array_of(const Event&, Address, std::int64_t* element) const;
};

/// The steps of one block of one launch, in an order that keeps each warp's order. `launch` -1: all
/// launches in turn.
std::vector<Step> steps_of(const Trace&, std::uint64_t block, int launch = -1);

}  // namespace simulator

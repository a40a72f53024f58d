// How trace, origins and checks look on while a watched block runs. The engine calls an observer around every
// instruction of a watched block; blocks that nobody watches run without any of it.
#pragma once

#include "simulator/code.h"
#include "simulator/fault.h"
#include "simulator/memory.h"

namespace simulator {

class Program;

// Where an address leads.
struct Reached {
    Space space = Space::none;   // global, shared, local, parameter or constant; none: nowhere
    Address offset = 0;          // global: the address; else from the start of the block's window, the lane's own
    const std::byte* bytes = nullptr;  // what stands there now, nullptr where the access would fault
};

// How an observer sees memory; the engine implements it for the block that runs.
class Sight {
public:
    virtual ~Sight() = default;
    virtual Reached reach(const Warp&, int lane, Space, Address, int bytes) const = 0;
    virtual const Memory& memory() const = 0;       // names and types of the buffers
    virtual std::uint32_t shared_bytes() const = 0; // of the block, dynamic ones included
};

// Where a watched instruction runs. `warp.mask` holds the lanes that execute it, guard included.
struct Moment {
    const Program& program;
    const Warp& warp;
    const Sight& sight;
    int launch = 0;
    std::uint64_t block = 0;     // linear index in the grid: x + y * grid.x + z * grid.x * grid.y
    int interval = 0;            // barriers of the block passed so far by this warp
    std::uint32_t index = 0;     // instructions of this warp so far
};

// A piece of memory that a lane touches: where it is and whose.
struct Cell {
    int array = -1;              // index into Arrays, -1 where unknown
    std::int64_t element = 0;    // in elements of the array
};

class Observer {
public:
    virtual ~Observer() = default;
    virtual void launch_begins(const Program&, int /*launch*/, Dim3 /*grid*/, Dim3 /*block*/) {}
    virtual void launch_ends() {}
    virtual void block_begins(const Program&, int /*launch*/, std::uint64_t /*block*/) {}
    virtual void block_ends() {}
    /// Before the registers change: sources hold their old values, memory its old contents.
    virtual void before(const Moment&, const Code&) {}
    /// After they changed.
    virtual void after(const Moment&, const Code&) {}
    /// A barrier of the block is arrived at by a warp's lanes / released for all.
    virtual void barrier_arrived(const Moment&, const Code&) {}
    virtual void barrier_released(int /*launch*/, std::uint64_t /*block*/, int /*interval*/) {}
    /// A conditional branch: lanes that take it, lanes that don't.
    virtual void branched(const Moment&, const Code&, std::uint32_t /*taken*/, std::uint32_t /*not_taken*/) {}
    virtual void warp_ends(const Moment&) {}
};

}  // namespace simulator

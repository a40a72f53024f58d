// How trace, origins and checks observe a watched block. The engine calls an observer around every
// instruction of a watched block; other blocks run without these calls.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulator/code.h"
#include "simulator/fault.h"
#include "simulator/isa/environment.h"
#include "simulator/memory.h"
#include "simulator/watch/trace.h"

namespace simulator {

class Program;

// Receives the findings of checks. The machine merges equal ones (kind and line), and fills in
// launch, block and thread if they have their defaults.
class FaultSink {
public:
    virtual ~FaultSink() = default;
    virtual void report(Fault fault) = 0;
};

// Facts that stay the same during a launch. Valid during one call only: a machine may be copied or
// moved between calls.
struct Scene {
    const Program& program;
    const Memory& memory;  // global memory, as it is now
    FaultSink& faults;
    int launch = 0;
    Dim3 grid, block;                  // shapes
    std::uint32_t dynamic_shared = 0;  // bytes, as given at the launch
    std::uint32_t shared_bytes = 0;    // of a block, static and dynamic
    std::uint32_t places = 1;          // Order::in_step: places for resident blocks
};

// The state at a watched instruction. `warp.mask` has the lanes that execute it, after the guard.
struct Moment {
    const Scene& scene;
    const Program& program;
    const Warp& warp;
    std::span<const std::byte> shared;  // the block's shared memory, as it is now
    int launch = 0;
    std::uint64_t block = 0;  // linear index in the grid: x + y * grid.x + z * grid.x * grid.y
    int interval = 0;         // barriers of the block passed so far by this warp
    std::uint32_t index = 0;  // instructions of this warp so far
    std::uint32_t live = 0;   // lanes of the warp that have not exited
    std::uint64_t step = 0;   // Order::in_step: instructions and idle steps of the launch so far

    /// Linear index in the block of the thread in `lane`.
    std::uint32_t thread(int lane) const { return warp.index * warp_size + lane; }
};

/// The place of a lane's address, resolved to its space.
Located located(const Moment&, const Code&, int lane);

/// Bits at `at`, zero-extended; `bytes` is 1, 2, 4 or 8. nullopt if there is no such memory.
std::optional<std::uint64_t> memory_bits(const Moment&, Located at, int bytes, int lane);

/// The 3D index of a linear one.
Dim3 thread_index(const Dim3& block_shape, std::uint32_t linear);
Dim3 block_index(const Dim3& grid_shape, std::uint64_t linear);

// One element of an array.
struct Cell {
    int array = -1;            // index into `arrays`; -1: unknown
    std::int64_t element = 0;  // in elements of the array
};

class Observer {
public:
    virtual ~Observer() = default;
    /// A deep copy: machines are values.
    virtual std::unique_ptr<Observer> clone() const = 0;
    virtual void launch_begins(const Scene&) {}
    virtual void launch_ends(const Scene&) {}
    virtual void block_begins(const Scene&, std::uint64_t /*block*/) {}
    virtual void block_ends(const Scene&, std::uint64_t /*block*/) {}
    /// Before execution: registers and memory have their old values.
    virtual void before(const Moment&, const Code&) {}
    /// After execution.
    virtual void after(const Moment&, const Code&) {}
    /// Lanes of a warp arrive at a block barrier; the barrier releases all.
    virtual void barrier_arrived(const Moment&, const Code&) {}
    virtual void barrier_released(const Scene&, std::uint64_t /*block*/,
                                  int /*interval that ends*/) {}
    /// A conditional branch, with the lanes that take it and those that don't.
    virtual void branched(const Moment&, const Code&, std::uint32_t /*taken*/,
                          std::uint32_t /*not_taken*/) {}
    virtual void warp_ends(const Moment&) {}
};

}  // namespace simulator

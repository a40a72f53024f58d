// A simulated GPU: memory, one launch at a time, counters, checks, a trace of the blocks that are
// watched. Everything that runs PTX goes through here. A Machine is a value: a copy is a
// checkpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulator/counters.h"
#include "simulator/decode/program.h"
#include "simulator/demangle.h"
#include "simulator/fault.h"
#include "simulator/limits.h"
#include "simulator/memory.h"
#include "simulator/order.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/line_values.h"
#include "simulator/watch/trace.h"

namespace simulator {

struct BlocksOverTime;

struct Options {
    Order order = Order::sequential;
    std::uint64_t seed = 0;  // of Order::shuffled and Order::weak
    // linear block indices, the same in every launch; empty: none
    std::vector<std::uint64_t> watched;
    bool trace = true, origins = true, races = true;  // on the watched blocks
    // With check_all: which elements of an array that nobody filled no thread has written, told at
    // the end of each launch.
    bool tell_never_written = false;
    bool check_all = false;                 // races and uninitialised reads on every block
    std::uint32_t origin_rules = ~0u;       // of origins.h; tests switch some off
    std::uint64_t trace_bytes = 64u << 20;  // beyond: Trace::full
    int fault_limit = 100;                  // distinct faults kept
    bool blocks = false;                    // Machine::blocks(): for Order::in_step
    // of the source, whose values the watched blocks leave in Machine::line_values(), as many bytes
    // as a trace may have; 0: none
    std::int32_t values_of_line = 0;
};

class Machine {
public:
    explicit Machine(Options = {}, Limits = {});
    Machine(const Machine&);  // a checkpoint: everything but the programs is copied
    Machine& operator=(const Machine&);
    Machine(Machine&&) noexcept;
    Machine& operator=(Machine&&) noexcept;
    ~Machine();

    Memory& memory();
    const Memory& memory() const;

    /// Begins a launch. `parameters` is the kernel's parameter block, Program::parameter_bytes
    /// long. Fails with what does not fit ({limit, asked} in words) and changes nothing then.
    std::optional<Diagnostic> launch(std::shared_ptr<const Program>, Dim3 grid, Dim3 block,
                                     std::uint32_t dynamic_shared_bytes,
                                     std::span<const std::byte> parameters);

    /// Where a variable of the program's module lies, for the host to fill before a launch; it is
    /// placed where no launch did that yet. Its elements are called `type` then, if they are as
    /// wide as that or bytes. nullopt where this kernel uses no variable of that name.
    std::optional<Address> variable(const Program&, const std::string& name, Type type);

    enum class State : std::uint8_t { idle, running, faulted };
    /// Runs on for about `lane_instructions`, at least one basic block of one warp. Stops at the
    /// launch's end (idle) or at a fault that ends the run (faulted; the memory stays as it was
    /// then). The trace does not depend on budgets.
    State advance(std::uint64_t lane_instructions);
    State state() const;
    /// Basic blocks run so far over all launches: a position to come back to.
    std::uint64_t position() const;
    /// Runs exactly until position() is `position`, or the launch ends.
    State advance_to(std::uint64_t position);
    /// Blocks of the grid done, and how many there are.
    std::uint64_t blocks_done() const, blocks_total() const;

    Counters counters() const;  // all launches so far
    Counters launch_counters(int launch) const;
    /// Where lanes parted so that an assembler decides how they go on: what they ask memory for is
    /// counted at PTX level, and machine code may ask otherwise.
    AtPtxLevel at_ptx_level() const;
    /// Instructions of the warp of a launch that issued most, of those that ended.
    std::uint64_t longest_warp(int launch) const;
    int launches() const;
    /// Units that ran anything, in order of Unit; -1: over all launches. Adds up to the counters.
    std::vector<UnitCount> instruction_mix(int launch = -1) const;
    std::vector<LineCounters> lines(int launch = -1) const;      // by source line; -1: all launches
    std::vector<LineCounters> ptx_lines(int launch = -1) const;  // by line of the PTX text
    const std::vector<Fault>& faults() const;
    std::shared_ptr<const Trace> trace() const;  // of the watched blocks
    std::shared_ptr<const Flow> flow() const;
    /// What Options::values_of_line asked for; nullptr where it asked for none.
    std::shared_ptr<const LineValues> line_values() const;
    /// What all blocks did at which step (simulator/blocks.h), where Options::blocks asks.
    std::shared_ptr<const BlocksOverTime> blocks() const;
    const std::string& printed() const;  // by vprintf in kernels
    /// Changes with any bit of memory, registers, masks and positions: equal states, equal hashes.
    std::uint64_t hash() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// Goes to any position of one launch, forwards and back, by checkpoints and replay; exact both
/// ways.
class Stepper {
public:
    // basic blocks between checkpoints
    explicit Stepper(Machine at_start, std::uint64_t spacing = 4096);
    void go_to(std::uint64_t position);
    const Machine& machine() const;
    std::uint64_t last() const;  // position of the end, once it was reached; else 0

private:
    std::uint64_t spacing_;
    std::vector<Machine> checkpoints_;
    Machine now_;
    std::uint64_t last_ = 0;
};

}  // namespace simulator

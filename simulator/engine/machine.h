// A simulated GPU: memory, one launch at a time, counters, checks, a trace of the watched blocks.
// All PTX runs here. A Machine is a value: a copy is a checkpoint.
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
#include "simulator/printed.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/line_values.h"
#include "simulator/watch/trace.h"

namespace simulator {

struct BlocksOverTime;

struct Options {
    Order order = Order::sequential;
    std::uint64_t seed = 0;  // for Order::shuffled and Order::weak
    // linear block indices, for every launch; empty: none
    std::vector<std::uint64_t> watched;
    bool trace = true, origins = true, races = true;  // on the watched blocks
    // With check_all: report elements that no thread has written, of arrays that the host did not
    // fill, at the end of each launch.
    bool tell_never_written = false;
    bool check_all = false;                 // races and uninitialised reads on every block
    std::uint32_t origin_rules = ~0u;       // see origins.h; tests switch some off
    std::uint64_t trace_bytes = 64u << 20;  // limit of the trace; beyond: Trace::full
    int fault_limit = 100;                  // distinct faults kept
    bool blocks = false;                    // fill Machine::blocks(), for Order::in_step
    // source line whose values on the watched blocks Machine::line_values() has, with the limit of
    // a trace; 0: none
    std::int32_t values_of_line = 0;
};

class Machine {
public:
    explicit Machine(Options = {}, Limits = {});
    Machine(const Machine&);  // a checkpoint: copies everything but the programs
    Machine& operator=(const Machine&);
    Machine(Machine&&) noexcept;
    Machine& operator=(Machine&&) noexcept;
    ~Machine();

    Memory& memory();
    const Memory& memory() const;

    /// Begins a launch. `parameters` is the kernel's parameter block, Program::parameter_bytes
    /// long. Fails with a sentence if a limit is exceeded, and then changes nothing.
    std::optional<Diagnostic> launch(std::shared_ptr<const Program>, Dim3 grid, Dim3 block,
                                     std::uint32_t dynamic_shared_bytes,
                                     std::span<const std::byte> parameters);

    /// The address of a module variable, for the host to fill before a launch; allocated if no
    /// launch did so yet. Its elements then get `type`, if the variable's size is a multiple of
    /// `type`'s. nullopt if this kernel uses no variable of that name.
    std::optional<Address> variable(const Program&, const std::string& name, Type type);

    /// Of Order::in_step: the blocks that a multiprocessor holds at once in later launches, where a
    /// card is chosen. 0: as many as the limits say.
    void hold(std::uint32_t blocks);

    enum class State : std::uint8_t { idle, running, faulted };
    /// Runs for about `lane_instructions`, at least one basic block of one warp. Stops at the
    /// launch's end (idle) or at a fatal fault (faulted; memory stays as it was then). The trace
    /// does not depend on budgets.
    State advance(std::uint64_t lane_instructions);
    State state() const;
    /// Basic blocks run so far in all launches: a position to return to.
    std::uint64_t position() const;
    /// Runs until position() is exactly `position`, or the launch ends.
    State advance_to(std::uint64_t position);
    /// Finished blocks of the grid, and their total.
    std::uint64_t blocks_done() const, blocks_total() const;

    Counters counters() const;  // all launches so far
    Counters launch_counters(int launch) const;
    /// Places where lanes diverged and an assembler decides how they continue: memory requests
    /// there are counted at PTX level, and machine code may differ.
    AtPtxLevel at_ptx_level() const;
    /// Instructions of the longest warp of an ended launch.
    std::uint64_t longest_warp(int launch) const;
    int launches() const;
    /// Units that ran anything, in order of Unit; -1: all launches. Their sums equal the counters.
    std::vector<UnitCount> instruction_mix(int launch = -1) const;
    std::vector<LineCounters> lines(int launch = -1) const;      // by source line; -1: all launches
    std::vector<LineCounters> ptx_lines(int launch = -1) const;  // by line of the PTX text
    const std::vector<Fault>& faults() const;
    std::shared_ptr<const Trace> trace() const;  // of the watched blocks
    std::shared_ptr<const Flow> flow() const;
    /// The values for Options::values_of_line; nullptr if it is 0.
    std::shared_ptr<const LineValues> line_values() const;
    /// The phases of all blocks by step (simulator/blocks.h), if Options::blocks is set.
    std::shared_ptr<const BlocksOverTime> blocks() const;
    const std::string& printed() const;  // by vprintf in kernels
    const std::vector<PrintedCall>& printed_calls() const;
    /// Changes with any bit of memory, registers, masks and positions: equal states, equal hashes.
    std::uint64_t hash() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// Goes to any position of one launch, forwards or back, by checkpoints and replay. Exact both
/// ways.
class Stepper {
public:
    // basic blocks between checkpoints
    explicit Stepper(Machine at_start, std::uint64_t spacing = 4096);
    void go_to(std::uint64_t position);
    const Machine& machine() const;
    std::uint64_t last() const;  // position of the launch's end, once reached; else 0

private:
    std::uint64_t spacing_;
    std::vector<Machine> checkpoints_;
    Machine now_;
    std::uint64_t last_ = 0;
};

}  // namespace simulator

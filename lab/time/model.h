// The card of modelled times, and the formula. lab/time/model.cpp also implements modelled() of
// bench.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/occupancy/occupancy.h"
#include "lab/run.h"
#include "simulator/counters.h"
#include "simulator/types.h"

namespace lab {

// The card's numbers in the formula. Rates are those of plain kernels, not of the data sheet.
struct Card {
    std::string name;
    double multiprocessors = 1;
    Multiprocessor holds;  // each one's capacity
    double gigahertz = 1;
    double memory_gigabytes = 1;       // a second, between multiprocessors and memory
    double cache_gigabytes = 1;        // a second, for repeated requests
    double cache_bytes = 0;            // L2: arrays that fit stay there between launches
    double pcie_gigabytes = 1;         // a second, to or from page-locked host memory
    double pageable_gigabytes = 1;     // a second, to or from pageable host memory
    double call_microseconds = 0;      // of the host, for a step that it enqueues separately
    double floor_microseconds = 1;     // of the first launch, or of a copy between host and device
    double next_microseconds = 1;      // of each launch after the first
    double clear_microseconds = 1;     // of a buffer cleared before a launch
    double latency_cycles = 1;         // from an instruction to the next that needs its result
    double memory_latency_cycles = 1;  // of loads in flight together, from memory
    double cache_latency_cycles = 1;   // the same, from a cache
    double blocks_a_cycle = 1;         // started by the whole card
    double pass_cycles = 1;            // of constant memory: one address, for its lanes
    double handover_cycles = 1;        // from a store to the thread that waits for it
    double atomic_nanoseconds = 1;     // of an atomic that queues for its address
    // Bytes in flight on each multiprocessor above which every recorded kernel of the lesson "Bytes
    // in flight" is within 5 % of the highest rate. No modelled time uses it.
    double flight_bytes = 0;
    // Of a multiprocessor, from the data sheet. No count and no modelled time uses them.
    double multiply_adds_a_cycle = 0, double_multiply_adds_a_cycle = 0;
    /// GFLOP/s if every cycle has all multiply-adds, of two operations each; 0: unknown.
    double flat_roof(bool of_doubles) const {
        return 2 * multiprocessors * gigahertz *
               (of_doubles ? double_multiply_adds_a_cycle : multiply_adds_a_cycle);
    }
};

/// The card for modelled times.
const Card& modelled_card();

// The formula's input for one launch.
struct ModelledLaunch {
    simulator::Counters counters;
    simulator::Dim3 grid, block;
    double array_bytes = 0;  // arrays it may touch; further requests hit a cache
    double ratio = 1;        // factor for the work and the blocks
    bool first = true;       // of its plan: the caches are empty
    double blocks = 0;       // blocks with that work, if known; 0: `ratio` times those of `grid`
    // Instructions of the longest warp; 0: all warps have as many. Limits how many warps are busy
    // at once: no more than the longest one leaves work for.
    std::uint64_t longest_warp = 0;
    std::int64_t shared_bytes = 0;  // of a block, static and dynamic
};

// The terms of its time, in milliseconds.
struct ModelledTime {
    double floor = 0, bytes = 0, wavefronts = 0, passes = 0, instructions = 0, latency = 0;
    double starts = 0, waiting = 0;
    /// floor + the largest of bytes, wavefronts, passes, instructions, latency and starts + waiting
    double total() const;
    std::string limited_by() const;  // "bytes moved"
};

/// bytes = the arrays' bytes (at most those moved) / memory rate + the other moved bytes / cache
/// rate; wavefronts = shared wavefronts / (SMs x clock); passes = passes of constant memory x
/// cycles of one / (SMs x clock); instructions = warp instructions / (4 SMs x clock); latency =
/// (warp instructions x latency + load rounds x memory's or the cache's latency, by their bytes) /
/// warps resident at once / clock: Little's law, where the last wave of blocks takes as long as a
/// full one. Warps, block slots and shared memory limit the blocks on a multiprocessor; starts =
/// blocks / (blocks a cycle x clock); waiting = polls x hand-over, one after the other. SMs counts
/// only those that get a block with work. After the first launch, arrays that fit into the L2 are
/// there.
ModelledTime modelled_time(const Card&, const ModelledLaunch&);

/// Milliseconds of a copy between host and device: floor + bytes / PCIe rate.
double modelled_transfer(const Card&, std::uint64_t bytes, double ratio = 1);

/// When the timed steps of a plan in streams run, given their milliseconds. One copy at a time in
/// each direction, and one kernel at a time, each as soon as its waits have ended. A copy of
/// pageable memory blocks the host, and so all later steps. Where the host enqueues steps by calls,
/// each call takes `call_ms`. cudaFree also waits until all earlier steps have ended. Calls for
/// memory take no more than that here: what the driver needs to map memory is not known.
std::vector<StepSpan> modelled_spans(const Plan&, const std::vector<double>& milliseconds,
                                     double call_ms = 0);

}  // namespace lab

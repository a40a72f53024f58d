// The card that modelled times speak of, and the formula. lab/time/model.cpp also implements
// modelled() of bench.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/occupancy/occupancy.h"
#include "lab/run.h"
#include "simulator/counters.h"
#include "simulator/types.h"

namespace lab {

// What the formula needs to know of a card; rates are those that plain kernels reach, not the data
// sheet's.
struct Card {
    std::string name;
    double multiprocessors = 1;
    Multiprocessor holds;  // what each has room for at once
    double gigahertz = 1;
    double memory_gigabytes = 1;       // a second, between the multiprocessors and memory
    double cache_gigabytes = 1;        // a second, what is asked for again
    double cache_bytes = 0;            // L2: arrays that fit stay there from launch to launch
    double pcie_gigabytes = 1;         // a second, from or to page-locked memory of the host
    double pageable_gigabytes = 1;     // a second, from or to memory that is not locked
    double call_microseconds = 0;      // of the host, for a step that it gives away by itself
    double floor_microseconds = 1;     // of the first launch, or of a copy between host and device
    double next_microseconds = 1;      // of each launch after the first
    double clear_microseconds = 1;     // of a buffer that is set before a launch
    double latency_cycles = 1;         // of an instruction whose result the next one waits for
    double memory_latency_cycles = 1;  // of loads that are under way together, from memory
    double cache_latency_cycles = 1;   // the same from a cache
    double blocks_a_cycle = 1;         // that the whole card can begin
    double pass_cycles = 1;            // of constant memory: one number for all lanes that want it
    double handover_cycles = 1;        // from a store to the thread that waits for it
    double atomic_nanoseconds = 1;     // of an atomic that waits for the one before at its address
    // Bytes in flight on each multiprocessor from which on every recorded kernel of the lesson
    // "Bytes in flight" came within a twentieth of the highest rate. No modelled time needs it.
    double flight_bytes = 0;
    // Of a multiprocessor, by the data sheet: no count and no modelled time depends on them.
    double multiply_adds_a_cycle = 0, double_multiply_adds_a_cycle = 0;
    /// GFLOP/s where each of its cycles has all of them, of two operations each; 0: not known.
    double flat_roof(bool of_doubles) const {
        return 2 * multiprocessors * gigahertz *
               (of_doubles ? double_multiply_adds_a_cycle : multiply_adds_a_cycle);
    }
};

/// The card of modelled times.
const Card& modelled_card();

// One launch as the formula sees it.
struct ModelledLaunch {
    simulator::Counters counters;
    simulator::Dim3 grid, block;
    double array_bytes = 0;  // of all arrays it may touch: what is asked beyond comes from a cache
    double ratio = 1;        // as many times that work, in as many times the blocks
    bool first = true;       // of its plan: nothing is in a cache yet
    double blocks = 0;       // that do so much, where it is known; 0: `ratio` times those of `grid`
    // Instructions of the warp that issued most; 0: all issue as many. No more warps are busy at
    // once than this one leaves work for.
    std::uint64_t longest_warp = 0;
    std::int64_t shared_bytes = 0;  // of a block, static and dynamic
};

// Its time, term by term, in milliseconds.
struct ModelledTime {
    double floor = 0, bytes = 0, wavefronts = 0, passes = 0, instructions = 0, latency = 0;
    double starts = 0, waiting = 0;
    /// floor + the largest of bytes, wavefronts, passes, instructions, latency and starts + waiting
    double total() const;
    std::string limited_by() const;  // "bytes moved"
};

/// bytes = the arrays' bytes (at most those moved) / memory rate + the rest of those moved / cache
/// rate; wavefronts = shared wavefronts / (SMs x clock); passes = passes of constant memory x
/// cycles of one / (SMs x clock); instructions = warp instructions / (4 SMs x clock); latency =
/// (warp instructions x latency + load rounds x memory's or the cache's latency, by their bytes) /
/// warps resident at once / clock: Little's law, where the last wave of blocks takes as long as a
/// full one, and a multiprocessor holds as many blocks as its warps, its places for blocks and its
/// shared memory are enough for; starts = blocks / (blocks a cycle x clock);
/// waiting = polls x hand-over, one after the other. With as many SMs as there are blocks
/// for that have work. Behind the first launch, arrays that fit the L2 are in it.
ModelledTime modelled_time(const Card&, const ModelledLaunch&);

/// Milliseconds of a copy between host and device: floor + bytes / PCIe rate.
double modelled_transfer(const Card&, std::uint64_t bytes, double ratio = 1);

/// When the timed steps of a plan in streams run, of which each takes so many milliseconds: one
/// copy at a time in each direction, one kernel at a time, each as soon as what it waits for has
/// ended. A copy of memory that is not locked holds the host, and so all steps behind it.
/// Where the host gives steps away by calls, one such call takes `call_ms`.
std::vector<StepSpan> modelled_spans(const Plan&, const std::vector<double>& milliseconds,
                                     double call_ms = 0);

}  // namespace lab

// The card that modelled times speak of, and the formula. lab/time/model.cpp also implements
// modelled() of bench.h.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/counters.h"
#include "simulator/types.h"

namespace lab {

// What the formula needs to know of a card; rates are those that plain kernels reach, not the data
// sheet's.
struct Card {
    std::string name;
    double multiprocessors = 1;
    double warps_resident = 64, blocks_resident = 32;  // at once on a multiprocessor, at most
    double gigahertz = 1;
    double memory_gigabytes = 1;       // a second, between the multiprocessors and memory
    double cache_gigabytes = 1;        // a second, what is asked for again
    double pcie_gigabytes = 1;         // a second, from or to page-locked memory of the host
    double floor_microseconds = 1;     // of one launch, or of one copy between host and device
    double latency_cycles = 1;         // of an instruction whose result the next one waits for
    double memory_latency_cycles = 1;  // of loads that are under way together
    double turnover_cycles = 1;        // from a block that ends to the next in its place
    double handover_cycles = 1;        // from a store to the thread that waits for it
    double factor = 2;  // most measured times are within this of the formula: docs/measuring.md
};

/// The card of modelled times.
const Card& modelled_card();

// One launch as the formula sees it.
struct ModelledLaunch {
    simulator::Counters counters;
    simulator::Dim3 grid, block;
    double array_bytes = 0;  // of all arrays it may touch: what is asked beyond comes from a cache
    double ratio = 1;        // as many times that work, in as many times the blocks
};

// Its time, term by term, in milliseconds.
struct ModelledTime {
    double floor = 0, bytes = 0, wavefronts = 0, instructions = 0, latency = 0;
    double turnover = 0, waiting = 0;
    /// floor + the largest of bytes, wavefronts, instructions and latency + turnover + waiting
    double total() const;
    std::string limited_by() const;  // "bytes moved"
};

/// bytes = the arrays' bytes (at most those moved) / memory rate + the rest of those moved / cache
/// rate; wavefronts = shared wavefronts / (SMs x clock); instructions = warp instructions / (4 SMs
/// x clock); latency = (warp instructions x latency + load rounds x memory latency) / warps
/// resident at once / clock: Little's law; turnover = rounds of resident warps x turnover; waiting
/// = waiting rounds x hand-over, one after the other. With as many SMs as there are blocks for.
ModelledTime modelled_time(const Card&, const ModelledLaunch&);

/// Milliseconds of a copy between host and device: floor + bytes / PCIe rate.
double modelled_transfer(const Card&, std::uint64_t bytes, double ratio = 1);

}  // namespace lab

// The card that modelled times speak of, and the formula. lab/model.cpp also implements modelled()
// of bench.h.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/counters.h"
#include "simulator/types.h"

namespace lab {

// What the formula needs to know of a card; throughputs are those that plain kernels reach, not the
// data sheet's.
struct Card {
    std::string name;
    double multiprocessors = 1;
    double gigahertz = 1;
    double memory_gigabytes = 1;    // a second, between the multiprocessors and memory
    double pcie_gigabytes = 1;      // a second, from or to page-locked memory of the host
    double floor_microseconds = 1;  // of one launch, or of one copy between host and device
    double latency_cycles = 1;      // of an instruction whose result the next one waits for
    double memory_latency_cycles = 1;
    double error =
        0.5;  // share of the time, as measured against a real card; see docs/measuring.md
};

/// The card of modelled times.
const Card& modelled_card();

// One launch's time, term by term, in milliseconds: the launch floor plus the largest of the
// others.
struct ModelledTime {
    double floor = 0, bytes = 0, wavefronts = 0, instructions = 0, latency = 0;
    double total() const;
    std::string limited_by() const;  // "bytes moved"
};

/// floor + max(bytes moved / bandwidth, shared wavefronts / (SMs x clock), warp instructions / (4
/// SMs x clock), instructions of one warp x latency + its global requests x memory latency / 4),
/// with as many SMs as there are blocks for. `ratio` scales every counter.
ModelledTime modelled_time(const Card&, const simulator::Counters&, simulator::Dim3 grid,
                           simulator::Dim3 block, double ratio = 1);

/// Milliseconds of a copy between host and device: floor + bytes / PCIe rate.
double modelled_transfer(const Card&, std::uint64_t bytes, double ratio = 1);

}  // namespace lab

// What is counted while a kernel runs, by the rules of docs/counters.md, and the table that names
// it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace simulator {

// Sums over warps. Names are those of the JSON; docs/counters.md says which Nsight Compute metric
// each equals.
struct Counters {
    std::uint64_t global_load_requests = 0, global_load_sectors = 0;
    std::uint64_t global_store_requests = 0, global_store_sectors = 0;
    std::uint64_t global_load_rounds =
        0;  // of loads that wait for none of each other: one latency each
    std::uint64_t local_load_requests = 0, local_load_sectors = 0;
    std::uint64_t local_store_requests = 0, local_store_sectors = 0;
    std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0,
                  shared_load_bank_conflicts = 0;
    std::uint64_t shared_store_requests = 0, shared_store_wavefronts = 0,
                  shared_store_bank_conflicts = 0;
    // loads from constant memory; distinct addresses of each, summed
    std::uint64_t constant_load_requests = 0, constant_load_passes = 0;
    std::uint64_t texture_instructions = 0;
    // at PTX level: conditional branches; those whose lanes part
    std::uint64_t branches = 0, divergent_branches = 0;
    std::uint64_t barriers = 0;  // warps arriving at a barrier of the block
    std::uint64_t polls = 0;     // of loops that wait for what other threads write
    std::uint64_t shuffles = 0, votes = 0;
    // requests; sum of the largest number of lanes on one address
    std::uint64_t atomics = 0, atomic_passes = 0;
    std::uint64_t global_atomic_passes = 0;  // those of them in global memory, seen by all blocks
    // of each sector the largest number of lanes on one of its addresses, added up
    std::uint64_t global_atomic_sectors = 0;
    // global loads and stores: distinct bytes that a request touches
    std::uint64_t bytes_requested = 0;
    // of the sectors that the request asks the L1 for: 32 times those; memory may move fewer
    std::uint64_t bytes_asked = 0;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;

    Counters& operator+=(const Counters& other);
    bool operator==(const Counters&) const = default;
};

struct CounterName {
    std::string_view name;  // "global_load_sectors"
    Member<Counters, std::uint64_t> member;
    std::string_view unit;     // "sectors", "bytes", "warp instructions" ...
    std::string_view nsight;   // its metric in Nsight Compute, empty where there is none
    std::string_view meaning;  // one sentence
};

/// All counters in the order of docs/counters.md. JSON, ledger, CSV and tests derive from this
/// table.
std::span<const CounterName> counter_names();

enum class Unit : std::uint8_t;  // isa/row.h

// The instructions that one unit ran.
struct UnitCount {
    Unit unit{};
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    // of those of lanes: additions, products, multiply-adds and the like of numbers with a point
    std::uint64_t operations = 0;
    bool operator==(const UnitCount&) const = default;
};

// One line of the kernel's source.
struct LineCounters {
    int line = 0;
    // times a warp executed the line: the most that any one of its PTX instructions was; of its
    // access and what comes behind where none of it branches or is guarded, since compilers compute
    // addresses earlier
    std::uint64_t executions = 0;
    std::uint64_t lanes = 0;  // lanes that were on in those executions
    Counters counters;        // of all its PTX instructions
};

// Code whose counts an assembler may change, as code_line() of each.
struct AtPtxLevel {
    std::vector<int> loops;     // it may unroll, and lanes left them in different turns
    std::vector<int> branches;  // lanes parted there that could meet again at three places or more
    bool operator==(const AtPtxLevel&) const = default;
};

}  // namespace simulator

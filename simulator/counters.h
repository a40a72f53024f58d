// The counters of a kernel's run, by the rules of docs/counters.md, and the table of their names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace simulator {

// Sums over warps. JSON uses these names; docs/counters.md names the equal Nsight Compute metrics.
struct Counters {
    std::uint64_t global_load_requests = 0, global_load_sectors = 0;
    std::uint64_t global_store_requests = 0, global_store_sectors = 0;
    std::uint64_t global_load_rounds =
        0;  // loads of a round wait for none of each other's values: one latency a round
    std::uint64_t local_load_requests = 0, local_load_sectors = 0;
    std::uint64_t local_store_requests = 0, local_store_sectors = 0;
    std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0,
                  shared_load_bank_conflicts = 0;
    std::uint64_t shared_store_requests = 0, shared_store_wavefronts = 0,
                  shared_store_bank_conflicts = 0;
    // loads from constant memory; their distinct addresses, summed over loads
    std::uint64_t constant_load_requests = 0, constant_load_passes = 0;
    std::uint64_t texture_instructions = 0;
    std::uint64_t special_instructions = 0;  // of the special function unit
    // at PTX level: conditional branches; those at which lanes diverge
    std::uint64_t branches = 0, divergent_branches = 0;
    std::uint64_t barriers = 0;  // warps arriving at a barrier of the block
    std::uint64_t polls = 0;     // rounds of loops that wait for writes of other threads
    std::uint64_t shuffles = 0, votes = 0;
    // requests; the largest number of lanes on one address, summed over requests
    std::uint64_t atomics = 0, atomic_passes = 0;
    std::uint64_t global_atomic_passes = 0;  // atomic_passes in global memory, which all blocks see
    // for each sector, the largest number of lanes on one of its addresses; summed
    std::uint64_t global_atomic_sectors = 0;
    // global loads and stores: distinct bytes of each request, summed
    std::uint64_t bytes_requested = 0;
    // 32 times the sectors that requests ask the L1 for; memory may move fewer bytes
    std::uint64_t bytes_asked = 0;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;

    Counters& operator+=(const Counters& other);
    bool operator==(const Counters&) const = default;
};

// What is counted of events. A conflict is a wavefront that a better address would save.
enum class Quantity : std::uint8_t {
    requests,
    sectors,
    wavefronts,
    conflicts,
    passes,
    rounds,
    bytes,
    warp_instructions,
    lane_instructions
};
/// The unit: "sectors", "warp instructions"; of conflicts "wavefronts".
std::string_view name_of(Quantity quantity);

// A smaller count of a cost is better. A way only says how a kernel does its work.
enum class Says : std::uint8_t { cost, way };

// A counter's row: what it counts, and how to read it.
struct CounterName {
    std::string_view name;  // "global_load_sectors"
    Member<Counters, std::uint64_t> member;
    Space space;                     // Space::none: no memory, or several
    std::optional<EventKind> event;  // the kind of its events; nullopt: several kinds, or none
    Quantity quantity;
    Says says;
    // The counter whose cycles contain those of this one, so that a sum of cycles leaves this one
    // out; nullptr: none does. Requests are warp instructions, conflicts are wavefronts, and bytes
    // are those of sectors.
    Member<Counters, std::uint64_t> part_of;
    std::string_view nsight;   // the equal Nsight Compute metric; empty: none
    std::string_view meaning;  // one sentence
    bool is_cost() const { return says == Says::cost; }
};

/// All counters in the order of docs/counters.md. JSON, ledger, CSV and tests derive from this
/// table.
std::span<const CounterName> counter_names();
/// The counter of this name; nullptr: none.
const CounterName* counter_named(std::string_view name);
/// Its index in counter_names(); -1: none.
int counter_index(std::string_view name);
/// The name of a member: "polls".
std::string_view name_of(Member<Counters, std::uint64_t> member);
/// Another quantity of the same events in the same memory: the requests of
/// "global_load_sectors". nullptr: not counted.
const CounterName* counter_beside(const CounterName& counter, Quantity quantity);

enum class Unit : std::uint8_t;  // isa/row.h

// The instructions that one unit ran.
struct UnitCount {
    Unit unit{};
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    // lane instructions that add, multiply or multiply-add floating-point numbers, and the like
    std::uint64_t operations = 0;
    bool operator==(const UnitCount&) const = default;
};

// One line of the kernel's source.
struct LineCounters {
    int line = 0;
    // times a warp executed the line: the largest count of its PTX instructions. Of a line with a
    // memory access and without branches and guards, only the first access and later instructions
    // count, since compilers compute addresses earlier
    std::uint64_t executions = 0;
    std::uint64_t lanes = 0;  // lanes that were on in those executions
    Counters counters;        // of all its PTX instructions
};

// Places whose counts an assembler may change, as code_line() of each.
struct AtPtxLevel {
    std::vector<int> loops;     // loops that it may unroll, whose lanes left in different turns
    std::vector<int> branches;  // lanes diverged that could meet at three places or more
    bool operator==(const AtPtxLevel&) const = default;
};

}  // namespace simulator

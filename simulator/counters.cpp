// The table of counters; JSON, ledger, CSV and documentation are made from it.
#include "simulator/counters.h"

#include <algorithm>
#include <iterator>

namespace simulator {
namespace {

constexpr Member<Counters, std::uint64_t> not_a_part = nullptr;

constexpr CounterName names[] = {
    {"global_load_requests", &Counters::global_load_requests, Space::global, EventKind::load,
     Quantity::requests, Says::way, &Counters::warp_instructions,
     "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     "Loads from global memory by a warp with at least one active lane."},
    {"global_load_sectors", &Counters::global_load_sectors, Space::global, EventKind::load,
     Quantity::sectors, Says::cost, not_a_part, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     "Distinct sectors of 32 bytes that the lanes of each such request touch, added up."},
    {"global_store_requests", &Counters::global_store_requests, Space::global, EventKind::store,
     Quantity::requests, Says::way, &Counters::warp_instructions,
     "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     "Stores to global memory by a warp with at least one active lane."},
    {"global_store_sectors", &Counters::global_store_sectors, Space::global, EventKind::store,
     Quantity::sectors, Says::cost, not_a_part, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     "Distinct sectors of 32 bytes that the lanes of each such request touch, added up."},
    {"global_load_rounds", &Counters::global_load_rounds, Space::global, EventKind::load,
     Quantity::rounds, Says::cost, not_a_part, "",
     "Rounds of loads from global memory. Loads of one basic block form a round if none of their "
     "addresses comes from a load of the round. They are in flight together, and the warp waits "
     "for them together."},
    {"local_load_requests", &Counters::local_load_requests, Space::local, EventKind::load,
     Quantity::requests, Says::way, &Counters::warp_instructions,
     "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
     "Loads from local memory, which holds arrays with variable indices and spilled registers."},
    {"local_load_sectors", &Counters::local_load_sectors, Space::local, EventKind::load,
     Quantity::sectors, Says::cost, not_a_part, "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
     "Sectors of those loads; 32 lanes that use the same index read one line of 128 bytes."},
    {"local_store_requests", &Counters::local_store_requests, Space::local, EventKind::store,
     Quantity::requests, Says::way, &Counters::warp_instructions,
     "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", "Stores to local memory."},
    {"local_store_sectors", &Counters::local_store_sectors, Space::local, EventKind::store,
     Quantity::sectors, Says::cost, not_a_part, "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
     "Sectors of those stores."},
    {"shared_load_requests", &Counters::shared_load_requests, Space::shared, EventKind::load,
     Quantity::requests, Says::way, &Counters::warp_instructions, "",
     "Loads from shared memory by a warp with at least one active lane."},
    {"shared_load_wavefronts", &Counters::shared_load_wavefronts, Space::shared, EventKind::load,
     Quantity::wavefronts, Says::cost, not_a_part,
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "Passes that shared memory needs for those loads: in each pass a bank gives one word of 4 "
     "bytes."},
    {"shared_load_bank_conflicts", &Counters::shared_load_bank_conflicts, Space::shared,
     EventKind::load, Quantity::conflicts, Says::cost, &Counters::shared_load_wavefronts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
     "Those wavefronts that would not be needed if no two words lay in one bank."},
    {"shared_store_requests", &Counters::shared_store_requests, Space::shared, EventKind::store,
     Quantity::requests, Says::way, &Counters::warp_instructions, "",
     "Stores to shared memory by a warp with at least one active lane."},
    {"shared_store_wavefronts", &Counters::shared_store_wavefronts, Space::shared, EventKind::store,
     Quantity::wavefronts, Says::cost, not_a_part,
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "Passes that shared memory needs for those stores."},
    {"shared_store_bank_conflicts", &Counters::shared_store_bank_conflicts, Space::shared,
     EventKind::store, Quantity::conflicts, Says::cost, &Counters::shared_store_wavefronts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
     "Those wavefronts that would not be needed if no two words lay in one bank."},
    {"constant_load_requests", &Counters::constant_load_requests, Space::constant, EventKind::load,
     Quantity::requests, Says::way, &Counters::warp_instructions, "",
     "Loads from constant memory by a warp with at least one active lane."},
    {"constant_load_passes", &Counters::constant_load_passes, Space::constant, EventKind::load,
     Quantity::passes, Says::cost, not_a_part, "",
     "Distinct addresses in each of those loads, added up: each pass serves one address to all "
     "lanes that read it."},
    {"texture_instructions", &Counters::texture_instructions, Space::none, std::nullopt,
     Quantity::warp_instructions, Says::cost, &Counters::warp_instructions,
     "smsp__inst_executed_op_texture.sum",
     "Reads of a texture executed by a warp. Their sectors are not counted: the driver decides "
     "how texels lie in memory."},
    {"special_instructions", &Counters::special_instructions, Space::none, std::nullopt,
     Quantity::warp_instructions, Says::way, &Counters::warp_instructions, "",
     "Instructions of the special function unit executed by a warp: approximate reciprocals, "
     "roots, "
     "sines, cosines, logarithms and powers."},
    {"branches", &Counters::branches, Space::none, std::nullopt, Quantity::warp_instructions,
     Says::way, &Counters::warp_instructions, "",
     "Conditional branches of the PTX executed by a warp."},
    {"divergent_branches", &Counters::divergent_branches, Space::none, std::nullopt,
     Quantity::warp_instructions, Says::cost, &Counters::warp_instructions, "",
     "Those branches whose lanes did not all go the same way."},
    {"barriers", &Counters::barriers, Space::none, EventKind::barrier, Quantity::warp_instructions,
     Says::cost, &Counters::warp_instructions, "", "Arrivals of a warp at a barrier of its block."},
    {"polls", &Counters::polls, Space::none, std::nullopt, Quantity::rounds, Says::cost, not_a_part,
     "",
     "Rounds of loops whose end depends on a value that another thread writes. The first round "
     "counts too, even if the value is already there. The number of rounds depends on the order "
     "of the blocks."},
    {"shuffles", &Counters::shuffles, Space::none, EventKind::shuffle, Quantity::warp_instructions,
     Says::way, not_a_part, "", "Shuffles executed by a warp."},
    {"votes", &Counters::votes, Space::none, EventKind::vote, Quantity::warp_instructions,
     Says::way, &Counters::warp_instructions, "", "Votes, ballots and matches executed by a warp."},
    {"atomics", &Counters::atomics, Space::none, EventKind::atomic, Quantity::requests, Says::way,
     &Counters::warp_instructions, "",
     "Atomic operations, with or without a result, by a warp with at least one active lane."},
    {"atomic_passes", &Counters::atomic_passes, Space::none, EventKind::atomic, Quantity::passes,
     Says::cost, not_a_part, "",
     "The largest number of lanes at one address in each of those atomics, added up: they queue "
     "there. An atomic in shared memory that adds the constant 1 to a whole number takes one pass "
     "if its result is not read."},
    {"global_atomic_passes", &Counters::global_atomic_passes, Space::global, EventKind::atomic,
     Quantity::passes, Says::cost, &Counters::atomic_passes, "",
     "Atomic passes in global memory, where lanes of all blocks can queue at one address."},
    {"global_atomic_sectors", &Counters::global_atomic_sectors, Space::global, EventKind::atomic,
     Quantity::sectors, Says::cost, &Counters::atomic_passes, "",
     "For each atomic in global memory and each sector of 32 bytes, the largest number of lanes "
     "at one address, added up: a unit of the L2 serves them one after the other."},
    {"bytes_requested", &Counters::bytes_requested, Space::global, std::nullopt, Quantity::bytes,
     Says::way, &Counters::global_load_sectors, "",
     "Distinct bytes of global memory that each load and store touches, added up."},
    {"bytes_asked", &Counters::bytes_asked, Space::global, std::nullopt, Quantity::bytes,
     Says::cost, &Counters::global_load_sectors, "",
     "Bytes of the requested sectors (L1): 32 times the sectors of all loads and stores. Memory "
     "moves another number of bytes: a cache serves repeated requests."},
    {"warp_instructions", &Counters::warp_instructions, Space::none, std::nullopt,
     Quantity::warp_instructions, Says::cost, not_a_part, "",
     "PTX instructions executed, counted once for each warp. The counts of machine code differ."},
    {"lane_instructions", &Counters::lane_instructions, Space::none, std::nullopt,
     Quantity::lane_instructions, Says::cost, not_a_part, "",
     "PTX instructions executed, counted once for each active lane."},
};
static_assert(std::size(names) * sizeof(std::uint64_t) == sizeof(Counters),
              "each counter has one row, and each row a counter");
static_assert(std::ranges::none_of(names, &std::string_view::empty, &CounterName::meaning),
              "each row has all columns");

const CounterName* or_none(const CounterName* found) {
    return found == std::end(names) ? nullptr : found;
}

}  // namespace

std::string_view name_of(Quantity quantity) {
    switch (quantity) {
        case Quantity::requests: return "requests";
        case Quantity::sectors: return "sectors";
        case Quantity::wavefronts:
        case Quantity::conflicts: return "wavefronts";
        case Quantity::passes: return "passes";
        case Quantity::rounds: return "rounds";
        case Quantity::bytes: return "bytes";
        case Quantity::warp_instructions: return "warp instructions";
        case Quantity::lane_instructions: return "lane instructions";
    }
    return "";
}

Counters& Counters::operator+=(const Counters& other) {
    for (const CounterName& counter : names) this->*counter.member += other.*counter.member;
    return *this;
}

std::span<const CounterName> counter_names() { return names; }

const CounterName* counter_named(std::string_view name) {
    return or_none(std::ranges::find(names, name, &CounterName::name));
}

int counter_index(std::string_view name) {
    const CounterName* found = counter_named(name);
    return found ? static_cast<int>(found - names) : -1;
}

std::string_view name_of(Member<Counters, std::uint64_t> member) {
    return std::ranges::find(names, member, &CounterName::member)->name;
}

const CounterName* counter_beside(const CounterName& counter, Quantity quantity) {
    return or_none(std::ranges::find_if(names, [&](const CounterName& other) {
        return counter.event && other.event == counter.event && other.space == counter.space &&
               other.quantity == quantity;
    }));
}

}  // namespace simulator

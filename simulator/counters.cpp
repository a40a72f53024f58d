// The table of counters; JSON, ledger, CSV and documentation are made from it.
#include "simulator/counters.h"

namespace simulator {
namespace {

constexpr CounterName names[] = {
    {"global_load_requests", &Counters::global_load_requests, "requests",
     "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     "Loads from global memory by a warp with at least one active lane."},
    {"global_load_sectors", &Counters::global_load_sectors, "sectors",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     "Distinct sectors of 32 bytes that the lanes of each such request touch, added up."},
    {"global_store_requests", &Counters::global_store_requests, "requests",
     "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     "Stores to global memory by a warp with at least one active lane."},
    {"global_store_sectors", &Counters::global_store_sectors, "sectors",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     "Distinct sectors of 32 bytes that the lanes of each such request touch, added up."},
    {"global_load_rounds", &Counters::global_load_rounds, "rounds", "",
     "Rounds of loads from global memory. Loads of one basic block form a round if none of their "
     "addresses comes from a load of the round. They are in flight together, and the warp waits "
     "for them together."},
    {"local_load_requests", &Counters::local_load_requests, "requests",
     "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
     "Loads from local memory, which holds arrays with variable indices and spilled registers."},
    {"local_load_sectors", &Counters::local_load_sectors, "sectors",
     "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
     "Sectors of those loads; 32 lanes that use the same index read one line of 128 bytes."},
    {"local_store_requests", &Counters::local_store_requests, "requests",
     "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", "Stores to local memory."},
    {"local_store_sectors", &Counters::local_store_sectors, "sectors",
     "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", "Sectors of those stores."},
    {"shared_load_requests", &Counters::shared_load_requests, "requests", "",
     "Loads from shared memory by a warp with at least one active lane."},
    {"shared_load_wavefronts", &Counters::shared_load_wavefronts, "wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "Passes that shared memory needs for those loads: in each pass a bank gives one word of 4 "
     "bytes."},
    {"shared_load_bank_conflicts", &Counters::shared_load_bank_conflicts, "wavefronts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
     "Those wavefronts that would not be needed if no two words lay in one bank."},
    {"shared_store_requests", &Counters::shared_store_requests, "requests", "",
     "Stores to shared memory by a warp with at least one active lane."},
    {"shared_store_wavefronts", &Counters::shared_store_wavefronts, "wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "Passes that shared memory needs for those stores."},
    {"shared_store_bank_conflicts", &Counters::shared_store_bank_conflicts, "wavefronts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
     "Those wavefronts that would not be needed if no two words lay in one bank."},
    {"constant_load_requests", &Counters::constant_load_requests, "requests", "",
     "Loads from constant memory by a warp with at least one active lane."},
    {"constant_load_passes", &Counters::constant_load_passes, "passes", "",
     "Distinct addresses in each of those loads, added up: each pass serves one address to all "
     "lanes that read it."},
    {"texture_instructions", &Counters::texture_instructions, "warp instructions",
     "smsp__inst_executed_op_texture.sum",
     "Reads of a texture executed by a warp. Their sectors are not counted: the driver decides "
     "how texels lie in memory."},
    {"branches", &Counters::branches, "warp instructions", "",
     "Conditional branches of the PTX executed by a warp."},
    {"divergent_branches", &Counters::divergent_branches, "warp instructions", "",
     "Those branches whose lanes did not all go the same way."},
    {"barriers", &Counters::barriers, "warp instructions", "",
     "Arrivals of a warp at a barrier of its block."},
    {"polls", &Counters::polls, "rounds", "",
     "Rounds of loops whose end depends on a value that another thread writes. The first round "
     "counts too, even if the value is already there. The number of rounds depends on the order "
     "of the blocks."},
    {"shuffles", &Counters::shuffles, "warp instructions", "", "Shuffles executed by a warp."},
    {"votes", &Counters::votes, "warp instructions", "",
     "Votes, ballots and matches executed by a warp."},
    {"atomics", &Counters::atomics, "requests", "",
     "Atomic operations, with or without a result, by a warp with at least one active lane."},
    {"atomic_passes", &Counters::atomic_passes, "passes", "",
     "The largest number of lanes at one address in each of those atomics, added up: they queue "
     "there. An atomic in shared memory that adds the constant 1 to a whole number takes one pass "
     "if its result is not read."},
    {"global_atomic_passes", &Counters::global_atomic_passes, "passes", "",
     "Atomic passes in global memory, where lanes of all blocks can queue at one address."},
    {"global_atomic_sectors", &Counters::global_atomic_sectors, "sectors", "",
     "For each atomic in global memory and each sector of 32 bytes, the largest number of lanes "
     "at one address, added up: a unit of the L2 serves them one after the other."},
    {"bytes_requested", &Counters::bytes_requested, "bytes", "",
     "Distinct bytes of global memory that each load and store touches, added up."},
    {"bytes_asked", &Counters::bytes_asked, "bytes", "",
     "Bytes of the requested sectors (L1): 32 times the sectors of all loads and stores. Memory "
     "moves another number of bytes: a cache serves repeated requests."},
    {"warp_instructions", &Counters::warp_instructions, "warp instructions", "",
     "PTX instructions executed, counted once for each warp. The counts of machine code differ."},
    {"lane_instructions", &Counters::lane_instructions, "lane instructions", "",
     "PTX instructions executed, counted once for each active lane."},
};

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
    for (const CounterName& counter : names) this->*counter.member += other.*counter.member;
    return *this;
}

std::span<const CounterName> counter_names() { return names; }

}  // namespace simulator

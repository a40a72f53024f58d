// The state of a running launch, and the engine that continues it: warps whose lanes diverge and
// meet, barriers, blocks in a chosen order. Used by machine.cpp. An Engine lives for one call of
// advance.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/engine/held_stores.h"
#include "simulator/engine/machine.h"
#include "simulator/isa/environment.h"
#include "simulator/watch/observer.h"

namespace simulator {

constexpr std::uint32_t all_lanes = ~std::uint32_t{0};
constexpr int barrier_count = 16;

enum class Wait : std::uint8_t { none, lanes, barrier };

// Lanes of a warp that run together. The last split of a warp that does not wait runs next.
struct Split {
    std::uint32_t block = 0;
    std::uint32_t resume = 0;  // block after the barrier at which it waits
    // index into Program::code where it stopped in the block; no_code: at the block's beginning
    std::uint32_t at = no_code;
    std::uint32_t mask = 0;
    Wait wait = Wait::none;
    std::uint8_t barrier = 0;   // number of its barrier
    bool synchronized = false;  // other lanes' execution of the instruction at `at` included it
    bool parked = false;        // waits at the beginning of its block for lanes that may come
    std::uint16_t frame = 0;    // index into WarpState::frames: its call; 0: none

    /// Continues after its barrier.
    void go_on() {
        wait = Wait::none;
        block = resume;
        at = no_code;
    }
};

// A call that lanes of a warp made together.
struct Frame {
    std::uint16_t around = 0;  // the enclosing call
    std::uint16_t depth = 0;   // nesting of calls
    std::uint32_t block = 0;   // block that ends with the call
};

struct WarpState : Warp {
    std::uint32_t live = 0;         // lanes that have not exited
    std::uint32_t active = 0;       // number of lanes that are on
    std::uint32_t next = 0;         // see Engine::run_blocks
    std::uint8_t splits_count = 0;  // number of splits
    std::uint8_t patience = 0;      // back edges of a waiting loop before other warps get a turn
    bool asleep = false;
    int interval = 0;
    // A waiting loop that reaches the same state while memory stays the same can't end by itself:
    // the warp sleeps until memory changes.
    std::uint64_t asleep_at = 0;
    std::array<Split, warp_size> splits;
    // Least rank of the other splits; 1: one of them has not reached a meeting place; ~0: none. On
    // the way to places below it, lanes need not check the others.
    std::uint32_t others_from = ~0u;
    Environment own_environment;
    std::uint64_t seen_state = 0, seen_changes = ~std::uint64_t{0};
    std::vector<Frame> frames;  // current calls, and unused places; place 0 is none
    std::uint32_t age = 0;
    std::uint32_t fruitless = 0;     // turns that ended in a waiting loop
    std::uint32_t instructions = 0;  // instructions run so far, of watched warps
    // Order::in_step: steps before its block began, and steps without an instruction
    std::uint64_t idle_steps = 0;
    std::uint64_t issued = 0;  // instructions so far, up to the end of its last turn

    std::uint64_t step() const { return idle_steps + instructions; }

    Split& current() { return splits[splits_count - 1]; }
    const Split& current() const { return splits[splits_count - 1]; }
    /// Sets the lanes that are on; cheap where they did not change, or all are on.
    void set_mask(std::uint32_t lanes_on);
    /// To be called after a copy: points lanes32 and lanes64 into this warp again.
    void own_lanes();
    void turn_on(std::uint32_t lanes);
    void push(const Split& split) { splits[splits_count++] = split; }
    /// The lanes of the top split leave the kernel.
    void remove_top() { live &= ~splits[--splits_count].mask; }
    /// Brings the split that runs next to the top and turns its lanes on; false: all wait. Splits
    /// on their way go first, the last one first. Then those that wait at a meeting place: all at
    /// the place with the least rank.
    bool pick(const BasicBlock* blocks) {
        if (splits_count > 1) return pick_among(blocks);
        if (splits_count == 0 || current().wait != Wait::none) return false;
        current().parked = false;
        others_from = ~0u;
        turn_on(current().mask);
        return true;
    }
    /// Whether pick() would find a split.
    bool can_run(const BasicBlock* blocks) const;
    /// Moves the top split to the bottom: others get a turn.
    void rotate();
    /// Splits that wait for the top split's instruction join it, if their lanes are among `lanes`.
    void gather(std::uint32_t lanes);
    /// Lanes at a meeting place stop waiting for others; false: there are none. Lanes make
    /// independent progress: a lane that holds a lock must not wait for lanes that spin on it.
    bool stop_meeting();

    /// Stores a frame in a place that no split needs; returns its index.
    std::uint16_t open_frame(const Frame& frame);

private:
    bool pick_among(const BasicBlock* blocks);
    bool is_free(int split, const BasicBlock* blocks) const;
    std::uint32_t rank_within(int split, std::uint16_t frame, const BasicBlock* blocks) const;
    bool goes_before(const Split& one, const Split& other, const BasicBlock* blocks) const;
    int least_parked(const BasicBlock* blocks) const;
    void take_up_parked(std::uint32_t block);
    void note_others(const BasicBlock* blocks);

    SpreadMask own_;            // spread_, spread out
    std::uint32_t spread_ = 0;  // the last mask that was not full
};

struct Barrier {
    std::uint32_t arrived = 0;   // threads
    std::uint32_t expected = 0;  // threads; 0: all of the block that have not exited
    std::uint32_t votes = 0;     // of a reduction: number of threads whose predicate holds
    std::uint32_t voters = 0;
    bool plain = true;  // whole warps wait for all other threads, without a vote
};

struct alignas(64) Chunk {
    std::byte bytes[64];
};

// A running block of the grid.
struct Resident {
    std::uint64_t block = 0;
    bool active = false, watched = false, checked = false;
    std::uint32_t threads = 0, exited = 0, warp_count = 0;
    std::uint32_t returned_early = 0;  // of `exited`, or about to exit: see BasicBlock::returns
    std::uint32_t turn = 0;            // the warp that ran last
    bool from_first = false;           // a barrier was released: the first warp continues first
    std::uint64_t free_from = 0;       // Order::in_step: end of the last block at this place
    std::vector<WarpState> warps;
    std::vector<Chunk> registers, local;
    std::vector<std::byte> shared;
    std::array<Barrier, barrier_count> barriers;
    std::uint32_t awaited = 0;  // barriers at which threads wait, as bits
};

struct alignas(32) BlockCount {
    std::uint64_t executions = 0, lanes = 0, divergent = 0;
};

// The counts of a memory instruction in one space.
struct AccessCount {
    std::uint64_t requests = 0, units = 0, best = 0, bytes = 0, passes = 0;
};

// Counted with a block, but not executed: because of guards or faults.
struct Skipped {
    std::uint64_t executions = 0, lanes = 0;
};

// The counts of one launch.
struct Record {
    std::shared_ptr<const Program> program;
    std::vector<BlockCount> blocks;
    std::vector<Skipped> skipped;    // by Program::code
    std::uint64_t longest_warp = 0;  // instructions of the longest warp
    // by Counted and Code::tally; only of ended launches
    std::array<std::vector<AccessCount>, spaces_counted> accesses;
};

// The state of the running warp when a budget ended, to find endless loops.
struct LastSeen {
    std::uint64_t block = 0, state = 0, touched = 0;
    std::uint32_t warp = ~0u, age = 0;
};

struct Launch {
    Record record;
    std::array<std::vector<Tally>, spaces_counted> tallies;
    int index = 0;
    Dim3 grid, block;
    std::uint32_t dynamic_shared = 0, shared_bytes = 0;
    std::vector<std::byte> parameters;
    std::vector<std::byte> image;  // initial register file, without values that differ by warp
    std::uint64_t started = 0, done = 0, total = 0;  // blocks of the grid
    std::vector<Resident> residents;
    std::uint32_t turn = 0;      // the resident that ran last
    bool within_turn = false;    // a budget ended within a warp's turn
    std::int64_t turn_left = 0;  // basic blocks
    std::uint64_t changes = 0;   // changes of memory by atomics
    std::uint64_t clock = 0;     // basic blocks of this launch
    std::uint64_t random = 0;
    LastSeen last_seen;
    bool blocks_ended = true;  // there may be places for new blocks
    // Order::in_step: the last value of changes(), and the step at which it was reached
    std::uint64_t changes_seen = 0, changed_at = 0;
    std::uint64_t step = 0;    // step of the running warps
    std::uint32_t places = 1;  // Order::in_step: blocks resident at once
    HeldStores held;           // Order::weak
};

/// The register file with which every warp of `launch` begins: constants, parameters, addresses of
/// `symbols` (by Program::globals), and special registers that do not differ by block and warp.
std::vector<std::byte> register_image(const Program& program, const Launch& launch,
                                      std::span<const Address> symbols);
std::uint64_t special_value(const SpecialRegister& special, const Launch& launch,
                            std::uint32_t lane);

/// Adds to `hash` the state that decides how the launch continues.
void add_to(class Hash& hash, const Launch& launch);

// The parts of a machine that the engine uses.
struct Machinery {
    Memory& memory;
    Launch& launch;
    const Options& options;
    const Limits& limits;
    std::vector<Observer*> watching;    // of watched blocks
    std::vector<Observer*> everywhere;  // of every block
    FaultSink& faults;
    Printed& printed;
};

class Engine {
public:
    explicit Engine(Machinery machinery);

    enum class Stop : std::uint8_t { budget, ended, faulted };
    /// Runs for about `lanes` lane instructions, or until `position` reaches `last`.
    Stop run(std::int64_t lanes, std::uint64_t& position, std::uint64_t last);

private:
    enum class Pause : std::uint8_t { budget, ended, waits, yields, spins };

    // engine_blocks.cpp: which block and which warp runs next
    void fill_residents();
    bool bring_another();
    void start_next_block(Resident& resident);
    void furnish(Resident& resident, std::size_t warps);
    void start_warp(Resident& resident, std::uint32_t index, const Dim3& where);
    void note_issued(WarpState& warp) {
        warp.issued += static_cast<std::uint64_t>(noted_left_ - instructions_left_);
        noted_left_ = instructions_left_;
    }
    void end_warp(Resident& resident);
    void end_block(Resident& resident);
    bool choose();
    bool choose_next_warp();
    WarpState* next_whole_warp(Resident& resident);
    bool choose_warp(Resident& resident);
    void set_clock(WarpState& warp) const;
    bool runnable(const WarpState& warp) const {
        if (warp.live == 0 || (warp.asleep && warp.asleep_at == changes())) return false;
        return warp.can_run(program_.blocks.data());
    }
    std::uint64_t changes() const;
    std::int64_t length_of_turn();
    std::uint64_t random();
    bool by_seed() const { return weak_ || machinery_.options.order == Order::shuffled; }
    void fall_asleep(WarpState& warp);
    std::uint64_t state_of(const Resident& resident, const WarpState& warp) const;
    void look_for_endless_loop(const Resident& resident);
    bool stop_meeting();
    void bind();
    void forget_places();
    void bind(Resident& resident, WarpState& warp);
    [[noreturn]] void report_deadlock();

    // engine_in_step.cpp: all resident warps run together
    bool choose_in_step();
    WarpState* next_at_this_step();
    WarpState* first_at_next_step();
    std::uint64_t step_of(const WarpState& warp) const;
    void note_change(const WarpState& warp);
    void go_on_together(Resident& resident, int barrier);

    // engine_weak.cpp: stores that become visible later
    void begin_weakly(const Resident& resident, const WarpState& warp, const Code& code);
    void end_weakly(const Resident& resident, const Code& code);
    template <class Each>
    void each_global_place(const WarpState& warp, const Code& code, Each each) const;
    bool land_some();
    void land(std::uint64_t block);

    // engine.cpp: a warp, basic block by basic block
    Pause run_warp(Resident& resident);
    enum class Go : std::uint8_t {
        on,
        waits,
        spins,
        released
    };  // released: it was the last to arrive at a barrier
    Go run_split(Resident& resident);
    Go run_looked_after(Resident& resident, WarpState& warp);
    enum class Way : std::uint8_t { out_of_fuel, looked_after, jump, part, arrived, leave };
    template <bool full>
    Way run_blocks(Resident& resident);
    bool run_slowly(Resident& resident, WarpState& warp, const BasicBlock& block);
    void run_code(Resident& resident, WarpState& warp, const Code& code);
    Go leave(Resident& resident, WarpState& warp, const BasicBlock& block);
    Go jump(WarpState& warp, const BasicBlock& block, std::uint32_t to);
    Go lose_patience(WarpState& warp);
    Go follow_table(WarpState& warp, const BasicBlock& block);
    Go follow(WarpState& warp, const BasicBlock& block, std::uint32_t same, std::uint32_t to);
    Go branch(Resident& resident, WarpState& warp, const BasicBlock& block);
    Go part(WarpState& warp, const BasicBlock& block, std::uint32_t taken);
    void exit_lanes(Resident& resident, WarpState& warp);

    // engine_calls.cpp: functions that are called, not inlined
    Go call(WarpState& warp, const BasicBlock& block);
    const Callable& callee_of(const WarpState& warp, const BasicBlock& block, int lane) const;
    void check_stack(const WarpState& warp, const BasicBlock& block, const Callable& callee) const;
    Go go_back(WarpState& warp);

    void begin_turn();
    void settle_turn();

    // engine_waits.cpp: lanes and warps that wait for each other
    bool meet_lanes(Resident& resident, WarpState& warp, const Code& code);
    void recheck_lanes(Resident& resident, WarpState& warp);
    std::uint32_t members_present(const WarpState& warp, const Split& split) const;
    void synchronize(Resident& resident, WarpState& warp, std::uint32_t lanes, const Code& code);
    Go arrive(Resident& resident, WarpState& warp, const BasicBlock& block);
    void wait_at_barrier(Resident& resident, WarpState& warp, const BasicBlock& block);
    void release_if_full(Resident& resident, int barrier);
    void release(Resident& resident, WarpState& warp, int barrier);
    void hand_result(const Barrier& barrier, WarpState& warp, const Split& split,
                     const BasicBlock& block);
    void note_divergence(const Resident& resident, const WarpState& warp, const Split& split);

    // engine_faults.cpp
    [[noreturn]] void trap(WarpState& warp, const BasicBlock& block);
    Fault fault_at(const Resident& resident, const WarpState& warp, int lane,
                   const Code& code) const;
    void report(const Lapse& lapse);
    std::string other_texture(const Lapse& lapse) const;
    void skip_rest(const WarpState& warp, const Code& code);
    void skip(std::uint32_t first, std::uint32_t last, int lanes);
    void note_absent(const Resident& resident, const WarpState& warp);
    void name_absent(Fault& fault, const WarpState& warp, const Split& split) const;
    void name_place(Fault& fault, const WarpState& warp, const Lapse& lapse) const;
    void name_global(Fault& fault, const WarpState& warp, const Lapse& lapse) const;
    void name_shared(Fault& fault, int width) const;
    std::string who_waits() const;
    std::string assertion(const WarpState& warp, const Code& code, int lane) const;

    // engine_watch.h
    Scene scene() const;
    template <class Call>
    void watch(const Resident& resident, const WarpState& warp, Call call);
    template <class Call>
    void watch_block(const Resident& resident, Call call);

    Machinery machinery_;
    Launch& launch_;
    const Program& program_;
    const bool sequential_, in_step_, weak_;
    std::vector<HeldStore> storing_;  // Order::weak: stores of the running instruction
    // Left of the budget, in instructions of a whole warp; of the turn, in basic blocks.
    std::int64_t instructions_left_ = 0;
    std::int64_t noted_left_ = 0;  // the same at the last note_issued()
    std::uint64_t blocks_left_ = 0, blocks_given_ = 0;
    std::uint64_t position_ = 0, last_ = 0;  // at the last settle_turn()
};

}  // namespace simulator

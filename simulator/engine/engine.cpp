// Runs a warp, basic block by basic block. A plain block is a sequence of calls. Blocks with
// guards, observers or waits for other lanes run instruction by instruction, which is slower.
#include "simulator/engine/engine.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/engine/engine_watch.h"

namespace simulator {
namespace {

constexpr std::uint8_t jumps_in_a_turn = 16;  // back edges of a waiting loop

}  // namespace

Engine::Engine(Machinery machinery)
    : machinery_(std::move(machinery)),
      launch_(machinery_.launch),
      program_(*machinery_.launch.record.program),
      sequential_(machinery_.options.order == Order::sequential && !program_.waits_for_grid),
      in_step_(machinery_.options.order == Order::in_step),
      weak_(machinery_.options.order == Order::weak) {
    bind();
}

Engine::Stop Engine::run(std::int64_t lanes, std::uint64_t& position, std::uint64_t last) {
    noted_left_ = instructions_left_ = (lanes + warp_size - 1) / warp_size;
    position_ = position;
    last_ = last;
    Stop stop = Stop::ended;
    begin_turn();
    try {
        while (launch_.within_turn || choose_next_warp() || choose()) {
            Resident& resident =
                sequential_ ? launch_.residents.front() : launch_.residents[launch_.turn];
            launch_.within_turn = true;
            const Pause pause = run_warp(resident);
            note_issued(resident.warps[resident.turn]);
            if (pause == Pause::budget) {
                look_for_endless_loop(resident);
                stop = Stop::budget;
                break;
            }
            launch_.within_turn = false;
            if (in_step_) note_change(resident.warps[resident.turn]);
            if (pause == Pause::spins) fall_asleep(resident.warps[resident.turn]);
            if (pause == Pause::ended) end_warp(resident);
        }
    } catch (const Lapse& lapse) {
        report(lapse);
        stop = Stop::faulted;
    }
    settle_turn();
    position = position_;
    return stop;
}

void Engine::begin_turn() {
    blocks_given_ = last_ - position_;
    if (!sequential_) {
        const auto turn = static_cast<std::uint64_t>(std::max<std::int64_t>(launch_.turn_left, 0));
        blocks_given_ = std::min(blocks_given_, turn);
    }
    blocks_left_ = blocks_given_;
}

void Engine::settle_turn() {
    const std::uint64_t used = blocks_given_ - blocks_left_;
    blocks_given_ = blocks_left_;
    position_ += used;
    if (!sequential_) launch_.turn_left -= static_cast<std::int64_t>(used);
}

// The usual case of choose(): the next warp of the only block.
inline bool Engine::choose_next_warp() {
    if (!sequential_ || launch_.blocks_ended) return false;
    Resident& resident = launch_.residents[0];
    const std::uint32_t next = resident.turn + 1;
    if (resident.from_first || next >= resident.warp_count) return choose_warp(resident);
    const WarpState& warp = resident.warps[next];
    if (warp.live == 0 || warp.asleep || warp.splits[warp.splits_count - 1].wait != Wait::none) {
        return choose_warp(resident);
    }
    resident.turn = next;
    return true;
}

// The same, for a whole warp at the beginning of a block: its splits need no check.
inline WarpState* Engine::next_whole_warp(Resident& resident) {
    const std::uint32_t next = resident.from_first ? 0 : resident.turn + 1;
    if (!sequential_ || next >= resident.warp_count) return nullptr;
    WarpState& warp = resident.warps[next];
    const Split& split = warp.splits[0];
    const bool whole = warp.splits_count == 1 && split.mask == all_lanes && warp.mask == all_lanes;
    if (!whole || split.wait != Wait::none || split.at != no_code || warp.asleep) return nullptr;
    resident.turn = next;
    resident.from_first = false;
    return &warp;
}

// Runs the warp whose turn it is; at barriers, whole warps pass the turn to the next.
inline Engine::Pause Engine::run_warp(Resident& resident) {
    const bool looked_at = resident.watched || resident.checked;
    for (;;) {
        WarpState& warp = resident.warps[resident.turn];
        if (!warp.pick(program_.blocks.data())) return warp.live ? Pause::waits : Pause::ended;
        if (instructions_left_ <= 0) return Pause::budget;
        if (blocks_left_ == 0) {
            settle_turn();
            return position_ == last_ ? Pause::budget : Pause::yields;
        }
        const Split& split = warp.current();
        const Go go = looked_at || split.at != no_code ? run_looked_after(resident, warp)
                                                       : run_split(resident);
        if (go == Go::on) continue;
        if (go == Go::waits && resident.warps[resident.turn].splits_count == 1) return Pause::waits;
        if (go == Go::spins) return Pause::spins;
        if (go == Go::released) return Pause::yields;
    }
}

// Runs the top split, block by block, until another split may become the top.
inline Engine::Go Engine::run_split(Resident& resident) {
    const bool full = resident.warps[resident.turn].mask == all_lanes;
    const Way way = full ? run_blocks<true>(resident) : run_blocks<false>(resident);
    WarpState& warp = resident.warps[resident.turn];
    const Split& split = warp.current();
    const BasicBlock& block = program_.blocks[split.block];
    switch (way) {
        case Way::out_of_fuel: return Go::on;
        case Way::looked_after: return run_looked_after(resident, warp);
        case Way::jump: return jump(warp, block, warp.next);
        case Way::part: return part(warp, block, warp.next);
        case Way::arrived: return split.wait == Wait::none ? Go::released : Go::waits;
        case Way::leave: break;
    }
    return leave(resident, warp, block);
}

// A warp with all its lanes waits for all other threads of the block.
inline void Engine::wait_at_barrier(Resident& resident, WarpState& warp, const BasicBlock& block) {
    note_issued(warp);
    const std::uint32_t id = *warp.lanes<std::uint32_t>(block.common_barrier) % barrier_count;
    Barrier& barrier = resident.barriers[id];
    barrier.arrived += warp.active;
    resident.awaited |= 1u << id;
    Split& split = warp.current();
    split.wait = Wait::barrier;
    split.barrier = static_cast<std::uint8_t>(id);
    split.at = block.terminator;
    split.resume = block.next;
    if (barrier.arrived + resident.exited >= resident.threads)
        release_if_full(resident, static_cast<int>(id));
}

// The fast path for blocks. Returns how the last one continues: warp.next is the block that it
// jumps to, or the lanes that take its branch.
template <bool full>
Engine::Way Engine::run_blocks(Resident& resident) {
    const BasicBlock* const blocks = program_.blocks.data();
    BlockCount* const counts = launch_.record.blocks.data();
    WarpState* warp = &resident.warps[resident.turn];
    Split* split = &warp->current();
    const std::uint32_t mask = full ? all_lanes : split->mask;
    const std::uint32_t active = full ? warp_size : warp->active;
    std::uint32_t others_from = warp->others_from;
    const bool apart = mask != warp->live;
    for (std::uint32_t at = split->block;;) {
        const BasicBlock& block = blocks[at];
        split->block = at;
        if (block.looked_after || (block.synchronizes && apart)) return Way::looked_after;
        if (blocks_left_ == 0 || instructions_left_ <= 0) return Way::out_of_fuel;
        --blocks_left_;
        instructions_left_ -= block.instructions;
        counts[at].executions += 1;
        counts[at].lanes += active;
        for (const Code *code = block.begin, *const end = block.end; code != end; ++code) {
            if constexpr (full)
                code->full(*warp, *code);
            else
                code->masked(*warp, *code);
        }
        std::uint32_t next = block.next, meets = block.next_meets;
        if (block.ending == Ending::branch) {
            const std::uint32_t taken = (warp->predicate(block.predicate) ^ block.flip) & mask;
            if (block.returns && (block.returns_if_taken ? taken : mask & ~taken))
                return Way::leave;
            if (taken == mask) {
                next = block.target;
                meets = block.target_meets;
            } else if (taken != 0) {
                warp->next = taken;
                return Way::part;
            }
        } else if (block.ending == Ending::jump) {
            next = block.target;
            meets = block.target_meets;
        } else if (block.common_barrier != nowhere && !apart) {
            wait_at_barrier(resident, *warp, block);
            WarpState* const other = full ? next_whole_warp(resident) : nullptr;
            if (!other) return Way::arrived;
            warp = other;
            split = &warp->splits[0];
            others_from = ~0u;
            at = split->block;
            continue;
        } else if (block.ending != Ending::next) {
            return Way::leave;
        }
        if (meets >= others_from || (block.spins && next <= at)) {
            warp->next = next;
            return Way::jump;
        }
        at = next;
    }
}

// Runs one block of an observed warp, or one whose instructions have guards or wait for other
// lanes.
Engine::Go Engine::run_looked_after(Resident& resident, WarpState& warp) {
    const BasicBlock& block = program_.blocks[warp.current().block];
    instructions_left_ -= block.instructions;
    --blocks_left_;
    return run_slowly(resident, warp, block) ? leave(resident, warp, block) : Go::waits;
}

// False if the lanes have to wait within the block; under Order::in_step, after each instruction.
bool Engine::run_slowly(Resident& resident, WarpState& warp, const BasicBlock& block) {
    const std::uint32_t end = block.terminator == no_code ? block.last : block.last - 1;
    std::uint32_t at = warp.current().at;
    if (at == no_code) {
        BlockCount& count = launch_.record.blocks[warp.current().block];
        ++count.executions;
        count.lanes += warp.active;
        at = block.first;
    }
    if (block.reads_clock) {
        settle_turn();
        set_clock(warp);
    }
    for (; at < end; ++at) {
        const Code& code = program_.code[at];
        if (std::exchange(warp.current().synchronized, false))
            continue;  // other lanes executed it for these too
        if (!code.synchronizes || code.guard != nowhere || warp.mask == warp.live) {
            run_code(resident, warp, code);
        } else {
            warp.current().at = at;
            if (!meet_lanes(resident, warp, code)) return false;
        }
        if (in_step_ && at + 1 < end) {  // other warps run first
            warp.current().at = at + 1;
            return false;
        }
    }
    warp.current().at = no_code;
    return true;
}

void Engine::run_code(Resident& resident, WarpState& warp, const Code& code) {
    const std::uint32_t mask = warp.mask;
    if (code.guard != nowhere) {
        const std::uint32_t guard =
            warp.predicate(code.guard) ^ (code.guard_negated ? all_lanes : 0);
        warp.set_mask(mask & guard);
        launch_.record.skipped[code.index].lanes += std::popcount(mask & ~guard);
    }
    const bool looked_at = (resident.watched || resident.checked) && warp.mask;
    const bool weakly = weak_ && warp.mask;
    if (weakly) begin_weakly(resident, warp, code);
    if (looked_at) {
        watch(resident, warp,
              [&](Observer& observer, const Moment& moment) { observer.before(moment, code); });
    }
    if (code.full && warp.mask) (warp.mask == all_lanes ? code.full : code.masked)(warp, code);
    if (looked_at) {
        watch(resident, warp,
              [&](Observer& observer, const Moment& moment) { observer.after(moment, code); });
    }
    if (weakly) end_weakly(resident, code);
    ++warp.instructions;
    warp.set_mask(mask);
}

// Continues after the block.
Engine::Go Engine::leave(Resident& resident, WarpState& warp, const BasicBlock& block) {
    switch (block.ending) {
        case Ending::next: return jump(warp, block, block.next);
        case Ending::jump: return jump(warp, block, block.target);
        case Ending::branch: return branch(resident, warp, block);
        case Ending::table: return follow_table(warp, block);
        case Ending::barrier: return arrive(resident, warp, block);
        case Ending::call: return call(warp, block);
        case Ending::back: return go_back(warp);
        case Ending::exit: exit_lanes(resident, warp); return Go::on;
        case Ending::trap: trap(warp, block);
    }
    return Go::on;
}

Engine::Go Engine::jump(WarpState& warp, const BasicBlock& block, std::uint32_t to) {
    Split& split = warp.current();
    const bool back = block.spins && to <= split.block;
    split.block = to;
    split.parked = warp.splits_count > 1 && program_.blocks[to].meets;
    return back ? lose_patience(warp) : Go::on;
}

// A waiting loop jumped back: after some of these jumps, other warps get a turn.
Engine::Go Engine::lose_patience(WarpState& warp) {
    if (++warp.patience < jumps_in_a_turn) return Go::on;
    warp.patience = 0;
    if (warp.splits_count > 1) warp.rotate();
    return Go::spins;
}

Engine::Go Engine::branch(Resident& resident, WarpState& warp, const BasicBlock& block) {
    const std::uint32_t taken = (warp.predicate(block.predicate) ^ block.flip) & warp.mask;
    if ((resident.watched || resident.checked) && block.terminator != no_code) {
        const Code& code = program_.code[block.terminator];
        watch(resident, warp, [&](Observer& observer, const Moment& moment) {
            observer.branched(moment, code, taken, moment.warp.mask & ~taken);
        });
        ++warp.instructions;
    }
    if (block.returns)
        resident.returned_early +=
            std::popcount(block.returns_if_taken ? taken : warp.mask & ~taken);
    if (taken == 0) return jump(warp, block, block.next);
    if (taken == warp.mask) return jump(warp, block, block.target);
    return part(warp, block, taken);
}

// Lanes diverge: those that fall through run first.
Engine::Go Engine::part(WarpState& warp, const BasicBlock& block, std::uint32_t taken) {
    Split split = warp.current();
    ++launch_.record.blocks[split.block].divergent;
    const std::uint32_t rest = split.mask & ~taken;
    const bool back = block.spins && block.target <= split.block;
    --warp.splits_count;
    split.block = block.target;
    split.mask = taken;
    split.parked = block.target_meets != 0;
    warp.push(split);
    split.block = block.next;
    split.mask = rest;
    split.parked = block.next_meets != 0;
    warp.push(split);
    return back ? lose_patience(warp) : Go::on;
}

// Lanes with the same index run together, those of the first lane first.
Engine::Go Engine::follow_table(WarpState& warp, const BasicBlock& block) {
    const std::vector<std::uint32_t>& targets = program_.tables[block.target];
    const auto target_of = [&](int lane) {
        const std::uint64_t index = lane_bits(warp, block.predicate, 4, lane);
        return targets[std::min<std::uint64_t>(index, targets.size() - 1)];
    };
    const std::uint32_t mask = warp.current().mask;
    const std::uint32_t first = target_of(std::countr_zero(mask));
    std::uint32_t same = 0;
    for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (target_of(lane) == first) same |= 1u << lane;
    }
    return follow(warp, block, same, first);
}

// Lanes of `same` go to `to`; the others return to the end of this block.
Engine::Go Engine::follow(WarpState& warp, const BasicBlock& block, std::uint32_t same,
                          std::uint32_t to) {
    Split split = warp.current();
    if (same == split.mask) return jump(warp, block, to);
    ++launch_.record.blocks[split.block].divergent;
    --warp.splits_count;
    Split others = split;
    others.mask &= ~same;
    others.at = block.terminator;
    warp.push(others);
    split.mask = same;
    split.block = to;
    split.parked = program_.blocks[to].meets;
    warp.push(split);
    return Go::on;
}

void Engine::exit_lanes(Resident& resident, WarpState& warp) {
    resident.exited += warp.active;
    warp.remove_top();
    if (warp.splits_count) recheck_lanes(resident, warp);
    if (!warp.live && (resident.watched || resident.checked)) {
        watch(resident, warp,
              [](Observer& observer, const Moment& moment) { observer.warp_ends(moment); });
    }
    for (std::uint32_t rest = resident.awaited; rest; rest &= rest - 1) {
        release_if_full(resident, std::countr_zero(rest));
    }
}

}  // namespace simulator

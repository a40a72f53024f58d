// Lanes of a warp that wait for each other (.sync instructions), and warps that wait at barriers.
#include <algorithm>
#include <bit>

#include "simulator/engine/engine_watch.h"

namespace simulator {
namespace {

// Whether lanes at two instructions wait for each other: any bar.warp.sync meets any other.
bool meet(const Code& one, const Code& other) {
    const auto only_meets = [](const Code& code) { return code.row->effect.kind == Kind::meeting; };
    return &one == &other || (only_meets(one) && only_meets(other));
}

}  // namespace

// The lanes of `split` and those waiting at the same instruction, if these are all that they wait
// for; else 0.
std::uint32_t Engine::members_present(const WarpState& warp, const Split& split) const {
    const Code& code = program_.code[split.at];
    std::uint32_t present = split.mask;
    for (std::uint32_t seen = 0; seen != present;) {
        seen = present;
        std::uint32_t members = 0;
        for (std::uint32_t rest = present; rest; rest &= rest - 1) {
            members |=
                static_cast<std::uint32_t>(lane_bits(warp, code.e, 4, std::countr_zero(rest)));
        }
        for (int i = 0; i < warp.splits_count; ++i) {
            const Split& other = warp.splits[i];
            const bool here = other.wait == Wait::lanes && meet(program_.code[other.at], code);
            if (here && other.mask & members) present |= other.mask;
        }
        if (seen == present && members & warp.live & ~present) return 0;
    }
    return present;
}

// Executes the instruction once for all lanes that met; each split then continues alone.
void Engine::synchronize(Resident& resident, WarpState& warp, std::uint32_t lanes,
                         const Code& code) {
    const std::uint32_t mask = warp.mask;
    warp.set_mask(lanes);
    run_code(resident, warp, code);
    warp.set_mask(mask);
    for (int i = 0; i < warp.splits_count; ++i) {
        Split& split = warp.splits[i];
        if (split.wait != Wait::lanes || !(split.mask & lanes)) continue;
        split.wait = Wait::none;
        split.synchronized = true;
    }
}

// The top split reaches `code`; false if it has to wait for others.
bool Engine::meet_lanes(Resident& resident, WarpState& warp, const Code& code) {
    Split& split = warp.current();
    const std::uint32_t present = members_present(warp, split);
    if (present == 0) {
        split.wait = Wait::lanes;
        return false;
    }
    synchronize(resident, warp, present, code);
    warp.gather(present);
    return true;
}

// After lanes left: waiting lanes may be complete now.
void Engine::recheck_lanes(Resident& resident, WarpState& warp) {
    for (int i = 0; i < warp.splits_count; ++i) {
        if (warp.splits[i].wait != Wait::lanes) continue;
        const std::uint32_t present = members_present(warp, warp.splits[i]);
        if (present) synchronize(resident, warp, present, program_.code[warp.splits[i].at]);
    }
}

Engine::Go Engine::arrive(Resident& resident, WarpState& warp, const BasicBlock& block) {
    const Code& code = program_.code[block.terminator];
    const int first = std::countr_zero(warp.mask);
    const auto value = [&](Place place) {
        return place == nowhere ? 0 : static_cast<std::uint32_t>(lane_bits(warp, place, 4, first));
    };
    const int id = static_cast<int>(value(code.a) % barrier_count);
    Barrier& barrier = resident.barriers[id];
    barrier.arrived += warp.active;
    barrier.expected = value(code.b);
    barrier.plain = false;
    resident.awaited |= 1u << id;
    if (code.c != nowhere) {
        const std::uint32_t predicate = warp.predicate(code.c);
        const bool negated = code.flags & negated_predicate;
        barrier.votes += std::popcount((negated ? ~predicate : predicate) & warp.mask);
        barrier.voters += warp.active;
    }
    watch(resident, warp, [&](Observer& observer, const Moment& moment) {
        observer.barrier_arrived(moment, code);
    });
    ++warp.instructions;
    if (block.barrier == BarrierKind::arrive) {
        release_if_full(resident, id);
        return jump(warp, block, block.next);
    }
    Split& split = warp.current();
    split.wait = Wait::barrier;
    split.barrier = static_cast<std::uint8_t>(id);
    split.at = block.terminator;
    split.resume = block.next;
    release_if_full(resident, id);
    return split.wait == Wait::none ? Go::released : Go::waits;
}

void Engine::release_if_full(Resident& resident, int id) {
    Barrier& barrier = resident.barriers[id];
    const std::uint32_t all = resident.threads - resident.exited;
    if (barrier.arrived < (barrier.expected ? barrier.expected : all)) return;
    int interval = resident.warps.front().interval;
    if (in_step_) go_on_together(resident, id);
    const bool plain = barrier.plain && resident.exited == 0;
    for (WarpState& warp : resident.warps) {
        if (!plain) {
            interval = std::max(interval, warp.interval);
            release(resident, warp, id);
            continue;
        }
        warp.splits[0].go_on();
        ++warp.interval;
    }
    barrier = {};
    resident.awaited &= ~(1u << id);
    resident.from_first = true;
    watch_block(resident, [&](Observer& observer, const Scene& around) {
        observer.barrier_released(around, resident.block, interval);
    });
}

void Engine::release(Resident& resident, WarpState& warp, int id) {
    bool waited = false;
    const bool all = resident.exited == 0 || resident.barriers[id].expected;
    for (int i = 0; i < warp.splits_count; ++i) {
        Split& split = warp.splits[i];
        if (split.wait != Wait::barrier || split.barrier != id) continue;
        const BasicBlock& block = program_.blocks[split.block];
        const bool only_returned = !all && resident.returned_early == resident.exited;
        if (block.aligned ? split.mask != warp.live || !all : only_returned)
            note_divergence(resident, warp, split);
        if (block.barrier != BarrierKind::wait)
            hand_result(resident.barriers[id], warp, split, block);
        split.go_on();
        split.parked = warp.splits_count > 1;
        waited = true;
    }
    warp.interval += waited;
}

void Engine::hand_result(const Barrier& barrier, WarpState& warp, const Split& split,
                         const BasicBlock& block) {
    const Code& code = program_.code[block.terminator];
    if (block.barrier == BarrierKind::count) {
        for (std::uint32_t rest = split.mask; rest; rest &= rest - 1) {
            warp.lanes<std::uint32_t>(code.d)[std::countr_zero(rest)] = barrier.votes;
        }
    } else if (block.barrier == BarrierKind::all || block.barrier == BarrierKind::any) {
        const bool all = block.barrier == BarrierKind::all;
        const bool holds = all ? barrier.votes == barrier.voters : barrier.votes > 0;
        std::uint32_t& predicate = warp.predicate(code.d);
        predicate = holds ? predicate | split.mask : predicate & ~split.mask;
    }
}

namespace {

std::string missing_at_barrier(int lanes, std::uint32_t returned) {
    if (lanes == 1) return "1 lane of the warp is elsewhere";
    if (lanes > 1) return std::to_string(lanes) + " lanes of the warp are elsewhere";
    if (returned == 1) return "1 thread of the block has returned without it";
    return std::to_string(returned) + " threads of the block have returned without it";
}

}  // namespace

// Names a thread that did not come: of the same warp, or one that has returned. Since Volta a
// barrier counts the threads that have not exited: if all missing threads returned before it, that
// is a warning.
void Engine::note_divergence(const Resident& resident, const WarpState& warp, const Split& split) {
    const Code& code = program_.code[program_.blocks[split.block].terminator];
    Fault fault = fault_at(resident, warp, std::countr_zero(split.mask), code);
    fault.fatal = false;
    fault.other_block = fault.block;
    // Lanes may come to a non-aligned barrier at several places.
    const std::uint32_t elsewhere =
        program_.blocks[split.block].aligned ? warp.live & ~split.mask : 0;
    const bool only_returned = !elsewhere && resident.returned_early == resident.exited;
    fault.kind = only_returned ? FaultKind::fragile_barrier : FaultKind::divergent_barrier;
    std::uint32_t missing = warp.index * warp_size + std::countr_zero(elsewhere);
    if (!elsewhere) {
        for (const WarpState& other : resident.warps) {
            const std::uint32_t gone = other.threads & ~other.live;
            if (!gone) continue;
            missing = other.index * warp_size + std::countr_zero(gone);
            break;
        }
    }
    fault.other_thread = thread_index(launch_.block, missing);
    fault.text = missing_at_barrier(std::popcount(elsewhere), resident.exited);
    machinery_.faults.report(std::move(fault));
}

}  // namespace simulator

// Order::in_step: a GPU without delays, where every warp of every resident block issues one
// instruction a step. The warp at the earliest step runs next. So an awaited value appears at the
// step at which its writer reaches the store. Launch::places says how many blocks fit.
#include <algorithm>

#include "simulator/engine/engine_watch.h"

namespace simulator {

// A sleeping warp continues when memory changed, not when it fell asleep.
std::uint64_t Engine::step_of(const WarpState& warp) const {
    return warp.asleep ? std::max(warp.step(), launch_.changed_at) : warp.step();
}

// The next warp at this step, after the one that ran last; nullptr: none.
WarpState* Engine::next_at_this_step() {
    auto warp = launch_.residents.empty() ? 0 : launch_.residents[launch_.turn].turn + 1;
    for (; launch_.turn < launch_.residents.size(); ++launch_.turn, warp = 0) {
        Resident& resident = launch_.residents[launch_.turn];
        if (!resident.active) continue;
        for (; warp < resident.warp_count; ++warp) {
            WarpState& next = resident.warps[warp];
            if (step_of(next) > launch_.step || !runnable(next)) continue;
            resident.turn = warp;
            return &next;
        }
    }
    return nullptr;
}

// The first warp at the earliest step at which any can run; nullptr: none.
WarpState* Engine::first_at_next_step() {
    launch_.step = ~std::uint64_t{0};
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < launch_.residents.size(); ++i) {
        Resident& resident = launch_.residents[i];
        if (!resident.active) continue;
        for (const WarpState& warp : resident.warps) {
            if (step_of(warp) >= launch_.step || !runnable(warp)) continue;
            launch_.step = step_of(warp);
            first = i;
            resident.turn = warp.index;
        }
    }
    launch_.turn = first;
    if (launch_.step == ~std::uint64_t{0}) {
        launch_.step = 0;
        return nullptr;
    }
    Resident& resident = launch_.residents[first];
    return &resident.warps[resident.turn];
}

// False if the launch is over.
bool Engine::choose_in_step() {
    WarpState* warp = next_at_this_step();
    if (!warp) warp = first_at_next_step();
    if (!warp) {
        if (std::ranges::none_of(launch_.residents, &Resident::active)) return false;
        if (!stop_meeting()) report_deadlock();
        return choose_in_step();
    }
    warp->idle_steps += step_of(*warp) - warp->step();
    warp->asleep = false;
    settle_turn();
    launch_.turn_left = length_of_turn();
    begin_turn();
    return true;
}

// After a warp's turn: if it changed memory, waiting warps wake up at its step.
void Engine::note_change(const WarpState& warp) {
    const std::uint64_t now = changes();
    if (now == launch_.changes_seen) return;
    launch_.changes_seen = now;
    launch_.changed_at = warp.step();
}

// A barrier releases all at the step of the last arrival.
void Engine::go_on_together(Resident& resident, int id) {
    const auto waits = [&](const WarpState& warp) {
        return std::any_of(
            warp.splits.begin(), warp.splits.begin() + warp.splits_count,
            [&](const Split& split) { return split.wait == Wait::barrier && split.barrier == id; });
    };
    std::uint64_t last = 0;
    for (const WarpState& warp : resident.warps)
        if (waits(warp)) last = std::max(last, warp.step());
    for (WarpState& warp : resident.warps)
        if (waits(warp)) warp.idle_steps += last - std::min(last, warp.step());
}

}  // namespace simulator

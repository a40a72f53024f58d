// Calls the observers. Included by the engine's files only.
#pragma once

#include "simulator/engine/engine.h"

namespace simulator {

inline Scene Engine::scene() const {
    return {program_,      machinery_.memory, machinery_.faults,      launch_.index,
            launch_.grid,  launch_.block,     launch_.dynamic_shared, launch_.shared_bytes,
            launch_.places};
}

template <class Call>
void Engine::watch(const Resident& resident, const WarpState& warp, Call call) {
    if (!resident.watched && !resident.checked) return;
    const Scene around = scene();
    const Moment moment{around,        program_,       warp,          resident.shared,
                        launch_.index, resident.block, warp.interval, warp.instructions,
                        warp.live,     warp.step()};
    if (resident.watched) {
        for (Observer* observer : machinery_.watching) call(*observer, moment);
    }
    for (Observer* observer : machinery_.everywhere) call(*observer, moment);
}

template <class Call>
void Engine::watch_block(const Resident& resident, Call call) {
    if (!resident.watched && !resident.checked) return;
    const Scene around = scene();
    if (resident.watched) {
        for (Observer* observer : machinery_.watching) call(*observer, around);
    }
    for (Observer* observer : machinery_.everywhere) call(*observer, around);
}

}  // namespace simulator

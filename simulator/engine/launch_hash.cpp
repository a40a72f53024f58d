// The hash of a running launch: every register, mask, position and count that decides how it
// continues.
#include "simulator/engine/engine.h"
#include "simulator/hash.h"

namespace simulator {
namespace {

void add_warp(Hash& hash, const WarpState& warp) {
    for (const std::uint64_t word :
         {std::uint64_t{warp.live}, std::uint64_t{warp.patience}, std::uint64_t{warp.carry},
          std::uint64_t{warp.asleep}, warp.idle_steps}) {
        hash.add(word);
    }
    for (int i = 0; i < warp.splits_count; ++i) {
        const Split& split = warp.splits[i];
        hash.add(std::uint64_t{split.block} << 32 | split.mask);
        hash.add(std::uint64_t{split.at} << 32 | static_cast<std::uint64_t>(split.wait) << 8 |
                 split.barrier);
        hash.add(std::uint64_t{split.synchronized} << 1 | split.parked);
        for (std::uint16_t at = split.frame; at != 0; at = warp.frames[at].around)
            hash.add(warp.frames[at].block);
    }
}

void add_resident(Hash& hash, const Resident& resident) {
    hash.add(resident.block);
    hash.add(std::uint64_t{resident.exited} << 32 | resident.turn << 1 | resident.from_first);
    hash.add(std::as_bytes(std::span(resident.registers)));
    hash.add(std::as_bytes(std::span(resident.local)));
    hash.add(std::span<const std::byte>(resident.shared));
    for (const Barrier& barrier : resident.barriers) {
        hash.add(std::uint64_t{barrier.arrived} << 32 | barrier.votes);
    }
    for (const WarpState& warp : resident.warps) add_warp(hash, warp);
}

}  // namespace

void add_to(Hash& hash, const Launch& launch) {
    hash.add(launch.started);
    hash.add(launch.done);
    hash.add(launch.random);
    launch.held.add_to(hash);
    hash.add(launch.changed_at << 32 ^ launch.step);
    hash.add(static_cast<std::uint64_t>(launch.turn_left) << 1 | launch.within_turn);
    for (const BlockCount& count : launch.record.blocks)
        hash.add(count.executions ^ count.lanes << 32);
    for (const Resident& resident : launch.residents) {
        hash.add(std::uint64_t{resident.active});
        if (resident.active) add_resident(hash, resident);
    }
}

}  // namespace simulator

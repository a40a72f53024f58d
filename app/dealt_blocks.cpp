// One block to each multiprocessor in turn, as long as there is room. See dealt_blocks.h.
#include "app/dealt_blocks.h"

#include <algorithm>

#include "lab/time/model.h"
#include "simulator/types.h"

namespace app {

std::uint64_t DealtBlocks::room() const {
    return std::min<std::uint64_t>(blocks, at_once * static_cast<std::uint64_t>(multiprocessors));
}

std::uint64_t DealtBlocks::on(int multiprocessor) const {
    if (multiprocessors == 0) return 0;
    const auto all = static_cast<std::uint64_t>(multiprocessors);
    return (room() + all - 1 - static_cast<std::uint64_t>(multiprocessor)) / all;
}

int DealtBlocks::home_of(std::uint64_t block) const {
    if (block >= room()) return -1;
    return static_cast<int>(block % static_cast<std::uint64_t>(multiprocessors));
}

DealtBlocks dealt_blocks(std::uint64_t blocks, std::uint64_t threads) {
    const lab::Card& card = lab::modelled_card();
    const std::uint64_t warps =
        std::max<std::uint64_t>(1, (threads + simulator::warp_size - 1) / simulator::warp_size);
    const auto by_warps = static_cast<std::uint64_t>(card.warps_resident) / warps;
    return {
        card.name, static_cast<int>(card.multiprocessors),
        std::clamp<std::uint64_t>(by_warps, 1, static_cast<std::uint64_t>(card.blocks_resident)),
        blocks};
}

}  // namespace app

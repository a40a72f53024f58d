// Deals one block to each multiprocessor in turn, as long as there is room. See dealt_blocks.h.
#include "app/dealt_blocks.h"

#include <algorithm>

#include "lab/occupancy/registers.h"
#include "lab/time/model.h"

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

DealtBlocks dealt_blocks(std::uint64_t blocks, const lab::BlockNeeds& block) {
    const lab::Card& card = lab::modelled_card();
    const lab::Occupancy held = lab::occupancy_of(lab::usual_multiprocessor(), block);
    return {card.name, static_cast<int>(card.multiprocessors),
            static_cast<std::uint64_t>(std::max<std::int64_t>(1, held.blocks)), blocks};
}

DealtBlocks dealt_blocks(std::uint64_t blocks, const lab::Run& run, int launch) {
    const auto at = static_cast<std::size_t>(launch);
    const auto& subject = run.request.settings.subject;
    if (subject && at < run.launches.size())
        return dealt_blocks(blocks, lab::needs_of(*subject, run.launches[at]));
    const simulator::Dim3 block =
        at < run.launches.size() ? run.launches[at].block : run.trace->launches.at(at).block;
    return dealt_blocks(blocks, {.threads = static_cast<std::int64_t>(block.count())});
}

}  // namespace app

// Works out Little's law. See law.h.
#include "app/views/flight/law.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "app/dealt_blocks.h"
#include "app/sentences/load_rounds.h"
#include "lab/time/model.h"

namespace app {
namespace {

// The requested grid of a traced launch, which is timed; of the last one where the requested
// settings have fewer.
simulator::Dim3 grid_asked(const DrawContext& context, int launch) {
    const lab::Settings& set = context.result.request.settings;
    const auto& drawn = context.picture().trace->launches[static_cast<std::size_t>(launch)];
    if (!set.subject || lab::refusal(set)) return drawn.grid;
    std::vector<simulator::Dim3> grids;
    for (const lab::PlanStep& step : lab::plan_of(set).steps)
        if (const auto* one = std::get_if<lab::Launch>(&step); one && one->timed)
            grids.push_back(one->size.grid);
    if (grids.empty()) return drawn.grid;
    return grids[std::min(static_cast<std::size_t>(launch), grids.size() - 1)];
}

}  // namespace

LittlesLaw littles_law(const DrawContext& context, int launch) {
    const lab::Card& card = lab::modelled_card();
    const std::uint64_t threads =
        context.picture().trace->launches[static_cast<std::size_t>(launch)].block.count();
    const auto& warps = load_rounds(context.picture(), launch).warps;
    const auto loading = static_cast<std::uint64_t>(
        std::ranges::count_if(warps, [](const auto& rounds) { return !rounds.empty(); }));
    const std::uint64_t blocks = grid_asked(context, launch).count();
    const DealtBlocks dealt = dealt_blocks(blocks, context.picture(), launch);
    LittlesLaw law;
    law.card = card.name;
    law.warps = dealt.on(0) * loading;
    law.all = loading == (threads + simulator::warp_size - 1) / simulator::warp_size;
    law.gigabytes = card.memory_gigabytes;
    law.nanoseconds = card.memory_latency_cycles / card.gigahertz;
    law.enough = card.flight_bytes;
    law.needed = law.gigabytes * law.nanoseconds / card.multiprocessors;
    return law;
}

}  // namespace app

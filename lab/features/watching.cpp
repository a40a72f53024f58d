#include "lab/features/watching.h"

#include <algorithm>
#include <variant>

#include "lab/bugs.h"
#include "lab/programs.h"

namespace lab {

std::pair<simulator::Order, std::uint64_t> order_of(const Request& request) {
    constexpr std::uint64_t seed = 1;
    const bool usual = request.order == simulator::Order::sequential;
    if (usual && request.settings.anyway && feature<Watching>(request.settings).weakly_anyway)
        return {simulator::Order::weak, seed};
    if (usual) return asked_order(request.settings);
    return {request.order, request.order_seed};
}

bool waited_for_later_blocks(const Request& request, const std::vector<LaunchRecord>& launches,
                             const std::vector<simulator::Fault>& faults) {
    if (request.settings.lesson() || order_of(request).first != simulator::Order::sequential)
        return false;
    const auto wait = [&](const LaunchRecord& launch) {
        return launch.grid.count() > 1 &&
               waits_for_blocks(*request.settings.subject, launch.kernel);
    };
    return std::ranges::any_of(launches, wait) &&
           std::ranges::count(faults, simulator::FaultKind::deadlock, &simulator::Fault::kind) > 0;
}

namespace {

const Launch* first_launch(const Plan& plan) {
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) return launch;
    return nullptr;
}

bool follows_all(const Settings& settings, const Launch& launch) {
    if (settings.lesson()) return feature<Watching>(settings).follows_all_blocks;
    return launch.size.grid.count() <= most_together &&
           waits_for_blocks(*settings.subject, launch.kernel);
}

}  // namespace

std::vector<std::uint64_t> watched_blocks(const Request& request, const Plan& plan) {
    std::vector<std::uint64_t> watched = request.watched;
    if (watched.empty()) watched.push_back(watched_block(request.settings));
    const Launch* launch = first_launch(plan);
    if (!launch || !follows_all(request.settings, *launch)) return watched;
    const std::uint64_t all = std::min<std::uint64_t>(launch->size.grid.count(), most_together);
    for (std::uint64_t block = 0; block < all; ++block)
        if (std::ranges::find(watched, block) == watched.end()) watched.push_back(block);
    return watched;
}

}  // namespace lab

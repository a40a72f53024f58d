// Finds the steps of instructions. See steps.h.
#include "app/views/flow/steps.h"

#include <algorithm>

#include "app/views/flow/stage.h"

namespace app {

using namespace simulator;

StepFinder::StepFinder(const FlowQuestion& question) {
    for (int i = 0; question.trace && i < static_cast<int>(question.steps.size()); ++i) {
        const Step& step = question.steps[i];
        if (step.block != question.block || step.launch != question.launch) continue;
        for (const std::uint32_t event : step.events) {
            const Event& one = question.trace->events[event];
            by_warp_[one.warp].emplace_back(one.index, i);
        }
    }
    for (auto& [warp, seen] : by_warp_) std::ranges::sort(seen);
}

int StepFinder::step_of(std::uint32_t thread, std::uint32_t index) const {
    const auto warp = by_warp_.find(thread / warp_size);
    if (warp == by_warp_.end()) return -1;
    const auto after = std::ranges::upper_bound(warp->second, std::pair{index, 1 << 30});
    return after == warp->second.begin() ? -1 : std::prev(after)->second;
}

std::vector<int> version_steps(const Flow& flow, const FlowQuestion& question) {
    const StepFinder finder(question);
    std::vector<int> steps(flow.versions.size(), -1);
    for (std::size_t v = 1; v < flow.versions.size(); ++v) {
        const Version& version = flow.versions[v];
        if (made_by_kernel(version) && version.block == question.block &&
            version.launch == question.launch)
            steps[v] = finder.step_of(version.thread, version.index);
    }
    return steps;
}

}  // namespace app

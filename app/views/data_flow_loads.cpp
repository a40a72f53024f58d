// When input cells are loaded. See data_flow_loads.h.
#include "app/views/data_flow_loads.h"

#include <unordered_map>

namespace app {

using namespace simulator;

std::vector<int> load_steps(const Flow& flow, const FlowQuestion& question,
                            std::span<const std::uint32_t> versions) {
    std::unordered_map<Address, int> first;
    std::vector<Address> addresses;
    for (const std::uint32_t v : versions) {
        const Version& version = flow.versions[v];
        const Array& array = flow.arrays[static_cast<std::size_t>(version.array)];
        addresses.push_back(array.base + static_cast<Address>(version.cell * size_of(array.type)));
        first.emplace(addresses.back(), -1);
    }
    for (int i = 0; question.trace && i < static_cast<int>(question.steps.size()); ++i) {
        const Step& step = question.steps[static_cast<std::size_t>(i)];
        const bool loads = step.kind == EventKind::load && step.space == Space::global;
        if (!loads || step.block != question.block || step.launch != question.launch) continue;
        for (const std::uint32_t event : step.events)
            for (const Slot& slot : question.trace->lanes_of(question.trace->events[event]))
                if (const auto found = first.find(slot.address);
                    found != first.end() && found->second < 0)
                    found->second = i;
    }
    std::vector<int> steps;
    for (const Address address : addresses) steps.push_back(first[address]);
    return steps;
}

}  // namespace app

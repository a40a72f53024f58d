// When inputs are loaded. See loads.h.
#include "app/views/flow/loads.h"

#include <algorithm>
#include <bit>
#include <memory_resource>
#include <unordered_map>

namespace app {

using namespace simulator;

namespace {

// Addresses of buffers have 48 bits, threads of a block ten.
std::uint64_t key_of(Address address, std::uint32_t thread) {
    return address ^ static_cast<std::uint64_t>(thread) << 48;
}

using Steps = std::pmr::unordered_map<std::uint64_t, int>;

// How many of the cells that were looked for it loads as the first.
std::size_t note_event(const Trace& trace, const Event& event, int step, Steps& first) {
    std::size_t found_now = 0;
    for (int lane = 0; lane < warp_size; ++lane)
        for (int k = 0; event.mask >> lane & 1 && k < event.count; ++k) {
            const Slot* slot = trace.slot(event, lane, k);
            if (!slot) continue;
            const auto thread = event.warp * warp_size + static_cast<std::uint32_t>(lane);
            const auto found = first.find(key_of(slot->address, thread));
            if (found == first.end() || found->second >= 0) continue;
            found->second = step;
            ++found_now;
        }
    return found_now;
}

std::uint64_t key_of(const Flow& flow, const FlowLoad& load) {
    const Version& version = flow.versions[load.version];
    const Array& array = flow.arrays[static_cast<std::size_t>(version.array)];
    const auto offset = static_cast<Address>(version.cell * size_of(array.type));
    return key_of(array.base + offset, load.thread);
}

}  // namespace

void order_loads(const Flow& flow, const FlowQuestion& question, FlowLoads& columns) {
    std::size_t most = 0;
    for (const auto& [column, loads] : columns) most += loads.size();
    std::pmr::monotonic_buffer_resource nodes;
    Steps first(&nodes);
    first.reserve(most);
    for (const auto& [column, loads] : columns)
        for (const FlowLoad& load : loads) first.emplace(key_of(flow, load), -1);
    std::size_t left = question.trace ? first.size() : 0;
    for (int i = 0; left > 0 && i < static_cast<int>(question.steps.size()); ++i) {
        const Step& step = question.steps[static_cast<std::size_t>(i)];
        const bool wanted = step.kind == EventKind::load && step.space == Space::global;
        if (!wanted || step.block != question.block || step.launch != question.launch) continue;
        for (const std::uint32_t event : step.events)
            left -= note_event(*question.trace, question.trace->events[event], i, first);
    }
    for (auto& [column, loads] : columns) {
        for (FlowLoad& load : loads) load.step = first[key_of(flow, load)];
        std::ranges::stable_sort(loads, {}, &FlowLoad::step);
    }
}

std::uint64_t values_loaded(const Trace& trace, int launch, std::uint64_t block) {
    std::uint64_t values = 0;
    for (const Event& event : trace.events)
        if (event.launch == launch && event.block == block && event.kind == EventKind::load &&
            event.space == Space::global)
            values += static_cast<std::uint64_t>(std::popcount(event.mask)) * event.count;
    return values;
}

}  // namespace app

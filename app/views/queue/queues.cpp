// Groups lanes by address. See queues.h.
#include "app/views/queue/queues.h"

#include <algorithm>
#include <bit>

namespace app {
namespace {

using simulator::Event;
using simulator::EventKind;

Asked count_asked(const lab::Run& run) {
    Asked made;
    for (int step = 0; step < int(run.steps.size()); ++step) {
        if (!is_atomic(run.steps[std::size_t(step)])) continue;
        for (const std::uint32_t id : run.steps[std::size_t(step)].events) {
            const Event& event = run.trace->events[id];
            for (const simulator::Slot& slot : run.trace->lanes_of(event)) {
                const Element at = element_of(*run.trace, event, slot.address);
                made.arrays[at.array][at.index].push_back(step);
            }
        }
    }
    return made;
}

}  // namespace

int Stack::high() const { return std::popcount(lanes); }

int Stack::lane_at(int place) const {
    std::uint32_t rest = lanes;
    for (int k = 0; k < place && rest; ++k) rest &= rest - 1;
    return rest ? std::countr_zero(rest) : -1;
}

int Queue::stack_of(int lane) const {
    const auto found =
        std::ranges::find_if(stacks, [&](const Stack& stack) { return stack.lanes >> lane & 1; });
    return found == stacks.end() ? -1 : int(found - stacks.begin());
}

Queue queue_of(const simulator::Trace& trace, const Event& event) {
    std::map<simulator::Address, std::uint32_t> by_address;
    for (int lane = 0; lane < simulator::warp_size; ++lane)
        if (const simulator::Slot* slot = trace.slot(event, lane))
            by_address[slot->address] |= 1u << lane;
    Queue made{.stacks = {}, .at_once = event.at_once, .passes = int(event.passes)};
    for (const auto& [address, lanes] : by_address) {
        made.stacks.push_back({address, lanes});
        made.lanes += std::popcount(lanes);
        if (made.tallest < 0 || made.stacks.back().high() > made.high())
            made.tallest = int(made.stacks.size()) - 1;
    }
    return made;
}

const Queue& queue_of(const lab::Run& run, const Event& event) {
    return run.derived(number_of(run, event), [&] { return queue_of(*run.trace, event); });
}

bool is_atomic(const simulator::Step& step) { return step.kind == EventKind::atomic; }

const Asked& asked_of(const lab::Run& run) {
    return run.derived(0, [&] { return count_asked(run); });
}

int asked_up_to(const std::vector<int>& steps, int step) {
    return int(std::ranges::upper_bound(steps, step) - steps.begin());
}

Element element_of(const simulator::Trace& trace, const Event& event, simulator::Address address) {
    Element made;
    made.array = trace.array_of(event, address, &made.index);
    if (made.array < 0) made.index = std::int64_t(address);
    return made;
}

Shown queue_shown(const lab::Run& run, const Cursor& cursor) {
    return run.trace ? nearest(run, cursor, is_atomic) : Shown{};
}

}  // namespace app

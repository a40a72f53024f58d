// Reads a trace: the lanes of an event, the array of an address, and the steps of the transport.
#include "simulator/watch/trace.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <tuple>

namespace simulator {

std::span<const Slot> Trace::lanes_of(const Event& event) const {
    const std::size_t count = std::size_t(std::popcount(event.mask)) * event.count;
    return std::span{slots}.subspan(event.first, count);
}

const Slot* Trace::slot(const Event& event, int lane, int k) const {
    if (!(event.mask >> lane & 1) || k >= event.count) return nullptr;
    const int before = std::popcount(event.mask & ((1u << lane) - 1));
    return &slots[event.first + before * event.count + k];
}

int Trace::array_of(const Event& event, Address address, std::int64_t* element) const {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const Array& array = arrays[i];
        if (array.space != event.space || address < array.base) continue;
        if (array.space != Space::global && array.launch != event.launch) continue;
        const int width = std::max(size_of(array.type), 1);
        const Address at = (address - array.base) / width;
        if (array.elements != 0 && at >= array.elements) continue;
        if (element) *element = static_cast<std::int64_t>(at);
        return static_cast<int>(i);
    }
    return -1;
}

namespace {

// Events of several warps with equal keys are one step: the class at the line for the k-th time.
struct StepKey {
    std::uint32_t interval = 0;
    std::int32_t line = 0;
    EventKind kind{};
    Space space = Space::none;
    std::uint32_t turn = 0;
    auto operator<=>(const StepKey&) const = default;
};

struct Queued {
    StepKey key;
    std::uint32_t event = 0;
};

// Walks the warps of one block of one launch in parallel. A step is taken when all warps that have
// it ahead have reached it. If warps disagree on the order, the first one continues alone.
class StepWalk {
public:
    StepWalk(const Trace& trace, const std::vector<std::uint32_t>& events) : trace_(trace) {
        std::map<std::pair<std::uint32_t, StepKey>, std::uint32_t> turns;
        for (std::uint32_t index : events) {
            const Event& event = trace.events[index];
            if (event.warp >= warps_.size()) warps_.resize(event.warp + 1);
            StepKey key{event.interval, event.line, event.kind, event.space, 0};
            key.turn = turns[{event.warp, key}]++;
            warps_[event.warp].push_back({key, index});
            ++waiting_[key];
        }
    }

    void walk(std::vector<Step>& steps) {
        while (const StepKey* key = next()) steps.push_back(take(*key));
    }

private:
    const StepKey* next() const {
        const StepKey* ready = nullptr;
        const StepKey* first = nullptr;
        std::map<StepKey, std::uint32_t> at_front;
        for (const auto& warp : warps_) {
            if (warp.empty()) continue;
            const StepKey& key = warp.front().key;
            if (!first || key.interval < first->interval) first = &key;
            const bool complete = ++at_front[key] == waiting_.at(key);
            if (complete && (!ready || key < *ready)) ready = &key;
        }
        return ready ? ready : first;
    }

    Step take(StepKey key) {
        Step step{key.kind, key.space, 0, 0, key.interval, key.line, {}, 0};
        for (auto& warp : warps_) {
            if (warp.empty() || warp.front().key != key) continue;
            const Event& event = trace_.events[warp.front().event];
            step.launch = event.launch;
            step.block = event.block;
            step.events.push_back(warp.front().event);
            step.lanes += std::popcount(event.mask);
            warp.pop_front();
            --waiting_.at(key);
        }
        return step;
    }

    const Trace& trace_;
    std::vector<std::deque<Queued>> warps_;
    std::map<StepKey, std::uint32_t> waiting_;
};

}  // namespace

std::vector<Step> steps_of(const Trace& trace, std::uint64_t block, int launch) {
    std::map<std::uint16_t, std::vector<std::uint32_t>> by_launch;
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
        const Event& event = trace.events[i];
        if (event.block == block && (launch < 0 || event.launch == launch))
            by_launch[event.launch].push_back(i);
    }
    std::vector<Step> steps;
    for (const auto& [number, events] : by_launch) StepWalk(trace, events).walk(steps);
    return steps;
}

}  // namespace simulator

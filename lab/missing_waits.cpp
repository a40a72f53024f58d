// Finds the order of a plan's steps. See missing_waits.h.
#include "lab/missing_waits.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace lab {
namespace {

// For each stream, by its index: the number of the last finished step, plus 1. The host counts as a
// stream of its own: it makes one call after the other.
using Over = std::vector<std::size_t>;

const MemoryCall* call_of_host(const PlanStep& step) {
    const auto* call = std::get_if<MemoryCall>(&step);
    return call && call->by == MemoryCall::By::host ? call : nullptr;
}

class InOrder {
public:
    explicit InOrder(const Plan& plan) : plan_(plan) {
        for (const PlanStep& step : plan.steps) {
            const auto next = static_cast<int>(places_.size());
            places_.try_emplace(on_stream(step).number, next);
        }
        host_ = places_.size();
        // The last step of each stream, and of the host.
        std::vector<Over> behind(host_ + 1, Over(host_ + 1));
        for (std::size_t step = 0; step < plan.steps.size(); ++step) {
            Over& over = behind[place(step)];
            join(over, behind[host_]);  // the host's earlier calls have returned
            const MemoryCall* call = call_of_host(plan.steps[step]);
            if (call && call->waits_for_device())
                for (const Over& each : behind) join(over, each);
            for (const std::size_t before : on_stream(plan.steps[step]).after)
                if (before < step) join(over, before);
            over_.push_back(over);
            over[place(step)] = step + 1;
        }
    }

    std::size_t streams() const { return host_; }
    /// Whether `step` starts only after `before` has ended.
    bool waits(std::size_t step, std::size_t before) const {
        return place(step) == place(before) || over_[step][place(before)] > before;
    }

private:
    std::size_t place(std::size_t step) const {
        if (call_of_host(plan_.steps[step])) return host_;
        return static_cast<std::size_t>(places_.at(on_stream(plan_.steps[step]).number));
    }
    static void join(Over& over, const Over& other) {
        for (std::size_t i = 0; i < over.size(); ++i) over[i] = std::max(over[i], other[i]);
    }
    void join(Over& over, std::size_t before) const {
        join(over, over_[before]);
        over[place(before)] = std::max(over[place(before)], before + 1);
    }

    const Plan& plan_;
    std::map<int, int> places_;  // stream number -> index
    std::size_t host_ = 0;       // its index
    std::vector<Over> over_;     // at the begin of each step
};

struct Touching {
    std::size_t step = 0;
    Touched what;
};

std::vector<Touched> touched_by(const Launch& launch) {
    if (!launch.touches.empty()) return launch.touches;
    std::vector<Touched> all;
    for (const Argument& argument : launch.arguments)
        if (const auto* buffer = std::get_if<Buffer>(&argument))
            all.push_back({*buffer, 0, buffer->count, true});
    return all;
}

std::vector<Touched> touched_by(const PlanStep& step) {
    if (const auto* launch = std::get_if<Launch>(&step)) return touched_by(*launch);
    if (const auto* copy = std::get_if<Copy>(&step))
        return {{copy->from, copy->first, copy->elements(), false},
                {copy->to, 0, copy->elements(), true}};
    if (const auto* clear = std::get_if<Clear>(&step))
        return {{clear->buffer, 0, clear->buffer.count, true}};
    if (const auto* call = std::get_if<MemoryCall>(&step))
        return {{call->buffer, 0, call->buffer.count, true}};
    const auto& transfer = std::get<Transfer>(step);
    return {{transfer.buffer, transfer.first, transfer.elements(),
             transfer.means == Transfer::Means::copy && transfer.way == Transfer::Way::to_device}};
}

bool meet(const Touched& one, const Touched& other) {
    return (one.writes || other.writes) && one.first < other.first + other.count &&
           other.first < one.first + one.count;
}

// The first two steps that conflict, and the last step that the later one must also wait for.
std::optional<MissingWait> first_of(const std::vector<Touching>& all, const InOrder& order) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto unordered = [&](const Touching& one) {
            return meet(all[i].what, one.what) && !order.waits(all[i].step, one.step);
        };
        const auto before = std::span(all).first(i);
        const auto first = std::ranges::find_if(before, unordered);
        if (first == before.end()) continue;
        const auto last = std::ranges::find_if(before.rbegin(), before.rend(), unordered);
        return MissingWait{all[i].what.buffer, first->step,        all[i].step,
                           last->step,         first->what.writes, all[i].what.writes};
    }
    return std::nullopt;
}

}  // namespace

std::vector<MissingWait> missing_waits(const Plan& plan) {
    const InOrder order(plan);
    if (order.streams() < 2) return {};
    // By the buffer's number, and how often it was allocated: each time it is other memory.
    std::map<std::pair<int, int>, std::vector<Touching>> by_memory;
    std::map<int, int> allocated;
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        const auto* call = std::get_if<MemoryCall>(&plan.steps[step]);
        if (call && !call->frees) ++allocated[call->buffer.id];
        for (const Touched& what : touched_by(plan.steps[step]))
            by_memory[{what.buffer.id, allocated[what.buffer.id]}].push_back({step, what});
    }
    std::vector<MissingWait> missing;
    for (const auto& [memory, all] : by_memory) {
        if (!missing.empty() && missing.back().buffer.id == memory.first) continue;
        if (const auto found = first_of(all, order)) missing.push_back(*found);
    }
    const auto apart = [](const MissingWait& one) { return one.later - one.before; };
    std::ranges::stable_sort(missing, {}, apart);
    return missing;
}

std::vector<UseWithoutMemory> uses_without_memory(const Plan& plan) {
    struct State {
        bool allocated = false, told = false;
        std::optional<std::size_t> freed{};
    };
    std::map<int, State> states;
    for (const PlanStep& step : plan.steps)
        if (const auto* call = std::get_if<MemoryCall>(&step)) states[call->buffer.id];
    std::vector<UseWithoutMemory> found;
    for (std::size_t step = 0; step < plan.steps.size() && !states.empty(); ++step) {
        const auto* call = std::get_if<MemoryCall>(&plan.steps[step]);
        for (const Touched& what : touched_by(plan.steps[step])) {
            const auto state = states.find(what.buffer.id);
            if (state == states.end() || state->second.allocated || state->second.told) continue;
            if (call && !call->frees) continue;
            found.push_back({what.buffer, step, what.writes, call != nullptr, state->second.freed});
            state->second.told = true;
        }
        if (!call) continue;
        State& state = states[call->buffer.id];
        state.allocated = !call->frees;
        if (call->frees) state.freed = step;
    }
    return found;
}

}  // namespace lab

// Steps cycle by cycle. See schedule.h.
#include "lab/occupancy/schedule.h"

#include <algorithm>
#include <map>

namespace lab {
namespace {

// The position of a warp, and when its results are ready.
class RunningWarp {
public:
    explicit RunningWarp(const Way& way) : way_(&way) {}

    bool done() const { return at_ == way_->size(); }
    bool ready(int cycle) const {
        return !done() && std::ranges::all_of((*way_)[at_].reads, [&](std::uint32_t value) {
            const auto found = there_.find(value);
            return found == there_.end() || found->second <= cycle;
        });
    }
    void issue(int cycle) {
        const Issued& now = (*way_)[at_];
        for (const std::uint32_t value : now.writes) there_[value] = cycle + now.latency;
        ++at_;
    }

private:
    const Way* way_;
    std::size_t at_ = 0;
    std::map<std::uint32_t, int> there_;  // register -> first cycle in which it is ready
};

// The next ready warp after `last`, in a circle; -1 where none is ready.
int chosen(const std::vector<WarpState>& states, int last) {
    const int warps = static_cast<int>(states.size());
    for (int step = 1; step <= warps; ++step)
        if (const int warp = (last + step) % warps;
            states[static_cast<std::size_t>(warp)] == WarpState::ready)
            return warp;
    return -1;
}

}  // namespace

int Schedule::used(int from, int to) const {
    const auto begin = issued.begin() + std::clamp(from, 0, cycles()),
               end = issued.begin() + std::clamp(to, 0, cycles());
    return begin < end ? static_cast<int>(end - begin - std::count(begin, end, -1)) : 0;
}

Schedule schedule_of(const Way& way, int warps, int most) {
    Schedule made;
    made.warps = std::max(1, warps);
    std::vector<RunningWarp> running(static_cast<std::size_t>(made.warps), RunningWarp(way));
    int last = made.warps - 1;
    for (int cycle = 0; cycle < most; ++cycle) {
        std::vector<WarpState> now;
        for (const RunningWarp& warp : running)
            now.push_back(warp.done()         ? WarpState::done
                          : warp.ready(cycle) ? WarpState::ready
                                              : WarpState::waits);
        if (std::ranges::all_of(now, [](WarpState s) { return s == WarpState::done; })) break;
        const int next = chosen(now, last);
        if (next >= 0) {
            now[static_cast<std::size_t>(next)] = WarpState::issues;
            running[static_cast<std::size_t>(next)].issue(cycle);
            if (next == 0) made.first.push_back(cycle);
            last = next;
        }
        made.issued.push_back(next);
        made.states.insert(made.states.end(), now.begin(), now.end());
    }
    return made;
}

}  // namespace lab

// The history for undo and redo: earlier requests and the results beside them. One step per
// finished change, without refused settings. Held by the session.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/series.h"
#include "lab/run.h"
#include "lab/subject.h"

namespace app {

// The choice of the result beside the shown one: a kernel of the ladder, a request, or the other
// version; none set: nothing.
struct StandsBeside {
    std::optional<int> rung{};
    std::optional<lab::Request> fixed{};
    bool version = false;
    bool any() const { return rung || fixed || version; }
    bool operator==(const StandsBeside&) const = default;
};

class Undo {
public:
    // One state of the history: the request, the choice of times, and the choice beside.
    struct State {
        lab::Request request;
        TimeChoice times;
        StandsBeside beside{};
        bool operator==(const State&) const = default;
    };

    /// Adds a step: a change has ended at `now`.
    void settle(const State& now) {
        if (now == settled_) return;
        keep(settled_, before_);
        // Back from refused settings: a state that is there already is no step.
        if (!before_.empty() && before_.back() == now) before_.pop_back();
        if (before_.size() > most) before_.erase(before_.begin());
        settled_ = now;
        after_.clear();
    }
    /// Sets the history of an earlier start, the nearest state last.
    void take_up(std::vector<State> earlier) { before_ = std::move(earlier); }
    const std::vector<State>& earlier() const { return before_; }
    bool can_undo() const { return !before_.empty(); }
    bool can_redo() const { return !after_.empty(); }
    /// The states of undo and redo; nullptr where there is none.
    const State* last() const { return before_.empty() ? nullptr : &before_.back(); }
    const State* next() const { return after_.empty() ? nullptr : &after_.back(); }
    /// The last request of this subject; nullptr where it was not open.
    const lab::Request* last_of(const lab::Subject& subject) const {
        const auto of_it = [&](const State& state) {
            return lab::same(state.request.settings.subject.get(), &subject);
        };
        if (of_it(settled_)) return &settled_.request;
        const auto found = std::find_if(before_.rbegin(), before_.rend(), of_it);
        return found == before_.rend() ? nullptr : &found->request;
    }
    /// All states of undo and redo and `now`, the newest first.
    std::vector<State> all(const State& now) const {
        std::vector<State> states = after_;
        states.push_back(now);
        states.insert(states.end(), before_.rbegin(), before_.rend());
        return states;
    }
    /// The place of `now` in all().
    std::size_t present() const { return after_.size(); }
    void undo(State& now) { go(now, before_, after_); }
    void redo(State& now) { go(now, after_, before_); }

private:
    using States = std::vector<State>;  // the nearest state last
    void go(State& now, States& from, States& to) {
        if (from.empty()) return;
        keep(now, to);
        now = settled_ = from.back();
        from.pop_back();
    }

    // Refused settings never ran: they are no state to go back to.
    static void keep(const State& state, States& to) {
        const lab::Settings& settings = state.request.settings;
        if (settings.subject && !lab::refusal(settings)) to.push_back(state);
    }

    static constexpr std::size_t most = 200;
    State settled_;
    States before_, after_;
};

}  // namespace app

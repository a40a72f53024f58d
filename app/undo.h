// What was asked before and stood beside it, for undo and redo: one step back for each change that
// was let go, over settings that were refused. Held by the session.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/series.h"
#include "lab/run.h"
#include "lab/subject.h"

namespace app {

// What stands beside what is shown: a kernel of the ladder, or a request, or the other version;
// none: nothing does.
struct StandsBeside {
    std::optional<int> rung{};
    std::optional<lab::Request> fixed{};
    bool version = false;
    bool any() const { return rung || fixed || version; }
    bool operator==(const StandsBeside&) const = default;
};

class Undo {
public:
    // What a step goes back to: what was asked for, which times cards showed, and what stood
    // beside.
    struct State {
        lab::Request request;
        TimeChoice times;
        StandsBeside beside{};
        bool operator==(const State&) const = default;
    };

    /// A change has ended at `now`.
    void settle(const State& now) {
        if (now == settled_) return;
        keep(settled_, before_);
        // Back from settings that were refused: what stands there already is no step back.
        if (!before_.empty() && before_.back() == now) before_.pop_back();
        if (before_.size() > most) before_.erase(before_.begin());
        settled_ = now;
        after_.clear();
    }
    /// What an earlier start could go back to, the nearest last.
    void take_up(std::vector<State> earlier) { before_ = std::move(earlier); }
    const std::vector<State>& earlier() const { return before_; }
    bool can_undo() const { return !before_.empty(); }
    bool can_redo() const { return !after_.empty(); }
    /// What undo goes back to, and redo on to; nullptr where there is nothing.
    const State* last() const { return before_.empty() ? nullptr : &before_.back(); }
    const State* next() const { return after_.empty() ? nullptr : &after_.back(); }
    /// What was asked last of this subject; nullptr where it was not open.
    const lab::Request* last_of(const lab::Subject& subject) const {
        const auto of_it = [&](const State& state) {
            return lab::same(state.request.settings.subject.get(), &subject);
        };
        if (of_it(settled_)) return &settled_.request;
        const auto found = std::find_if(before_.rbegin(), before_.rend(), of_it);
        return found == before_.rend() ? nullptr : &found->request;
    }
    /// Everything that undo and redo lead to, with `now` among it: the newest first.
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
    using States = std::vector<State>;  // the nearest last
    void go(State& now, States& from, States& to) {
        if (from.empty()) return;
        keep(now, to);
        now = settled_ = from.back();
        from.pop_back();
    }

    // Nothing ran at settings that were refused: there is nothing to go back to.
    static void keep(const State& state, States& to) {
        const lab::Settings& settings = state.request.settings;
        if (settings.subject && !lab::refusal(settings)) to.push_back(state);
    }

    static constexpr std::size_t most = 200;
    State settled_;
    States before_, after_;
};

}  // namespace app

// What was asked before, for undo and redo: one step back for each change that was let go, over
// settings that were refused. Held by the session.
#pragma once

#include <vector>

#include "lab/run.h"
#include "lab/subject.h"

namespace app {

class Undo {
public:
    /// A change has ended at `now`.
    void settle(const lab::Request& now) {
        if (now == settled_) return;
        keep(settled_, before_);
        if (before_.size() > most) before_.erase(before_.begin());
        settled_ = now;
        after_.clear();
    }
    bool can_undo() const { return !before_.empty(); }
    bool can_redo() const { return !after_.empty(); }
    /// What undo goes back to, and redo on to; nullptr where there is nothing.
    const lab::Request* last() const { return before_.empty() ? nullptr : &before_.back(); }
    const lab::Request* next() const { return after_.empty() ? nullptr : &after_.back(); }
    void undo(lab::Request& now) { go(now, before_, after_); }
    void redo(lab::Request& now) { go(now, after_, before_); }

private:
    using Requests = std::vector<lab::Request>;  // the nearest last
    void go(lab::Request& now, Requests& from, Requests& to) {
        if (from.empty()) return;
        keep(now, to);
        now = settled_ = from.back();
        from.pop_back();
    }

    // Nothing ran at settings that were refused: there is nothing to go back to.
    static void keep(const lab::Request& request, Requests& to) {
        if (request.settings.subject && !lab::refusal(request.settings)) to.push_back(request);
    }

    static constexpr std::size_t most = 200;
    lab::Request settled_;
    Requests before_, after_;
};

}  // namespace app

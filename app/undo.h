// What was asked before, for undo and redo: one step back for each change that was let go. Held by
// the session.
#pragma once

#include <vector>

#include "lab/run.h"

namespace app {

class Undo {
public:
    /// A change has ended at `now`.
    void settle(const lab::Request& now) {
        if (now == settled_) return;
        if (settled_.settings.subject) before_.push_back(settled_);
        if (before_.size() > most) before_.erase(before_.begin());
        settled_ = now;
        after_.clear();
    }
    bool can_undo() const { return !before_.empty(); }
    bool can_redo() const { return !after_.empty(); }
    void undo(lab::Request& now) { go(now, before_, after_); }
    void redo(lab::Request& now) { go(now, after_, before_); }

private:
    using Requests = std::vector<lab::Request>;  // the nearest last
    void go(lab::Request& now, Requests& from, Requests& to) {
        if (from.empty()) return;
        to.push_back(now);
        now = settled_ = from.back();
        from.pop_back();
    }

    static constexpr std::size_t most = 200;
    lab::Request settled_;
    Requests before_, after_;
};

}  // namespace app

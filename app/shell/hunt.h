// The bug hunt: in a lesson of programs with bugs, hides the findings until the user has said what
// is wrong. A part of the shell.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/session.h"
#include "lab/bugs.h"

namespace app {

constexpr const char* told_by_hunt =
    "That would reveal what is wrong. Shift + G shows it. Pressed again, it ends the hunt.";

class Hunt {
public:
    /// Starts a hunt. During a hunt shows the finding of the shown program, and ends the hunt if
    /// that is shown already.
    void turn(const Session& session) {
        if (hides(session))
            shown_ = session.settings().rung;
        else
            hunts_ = !hunts_, shown_ = {}, pointed_.clear();
    }
    // A line of a program: of its kernel's text, or of its host code.
    struct Line {
        int number = 0;  // 0: none
        bool of_host = false;
        int in_kernel() const { return of_host ? 0 : number; }
    };
    /// The user says that this line of the shown program is wrong.
    void point_at(const Session& session, Line line) {
        if (hides(session)) pointed_[session.settings().rung] = line;
    }
    /// The line that the user named last; number 0: none.
    Line pointed(const Session& session) const {
        const auto found = pointed_.find(session.settings().rung);
        return hides(session) && found != pointed_.end() ? found->second : Line{};
    }
    /// Whether the finding of the shown program must stay hidden.
    bool hides(const Session& session) const {
        const lab::Settings& now = session.settings();
        return hunts_ && has_bugs(session) && now[*lab::versions_of(now)] == 0 &&
               shown_ != now.rung;
    }
    /// Whether a hunt is on in this lesson.
    bool is_on(const Session& session) const { return hunts_ && has_bugs(session); }
    /// Whether a hunt is on and the finding of program `rung` was not shown yet.
    bool is_unfound(const Session& session, int rung) const {
        return is_on(session) && shown_ != rung;
    }
    /// is_unfound() for settings, which may belong to another lesson.
    bool is_unfound(const Session& session, const lab::Settings& at) const {
        return lab::same(at.subject.get(), session.subject()) && is_unfound(session, at.rung);
    }
    /// The program as it is named during a hunt: title and idea would tell the bug, so they are
    /// replaced. Its claim does not tell it and stays.
    lab::Rung named(const Session& session, int rung) const {
        lab::Rung named = session.subject()->rungs[static_cast<std::size_t>(rung)];
        if (!is_unfound(session, rung)) return named;
        const std::string number = std::to_string(rung + 1);
        named.id = "program_" + number;
        named.title = named.brief = "Program " + number;
        named.idea = "Say what is wrong in it.";
        return named;
    }
    /// named() for settings, which may belong to another lesson.
    lab::Rung named(const Session& session, const lab::Settings& at) const {
        return is_unfound(session, at) ? named(session, at.rung) : lab::rung_of(at);
    }
    static bool has_bugs(const Session& session) {
        return session.lesson() && lab::versions_of(session.settings());
    }

private:
    bool hunts_ = false;
    std::optional<int> shown_;     // the kernel whose finding was shown
    std::map<int, Line> pointed_;  // by kernel
};

}  // namespace app

// In a lesson of programs with bugs: what was found is hidden until somebody has said what is
// wrong. A part of the shell.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/session.h"
#include "lab/lesson_more.h"

namespace app {

constexpr const char* told_by_hunt =
    "That would tell what is wrong. Shift + G shows it, and pressed again ends the hunt.";

class Hunt {
public:
    /// Hides what was found in each program with a bug; shows it, of the one that stands; ends.
    void turn(const Session& session) {
        if (hides(session))
            shown_ = session.settings().rung;
        else
            hunts_ = !hunts_, shown_ = {}, pointed_.clear();
    }
    // A line of a program, of its kernel's text or its host's.
    struct Line {
        int number = 0;  // 0: none
        bool of_host = false;
        int in_kernel() const { return of_host ? 0 : number; }
    };
    /// Somebody who hunts says that it is this line of the program that stands.
    void point_at(const Session& session, Line line) {
        if (hides(session)) pointed_[session.settings().rung] = line;
    }
    /// The one that they said last.
    Line pointed(const Session& session) const {
        const auto found = pointed_.find(session.settings().rung);
        return hides(session) && found != pointed_.end() ? found->second : Line{};
    }
    /// Whether what was found in the program that stands must not be seen.
    bool hides(const Session& session) const {
        const lab::Settings& now = session.settings();
        return hunts_ && has_bugs(session) && now[*lab::more_of(now).versions] == 0 &&
               shown_ != now.rung;
    }
    /// Whether somebody hunts through the programs of this lesson.
    bool is_on(const Session& session) const { return hunts_ && has_bugs(session); }
    /// Whether somebody hunts, and this program's bug was not shown to them.
    bool is_unfound(const Session& session, int rung) const {
        return is_on(session) && shown_ != rung;
    }
    /// The same of settings, which may be another lesson's.
    bool is_unfound(const Session& session, const lab::Settings& at) const {
        return lab::same(at.subject.get(), session.subject()) && is_unfound(session, at.rung);
    }
    /// What a program is called: its name and its idea tell what is wrong with it. What it is meant
    /// to give does not.
    lab::Rung named(const Session& session, int rung) const {
        lab::Rung named = session.subject()->rungs[static_cast<std::size_t>(rung)];
        if (!is_unfound(session, rung)) return named;
        const std::string number = std::to_string(rung + 1);
        named.id = "program_" + number;
        named.title = named.brief = "Program " + number;
        named.idea = "Say what is wrong in it.";
        return named;
    }
    /// The same of settings, which may be another lesson's.
    lab::Rung named(const Session& session, const lab::Settings& at) const {
        return is_unfound(session, at) ? named(session, at.rung) : lab::rung_of(at);
    }
    static bool has_bugs(const Session& session) {
        return session.lesson() && lab::more_of(session.settings()).versions;
    }

private:
    bool hunts_ = false;
    std::optional<int> shown_;     // the kernel of which it was shown
    std::map<int, Line> pointed_;  // by kernel
};

}  // namespace app

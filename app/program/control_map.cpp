// A frame's controls as JSON, written whole or not at all. See control_map.h.
#include "app/program/control_map.h"

#include <fmt/format.h>

#include "lab/json/json.h"
#include "platform/files.h"

namespace app {

namespace {

// Whether the program is idle: no computation, no motion, and the shown result answers the request.
bool rests(const Shell& shell) {
    const Session& session = shell.session;
    const bool answered = session.refusal() || (session.shown() && !session.stale());
    return answered && !session.progress().busy && !shell.playback.playing &&
           shell.playback.cursor.fraction >= 1 && shell.ui_state.held.empty();
}

std::string json_string(std::string_view words) { return lab::written(words); }

}  // namespace

std::string control_map(const Shell& shell, float unit, bool full_screen) {
    std::string text = "{\n";
    text += fmt::format(" \"rests\": {},\n \"state\": {},\n \"focus\": {},\n \"layers\": {},\n",
                        rests(shell), json_string(shell.state_line()),
                        json_string(shell.ui_state.focus), shell.ui_state.dialogs);
    text +=
        fmt::format(" \"theme\": {},\n \"scale\": {},\n \"full_screen\": {},\n \"controls\": {{",
                    json_string(name_of(shell.look.tone)), shell.look.scale_percent, full_screen);
    const char* between = "\n";
    const auto add = [&](const std::string& name, Rect r) {
        if (r.w <= 0 || r.h <= 0) return;
        text += fmt::format("{}  {}: [{:.1f}, {:.1f}, {:.1f}, {:.1f}]", between, json_string(name),
                            r.x * unit, r.y * unit, r.w * unit, r.h * unit);
        between = ",\n";
    };
    for (const Control& control : shell.ui_state.controls)
        if (control.enabled) add(control.id, control.area);
    for (const auto& [name, area] : shell.ui_state.places) add(name, area);
    return text + "\n }\n}\n";
}

void ControlTeller::tell(const Shell& shell, float unit, bool full_screen) {
    if (path_.empty()) return;
    std::string text = control_map(shell, unit, full_screen);
    if (text == last_) return;
    last_ = std::move(text);
    const std::string fresh = path_ + ".new";
    if (platform::write_file(fresh, last_).empty()) platform::move_file(fresh, path_);
}

}  // namespace app

// What the current step does, in words and in register boxes, made from its events. The code pane
// shows it.
#pragma once

#include <string>
#include <vector>

#include "app/view.h"

namespace app {

/// Two sentences about the current step: who does what, and what it costs or what it waits for.
std::string now_text(const lab::Run&, const Cursor&);

// One value that the lens lane read or wrote in the running line.
struct RegisterBox {
    std::string name;   // "part[2]"
    std::string value;  // empty where it is still to come
    bool written = false, now = false;
    std::string count{};  // "2 of 6": it stands for all loads of that array in its statement
};

/// "Lane 2 of warp 0": whose boxes they are.
std::string boxes_title(const lab::Run&, const Cursor&);
/// The reads and writes of the lens lane in this execution of the running statement, in order.
/// Where they are too many to stand side by side, the loads of an array are one box: that of the
/// current step, or the one nearest to it, and which of how many it is.
std::vector<RegisterBox> boxes_of(const lab::Run&, const Cursor&);
/// Where there is room for `most` boxes, from 1 on: the first that is shown, so that those of the
/// current step are seen. They go on page by page, as the step does.
std::size_t first_box(const std::vector<RegisterBox>&, std::size_t most);

}  // namespace app

// The current step in words and in register boxes, made from its events for the code pane.
#pragma once

#include <string>
#include <vector>

#include "app/view.h"

namespace app {

/// Two sentences about the current step: which lanes do what, and what it costs or waits for.
std::string now_text(const lab::Run&, const Cursor&);

// One value that the lens lane read or wrote in the running line.
struct RegisterBox {
    std::string name;   // "part[2]"
    std::string value;  // empty for a later access
    bool written = false, now = false;
    std::string count{};  // "2 of 6": one box for all loads of an array in the statement
};

/// "Lane 2 of warp 0", the title of the boxes; empty at a barrier.
std::string boxes_title(const lab::Run&, const Cursor&);
/// The reads and writes of the lens lane in this execution of the running statement, in order.
/// Where they are too many for one row, the loads of an array share a box: the box of the current
/// step, or else of the last load done, with its number among them.
std::vector<RegisterBox> boxes_of(const lab::Run&, const Cursor&);
/// Index of the first shown box where `most` boxes fit (1 or more). The boxes of the current step
/// are in sight; boxes move page by page with the step.
std::size_t first_box(const std::vector<RegisterBox>&, std::size_t most);

}  // namespace app

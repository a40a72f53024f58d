// The line of a kernel that calls the running function. For the code pane.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/views/code_text.h"

namespace app {

/// The line, in the function that contains `line`, which calls the function of `of`, or calls one
/// that does; 0 where there is none, or both lines are in one function.
int call_line(const std::vector<std::string_view>& lines, int line, int of, CodeKind);

/// The line where a lesson's kernel calls the function of a trace event, by the warp's earlier
/// events; 0 where the kernel itself does it. Kept with the run, as each frame asks several times.
int calling_line(const lab::Run&, const std::vector<std::string_view>& lines,
                 const simulator::Event&);

/// "Line 119: " where the running line is not among the shown rows; else empty.
std::string line_elsewhere(int running, const std::vector<CodeRow>& seen);

}  // namespace app

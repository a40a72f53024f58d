// From which line of a kernel a function is called that it runs. For the code pane.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/views/code_text.h"

namespace app {

/// Line of the function that `line` stands in at which that of `of` is called, or one that calls
/// it; 0 where there is none, or both stand in one function.
int call_line(const std::vector<std::string_view>& lines, int line, int of, CodeKind);

/// Where a lesson's kernel calls what an event of its trace is in, by what its warp did before;
/// 0 where the kernel itself does it. Asked several times a frame, and kept with the run.
int calling_line(const lab::Run&, const std::vector<std::string_view>& lines,
                 const simulator::Event&);

/// "Line 119: " where that is not among those that are seen.
std::string line_elsewhere(int running, const std::vector<CodeRow>& seen);

}  // namespace app

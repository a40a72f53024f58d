// A text of a run, cut into lines, and what was counted in each. For the code pane.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "app/views/code_text.h"

namespace app {

struct CodeText {
    std::vector<std::string_view> lines;
    std::map<int, const simulator::LineCounters*> counters;  // by line
    std::map<int, int> steps;  // by line: number of steps of the watched block
};

/// The line that a step runs in the CUDA or PTX text.
int line_of(const lab::Run&, const simulator::Step&, CodeKind);

/// Kept with the run.
const CodeText& text_of(const lab::Run&, CodeKind);

}  // namespace app

// How often a line of a kernel was issued, and what all its PTX instructions came to. For the code
// pane.
#pragma once

#include <string>

#include "lab/run.h"

namespace app {

/// "Issued 704 times. All its PTX instructions, copies by unrolling too: 25 344 warp instructions,
/// 2 816 global load requests." Of a line that nothing was counted in: empty.
std::string issues_words(const simulator::LineCounters&);

}  // namespace app

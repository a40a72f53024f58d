// Words for a kernel's line: how often it was issued, and the counts of all its PTX instructions.
// For the code pane.
#pragma once

#include <string>

#include "lab/run.h"

namespace app {

/// Number of blocks, over all launches, that a line's counts cover; 1 where kernels differ, as a
/// line belongs to one of them.
std::uint64_t blocks_drawn(const lab::Run&);

/// "Issued 704 times, in all 4 blocks that are drawn. All its PTX instructions, copies by unrolling
/// too: 25 344 warp instructions, 2 816 global load requests." Empty for a line that was never
/// issued.
std::string issues_words(const simulator::LineCounters&, std::uint64_t blocks = 1);

}  // namespace app

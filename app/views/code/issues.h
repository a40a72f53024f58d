// How often a line of a kernel was issued, and what all its PTX instructions came to. For the code
// pane.
#pragma once

#include <string>

#include "lab/run.h"

namespace app {

/// Of how many blocks a line's counts are, in all launches; 1 where kernels differ, as a line is of
/// one of them.
std::uint64_t blocks_drawn(const lab::Run&);

/// "Issued 704 times, in all 4 blocks that are drawn. All its PTX instructions, copies by unrolling
/// too: 25 344 warp instructions, 2 816 global load requests." Of a line that nothing was counted
/// in: empty.
std::string issues_words(const simulator::LineCounters&, std::uint64_t blocks = 1);

}  // namespace app

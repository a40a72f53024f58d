// Chooses which of several meeting places the machine code keeps. Used by meetings.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/decode/meetings.h"

namespace simulator {

/// The blocks of a kernel; indices are those of `nodes`.
struct MeetingGraph {
    const std::vector<FlowNode>& nodes;
    const std::vector<std::uint32_t>& dominators;  // immediate ones
    const std::vector<bool>& behind_loops;         // meeting places after a loop
    const std::vector<std::uint32_t>& passed;      // the first block on all paths from a block
};

/// A block may lead to several places before the block that all its paths pass. Keeps one of these
/// as a meeting place. Also drops places of lanes that have left the paths to the kept place.
/// Conditions such as (a && b) || (c && d) make several places. The choice follows the machine code
/// of all kernels of tests/hardware but one (docs/counters.md).
void keep_one_before(const MeetingGraph& graph, std::vector<Meeting>& found);

}  // namespace simulator

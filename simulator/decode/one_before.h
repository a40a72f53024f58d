// Which of several meeting places the machine code keeps. Used by meetings.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/decode/meetings.h"

namespace simulator {

/// What is known of the blocks of a kernel; indices are those of `nodes`.
struct MeetingGraph {
    const std::vector<FlowNode>& nodes;
    const std::vector<std::uint32_t>& dominators;  // immediate ones
    const std::vector<bool>& behind_loops;         // meeting places behind a loop
    const std::vector<std::uint32_t>& passed;      // the first that all ways from a block pass
};

/// Of the places that one block leads to, and that lie before the place which all ways from it
/// pass, one stays a meeting place. Nor is a place one where lanes come that have left the ways to
/// the place that stays. Which one stays, where conditions such as (a && b) || (c && d) make
/// several, follows the machine code of all kernels of tests/hardware but one (docs/counters.md).
void keep_one_before(const MeetingGraph& graph, std::vector<Meeting>& found);

}  // namespace simulator

// Where diverged lanes of a warp wait for each other. Used by decode_blocks.cpp and by the engine.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/decode/flow_graph.h"

namespace simulator {

// Ranks order all blocks: a block comes after the blocks that lead to it (back edges ignored), and
// the blocks of a loop stand together. The first rank is 1; 0: no lane comes here.
struct Meeting {
    std::uint32_t rank = 0;
    // Arriving lanes wait while others of their warp are at a rank in [from, rank).
    std::uint32_t from = 0;
    bool meets = false;
    bool leads_out = false;  // all paths from here leave the kernel, and not by its main return
    bool crossed = false;    // paths from here merge at three places or more
};

/// For every block of `nodes` (the first is the entry): its rank, and whether lanes wait there. The
/// rule was read off the machine code of nvcc 13 for compute capability 9.0 (BSSY, BSYNC, BREAK)
/// and checked with counts (tests/hardware):
/// - Lanes meet where two forward paths merge, and after a loop.
/// - They wait for all lanes that the immediate dominator can still send. After a loop, they wait
///   for all lanes in the loop.
/// - At a block that `ends` (it only returns), lanes wait for no others.
/// - Paths that leave the kernel by another return than the main one do not count. Lanes do not
///   meet where several of these merge.
/// - A block leads to at most two meeting places: one that all its paths pass, and one before.
std::vector<Meeting> meetings(const std::vector<FlowNode>& nodes, const std::vector<bool>& ends);

/// A block that several back edges lead to, and the blocks that jump there: lanes of the loop go
/// round by different paths.
struct WaysBack {
    std::uint32_t to = no_block;
    std::vector<std::uint32_t> from;
};
std::vector<WaysBack> several_ways_back(const std::vector<FlowNode>& nodes);

}  // namespace simulator

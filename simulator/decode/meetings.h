// Where parted lanes of a warp wait for each other. Used by decode_blocks.cpp; the engine follows
// it.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/decode/flow_graph.h"

namespace simulator {

// Ranks are an order of all blocks in which a block stands behind those that lead to it, jumps back
// aside, and the blocks of a loop stand together. The first rank is 1; 0: no lane comes here.
struct Meeting {
    std::uint32_t rank = 0;
    // Lanes that arrive wait while others of their warp stand at a rank of [from, rank).
    std::uint32_t from = 0;
    bool meets = false;
    bool leads_out = false;  // only, and by another return than the one at the end
    bool crossed = false;    // three ways or more from here come together, each at another place
};

/// For every block of `nodes`, of which the first is the entry: its rank, and whether lanes wait
/// there. The rule was read off the machine code of nvcc 13 for compute capability 9.0 (BSSY,
/// BSYNC, BREAK) and checked with counts (tests/hardware):
/// - Lanes meet where two ways forward come together, and behind a loop.
/// - They wait for all lanes that the immediate dominator can still send, the block that all ways
///   there come from; behind a loop, for all that are in the loop.
/// - At a block that `ends`, as it does nothing but return, lanes wait for nobody.
/// - Ways that only lead out of the kernel, by another return than the one at the end, count for
///   nothing; where several of them come together lanes do not meet.
/// - A block leads to two meeting places at most: the one that all ways from it pass, and one
/// before.
std::vector<Meeting> meetings(const std::vector<FlowNode>& nodes, const std::vector<bool>& ends);

/// Blocks that several jumps lead back to, each with those that jump: a loop whose lanes go round
/// by different ways.
struct WaysBack {
    std::uint32_t to = no_block;
    std::vector<std::uint32_t> from;
};
std::vector<WaysBack> several_ways_back(const std::vector<FlowNode>& nodes);

}  // namespace simulator

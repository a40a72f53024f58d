// The control flow of a kernel: where diverged lanes meet again. Used by decode.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/decode/program.h"

namespace simulator {

struct FlowNode {
    std::vector<std::uint32_t> successors;
    bool exits = false;       // lanes may leave the kernel here
    bool only_jumps = false;  // the block consists of one jump
};

/// The immediate post-dominator of every node: the first node on all paths to the exit; no_block if
/// only the exit is. Paths that end in a trap or loop for ever are ignored: an assertion in a loop
/// must not keep its lanes apart.
std::vector<std::uint32_t> immediate_post_dominators(const std::vector<FlowNode>& nodes);

}  // namespace simulator

// The control flow of a kernel: where lanes that part at a branch meet again. Used by decode.cpp.
#pragma once

#include <cstdint>
#include <vector>

namespace simulator {

constexpr std::uint32_t no_block = ~std::uint32_t{0};

struct FlowNode {
    std::vector<std::uint32_t> successors;
    bool exits = false;       // lanes may leave the kernel here
    bool only_jumps = false;  // it does nothing else
};

/// The immediate post-dominator of every node: the first that every way to the exit passes.
/// no_block where there is none but the exit. Ways that can only end in a trap or go round for ever
/// are ignored: an assertion in a loop must not keep its lanes apart.
std::vector<std::uint32_t> immediate_post_dominators(const std::vector<FlowNode>& nodes);

}  // namespace simulator

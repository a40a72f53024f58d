// The order in which the machine runs the blocks and warps of a launch.
#pragma once

#include <cstdint>

namespace simulator {

enum class Order : std::uint8_t {
    // resident: as many blocks as fit, interleaved; in_step: each warp of all resident blocks
    // issues one instruction a step; weak: interleaved by a seed, and stores become visible late,
    // as the memory model allows
    sequential,
    resident,
    shuffled,
    in_step,
    weak
};

}  // namespace simulator

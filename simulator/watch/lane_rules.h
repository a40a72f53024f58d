// What the lanes of a warp do to each other, told apart from running it: whose value a shuffle
// gives to whom, what an atomic leaves behind, what a request to memory costs. Those who look on
// (trace_recorder.cpp, origins*.cpp) need it before or without the instruction's own effect.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "simulator/code.h"

namespace simulator {

enum class ShuffleMode : std::uint8_t { up, down, butterfly, index };

/// Source lane of each lane of shfl (modes and clamping as the PTX manual gives them); a lane whose
/// source is out of range reads itself. `choice` and `clamp` are operands b and c.
std::array<std::uint8_t, warp_size> shuffle_sources(const Warp&, ShuffleMode, Place choice,
                                                    Place clamp);

/// What `operation` ("add", "min", "cas" ...) leaves behind where `old` stood. `second` is cas's
/// new value. Operations on packed halves are not known here: they leave `old`.
std::uint64_t atomic_result(std::string_view operation, Type, std::uint64_t old,
                            std::uint64_t operand, std::uint64_t second);

// One load or store instruction of one warp, by the rules of docs/counters.md.
struct Request {
    std::uint32_t sectors = 0;     // global and local: distinct sectors of 32 bytes
    std::uint32_t wavefronts = 0;  // shared
    std::uint32_t ideal = 0;  // of the same unit, were the same bytes packed or free of conflicts
};
Request request_of(Space, const std::array<Address, warp_size>&, std::uint32_t mask, int bytes,
                   bool load);

}  // namespace simulator

// What the lanes of a warp do to each other, told apart from running it: whose value a shuffle
// gives to whom, what a request to memory costs. Those who look on (trace_recorder.cpp,
// origins*.cpp, races.cpp) need it before or without the instruction's own effect.
#pragma once

#include <array>
#include <cstdint>

#include "simulator/code.h"

namespace simulator {

/// Source lane of each lane of `code`, a shuffle; a lane whose source is out of range reads itself.
std::array<std::uint8_t, warp_size> shuffle_sources(const Warp&, const Code& code);

// One load or store instruction of one warp, by the rules of docs/counters.md.
struct Request {
    std::uint32_t sectors = 0;     // global and local: distinct sectors of 32 bytes
    std::uint32_t wavefronts = 0;  // shared; constant: passes, one for each address
    std::uint32_t ideal = 0;  // of the same unit, were the same bytes packed or free of conflicts
};
/// Addresses in local memory are those within each lane's own.
Request request_of(Space, const std::array<Address, warp_size>&, std::uint32_t mask, int bytes,
                   bool load);

}  // namespace simulator

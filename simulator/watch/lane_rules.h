// Rules of a warp's lanes, independent of execution: source lanes of shuffles, costs of memory
// requests. Observers (trace_recorder.cpp, origins*.cpp, races.cpp) need these before or without
// the instruction's effect.
#pragma once

#include <array>
#include <cstdint>

#include "simulator/code.h"

namespace simulator {

/// Source lane of each lane of a shuffle; a lane whose source is out of range reads itself.
std::array<std::uint8_t, warp_size> shuffle_sources(const Warp&, const Code& code);

// One load or store instruction of one warp, by the rules of docs/counters.md.
struct Request {
    std::uint32_t sectors = 0;     // global and local: distinct sectors of 32 bytes
    std::uint32_t wavefronts = 0;  // shared; constant: passes, one for each address
    std::uint32_t ideal = 0;       // the same unit, for packed or conflict-free bytes
};
/// Addresses in local memory are offsets in each lane's own.
Request request_of(Space, const std::array<Address, warp_size>&, std::uint32_t mask, int bytes,
                   bool load);

}  // namespace simulator

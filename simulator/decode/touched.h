// What instructions read and write, by register. Noted by decode.cpp for those who follow values
// through a kernel before it runs: liveness.cpp, waiting_loops.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/code.h"

namespace simulator {

// What an instruction reads and writes, by index of RegisterInfo; a guard is read.
struct Touched {
    std::vector<std::uint32_t> read, written;
    bool guarded = false;
};

struct RegisterSize {
    Place place = nowhere;
    std::uint32_t bytes = 0;  // in the register file
    int words = 0;            // 32-bit registers that hardware needs for a lane
};

}  // namespace simulator

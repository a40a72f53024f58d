// The registers that instructions read and write. Noted by decode.cpp for analyses before a run:
// liveness.cpp, waiting_loops.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/code.h"

namespace simulator {

// Indices of RegisterInfo that one instruction reads (including its guard) and writes.
struct Touched {
    std::vector<std::uint32_t> read, written;
    bool guarded = false;
};

struct RegisterSize {
    Place place = nowhere;
    std::uint32_t bytes = 0;  // in the register file
    int words = 0;            // 32-bit hardware registers per lane
};

}  // namespace simulator

// Cuts decoded instructions into basic blocks. Used by decode.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "simulator/program.h"

namespace simulator {

/// Fills in blocks, tables and steps of `program` from its code and text; `function` has the
/// labels. Fails where a branch goes to a label that is not there.
std::optional<Diagnostic> cut_into_blocks(const ptx::Function& function, Program& program);

// What an instruction reads and writes, by index of RegisterInfo.
struct Touched {
    std::vector<std::uint32_t> read, written;
    bool guarded = false;
};

struct RegisterSize {
    Place place = nowhere;
    std::uint32_t bytes = 0;  // in the register file
    int words = 0;            // 32-bit registers that hardware needs for a lane
};

/// Finds the registers that may be read before they are set, and the most that live at once.
void find_liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
                   Program& program);

}  // namespace simulator

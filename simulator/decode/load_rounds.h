// Which loads are in flight together. Used by decode_blocks.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Sets Code::begins_round of global loads. Loads of one basic block are in flight together until
/// one needs a value of the round. Its address or guard may be made of the value. Or an earlier
/// store needs the value and may write what the load reads.
void begin_load_rounds(const std::vector<Touched>& touched, Program& program);

}  // namespace simulator

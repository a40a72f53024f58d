// Which loads are in flight together. Used by decode_blocks.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Notes which loads of global memory begin a round (Code::begins_round). Loads of one basic block
/// are in flight together, until one has to wait for a value of the round: since its address or its
/// guard is made of it, or since a store before it needs one and may write what the load reads.
void begin_load_rounds(const std::vector<Touched>& touched, Program& program);

}  // namespace simulator

// Finds the loops in which a thread waits for others: a value that another thread may write decides
// when they end. Used by decode_blocks.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Sets BasicBlock::spins of blocks that jump back in such a loop. Fills Program::polls with the
/// instructions that read the awaited values. The blocks of `program` must be linked and joined.
void find_waiting_loops(const std::vector<Touched>& touched, Program& program);

}  // namespace simulator

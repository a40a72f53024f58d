// Finds the loops in which a thread waits for others: those whose end depends on a value that
// another thread may write meanwhile. Used by decode_blocks.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Notes in `program`, whose blocks are linked and joined, which of them jump back in such a loop
/// (BasicBlock::spins), and which instructions read what it waits for (Program::polls).
void find_waiting_loops(const std::vector<Touched>& touched, Program& program);

}  // namespace simulator

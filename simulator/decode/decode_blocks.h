// Cuts decoded instructions into basic blocks. Used by decode.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Fills in blocks, tables and steps of `program` from its code and text. `function` has the
/// labels; `touched` has the registers that each instruction reads and writes. Fails if a branch's
/// label is missing.
std::optional<Diagnostic> cut_into_blocks(const ptx::Function& function,
                                          const std::vector<Touched>& touched, Program& program);

/// The blocks that may run after `block`; a call leads to the block after it.
std::vector<std::uint32_t> successors_of(const Program& program, const BasicBlock& block);

}  // namespace simulator

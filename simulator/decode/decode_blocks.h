// Cuts decoded instructions into basic blocks. Used by decode.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/decode/touched.h"

namespace simulator {

/// Fills in blocks, tables and steps of `program` from its code and text; `function` has the
/// labels, `touched` what each instruction reads and writes. Fails where a branch goes to a label
/// that is not there.
std::optional<Diagnostic> cut_into_blocks(const ptx::Function& function,
                                          const std::vector<Touched>& touched, Program& program);

/// The blocks that may run after `block`, one after the other.
std::vector<std::uint32_t> successors_of(const Program& program, const BasicBlock& block);

}  // namespace simulator

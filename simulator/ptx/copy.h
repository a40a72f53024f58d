// Copies a function's body into another's. Used by inline.cpp and standing.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

using Labels = std::map<std::string, int, std::less<>>;

Operand named(Operand::Kind kind, std::string name);
/// A variable that is in no text: `bytes` bytes, aligned for the widest access.
Variable made_variable(Space space, std::string name, std::uint64_t bytes);
/// An instruction that is in no text, with the line of `place`.
Instruction made_at(const Instruction& place, std::vector<std::string> parts,
                    std::vector<Operand> operands);

/// Appends the body of `callee`, as `call` calls it, to `body` and `labels` of `caller`. Every name
/// in it gets the suffix. If it `stands` on its own, its returns stay, with goes_back set; else
/// they become jumps to its end.
void append_copy(Function& caller, const Function& callee, const Instruction& call,
                 const std::string& suffix, bool stands, std::vector<Instruction>& body,
                 Labels& labels);

}  // namespace simulator::ptx

// A function's body on its way into another's. Used by inline.cpp and standing.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

using Labels = std::map<std::string, int, std::less<>>;

Operand named(Operand::Kind kind, std::string name);
/// A variable that no text has: so many bytes, aligned as the widest access needs it.
Variable made_variable(Space space, std::string name, std::uint64_t bytes);
/// An instruction that no text has, in the place of one.
Instruction made_at(const Instruction& place, std::vector<std::string> parts,
                    std::vector<Operand> operands);

/// Appends the body of `callee`, as `call` calls it, to `body` and `labels`, which are to be those
/// of `caller`; every name of it gets the suffix. Where it `stands`, its returns stay returns,
/// marked so; else they become jumps to its end.
void append_copy(Function& caller, const Function& callee, const Instruction& call,
                 const std::string& suffix, bool stands, std::vector<Instruction>& body,
                 Labels& labels);

}  // namespace simulator::ptx

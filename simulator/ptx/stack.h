// The stack of recursive functions, in a thread's local memory. Used by decode/kept_registers.cpp,
// which finds the registers needed after a call.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

/// Registers to keep, by the index of the call.
using Kept = std::map<std::size_t, std::vector<std::string>>;

/// Stores the registers before the calls in recursive parts of `kernel`, and loads them after.
/// Moves local variables of these parts onto the stack. Sets Part::stack.
void keep_on_stack(Function& kernel, const Kept& kept);

}  // namespace simulator::ptx

// What a function that calls itself keeps while its calls run: on a stack in a thread's local
// memory. Used by decode/kept_registers.cpp, which knows what is needed behind a call.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

/// Registers by the index of the call around which they are kept.
using Kept = std::map<std::size_t, std::vector<std::string>>;

/// Stores the registers before the calls and loads them behind, in recursive parts of `kernel`;
/// puts their local variables onto the stack, and notes how much of it each takes.
void keep_on_stack(Function& kernel, const Kept& kept);

}  // namespace simulator::ptx

// Finds the registers that recursive functions need after their calls. Used by module.cpp.
#pragma once

#include "simulator/ptx/ast.h"

namespace simulator {

/// Lets the recursive parts of `kernel` keep these registers on the stack.
void keep_across_calls(ptx::Function& kernel);

}  // namespace simulator

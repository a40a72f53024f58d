// Which registers of a function that calls itself are needed behind its calls. Used by module.cpp.
#pragma once

#include "simulator/ptx/ast.h"

namespace simulator {

/// Lets the recursive parts of `kernel` keep on the stack what they need behind their calls.
void keep_across_calls(ptx::Function& kernel);

}  // namespace simulator

// Functions after a kernel's text, and calls of them. The values of all such calls go through
// shared variables: "$arg0:4", "$arg1:8" ... and "$ret0:4". Used by inline.cpp.
#pragma once

#include "simulator/ptx/ast.h"
#include "simulator/ptx/callees.h"

namespace simulator::ptx {

/// Appends a function, with its own calls inlined, to a kernel.
void append_part(Function& kernel, Function function, const Callees& callees);

/// Turns calls of parts, and calls through pointers, into calls that only transfer control.
std::optional<Diagnostic> enter_parts(Function& kernel, const Callees& callees);

/// The kernel, after its values became registers; fails if a value can't be passed in registers.
Outcome<Function> check_passed(Function kernel);

}  // namespace simulator::ptx

// Functions that stand behind a kernel, and calls that lead there. What a call passes goes through
// variables that all such calls share: "$arg0:4", "$arg1:8" ... and "$ret0:4". Used by inline.cpp.
#pragma once

#include "simulator/ptx/ast.h"
#include "simulator/ptx/callees.h"

namespace simulator::ptx {

/// Appends a function, its own calls inlined, to a kernel.
void append_part(Function& kernel, Function function, const Callees& callees);

/// Turns calls of parts, and those through pointers, into calls that only lead there.
std::optional<Diagnostic> enter_parts(Function& kernel, const Callees& callees);

/// The kernel, once its values travel in registers; fails where they can't.
Outcome<Function> check_passed(Function kernel);

}  // namespace simulator::ptx

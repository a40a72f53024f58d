// Explains to a kernel's author why an instruction, a call or a special register can't run. Used by
// decode.cpp.
#pragma once

#include <string>
#include <string_view>

#include "simulator/ptx/ast.h"

namespace simulator {

/// A sentence about an instruction without a row: its feature, and which target architecture would
/// give code that runs. `target`: the text's, such as "sm_80".
std::string why_unknown(const ptx::Instruction& instruction, std::string_view target);

/// A sentence about a call of a function that has no body.
std::string why_not_called(const std::string& callee);

}  // namespace simulator

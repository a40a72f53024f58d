// Why an instruction, a call or a special register can't be run, in words for whoever wrote the
// kernel. Used by decode.cpp.
#pragma once

#include <string>
#include <string_view>

#include "simulator/ptx/ast.h"

namespace simulator {

/// A sentence about an instruction that no row knows: what it belongs to, and where compiling for
/// another architecture gives code that runs. `target`: of the text, such as "sm_80".
std::string why_unknown(const ptx::Instruction& instruction, std::string_view target);

/// A sentence about a call of a function that has no body.
std::string why_not_called(const std::string& callee);

}  // namespace simulator

// Functions that can't be simulated, and that a kernel reaches through pointers alone. The kernel
// may never call them, so it runs without their bodies. Used by decode/module.cpp.
#pragma once

#include <optional>
#include <string_view>

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

/// The call in place of such a body; only such bodies contain it. Its one argument is a symbol
/// whose name says which function can't be simulated, and why.
constexpr std::string_view left_out_call = "$left_out";

/// The function that the problem's line is in, its body replaced by a call of left_out_call at that
/// line. nullopt if the kernel reaches it without a pointer, or the line is in no function.
std::optional<Function> left_out(const Module& module, std::string_view kernel,
                                 const Diagnostic& problem);

}  // namespace simulator::ptx

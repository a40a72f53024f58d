// Functions that a kernel reaches through pointers alone, and that can't be simulated: the kernel
// may never call them, so that it runs without their bodies. Used by decode/module.cpp.
#pragma once

#include <optional>
#include <string_view>

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

/// What stands in the place of such a body calls this, and nobody else does. Its only argument is a
/// symbol whose name says of which function what can't be simulated.
constexpr std::string_view left_out_call = "$left_out";

/// The function that the problem's line stands in, without its body: whoever calls it comes to a
/// call of left_out_call at that line. nullopt where the kernel gets there without a pointer, and
/// where the line is of no function.
std::optional<Function> left_out(const Module& module, std::string_view kernel,
                                 const Diagnostic& problem);

}  // namespace simulator::ptx

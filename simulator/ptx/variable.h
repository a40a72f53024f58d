// Declarations of variables and parameters, with their initial values.
#pragma once

#include "simulator/ptx/ast.h"
#include "simulator/ptx/reader.h"

namespace simulator::ptx {

/// The space that a directive such as ".global" names; Space::none for any other word.
Space space_named(std::string_view directive);

/// Reads the variables of one statement, from the space to the ';':
/// ".global .align 4 .u32 a[2][3] = {{1, 2, 3}, {4}}, b;"
std::vector<Variable> variables(Reader&, bool external);

/// One parameter of a function: ".param .u64 .ptr .global .align 8 name" or ".reg .u32 %a".
/// A parameter in a register has Space::none.
Variable parameter(Reader&);

}  // namespace simulator::ptx

// Functions of a PTX text: head, directives and body. Used by parser.cpp.
#pragma once

#include <set>
#include <string>

#include "simulator/ptx/ast.h"
#include "simulator/ptx/reader.h"

namespace simulator::ptx {

using Names = std::set<std::string, std::less<>>;

/// A function from ".entry" or ".func" on. `known` holds the names of the module so far.
/// One that ends in ';' is only declared, and has no body; nor has one that can't be read, which
/// holds the reason.
Function function(Reader&, const Names& known);

}  // namespace simulator::ptx

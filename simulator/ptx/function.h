// Functions of a PTX text: head, directives and body. Used by parser.cpp.
#pragma once

#include <set>
#include <string>

#include "simulator/ptx/ast.h"
#include "simulator/ptx/reader.h"

namespace simulator::ptx {

using Names = std::set<std::string, std::less<>>;

/// Reads a function from ".entry" or ".func" on. `known` holds the names of the module so far. A
/// declaration (it ends in ';') has no body. A function that can't be read has none either, but a
/// `problem`.
Function function(Reader&, const Names& known);

}  // namespace simulator::ptx

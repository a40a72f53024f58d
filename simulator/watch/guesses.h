// Plain reads that are a first guess: what they find is checked by an atomic operation on the same
// address, or only decides whether that is tried at all. Used by races.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/watch/recipe.h"

namespace simulator::checks {

/// For each of Program::code whether it is such a read. A value that goes anywhere else, into a
/// store, an address, another atomic, makes it none.
std::vector<bool> guesses_of(const Program&, const Recipes&);

}  // namespace simulator::checks

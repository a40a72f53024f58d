// Plain reads that are a first guess: an atomic on the same address checks the value, or the value
// only decides whether to try one. Used by races.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/watch/recipe.h"

namespace simulator::checks {

/// For each of Program::code, whether it is such a read. A value with any other use (a store, an
/// address, another atomic) is not a guess.
std::vector<bool> guesses_of(const Program&, const Recipes&);

}  // namespace simulator::checks

// Stores at a place that an atomic operation returns, as list[atomicAdd(count, 1)] = v. Used by
// races.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/watch/recipe.h"

namespace simulator::checks {

/// For each of Program::code, whether it stores to an address made from an atomic's result, through
/// registers, shuffles or shared memory.
std::vector<bool> drawn_of(const Program&, const Recipes&);

}  // namespace simulator::checks

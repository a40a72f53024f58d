// Stores whose place an atomic operation hands out, as list[atomicAdd(count, 1)] = v. Used by
// races.cpp.
#pragma once

#include <vector>

#include "simulator/decode/program.h"
#include "simulator/watch/recipe.h"

namespace simulator::checks {

/// For each of Program::code whether it writes to an address that is made of what an atomic
/// brought, by registers, shuffles and shared memory.
std::vector<bool> drawn_of(const Program&, const Recipes&);

}  // namespace simulator::checks

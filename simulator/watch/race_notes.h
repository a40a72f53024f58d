// Finds out what the checker tells of a race beside who and where (race_texts.h). Asked for one
// that is to be reported, no sooner.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "simulator/decode/program.h"
#include "simulator/watch/recipe.h"

namespace simulator::race_note {

/// The atomic operation that does what a store does that writes back what its line has read:
/// "atomicAdd". "atomicMax() or atomicMin" of a plain store behind a comparison of the two; empty
/// where none is known.
std::string operation_of(const Program&, const Recipes&, std::size_t store);

/// later_turn or any_turn, or nothing: of a read and a write by two threads of a block.
std::string_view turn_of(const Program&, std::size_t read, std::size_t write);

/// Whether both store the same with any data: a constant or an argument, and nothing computed.
bool write_constants(const Recipes&, std::size_t one, std::size_t other);

}  // namespace simulator::race_note

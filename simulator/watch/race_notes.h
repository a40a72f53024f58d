// Finds the notes of a reported race (race_texts.h), besides threads and lines. Called only for
// reported races.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "simulator/decode/program.h"
#include "simulator/watch/recipe.h"

namespace simulator::race_note {

/// The atomic operation equal to a store that writes back a changed value of its line's load:
/// "atomicAdd". "atomicMax() or atomicMin" for a plain store after a comparison of the two; empty
/// if unknown.
std::string operation_of(const Program&, const Recipes&, std::size_t store);

/// later_turn, any_turn or nothing, for a read and a write by two threads of a block.
std::string_view turn_of(const Program&, std::size_t read, std::size_t write);

/// Whether both always store the same value: a constant or an argument, nothing computed.
bool write_constants(const Recipes&, std::size_t one, std::size_t other);

}  // namespace simulator::race_note

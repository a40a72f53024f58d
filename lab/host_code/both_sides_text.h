// The calls of a program for memory that both sides reach: moves before a touch, advice, reads by
// the host.
#pragma once

#include <string>

#include "lab/host_code/arrays.h"
#include "lab/host_code/writer.h"

namespace lab::host_code {

/// The helpers that the steps of the plan need; empty where it needs none.
std::string both_sides_helpers(const Plan& plan);

/// The comment above the allocations.
const char* words_of_memory(const std::vector<Array>& arrays);
/// The call that allocates an array, and the advice on it.
void write_allocation(Writer& out, const Array& array);
/// What the host does before each round: it writes its arrays, and allocates anew what nobody
/// wrote.
void write_first_touches(Writer& out, const std::vector<Array>& arrays);
/// A prefetch, or a read by the host: `memory` is the array, or the host's own copy.
void write_move(Writer& out, const Transfer& transfer, const Array& array,
                const std::string& memory, const std::string& stream);

}  // namespace lab::host_code

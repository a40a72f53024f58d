// Compares arguments with parameters: why a SPEC does not fit, and a guess for missing SPECs. Used
// by open.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/own/signature.h"
#include "lab/own/spec.h"

namespace lab {

/// A parameter in words: "numbers, a pointer to f32", "n, i32".
std::string described(const Taken& taken);

/// Why the SPECs don't fit the kernel's parameters: their count, sizes or types, an array for a
/// number, or a repeated name. nullopt where they fit.
std::optional<simulator::Diagnostic> misfit(const FoundKernel& kernel,
                                            const std::vector<Spec>& specs);

/// Whether the name of this whole number means a size: n, count, width ...
bool counts_elements(const Taken& taken);

/// Whether the name means one side of a box: width, rows, ny ...
bool is_side(const Taken& taken);

// The problem's size where the user gave no arguments.
struct Extents {
    std::int64_t side = 1024;       // of a box, or the length of a row
    std::uint64_t elements = 1024;  // of an array
};

/// A guessed SPEC for a missing argument: a filled array, the size for a number that counts
/// elements, else 1 or zeros. `number` makes each random filling different.
Spec guessed(const Taken& taken, const Extents& extents, int number);

}  // namespace lab

// Arguments against parameters: why a SPEC does not go into its place, and what goes there where
// nobody said. Asked by open.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/own/signature.h"
#include "lab/own/spec.h"

namespace lab {

/// What is known of a parameter, as a person reads it: "numbers, a pointer to f32", "n, i32".
std::string described(const Taken& taken);

/// Why the SPECs don't go with the kernel's parameters: their number, sizes and types, an array for
/// a number, two of one name.
std::optional<simulator::Diagnostic> misfit(const FoundKernel& kernel,
                                            const std::vector<Spec>& specs);

/// Whether its name says that this whole number is a size of the problem: n, count, width ...
bool counts_elements(const Taken& taken);

/// Whether it is one side of a box among others: width, rows, ny ...
bool is_side(const Taken& taken);

// What stands for the problem's size where nobody gave arguments.
struct Extents {
    std::int64_t side = 1024;       // of a box, or the length of a row
    std::uint64_t elements = 1024;  // of an array
};

/// A SPEC for a parameter that nobody gave: an array with a filling, the size where it counts
/// elements, 1 or zeros else. `number` tells one random filling from the next.
Spec guessed(const Taken& taken, const Extents& extents, int number);

}  // namespace lab

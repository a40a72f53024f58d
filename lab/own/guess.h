// Guesses missing parts of a launch from the kernel: its dimensions, its parameters' names, the
// sizes of shared arrays. Used by open.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/own/own_file.h"
#include "lab/own/signature.h"
#include "lab/own/spec.h"
#include "simulator/fault.h"

namespace simulator {
class Program;
}

namespace lab {

// A need that a trial run found, and the line and array of an access that was out of bounds.
struct FoundNeed {
    std::string sentence;
    int line = 0;
    std::string array{};
    bool operator==(const FoundNeed&) const = default;
};

// Results of short trial runs: the room that guessed arrays need, and another block or other
// numbers where the first guess has a fault.
struct NeededRoom {
    std::map<std::string, std::uint64_t> elements;  // by parameter
    std::map<std::string, std::uint64_t> first;     // sizes in the first guess
    std::int64_t shared = 0;                        // bytes of dynamic shared memory
    std::optional<Dim3> block;                      // instead of the usual block
    bool zeros = false;                             // whole numbers that are not sizes are 0
    std::vector<FoundNeed> found;                   // needs that the runs found
    bool operator==(const NeededRoom&) const = default;
};

// The parts of the launch that the user gave.
struct Wish {
    std::optional<Dim3> grid, block;
    std::optional<std::int64_t> shared;
    std::vector<std::optional<Spec>> arguments;  // by parameter
    NeededRoom room;
};

// The whole launch.
struct Guess {
    Dim3 grid, block;
    std::int64_t shared = 0;
    std::vector<Spec> arguments;
    int dimensions = 1;  // used by the kernel or the launch
    int side_of = 1;     // dimensions of its size, if it has one alone: 2 for a matrix
    std::string said;    // "Guessed: grid 4, block 256, n=1024."; empty: nothing guessed
};

Guess guess_launch(const FoundKernel& kernel, const simulator::Program& program, const Wish& wish);

// A launch to try when the guessed launch has a fault.
struct OtherGuess {
    NeededRoom room;          // with a sentence that gives the reason
    std::string where_right;  // a sentence for the first guess, if that is kept
    bool replaces = true;     // false: fewer blocks or warps could hide a fault of this kind
};

/// Other numbers and blocks, in the order of the trials. Empty where none of them was guessed.
std::vector<OtherGuess> other_guesses(const simulator::Program& program, const Wish& wish,
                                      const Guess& guess, const simulator::Fault& fault);

/// Adds the knobs of this launch, grid first. `file.arguments` must be filled.
void add_knobs(OwnFile& file, const Guess& guess, const simulator::Program& program);

}  // namespace lab

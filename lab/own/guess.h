// What nobody said of a launch, made from the kernel itself: how many dimensions it looks at, what
// its parameters are called, how large its shared arrays are. Asked by open.cpp.
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

// What short runs found out: how much guessed arrays have to have room for, and at which other
// block or numbers a kernel has no fault that has one at the first guess.
struct NeededRoom {
    std::map<std::string, std::uint64_t> elements;  // by parameter
    std::map<std::string, std::uint64_t> first;     // how many the first guess had of them
    std::int64_t shared = 0;                        // bytes of dynamic shared memory
    std::optional<Dim3> block;                      // in place of the usual one
    bool zeros = false;                             // whole numbers that are no sizes are 0
    std::vector<std::string> found;                 // what the run needed, a sentence each
    bool operator==(const NeededRoom&) const = default;
};

// What was said.
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
    int dimensions = 1;  // that the kernel looks at, or the launch has
    int side_of = 1;     // dimensions of what its size is the side of, where it has one alone
    std::string said;    // "Guessed: grid 4, block 256, n=1024." Empty where nothing was
};

Guess guess_launch(const FoundKernel& kernel, const simulator::Program& program, const Wish& wish);

// A launch to try where the guessed one has a fault.
struct OtherGuess {
    NeededRoom room;          // with a sentence that says why it was taken
    std::string where_right;  // a sentence for the first guess, where that stays
    bool replaces = true;     // false: fewer blocks or warps could hide a fault of this kind
};

/// Other numbers and blocks, in the order to be tried in. None where nothing of it was guessed.
std::vector<OtherGuess> other_guesses(const simulator::Program& program, const Wish& wish,
                                      const Guess& guess, const simulator::Fault& fault);

/// The knobs that this launch can be turned by, grid first. `file.arguments` are there already.
void add_knobs(OwnFile& file, const Guess& guess, const simulator::Program& program);

}  // namespace lab

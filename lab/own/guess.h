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

namespace lab {

// How much guessed arrays have to have room for, as a first run found out.
struct NeededRoom {
    std::map<std::string, std::uint64_t> elements;  // by parameter
    std::int64_t shared = 0;                        // bytes of dynamic shared memory
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

/// The knobs that this launch can be turned by, grid first. `file.arguments` are there already.
void add_knobs(OwnFile& file, const Guess& guess, const simulator::Program& program);

}  // namespace lab

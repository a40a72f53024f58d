// The data of a file's subject: its words, its knobs, and how they make a launch. Made by open.cpp,
// played by own_file.cpp.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "lab/own/open.h"
#include "lab/own/spec.h"

namespace lab {

// One argument of the launch. Settings replace the values that knobs turn.
struct OwnArgument {
    Taken taken;
    Spec spec;
    const Knob* value = nullptr;                              // of a whole number
    const Knob* length = nullptr;                             // of an array
    std::shared_ptr<const std::vector<std::byte>> content{};  // of a file, or of a structure
};

// A variable of the module that gets values before the launch.
struct OwnVariable {
    Spec spec;
    std::string symbol;                // in the PTX
    std::vector<std::string> kernels;  // names of the kernels that use it
    std::shared_ptr<const std::vector<std::byte>> content;
};

struct OwnFile {
    AskedFile asked;
    std::deque<Knob> knobs;
    // by axis; nullptr where the kernel does not use the axis: the side is 1
    std::array<const Knob*, 3> grid{}, block{};
    const Knob* shared = nullptr;
    // Bytes of dynamic shared memory that the host allows with cudaFuncSetAttribute.
    std::int64_t max_shared = 0;
    std::vector<OwnArgument> arguments;
    std::vector<OwnVariable> variables;
    std::vector<const Knob*> sizes;  // whole numbers that count elements
    std::vector<std::string> others;
    std::string guesses, found;  // found: results of trial runs, a part of guesses
};

/// Records the one launch in the plan.
void record(const OwnFile& file, const std::string& kernel, Plan& plan, const Settings& settings);

/// The settings after a knob was turned. Relations stay true: arrays as long as a size, a grid that
/// covers it, shared memory for each thread.
Settings turned(const OwnFile& file, const Settings& settings, const Knob& knob,
                std::int64_t value);

/// Threads of the launch, in all blocks.
double threads_of(const OwnFile& file, const Settings& settings);
Dim3 shape_of(const std::array<const Knob*, 3>& sides, const Settings& settings);

/// The knobs of grid, block and dynamic shared memory.
std::vector<const Knob*> launch_knobs(const OwnFile& file);

/// The arguments as SPECs at these settings. A number beyond its type becomes the type's limit.
std::vector<std::string> specs_of(const OwnFile& file, const Settings& settings);
/// Knob words for numbers beyond their types, which no SPEC can express: " n=3077056399".
std::string beyond_their_types(const OwnFile& file, const Settings& settings);

}  // namespace lab

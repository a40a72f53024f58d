// The tests of rows: tests/ptx/*.ptx. Each is a PTX text that says in comments which row it tests,
// what its kernels read and what they must write; docs/adding.md tells how to write one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simulator/types.h"

namespace row_tests {

using Values = std::vector<std::uint64_t>;  // bits, one for each lane

// "// inputs f32 f32", then "// a ..." and so on.
struct Inputs {
    std::vector<simulator::Type> types;
    std::vector<Values> values;
};

// One instruction under test, "// add.rz.f32", and its outputs "// d ...", "// d2 ...".
struct Expected {
    std::string opcode;
    std::vector<Values> outputs;
    int line = 0;  // of that comment; the instruction stands below
};

struct Kernel {
    std::string name;
    std::string inputs;                    // which of the file's: "f32 f32"
    std::vector<simulator::Type> outputs;  // types of d, d2, ... in the order of the parameters
    std::vector<Expected> instructions;
};

// How far a result may be from the one that is given: "// within 2 ulp", "// within 2^-20".
struct Tolerance {
    double ulps = 0, absolute = 0;
};

struct File {
    std::string path, name, text;
    std::string row;  // form and types, "add.type d, a, b -- u16 u32"
    Tolerance tolerance;
    bool whole_warps = false;  // "// whole warps": means nothing for some lanes only
    std::map<std::string, Inputs> inputs;
    std::vector<Kernel> kernels;
};

/// All files of tests/ptx in order of name. A file that can't be read fails the test that asks.
const std::vector<File>& files();

/// Bytes that a value of `type` takes in the buffers of a test: 8-bit values stand in 16 bits.
int stored_bytes(simulator::Type type);

}  // namespace row_tests

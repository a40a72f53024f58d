// Finds the array from which an instruction's address was made: shared arrays, and arrays in a
// thread's local memory. Used by places.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/decode/program.h"

namespace simulator::checks {

// An array of the kernel, in the order of the PTX text.
struct BaseArray {
    std::string name;  // empty: an array that compilers identify by its offset alone
    Space space = Space::shared;
    // Bytes; last is one past the end, or past the padding before the next array; 0: dynamic.
    std::uint32_t first = 0, last = 0;
    Type type = Type::none;
};

struct Bases {
    std::vector<BaseArray> arrays;
    // By Program::code: the array that all parts of the address come from; -1: none, several or
    // unknown.
    std::vector<std::int8_t> of;
    /// The array that contains an address; null if unknown.
    const BaseArray* at(Space space, Address address) const;
};

/// Follows addresses through the kernel's text, on all paths. A sum with an address, or a choice of
/// one, is an address too. A loaded value is none. Other results of an address may be anything.
///
/// nvcc puts all arrays of a thread into one variable, __local_depot0, where only offsets tell them
/// apart. Its `add.u64 %rd1, %SPL, 32` is LLVM's form for the address of a frame's object alone;
/// other additions to an address, even of a constant, use another instruction (add.s64). So an
/// array begins at each of these offsets, and ends at the next at the latest.
Bases array_bases(const Program& program);

}  // namespace simulator::checks

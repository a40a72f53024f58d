// Which array an instruction's address was made from: of shared arrays, and of those that each
// thread has of its own in local memory. Used by places.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/decode/program.h"

namespace simulator::checks {

// An array of the kernel, by the order in which its text names them.
struct BaseArray {
    std::string name;  // empty of one that compilers name by its place alone
    Space space = Space::shared;
    // Bytes; last is behind its end, or behind what fills the room up to the next array; 0 of a
    // dynamic one.
    std::uint32_t first = 0, last = 0;
    Type type = Type::none;
};

struct Bases {
    std::vector<BaseArray> arrays;
    // By Program::code: the array that all parts of the address lead back to; -1: none, several, or
    // what nobody can tell.
    std::vector<std::int8_t> of;
    /// The array in which a place lies; null where none is known.
    const BaseArray* at(Space space, Address address) const;
};

/// Follows addresses through the kernel's text, whatever way lanes take: what is added to or chosen
/// from an address is one too; what is loaded is none; what is computed in other ways from one may
/// be anything.
///
/// nvcc puts all arrays of a thread into one variable, __local_depot0, in which only the places
/// tell them apart. Its `add.u64 %rd1, %SPL, 32` is how LLVM writes the address of a frame's
/// object, alone: what is added to such an address, be it a constant, is another instruction
/// (add.s64). So an array begins at each of these numbers, and ends where the next begins at the
/// latest.
Bases array_bases(const Program& program);

}  // namespace simulator::checks

// Which shared array an instruction's address was made from. Used by races.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/decode/program.h"

namespace simulator::checks {

// A shared array of the kernel, by the order in which its text names them.
struct SharedArray {
    std::string name;
    std::uint32_t first = 0, last = 0;  // bytes; last is behind its end, and 0 of a dynamic one
    Type type = Type::none;
};

struct SharedBases {
    std::vector<SharedArray> arrays;
    // By Program::code: the array that all parts of the address lead back to; -1: none, or several.
    std::vector<std::int8_t> of;
};

/// Follows addresses through the kernel's text, whatever way lanes take: what is added to or chosen
/// from an address is one too; what is loaded is none.
SharedBases shared_bases(const Program& program);

}  // namespace simulator::checks

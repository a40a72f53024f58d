// The functions that kernels may call though they have no body in PTX: printf, assert, malloc and
// free.
#pragma once

#include <string_view>

#include "simulator/code.h"
#include "simulator/ptx/ast.h"

namespace simulator {

struct Call {
    std::string_view name;
    int arguments = 0;
    Type types[5] = {};
    Type result = Type::none;
    Body body = nullptr;  // nullptr: the engine ends the block with it
};

/// The call of that name, or nullptr.
const Call* call_named(std::string_view name);

/// Of which function what can't be simulated, where a call stands for its body (ptx/left_out.h);
/// empty of all others.
std::string_view left_out_words(const ptx::Instruction&);

}  // namespace simulator

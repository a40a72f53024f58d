// The functions without a body in PTX that kernels may call: printf, assert, malloc and free.
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
    Body body = nullptr;  // nullptr: the engine runs it, at the end of a block
};

/// The call of that name, or nullptr.
const Call* call_named(std::string_view name);

/// The reason why the called function can't be simulated (ptx/left_out.h); empty for other calls.
std::string_view left_out_words(const ptx::Instruction&);

}  // namespace simulator

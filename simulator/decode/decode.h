// Turns parsed PTX into a Program: places for registers, bodies for instructions, basic blocks.
// Called by Module::kernel (module.cpp), once for each requested kernel.
#pragma once

#include <memory>

#include "simulator/decode/program.h"
#include "simulator/ptx/ast.h"

namespace simulator {

/// The program of `function`, an entry of `module` with calls inlined (vprintf, __assertfail,
/// malloc and free stay). Fails with the PTX line of the first instruction that is malformed or has
/// no row.
Outcome<std::shared_ptr<const Program>> decode(const ptx::Module& module,
                                               const ptx::Function& function);

}  // namespace simulator

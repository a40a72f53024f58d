// From parsed PTX to what the engine runs: places for registers, bodies for instructions, basic
// blocks. Called by Module::kernel (module.cpp), once for each kernel that is asked for.
#pragma once

#include <memory>

#include "simulator/decode/program.h"
#include "simulator/ptx/ast.h"

namespace simulator {

/// The program of `function`, an entry of `module` whose calls are inlined already (vprintf,
/// __assertfail, malloc and free stay). Fails with the PTX line of the first instruction that no
/// row knows, or that is malformed.
Outcome<std::shared_ptr<const Program>> decode(const ptx::Module& module,
                                               const ptx::Function& function);

}  // namespace simulator

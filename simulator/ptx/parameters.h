// The last step of inlining: registers replace the memory that passes values to calls.
#pragma once

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

/// Turns every .param variable of the body into registers, one for each stored piece. A variable
/// whose address is taken, or that is read in other pieces than written, becomes a local one.
void parameters_to_registers(Function& kernel);

}  // namespace simulator::ptx

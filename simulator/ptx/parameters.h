// The last step of inlining: what calls pass through memory becomes registers.
#pragma once

#include "simulator/ptx/ast.h"

namespace simulator::ptx {

/// Turns every .param variable of the body into registers, one for each place that is stored to. A
/// variable whose address is taken, or that is read otherwise than written, becomes a local one.
void parameters_to_registers(Function& kernel);

}  // namespace simulator::ptx

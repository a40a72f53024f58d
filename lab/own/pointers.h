// Which parameters a kernel uses as addresses of global memory, and what it finds there, read from
// its instructions: a handwritten PTX says it nowhere else. Asked by open.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/decode/program.h"

namespace lab {

// By parameter.
struct UsedParameter {
    bool address = false;
    simulator::Type element = simulator::Type::none;  // of the first access; none of bare bits
    std::optional<simulator::TextureForm> texture{};  // dimensions and type of the first read
};

std::vector<UsedParameter> used_parameters(const simulator::Program& program);

}  // namespace lab

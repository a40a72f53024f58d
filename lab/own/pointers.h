// Which parameters a kernel uses as addresses of global memory, and what it finds there, read from
// its instructions: a handwritten PTX says it nowhere else. Asked by open.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/texture.h"

namespace lab {

// By parameter.
struct UsedParameter {
    bool address = false;
    simulator::Type element = simulator::Type::none;  // of the first access; none of bare bits
    std::optional<simulator::TextureForm> texture{};  // dimensions and type of the first read
};

// What a kernel loads from a place within a parameter.
struct UsedMember : UsedParameter {
    std::uint32_t offset = 0;
    simulator::Type type = simulator::Type::none;  // of the load
};

struct UsedParameters {
    std::vector<UsedParameter> whole;              // by parameter, of those of 8 bytes
    std::vector<std::vector<UsedMember>> members;  // by parameter, in order of offset
    // Parameters of which the kernel takes the address: what it loads from them is not known.
    std::vector<bool> walked;
};
UsedParameters used_parameters(const simulator::Program& program);

}  // namespace lab

// Finds the parameters that a kernel uses as addresses of global memory, and the element types
// there. Reads the instructions, as handwritten PTX has no other source. Used by open.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/texture.h"

namespace lab {

// How a kernel uses a parameter, or a part of one.
struct UsedParameter {
    bool address = false;                             // as an address of global memory
    bool written = false;                             // by a store or an atomic
    simulator::Type element = simulator::Type::none;  // of the first access; none for untyped bits
    std::optional<simulator::TextureForm> texture{};  // from the first read
};

// A load from an offset within a parameter.
struct UsedMember : UsedParameter {
    std::uint32_t offset = 0;
    simulator::Type type = simulator::Type::none;  // of the load
};

struct UsedParameters {
    std::vector<UsedParameter> whole;              // by parameter; only for parameters of 8 bytes
    std::vector<std::vector<UsedMember>> members;  // by parameter, in order of offset
    // Whether the kernel takes the parameter's address: then its loads are unknown.
    std::vector<bool> walked;
};
UsedParameters used_parameters(const simulator::Program& program);

}  // namespace lab

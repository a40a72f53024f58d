// A kernel's parameters, from its PTX, its mangled name and its source: types from the mangled
// name, parameter names from the CUDA text. Used by open.cpp and by lists of a file's kernels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/texture.h"
#include "simulator/types.h"

namespace simulator {
class Module;
}

namespace lab {

// One parameter.
struct Taken {
    std::string name;  // "numbers"; "p0" where neither source nor PTX has it
    std::string type;  // "float const*", "int"; empty: not in the mangled name
    simulator::Type stored = simulator::Type::none;  // as PTX declares it
    std::uint32_t bytes = 0;
    bool pointer = false;    // its type ends with *
    bool read_only = false;  // it points to const
    bool structure = false;  // passed by value, as bytes
    // of a pointer: the element's number type; none where it is not a number
    simulator::Type element = simulator::Type::none;
    int numbers = 1;  // in one element: 4 of float4
    // Of a texture object: dimensions and type of the kernel's reads.
    std::optional<simulator::TextureForm> texture{};
    // Of a structure's member: its parameter's index, its offset there, and the structure's size,
    // in bytes.
    std::optional<std::size_t> parameter{};
    std::uint32_t offset = 0, whole_bytes = 0;
};

// The parts of a CUDA C++ type: float3 has three f32.
struct NumberType {
    simulator::Type type;
    int numbers;
};
/// nullopt for a type that is no number or vector of numbers.
std::optional<NumberType> number_type(std::string_view type);
/// Sets the members that follow from the type "float const*".
void read_type(Taken& taken);

struct FoundKernel {
    std::string name;   // mangled: what the PTX calls it
    std::string title;  // "transpose<32>"
    int line = 0;       // in the source; 0: unknown
    std::vector<Taken> parameters;
};

/// All kernels of a module, in text order. `source` may be empty. Decodes no instructions.
std::vector<FoundKernel> kernels_in(const simulator::Module& module, std::string_view source);

}  // namespace lab

// What a kernel takes, as its PTX, its mangled name and its source tell it: types from the names
// that compilers make, names of parameters from the CUDA text. Asked by open.cpp, and by whoever
// shows the kernels of a file before one is chosen.
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
    std::string name;  // "numbers"; "p0" where neither source nor PTX tells
    std::string type;  // "float const*", "int"; empty where the kernel's name does not tell
    simulator::Type stored = simulator::Type::none;  // as PTX declares it
    std::uint32_t bytes = 0;
    bool pointer = false;    // its type ends with *
    bool read_only = false;  // it points to const
    bool structure = false;  // passed by value as so many bytes
    // of a pointer: what it points to, as numbers; none where that is no number
    simulator::Type element = simulator::Type::none;
    int numbers = 1;  // in one element: 4 of float4
    // Of a texture object: the dimensions and the type with which the kernel reads it.
    std::optional<simulator::TextureForm> texture{};
    // Of a member of a structure: which parameter that is, where it stands there and how large that
    // is, in bytes.
    std::optional<std::size_t> parameter{};
    std::uint32_t offset = 0, whole_bytes = 0;
};

// What a type of CUDA C++ is made of: float3 of three f32.
struct NumberType {
    simulator::Type type;
    int numbers;
};
/// Nothing where it is no number, or vector of numbers.
std::optional<NumberType> number_type(std::string_view type);
/// Fills in what the type "float const*" says of pointer and element.
void read_type(Taken& taken);

struct FoundKernel {
    std::string name;   // mangled: what the PTX calls it
    std::string title;  // "transpose<32>"
    int line = 0;       // of the source, 0 where it is not known
    std::vector<Taken> parameters;
};

/// All kernels of a module, in the order of its text. `source` may be empty. Nothing is decoded.
std::vector<FoundKernel> kernels_in(const simulator::Module& module, std::string_view source);

}  // namespace lab

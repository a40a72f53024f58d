// Kernels of a CUDA source that are templates: the compiler makes PTX of those alone whose
// arguments somebody names. Used where a file turns out to have no kernel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/own/open.h"

namespace lab {

// A template of a kernel, with arguments that usually fit: float for a type, 32 for a number, true
// for a bool.
struct KernelTemplate {
    std::string with;           // "twice<float>"
    std::string instantiation;  // "template __global__ void twice<float>(float* a, int n);"
    bool operator==(const KernelTemplate&) const = default;
};

/// The templates marked __global__ that the source defines, in its order.
std::vector<KernelTemplate> kernel_templates(std::string_view source);

/// The line that makes the compiler instantiate the kernel "twice<float>"; empty for a name without
/// template arguments.
std::string instantiation_of(const std::string& kernel);
/// The same; also empty where the code has the kernel.
std::string missing_instantiation(const Code&, const std::string& kernel);
/// The sentence about a file without kernels: where it has templates, how to ask for one.
std::string no_kernels(const AskedFile&, const std::string& source);

}  // namespace lab

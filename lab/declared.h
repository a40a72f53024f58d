// Finds kernel declarations in CUDA source text: names and parameters. own/ and the views show
// these names for a kernel's arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lab {

struct DeclaredKernel {
    std::string name;
    int line = 0;
    std::vector<std::string> parameters;  // names; empty where only a type is written
    std::vector<std::string> types;       // as written: "const float*"
};
/// In source order. Leaves out declarations that it can't read.
std::vector<DeclaredKernel> declared_kernels(std::string_view source);

/// The name as the source defines it: "transpose" of "transpose<32>", "sum" of "space::sum<float>".
/// Two kernels with one name in different namespaces get the same result.
std::string bare_name(std::string_view name);

/// Advice for a user who copies this text: `#pragma unroll 1` is in it only so that the loop's
/// turns can be counted. Empty where the text has no such pragma.
std::string words_of_kept_loops(std::string_view source);

}  // namespace lab

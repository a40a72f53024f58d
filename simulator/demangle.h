// Readable names of kernels and functions.
#pragma once

#include <string>
#include <string_view>

namespace simulator {

/// Demangles a C++ name as far as kernels need it:
/// "_Z9transposeILi32EEvPKfPfi" -> "transpose<32>(float const*, float*, int)".
std::string demangled(std::string_view mangled);
/// The same without its arguments: "transpose<32>".
std::string without_arguments(std::string_view demangled_name);

}  // namespace simulator

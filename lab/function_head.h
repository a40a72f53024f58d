// Where the parameters stand in the head of a function of CUDA C++.
#pragma once

#include <cstddef>
#include <string_view>

namespace lab {

/// The position of the bracket that opens the parameters: it follows a name that is no attribute,
/// as `__launch_bounds__` and `alignas` are. npos where no such name is, or a bracket is not
/// closed.
std::size_t parameters_in(std::string_view head);

}  // namespace lab

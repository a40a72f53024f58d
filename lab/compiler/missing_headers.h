// Headers of the CUDA toolkit that a compiler did not find: a kernel with CUB or cooperative groups
// needs them, also where another compiler than nvcc reads it.
#pragma once

#include <string>
#include <string_view>

namespace lab {

/// A sentence about the toolkit's header that these messages miss, such as "cub/cub.cuh"; empty
/// where they miss none of them.
std::string missing_header_words(std::string_view said);

}  // namespace lab

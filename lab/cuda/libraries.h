// What libraries do beside our kernels: the functions of kernels/libraries, in modules that nvcc
// builds where it is (`ninja libraries`), one a library, each opened when a function of it is asked
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lab/cuda/driver.h"

namespace lab::cuda {

/// `arguments`: addresses on the device, whole numbers, and reals as the bits of a double, a word
/// each. Without `scratch` it says how many bytes of the device's memory it needs, and does
/// nothing; with it enqueues its work on the stream. nullptr, or what went wrong.
using LibraryFunction = const char* (*)(const std::uint64_t* arguments, void* scratch,
                                        std::size_t* scratch_bytes, Stream);

/// By its name. Throws std::runtime_error, with a sentence, where the module or the function is
/// not there.
LibraryFunction library_function(const std::string& name);

}  // namespace lab::cuda

// Calls of CUDA libraries, for comparison with our kernels. nvcc builds one module for each library
// from kernels/libraries (`ninja libraries`). A module is opened at the first use of one of its
// functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/cuda/driver.h"

namespace lab::cuda {

/// `arguments` has one 64-bit word each: a device address, a whole number, or the bits of a double.
/// With `scratch` null it only sets the device memory that it needs. Else it enqueues its work on
/// the stream. Returns nullptr, or an error text.
using LibraryFunction = const char* (*)(const std::uint64_t* arguments, void* scratch,
                                        std::size_t* scratch_bytes, Stream);

/// The function `name` for a GPU of that architecture: 90 for compute capability 9.0. Throws
/// std::runtime_error with a sentence if the module or function is missing, or the module was built
/// for another architecture.
LibraryFunction library_function(const std::string& name, int architecture);

// A module that was found.
struct LibraryModule {
    std::string name;       // "CUB"
    std::string built_for;  // "900", "750,900"; empty where the module does not say
};
std::vector<LibraryModule> library_modules();
/// "sm_75 and sm_90" for "750,900".
std::string architectures_worded(std::string_view built_for);
/// Why this GPU can't use the module, one sentence; empty where it can.
std::string built_for_another(const LibraryModule& module, int architecture);

}  // namespace lab::cuda

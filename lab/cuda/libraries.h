// What libraries do beside our kernels: the functions of kernels/libraries, in modules that nvcc
// builds where it is (`ninja libraries`), one a library, each opened when a function of it is asked
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/cuda/driver.h"

namespace lab::cuda {

/// `arguments`: addresses on the device, whole numbers, and reals as the bits of a double, a word
/// each. Without `scratch` it says how many bytes of the device's memory it needs, and does
/// nothing; with it enqueues its work on the stream. nullptr, or what went wrong.
using LibraryFunction = const char* (*)(const std::uint64_t* arguments, void* scratch,
                                        std::size_t* scratch_bytes, Stream);

/// By its name, for a GPU of that architecture, 90 of compute capability 9.0. Throws
/// std::runtime_error, with a sentence, where the module or the function is not there, or the
/// module was built for another architecture.
LibraryFunction library_function(const std::string& name, int architecture);

// A module that is here.
struct LibraryModule {
    std::string name;       // "CUB"
    std::string built_for;  // "900", "750,900"; empty where it does not say
};
std::vector<LibraryModule> library_modules();
/// "sm_75 and sm_90", of "750,900".
std::string architectures_worded(std::string_view built_for);
/// Why a module's times say nothing of a GPU, one sentence; empty where they do.
std::string built_for_another(const LibraryModule& module, int architecture);

}  // namespace lab::cuda

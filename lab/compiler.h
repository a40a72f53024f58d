// From CUDA C++ to PTX: nvcc where it is found, else NVRTC. Never to machine code: the simulator
// and the GPU are to run the same text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "simulator/types.h"

namespace lab {

/// nvcc on the PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin.
std::optional<std::filesystem::path> find_nvcc();
/// "NVRTC 12.4"; nullopt where the library is not found.
std::optional<std::string> nvrtc_version();

/// "sm_90" or "compute_75", perhaps with a letter at the end; nullopt for anything else.
std::optional<std::string> virtual_architecture(std::string_view arch);

/// PTX of a .cu file, with lines of its source. A whole program with host code needs nvcc. Fails
/// with the compiler's words, or with a sentence on what is missing. `arch` is sm_NN.
simulator::Outcome<std::string> compiled(const std::filesystem::path& source,
                                         const std::string& arch = "sm_75");

}  // namespace lab

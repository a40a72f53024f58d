// NVIDIA's compiler as a library, NVRTC.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lab/compiler/compiler.h"
#include "simulator/types.h"

namespace lab {

/// "NVRTC 12.4"; nullopt where the library is not found.
std::optional<std::string> nvrtc_version();

/// The architectures that it makes code for, such as 90; empty where it does not tell.
std::vector<int> nvrtc_architectures();

/// The PTX or machine code of a .cu file. Runs in this process: takes seconds, and memory without a
/// limit. Searches headers in `include` first, and in `last` after the toolkit. Fails with the
/// compiler's messages.
simulator::Outcome<std::string> compiled_by_nvrtc(const std::filesystem::path& source,
                                                  const std::filesystem::path& include,
                                                  const std::string& arch,
                                                  const std::filesystem::path& last = {},
                                                  Makes makes = Makes::ptx);

}  // namespace lab

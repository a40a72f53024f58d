// NVIDIA's compiler as a library, NVRTC.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "simulator/types.h"

namespace lab {

/// "NVRTC 12.4"; nullopt where the library is not found.
std::optional<std::string> nvrtc_version();

/// The PTX of a .cu file. Runs in this process: takes seconds, and memory without a limit. Searches
/// headers in `include` first, and in `last` after the toolkit. Fails with the compiler's messages.
simulator::Outcome<std::string> compiled_by_nvrtc(const std::filesystem::path& source,
                                                  const std::filesystem::path& include,
                                                  const std::string& arch,
                                                  const std::filesystem::path& last = {});

}  // namespace lab

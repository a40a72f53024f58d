// NVIDIA's compiler as a library, where it is found.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "simulator/types.h"

namespace lab {

/// "NVRTC 12.4"; nullopt where the library is not found.
std::optional<std::string> nvrtc_version();

/// PTX of a .cu file, in this process: seconds, and memory without a limit. Headers are looked for
/// in `include`. Fails with the compiler's words.
simulator::Outcome<std::string> compiled_by_nvrtc(const std::filesystem::path& source,
                                                  const std::filesystem::path& include,
                                                  const std::string& arch);

}  // namespace lab

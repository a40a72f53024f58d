// Finds the program's files: assets/ and kernels/ beside the binary or in the source tree, settings
// in the XDG folders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/types.h"

namespace lab {

/// Full path of an asset such as "ptx/reduction.ptx". If $WARPLENS_ASSETS is set, looks there and
/// in its folder assets. Else beside the binary, in the folders above it, then in the source tree.
std::optional<std::filesystem::path> asset(const std::string& name);
/// Path of a kernel's source file, such as "reduction.cu".
std::optional<std::filesystem::path> kernel_source(const std::string& name);
/// Reads a whole file of at most `most` bytes. Fails with a sentence that names the file.
simulator::Outcome<std::string> read_file(
    const std::filesystem::path&, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
/// Writes a file, whole or not at all. Fails with a sentence: the file and the system's reason.
std::optional<simulator::Diagnostic> write_file(const std::filesystem::path&,
                                                std::string_view bytes);
/// $XDG_CONFIG_HOME/warplens, or ~/.config/warplens; nullopt where neither variable has an absolute
/// path. Does not create the folder.
std::optional<std::filesystem::path> settings_folder();

}  // namespace lab

// Where the program's files are: assets/ and kernels/ beside the binary or in the source tree,
// settings in the XDG folders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/types.h"

namespace lab {

/// Full path of "ptx/reduction.ptx" and its like: in $WARPLENS_ASSETS, or its folder assets, where
/// that is set, else beside the binary or in a folder above it, else in the source tree.
std::optional<std::filesystem::path> asset(const std::string& name);
/// A kernel's source file, "reduction.cu".
std::optional<std::filesystem::path> kernel_source(const std::string& name);
/// A whole file of `most` bytes at most; fails with a sentence that names it.
simulator::Outcome<std::string> read_file(
    const std::filesystem::path&, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
/// Writes a file, whole or not at all; fails with a sentence that names it and the system's reason.
std::optional<simulator::Diagnostic> write_file(const std::filesystem::path&,
                                                std::string_view bytes);
/// $XDG_CONFIG_HOME/warplens, or ~/.config/warplens; nullopt where neither can be had. Not created
/// here.
std::optional<std::filesystem::path> settings_folder();

}  // namespace lab

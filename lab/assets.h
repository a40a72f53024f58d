// Where the program's files are: assets/ and kernels/ beside the binary or in the source tree,
// settings in the XDG folders.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/types.h"

namespace lab {

/// A variable of the environment; empty where it is not set.
std::string environment(const char* name);
/// Full path of "ptx/reduction.ptx" and its like: in $WARPLENS_ASSETS where that is set, else
/// beside the binary or in a folder above it, else in the source tree.
std::optional<std::filesystem::path> asset(const std::string& name);
/// A kernel's source file, "reduction.cu".
std::optional<std::filesystem::path> kernel_source(const std::string& name);
/// A whole file; fails with a sentence that names it.
simulator::Outcome<std::string> read_file(const std::filesystem::path&);
/// Writes a file, whole; fails with a sentence that names it and the system's reason.
std::optional<simulator::Diagnostic> write_file(const std::filesystem::path&,
                                                std::string_view bytes);
/// $XDG_CONFIG_HOME/warplens, or ~/.config/warplens; nullopt where neither can be had. Not created
/// here.
std::optional<std::filesystem::path> settings_folder();

}  // namespace lab

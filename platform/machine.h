// What the system says about itself and about this process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace platform {

/// A variable of the environment; empty where it is not set.
std::string environment(const char* name);
/// Memory of the machine, in bytes.
std::uint64_t memory_bytes();
/// Whether a file can be started.
bool is_program(const std::filesystem::path& path);
/// The program of that name that a shell would start; nullopt where there is none.
std::optional<std::filesystem::path> program_named(const std::string& name);
/// The file that this program was started from; empty where the system does not say.
std::filesystem::path program_file();

}  // namespace platform

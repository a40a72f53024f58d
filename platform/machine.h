// What the system says about itself and about this process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace platform {

/// A variable of the environment; empty where it is not set.
std::string environment(const char* name);
/// Memory of the machine, in bytes.
std::uint64_t memory_bytes();
/// The file that this program was started from; empty where the system does not say.
std::filesystem::path program_file();

}  // namespace platform

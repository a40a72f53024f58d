// What the system says about itself and about this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace platform {

/// A variable of the environment; empty where it is not set.
std::string environment(const char* name);
/// What the processor calls itself: "Intel Xeon Platinum 8480C"; "processor" where it says nothing.
std::string processor_name();
/// Without marks and words that every processor has: "Intel(R) Xeon(R) CPU @ 2.20GHz" is an "Intel
/// Xeon".
std::string plain_processor_name(std::string name);
/// Of its last cache, in bytes; what a large one has where the system does not say.
std::size_t last_cache_bytes();
/// Memory of the machine, in bytes.
std::uint64_t memory_bytes();
/// Ends this process without waiting for anybody: threads, destructors, libraries. Its windows go
/// with it, though a driver keep it.
[[noreturn]] void end_at_once(int code);
/// Whether a file can be started.
bool is_program(const std::filesystem::path& path);
/// The program of that name that a shell would start; nullopt where there is none.
std::optional<std::filesystem::path> program_named(const std::string& name);
/// The file that this program was started from; empty where the system does not say.
std::filesystem::path program_file();

}  // namespace platform

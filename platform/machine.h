// Facts about the system and this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace platform {

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);
/// The processor's name: "Intel Xeon Platinum 8480C"; "processor" if the system gives none.
std::string processor_name();
/// The name without marks and generic words: "Intel Xeon" of "Intel(R) Xeon(R) CPU @ 2.20GHz".
std::string plain_processor_name(std::string name);
/// Bytes of the last cache; 128 MB, the size of a large one, if the system gives none.
std::size_t last_cache_bytes();
/// Memory of the machine in bytes; 4 GB if the system gives none.
std::uint64_t memory_bytes();
/// Ends this process without waiting for threads, destructors or libraries. Closes its windows
/// first, since a driver may keep the process.
[[noreturn]] void end_at_once(int code);
/// Whether the file can be started.
bool is_program(const std::filesystem::path& path);
/// The program that a shell would start for `name`; nullopt: none.
std::optional<std::filesystem::path> program_named(const std::string& name);
/// The file that this program was started from; empty if the system does not tell.
std::filesystem::path program_file();

}  // namespace platform

// Linux's answers.
#include "platform/machine.h"

#include <unistd.h>

#include <cstdlib>

namespace platform {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::uint64_t memory_bytes() {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * size
                                 : std::uint64_t{4} << 30;
}

std::filesystem::path program_file() {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed);
}

}  // namespace platform

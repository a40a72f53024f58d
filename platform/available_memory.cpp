// Linux tells it in files; without them, all memory of the machine counts as free.
#include "platform/available_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "platform/machine.h"

namespace platform {
namespace {

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

std::uint64_t of_the_system() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    std::uint64_t kilobytes = 0;
    while (file >> word)
        if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
    return memory_bytes();
}

// RLIMIT_AS limits addresses, including those already in use.
std::uint64_t of_the_process() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
    std::ifstream file("/proc/self/statm");
    std::uint64_t pages = 0;
    file >> pages;
    const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

// The first number of a file; a word such as "max" is no limit.
std::uint64_t number_in(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? number : no_limit;
}

// The limit of the control group, such as a container.
std::uint64_t of_the_group() {
    std::ifstream file("/proc/self/cgroup");
    std::uint64_t least = number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("0::"))
            least = std::min(least, number_in("/sys/fs/cgroup" + line.substr(3) + "/memory.max"));
    return std::min(least, number_in("/sys/fs/cgroup/memory.max"));
}

}  // namespace

std::uint64_t available_memory() {
    return std::min({of_the_system(), of_the_process(), of_the_group()});
}

std::uint64_t memory_for_counts() { return ~std::uint64_t{0}; }

}  // namespace platform

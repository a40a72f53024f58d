// Answers for Linux.
#include "platform/machine.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "platform/screen.h"

namespace platform {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string plain_processor_name(std::string name) {
    for (const std::string mark : {"(R)", "(TM)", "(r)", "(tm)"})
        for (std::size_t at; (at = name.find(mark)) != name.npos;)
            name.replace(at, mark.size(), " ");
    name.erase(std::min(name.find('@'), name.size()));
    std::istringstream words(name);
    std::string plain;
    for (std::string word; words >> word;)
        if (word != "CPU" && word != "Processor" && !word.ends_with("-Core"))
            plain += (plain.empty() ? "" : " ") + word;
    return plain.empty() ? "processor" : plain;
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            return plain_processor_name(line.substr(std::min(line.find(':') + 1, line.size())));
    return plain_processor_name("");
}

std::size_t last_cache_bytes() {
    long bytes = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
    return bytes > 0 ? static_cast<std::size_t>(bytes) : std::size_t{128} << 20;
}

std::uint64_t memory_bytes() {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * size
                                 : std::uint64_t{4} << 30;
}

void end_at_once(int code) {
    leave_screen();
    _exit(code);
}

bool is_program(const std::filesystem::path& path) {
    namespace files = std::filesystem;
    std::error_code failed;
    constexpr auto any =
        files::perms::owner_exec | files::perms::group_exec | files::perms::others_exec;
    const auto status = files::status(path, failed);
    return files::is_regular_file(status) && (status.permissions() & any) != files::perms::none;
}

std::optional<std::filesystem::path> program_named(const std::string& name) {
    std::istringstream folders(environment("PATH"));
    std::string folder;
    while (std::getline(folders, folder, ':'))
        if (const auto path = std::filesystem::path(folder) / name;
            !folder.empty() && is_program(path))
            return path;
    return std::nullopt;
}

std::filesystem::path program_file() {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed);
}

}  // namespace platform

// Finds the program's files without knowing where it was installed.
#include "lab/assets.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include <fmt/format.h>

namespace lab {
namespace {

namespace files = std::filesystem;

// The binary's folder and two above it: build/app/warplens finds build/assets.
std::vector<files::path> roots() {
    std::vector<files::path> found;
    std::error_code failed;
    files::path folder = files::read_symlink("/proc/self/exe", failed).parent_path();
    for (int up = 0; !failed && up < 3 && folder.has_relative_path();
         ++up, folder = folder.parent_path()) {
        found.push_back(folder);
        found.push_back(folder / "share" / "warplens");
    }
    found.emplace_back(WARPLENS_SOURCE_DIR);
    return found;
}

std::optional<files::path> first_with(const std::string& kind, const std::string& name) {
    std::error_code ignored;
    for (const files::path& root : roots())
        if (const files::path path = root / kind / name; files::exists(path, ignored)) return path;
    return std::nullopt;
}

}  // namespace

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::optional<files::path> asset(const std::string& name) {
    if (const std::string chosen = environment("WARPLENS_ASSETS"); !chosen.empty()) {
        std::error_code ignored;
        const files::path path = files::path(chosen) / name;
        return files::exists(path, ignored) ? std::optional(path) : std::nullopt;
    }
    return first_with("assets", name);
}

std::optional<files::path> kernel_source(const std::string& name) {
    return first_with("kernels", name);
}

simulator::Outcome<std::string> read_file(const files::path& path) {
    std::error_code failed;
    if (files::is_directory(path, failed))
        return simulator::Diagnostic{
            0, 0, fmt::format("{} is a folder, and a file is needed.", path.string())};
    if (files::is_character_file(path, failed) || files::is_block_file(path, failed))
        return simulator::Diagnostic{
            0, 0, fmt::format("{} is a device, and a file is needed.", path.string())};
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return simulator::Diagnostic{
            0, 0,
            fmt::format("{} can't be read: {}.", path.string(),
                        files::exists(path, failed) ? "the file is there, but may not be opened"
                                                    : "there is no such file")};
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

std::optional<simulator::Diagnostic> write_file(const files::path& path, std::string_view bytes) {
    errno = 0;
    std::ofstream stream(path, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    int why = errno;
    stream.close();
    if (stream) return std::nullopt;
    if (why == 0) why = errno;
    return simulator::Diagnostic{
        0, 0,
        fmt::format("{} can't be written: {}.", path.string(),
                    why == 0 ? "the reason is not known" : std::strerror(why))};
}

std::optional<files::path> settings_folder() {
    const std::string chosen = environment("XDG_CONFIG_HOME");
    if (!chosen.empty() && files::path(chosen).is_absolute())
        return files::path(chosen) / "warplens";
    const std::string home = environment("HOME");
    if (home.empty() || !files::path(home).is_absolute()) return std::nullopt;
    return files::path(home) / ".config" / "warplens";
}

}  // namespace lab

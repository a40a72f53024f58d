// Finds the program's files, wherever the program is installed.
#include "lab/assets.h"

#include <map>
#include <mutex>
#include <vector>

#include "lab/problem.h"
#include "platform/files.h"
#include "platform/machine.h"

namespace lab {
namespace {

namespace files = std::filesystem;

// The binary's folder and two above it: build/app/warplens finds build/assets.
std::vector<files::path> found_roots() {
    std::vector<files::path> found;
    files::path folder = platform::program_file().parent_path();
    for (int up = 0; up < 3 && folder.has_relative_path(); ++up, folder = folder.parent_path()) {
        found.push_back(folder);
        found.push_back(folder / "share" / "warplens");
    }
    found.emplace_back(WARPLENS_SOURCE_DIR);
    return found;
}

// Kept for the whole run: the program file does not move.
const std::vector<files::path>& roots() {
    static const std::vector<files::path> found = found_roots();
    return found;
}

// Looks first in the folder of the last success, as every frame asks.
std::optional<files::path> first_with(const std::string& kind, const std::string& name) {
    static std::mutex mutex;
    static std::map<std::string, files::path> found;
    std::error_code ignored;
    const std::lock_guard lock(mutex);
    files::path& before = found[kind + "/" + name];
    if (!before.empty() && files::exists(before, ignored)) return before;
    for (const files::path& root : roots()) {
        before = root / kind / name;
        if (files::exists(before, ignored)) return before;
    }
    before.clear();
    return std::nullopt;
}

}  // namespace

std::optional<files::path> asset(const std::string& name) {
    if (const std::string chosen = platform::environment("WARPLENS_ASSETS"); !chosen.empty()) {
        std::error_code ignored;
        for (const files::path& folder : {files::path(chosen), files::path(chosen) / "assets"})
            if (files::exists(folder / name, ignored)) return folder / name;
        return std::nullopt;
    }
    return first_with("assets", name);
}

std::optional<files::path> kernel_source(const std::string& name) {
    if (const std::string chosen = platform::environment("WARPLENS_ASSETS"); !chosen.empty()) {
        std::error_code ignored;
        for (const files::path& folder :
             {files::path(chosen) / "kernels", files::path(chosen) / ".." / "kernels"})
            if (files::exists(folder / name, ignored)) return folder / name;
    }
    return first_with("kernels", name);
}

simulator::Outcome<std::string> read_file(const files::path& path, std::uint64_t most) {
    platform::FileText text = platform::read_file(path, most);
    if (text.problem.empty()) return std::move(text.bytes);
    return problem_of(text.problem);
}

std::optional<simulator::Diagnostic> write_file(const files::path& path, std::string_view bytes) {
    const std::string name = path.filename().string();
    const std::string problem = name.find_first_not_of(" \t") == name.npos
                                    ? "\"" + path.string() + "\" is not a file name: write one."
                                    : platform::write_file(path, bytes);
    if (problem.empty()) return std::nullopt;
    return problem_of(problem);
}

std::optional<files::path> settings_folder() {
    const std::string chosen = platform::environment("XDG_CONFIG_HOME");
    if (!chosen.empty() && files::path(chosen).is_absolute())
        return files::path(chosen) / "warplens";
    const std::string home = platform::environment("HOME");
    if (home.empty() || !files::path(home).is_absolute()) return std::nullopt;
    return files::path(home) / ".config" / "warplens";
}

}  // namespace lab

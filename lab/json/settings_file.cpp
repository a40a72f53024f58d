// The settings file: reads damaged files with defaults, writes whole or not at all.
#include "lab/json/settings_file.h"

#include <system_error>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/json/json.h"
#include "lab/problem.h"
#include "platform/files.h"

namespace lab {
namespace {

namespace files = std::filesystem;
using simulator::Diagnostic;

constexpr const char* file_name = "settings.json";
constexpr std::uint64_t most_bytes = 1 << 20;

std::optional<Preferences> parsed(const std::string& text) {
    const auto json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    Preferences values;
    for (const auto& [name, value] : json.items()) {
        if (!value.is_string()) return std::nullopt;
        values[name] = value.get<std::string>();
    }
    return values;
}

// Never replaces an earlier copy: the user may still want it.
files::path free_name(const files::path& path) {
    constexpr int most = 100;
    std::error_code failed;
    for (int number = 1; number < most; ++number) {
        files::path name = path;
        name += number == 1 ? ".broken" : fmt::format(".broken-{}", number);
        if (!files::exists(files::symlink_status(name, failed))) return name;
    }
    return files::path(path) += ".broken";
}

std::string keep_broken(const files::path& path) {
    const files::path kept = free_name(path);
    if (!platform::move_file(path, kept))
        return fmt::format("{} can't be read, so all settings start from their defaults.",
                           path.string());
    return fmt::format(
        "{} could not be read, so all settings start from their defaults. The file was kept as {}.",
        path.string(), kept.string());
}

}  // namespace

ReadPreferences read_preferences() {
    const auto folder = settings_folder();
    if (!folder) return {};
    const files::path path = *folder / file_name;
    std::error_code failed;
    if (!files::exists(path, failed)) return {};
    const auto text = read_file(path, most_bytes);
    // A file that is too long is not ours either, and would be overwritten.
    if (!text && files::is_regular_file(path, failed)) return {{}, keep_broken(path)};
    if (!text) return {{}, text.problem().message};
    if (auto values = parsed(*text)) return {std::move(*values), {}};
    return {{}, keep_broken(path)};
}

std::optional<Diagnostic> write_preferences(const Preferences& values) {
    const auto folder = settings_folder();
    if (!folder)
        return Diagnostic{
            0, 0, "Settings can't be saved: neither HOME nor XDG_CONFIG_HOME names a folder."};
    const files::path path = *folder / file_name;
    if (const std::string why = platform::make_folder(*folder); !why.empty())
        return problem_of("Settings can't be saved: " + why);
    if (const auto problem = write_file(path, written(values, 2) + "\n"))
        return problem_of("Settings can't be saved: " + problem->message);
    return std::nullopt;
}

std::optional<Diagnostic> write_changes(const Preferences& before, const Preferences& now) {
    Preferences kept = read_preferences().values;
    if (kept.empty()) return write_preferences(now);
    for (const auto& [name, value] : before)
        if (!now.contains(name)) kept.erase(name);
    for (const auto& [name, value] : now) {
        const auto found = before.find(name);
        if (found == before.end() || found->second != value) kept[name] = value;
    }
    return write_preferences(kept);
}

}  // namespace lab

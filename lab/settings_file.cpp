// The settings file: read leniently, written whole or not at all.
#include "lab/settings_file.h"

#include <system_error>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/cli/json.h"

namespace lab {
namespace {

namespace files = std::filesystem;
using simulator::Diagnostic;

constexpr const char* file_name = "settings.json";

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

std::string keep_broken(const files::path& path) {
    std::error_code failed;
    files::path kept = path;
    kept += ".broken";
    files::rename(path, kept, failed);
    if (failed)
        return fmt::format("{} can't be understood, so everything starts from defaults.",
                           path.string());
    return fmt::format(
        "{} could not be understood, so everything starts from defaults. The file was kept as {}.",
        path.string(), kept.string());
}

}  // namespace

ReadPreferences read_preferences() {
    const auto folder = settings_folder();
    if (!folder) return {};
    const files::path path = *folder / file_name;
    std::error_code failed;
    if (!files::exists(path, failed)) return {};
    const auto text = read_file(path);
    if (!text) return {{}, text.problem().message};
    if (auto values = parsed(*text)) return {std::move(*values), {}};
    return {{}, keep_broken(path)};
}

std::optional<Diagnostic> write_preferences(const Preferences& values) {
    const auto folder = settings_folder();
    if (!folder)
        return Diagnostic{
            0, 0, "Settings can't be kept: neither HOME nor XDG_CONFIG_HOME names a folder."};
    std::error_code failed;
    files::create_directories(*folder, failed);
    const files::path path = *folder / file_name;
    files::path fresh = path;
    fresh += ".new";
    const bool written = !write_file(fresh, Json(values).dump(2) + "\n");
    if (written) files::rename(fresh, path, failed);
    if (written && !failed) return std::nullopt;
    return Diagnostic{0, 0,
                      fmt::format("Settings can't be kept: {} may not be written.", path.string())};
}

}  // namespace lab

// Lists folders, up to a limit of entries.
#include "app/shell/path_choices.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <tuple>

#include "app/format.h"
#include "lab/source_text.h"
#include "platform/files.h"
#include "platform/machine.h"

namespace app {

namespace {

namespace files = std::filesystem;

constexpr int most_entries = 20'000;  // read of a folder

std::string home() { return platform::environment("HOME"); }

std::string expanded(std::string_view typed) {
    const bool tilde = typed == "~" || typed.starts_with("~/");
    return tilde && !home().empty() ? home() + std::string(typed.substr(1)) : std::string(typed);
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool begins(std::string_view name, std::string_view with) {
    return name.size() >= with.size() &&
           std::equal(with.begin(), with.end(), name.begin(),
                      [](char a, char b) { return lower(a) == lower(b); });
}

// A folder named in the desktop's configuration: XDG_PICTURES_DIR="$HOME/Bilder". Empty where it
// has none.
std::string named_folder(const std::string& key) {
    std::string config = platform::environment("XDG_CONFIG_HOME");
    if (config.empty()) config = home() + "/.config";
    std::istringstream lines(
        platform::read_file(files::path(config) / "user-dirs.dirs", 64 << 10).bytes);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(key + "=\"") || !line.ends_with('"')) continue;
        const std::string value = line.substr(key.size() + 2, line.size() - key.size() - 3);
        constexpr std::string_view own = "$HOME";
        return value.starts_with(own) ? home() + value.substr(own.size()) : value;
    }
    return "";
}

bool is_kernel(const files::path& path) {
    return path.extension() == ".cu" || path.extension() == ".ptx";
}

}  // namespace

std::vector<PathChoice> path_choices(std::string_view typed, std::size_t most) {
    const std::size_t slash = typed.rfind('/');
    const std::string_view above = slash == typed.npos ? "" : typed.substr(0, slash + 1);
    const std::string_view start = typed.substr(above.size());
    std::vector<PathChoice> choices;
    std::error_code failed;
    files::directory_iterator at(above.empty() ? "." : expanded(above),
                                 files::directory_options::skip_permission_denied, failed);
    for (int seen = 0; !failed && at != files::directory_iterator() && seen < most_entries;
         ++seen, at.increment(failed)) {
        const std::string name = at->path().filename().string();
        if (!begins(name, start) || (name[0] == '.' && !start.starts_with('.'))) continue;
        std::error_code unknown;
        const bool folder = at->is_directory(unknown);
        if (!folder && !is_kernel(at->path())) continue;
        choices.push_back({std::string(above) + name + (folder ? "/" : ""),
                           as_shown(name) + (folder ? "/" : ""), folder});
    }
    std::ranges::sort(choices, {}, [](const PathChoice& c) { return std::tie(c.folder, c.path); });
    if (choices.size() > most) choices.resize(most);
    return choices;
}

std::string agreed(std::string_view typed, const std::vector<PathChoice>& choices) {
    if (choices.empty()) return std::string(typed);
    std::string_view common = choices.front().path;
    for (const PathChoice& choice : choices) {
        const auto [end, other] = std::ranges::mismatch(common, choice.path);
        common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
    }
    return std::string(common.size() < typed.size() ? typed : common);
}

std::string path_meant(std::string_view typed) {
    typed = lab::trimmed(typed);
    const bool quoted = typed.size() > 1 && typed.front() == typed.back() &&
                        (typed.front() == '"' || typed.front() == '\'');
    if (quoted) typed = typed.substr(1, typed.size() - 2);
    return expanded(typed);
}

std::string path_shown(const std::string& path) {
    const std::string own = home();
    const bool inside = own.size() > 1 && path.starts_with(own + "/");
    return as_shown(inside ? "~" + path.substr(own.size()) : path);
}

std::string free_path_in(const std::string& folder, const std::string& name) {
    std::error_code failed;
    const files::path wanted(name);
    for (int number = 1; number < 1000; ++number) {
        const std::string more = number == 1 ? "" : "-" + std::to_string(number);
        const files::path path =
            folder / files::path(wanted.stem().string() + more + wanted.extension().string());
        if (!files::exists(files::symlink_status(path, failed))) return path.string();
    }
    return (folder / wanted).string();
}

std::string free_path(const std::string& name) {
    std::error_code failed;
    files::path folder = files::current_path(failed);
    if (failed || !platform::may_write_in(folder)) folder = own_folder(OwnFolder::documents);
    return free_path_in(folder.string(), name);
}

std::string own_folder(OwnFolder kind) {
    const bool pictures = kind == OwnFolder::pictures;
    std::error_code failed;
    for (const std::string& folder :
         {named_folder(pictures ? "XDG_PICTURES_DIR" : "XDG_DOCUMENTS_DIR"),
          home() + (pictures ? "/Pictures" : "/Documents"), home()})
        if (folder.starts_with('/') && files::is_directory(folder, failed) &&
            platform::may_write_in(folder))
            return folder;
    return files::current_path(failed).string();
}

}  // namespace app

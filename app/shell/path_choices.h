// Completes paths while they are typed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct PathChoice {
    std::string path;  // as the user would type it
    std::string name;  // its last part, printable
    bool folder = false;
    bool operator==(const PathChoice&) const = default;
};

/// Kernel files and folders whose path starts with the typed text; files first. At most `most`. "~"
/// is the home folder.
std::vector<PathChoice> path_choices(std::string_view typed, std::size_t most);

/// The common start of all choices; `typed` where there are none.
std::string agreed(std::string_view typed, const std::vector<PathChoice>& choices);

/// The path meant by typed text: without surrounding blanks and quotes, "~" expanded.
std::string path_meant(std::string_view typed);

/// A path for display: the home folder as "~", characters without a glyph as "?".
std::string path_shown(const std::string& path);

/// The path of a new file with this name: in the start folder, or among the user's documents where
/// that is not writable. Never an existing file.
std::string free_path(const std::string& name);
/// free_path() in a given folder.
std::string free_path_in(const std::string& folder, const std::string& name);

enum class OwnFolder : std::uint8_t { pictures, documents };
/// The user's folder of that kind, as the desktop names it, else the home folder; where none of
/// them is writable, the start folder.
std::string own_folder(OwnFolder);

}  // namespace app

// Paths while they are typed: what could be meant, and how far it is certain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct PathChoice {
    std::string path;  // as it would be typed
    std::string name;  // its last part, as it can be shown
    bool folder = false;
    bool operator==(const PathChoice&) const = default;
};

/// Kernel files and folders whose path begins with what was typed; files first. At most `most`.
/// "~" is the person's own folder.
std::vector<PathChoice> path_choices(std::string_view typed, std::size_t most);

/// As far as all choices agree; `typed` where there are none.
std::string agreed(std::string_view typed, const std::vector<PathChoice>& choices);

/// The file that typed words stand for: without blanks and quotes around them, "~" taken for what
/// it means.
std::string path_meant(std::string_view typed);

/// A path as it is shown: the person's own folder as "~", signs that have no picture as "?".
std::string path_shown(const std::string& path);

/// Where a new file of this name would do no harm: in the folder that the program was started in,
/// or where that may not be written to, among the person's documents. Never one that is there.
std::string free_path(const std::string& name);
/// The same in a folder.
std::string free_path_in(const std::string& folder, const std::string& name);

enum class OwnFolder : std::uint8_t { pictures, documents };
/// The person's folder of that kind, as the desktop names it, else home; where no file can be made
/// there, that in which the program was started.
std::string own_folder(OwnFolder);

}  // namespace app

// The font files of this system: which file a face comes from, and which may stand in for it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace app {

class FontFiles {
public:
    /// Looks in the folders of the usual packages, then in all of the system's; only in
    /// $WARPLENS_FONTS where it is set (tests, unusual systems).
    FontFiles();
    /// The file of a face, then those that may stand in for it, the best first: the same family in
    /// another weight, known families, any other font. A face is the index of a Font.
    std::vector<std::filesystem::path> candidates(std::size_t face) const;
    /// "Inter-Regular".
    static std::string_view name_of(std::size_t face);
    /// Whether all its letters are of one width.
    static bool is_mono(std::size_t face);

private:
    void look_in(const std::filesystem::path& folder);
    std::map<std::string, std::filesystem::path, std::less<>> files_;  // by name without ending
};

}  // namespace app

// Looks for font files by their names. See font_files.h.
#include "app/draw/font_files.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "app/draw/fonts.h"
#include "platform/machine.h"

namespace app {

namespace {

namespace files = std::filesystem;

// By Font.
constexpr std::array<std::string_view, font_count> face_files{
    "Inter-Regular",         "Inter-Medium",         "Inter-SemiBold",    "InterDisplay-SemiBold",
    "JetBrainsMono-Regular", "JetBrainsMono-Medium", "JetBrainsMono-Bold"};

// A family that may stand in, in the two weights that nearly all have.
struct Family {
    std::string_view regular, bold;
};

// DejaVu has the most signs.
constexpr std::array sans{Family{"Inter-Regular", "Inter-SemiBold"},
                          Family{"Inter-Medium", "Inter-Bold"},
                          Family{"InterVariable", "Inter-Medium"},
                          Family{"DejaVuSans", "DejaVuSans-Bold"},
                          Family{"NotoSans-Regular", "NotoSans-Bold"},
                          Family{"LiberationSans-Regular", "LiberationSans-Bold"},
                          Family{"Roboto-Regular", "Roboto-Bold"},
                          Family{"Ubuntu-R", "Ubuntu-B"},
                          Family{"Cantarell-Regular", "Cantarell-Bold"},
                          Family{"FreeSans", "FreeSansBold"}};
constexpr std::array mono{Family{"JetBrainsMono-Regular", "JetBrainsMono-Bold"},
                          Family{"DejaVuSansMono", "DejaVuSansMono-Bold"},
                          Family{"NotoSansMono-Regular", "NotoSansMono-Bold"},
                          Family{"LiberationMono-Regular", "LiberationMono-Bold"},
                          Family{"UbuntuMono-R", "UbuntuMono-B"},
                          Family{"FreeMono", "FreeMonoBold"}};

// Words in the names of files whose letters are no text, or slanted.
constexpr std::array unfit_words{"Italic", "Oblique", "Emoji", "Symbol", "Dingbat", "Icon", "Math"};

bool is_bold(std::size_t face) {
    return face != std::size_t(Font::regular) && face != std::size_t(Font::mono);
}

bool has(std::string_view name, std::string_view word) { return name.find(word) != name.npos; }

bool is_fit(std::string_view name) {
    return std::ranges::none_of(unfit_words,
                                [&](std::string_view word) { return has(name, word); });
}

}  // namespace

std::string_view FontFiles::name_of(std::size_t face) { return face_files[face]; }
bool FontFiles::is_mono(std::size_t face) { return face >= std::size_t(Font::mono); }

FontFiles::FontFiles() {
    if (const std::string own = platform::environment("WARPLENS_FONTS"); !own.empty()) {
        look_in(own);
        return;
    }
    const files::path system = "/usr/share/fonts";
    for (const char* part :
         {"opentype/inter", "truetype/inter", "inter", "truetype/jetbrains-mono", "jetbrains-mono"})
        look_in(system / part);
    const std::string home = platform::environment("HOME");
    if (!home.empty()) look_in(files::path(home) / ".local/share/fonts");
    if (std::ranges::all_of(face_files, [&](auto name) { return files_.contains(name); })) return;
    look_in(system);
    look_in("/usr/local/share/fonts");
    if (!home.empty()) look_in(files::path(home) / ".fonts");
}

void FontFiles::look_in(const files::path& folder) {
    std::error_code none;
    const auto options = files::directory_options::skip_permission_denied;
    for (files::recursive_directory_iterator at(folder, options, none), end; !none && at != end;
         at.increment(none)) {
        const std::string ending = at->path().extension().string();
        if (ending == ".otf" || ending == ".ttf")
            files_.try_emplace(at->path().stem().string(), at->path());
    }
}

std::vector<files::path> FontFiles::candidates(std::size_t face) const {
    std::vector<files::path> found;
    const auto add = [&](std::string_view name) {
        const auto file = files_.find(name);
        if (file != files_.end() && std::ranges::find(found, file->second) == found.end())
            found.push_back(file->second);
    };
    const auto add_families = [&](const auto& families) {
        for (const Family& family : families) {
            add(is_bold(face) ? family.bold : family.regular);
            add(is_bold(face) ? family.regular : family.bold);
        }
    };
    add(face_files[face]);
    if (is_mono(face)) {
        add_families(mono);
        for (const auto& [name, path] : files_)
            if (has(name, "Mono") && is_fit(name)) add(name);
    }
    add_families(sans);
    for (const auto& [name, path] : files_)
        if (is_fit(name)) add(name);
    return found;
}

}  // namespace app

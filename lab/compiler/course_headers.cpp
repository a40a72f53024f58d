// See course_headers.h.
#include "lab/compiler/course_headers.h"

#include <algorithm>
#include <array>

#include "lab/assets.h"
#include "lab/source_text.h"
#include "platform/files.h"

namespace lab {
namespace {

constexpr std::array<std::string_view, 2> names{"helper_cuda.h", "helper_string.h"};

std::string_view without_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text;
}

// helper_cuda.h of `# include <helper_cuda.h>`; empty for other lines.
std::string_view included_by(std::string_view line) {
    line = without_blanks(line);
    if (!line.starts_with('#')) return {};
    line = without_blanks(line.substr(1));
    constexpr std::string_view word = "include";
    if (!line.starts_with(word)) return {};
    line = without_blanks(line.substr(word.size()));
    if (!line.starts_with('<') && !line.starts_with('"')) return {};
    const std::size_t end = line.find(line.front() == '<' ? '>' : '"', 1);
    return end == line.npos ? std::string_view{} : line.substr(1, end - 1);
}

}  // namespace

std::vector<std::string> course_headers_of(std::string_view source) {
    const auto lines = lines_in(source);
    const bool any = std::ranges::any_of(lines, [](std::string_view line) {
        return std::ranges::find(names, included_by(line)) != names.end();
    });
    // All, as one includes the other.
    return any ? std::vector<std::string>(names.begin(), names.end()) : std::vector<std::string>{};
}

std::string put_course_headers(const std::vector<std::string>& wanted,
                               const std::filesystem::path& folder) {
    platform::make_folder(folder);
    for (const std::string& name : wanted) {
        const auto path = asset("include/" + name);
        const auto text = path ? read_file(*path) : simulator::Outcome<std::string>(std::string());
        if (!text) return text.problem().message;
        // Where the program's own files are missing, the compiler says which header it lacks.
        if (!path) continue;
        if (std::string why = platform::write_file(folder / name, *text); !why.empty()) return why;
    }
    return "";
}

}  // namespace lab

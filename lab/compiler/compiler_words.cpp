// Parses the messages of nvcc, NVRTC and nvcc's host compiler about a line.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "lab/compiler/compiler.h"
#include "lab/source_text.h"

namespace lab {
namespace {

// Removes a number from the beginning of `text`; 0 where there is none.
int number_off(std::string_view& text) {
    int number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return failed == std::errc{} ? number : 0;
}

bool take_off(std::string_view& text, std::string_view what) {
    if (!text.starts_with(what)) return false;
    text.remove_prefix(what.size());
    return true;
}

// After a file's name: "(12): error: ..." of nvcc, ":12:5: error: ..." of the host compiler.
std::optional<CompilerWords> words_behind(std::string_view rest) {
    CompilerWords found;
    if (take_off(rest, "(")) {
        found.line = number_off(rest);
        if (!take_off(rest, ")")) return std::nullopt;
    } else if (take_off(rest, ":")) {
        found.line = number_off(rest);
        if (take_off(rest, ":")) number_off(rest);
    }
    if (found.line == 0 || !take_off(rest, ": ")) return std::nullopt;
    take_off(rest, "fatal ");
    take_off(rest, "catastrophic ");
    found.error = take_off(rest, "error");
    if (!found.error && !take_off(rest, "warning")) return std::nullopt;
    const std::size_t colon = rest.find(": ");  // a number may precede it
    if (colon == rest.npos) return std::nullopt;
    found.words = rest.substr(colon + 2);
    return found;
}

std::optional<CompilerWords> words_of_line(std::string_view line, std::string_view file) {
    for (std::size_t at = line.find_first_of("(:"); at != line.npos;
         at = line.find_first_of("(:", at + 1)) {
        auto found = words_behind(line.substr(at));
        if (!found) continue;
        const std::string_view where = line.substr(0, at);
        if (where.substr(where.rfind('/') + 1) == file) return found;
        found->words = fmt::format("{}, line {}: {}", where, found->line, found->words);
        found->line = 0;
        return found;
    }
    return std::nullopt;
}

}  // namespace

std::vector<CompilerWords> words_in(std::string_view said, std::string_view file) {
    std::vector<CompilerWords> all;
    for (const std::string_view line : lines_in(said))
        if (auto found = words_of_line(line, file)) all.push_back(std::move(*found));
    return all;
}

}  // namespace lab

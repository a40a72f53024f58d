// Lines, names, brackets and comments. See source_text.h.
#include "lab/source_text.h"

#include <algorithm>
#include <cctype>

namespace lab {

std::vector<std::string_view> lines_in(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string_view name_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_name_character(text[end])) ++end;
    return text.substr(at, end - at);
}

std::string_view name_before(std::string_view text, std::size_t end) {
    std::size_t start = end;
    while (start > 0 && is_name_character(text[start - 1])) --start;
    return text.substr(start, end - start);
}

std::size_t find_name(std::string_view text, std::string_view name, std::size_t from) {
    for (std::size_t at = text.find(name, from); at != text.npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_name_character(text[at - 1])) &&
            (end == text.size() || !is_name_character(text[end])))
            return at;
    }
    return text.npos;
}

bool has_name(std::string_view text, std::string_view name) {
    return find_name(text, name) != text.npos;
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
    constexpr std::string_view opening = "(<[{", closing = ")>]}";
    const char opens = text[open], closes = closing[opening.find(opens)];
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        depth += (text[at] == opens) - (text[at] == closes);
        if (depth == 0) return at;
    }
    return text.npos;
}

std::vector<std::string_view> parts_of(std::string_view list) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t from = 0;
    for (std::size_t at = 0; at < list.size(); ++at) {
        if (std::string_view("(<[{").find(list[at]) != std::string_view::npos) ++depth;
        if (std::string_view(")>]}").find(list[at]) != std::string_view::npos) --depth;
        if (list[at] != ',' || depth > 0) continue;
        parts.push_back(trimmed(list.substr(from, at - from)));
        from = at + 1;
    }
    if (const auto last = trimmed(list.substr(std::min(from, list.size()))); !last.empty())
        parts.push_back(last);
    return parts;
}

std::string_view without_remark(std::string_view line) { return line.substr(0, line.find("//")); }

std::size_t end_of_skipped(std::string_view text, std::size_t at) {
    if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
    if (text.substr(at, 2) == "/*") {
        const std::size_t end = text.find("*/", at + 2);
        return end == text.npos ? text.size() : end + 2;
    }
    const char quote = text[at];
    const bool separator = quote == '\'' && at > 0 && std::isalnum(text[at - 1]);  // 1'000
    if ((quote != '"' && quote != '\'') || separator) return at;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == quote || text[i] == '\n')
            return i + 1;
    }
    return text.size();
}

std::string bare(std::string_view source) {
    std::string text(source);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_skipped(source, at);
        for (std::size_t i = at; i < end; ++i)
            if (text[i] != '\n') text[i] = ' ';
        at = std::max(end, at + 1);
    }
    return text;
}

}  // namespace lab

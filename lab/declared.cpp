// Reads "__global__ void add(const float* a, int n)" of a source text. See declared.h.
#include "lab/declared.h"

#include <algorithm>
#include <cctype>

#include "lab/words.h"

namespace lab {
namespace {

bool of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The position after the bracket that closes the one at `open`; npos where none does.
std::size_t behind(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == '(') ++depth;
        if (text[at] == ')' && --depth == 0) return at + 1;
    }
    return text.npos;
}

// "const float* a = nullptr" -> "a"; empty for a type alone.
std::string name_in(std::string_view declaration) {
    declaration = declaration.substr(0, declaration.find('='));
    declaration = trimmed(declaration.substr(0, declaration.find('[')));
    std::size_t start = declaration.size();
    while (start > 0 && of_word(declaration[start - 1])) --start;
    const std::string_view before = trimmed(declaration.substr(0, start));
    return before.empty() ? "" : std::string(declaration.substr(start));
}

// "const float* a = nullptr" -> "const float*".
std::string type_in(std::string_view declaration) {
    declaration = trimmed(declaration.substr(0, declaration.find('=')));
    const std::string name = name_in(declaration);
    const std::size_t at = name.empty() ? declaration.npos : declaration.rfind(name);
    return std::string(trimmed(declaration.substr(0, at)));
}

// From after __global__ to the "(" of its parameters. Skips other brackets before it, such as
// __launch_bounds__(256).
std::size_t opening(std::string_view text, std::size_t at) {
    while (true) {
        const std::size_t open = text.find_first_of("(;{", at);
        if (open == text.npos || text[open] != '(') return text.npos;
        const std::string_view before = trimmed(text.substr(at, open - at));
        if (!before.ends_with("__launch_bounds__") && !before.ends_with("__cluster_dims__") &&
            !before.ends_with("__maxnreg__") && !before.ends_with("__attribute__"))
            return open;
        at = behind(text, open);
        if (at == text.npos) return at;
    }
}

}  // namespace

std::string bare(std::string_view source) {
    std::string text(source);
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (; from < to && from < text.size(); ++from)
            if (text[from] != '\n') text[from] = ' ';
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view rest = std::string_view(text).substr(at);
        std::size_t end = at;
        if (rest.starts_with("//")) {
            end = std::min(text.find('\n', at), text.size());
        } else if (rest.starts_with("/*")) {
            end = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
        } else if (rest.starts_with("'\"'")) {
            end = at + 3;
        } else if (rest.front() == '"') {
            for (end = at + 1; end < text.size() && text[end] != '"' && text[end] != '\n'; ++end)
                if (text[end] == '\\') ++end;
            ++end;
        }
        if (end == at) continue;
        blank(at, end);
        at = end - 1;
    }
    return text;
}

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
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

std::vector<DeclaredKernel> declared_kernels(std::string_view source) {
    const std::string text = bare(source);
    const std::string_view all = text;
    constexpr std::string_view mark = "__global__";
    std::vector<DeclaredKernel> found;
    for (std::size_t at = all.find(mark); at != all.npos; at = all.find(mark, at + 1)) {
        const std::size_t open = opening(all, at + mark.size());
        const std::size_t end = open == all.npos ? open : behind(all, open);
        if (end == all.npos) continue;
        DeclaredKernel kernel;
        kernel.name = name_in("void " + std::string(trimmed(all.substr(at, open - at))));
        kernel.line = line_at(all, open);
        for (const std::string_view part : parts_of(all.substr(open + 1, end - open - 2))) {
            kernel.parameters.push_back(name_in(part));
            kernel.types.push_back(type_in(part));
        }
        found.push_back(std::move(kernel));
    }
    return found;
}

std::string bare_name(std::string_view name) {
    name = name.substr(0, name.find('<'));
    const std::size_t colon = name.rfind(':');
    return std::string(colon == name.npos ? name : name.substr(colon + 1));
}

std::string words_of_kept_loops(std::string_view source) {
    return source.find("#pragma unroll 1\n") == source.npos
               ? ""
               : "`#pragma unroll 1` is here so that turns can be counted. Leave it out in your "
                 "own code.";
}

}  // namespace lab

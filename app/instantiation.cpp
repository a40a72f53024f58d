// Takes names from the source and values from the launched kernel's name. See instantiation.h.
#include "app/instantiation.h"

#include <algorithm>
#include <vector>

#include "simulator/demangle.h"

namespace app {
namespace {

// Splits "float, Pair<int, 2>" in two: commas within brackets do not count.
std::vector<std::string> template_parts(std::string_view list) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : list) {
        depth += (c == '<' || c == '(') - (c == '>' || c == ')');
        if (c == ',' && depth == 0)
            parts.emplace_back();
        else if (c != ' ' || !parts.back().empty())
            parts.back() += c;
    }
    return parts;
}

// The text within the angle brackets that open at `from`; empty where they do not close.
std::string_view in_brackets(std::string_view text, std::size_t from) {
    int depth = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        depth += (text[at] == '<') - (text[at] == '>');
        if (depth == 0) return text.substr(from + 1, at - from - 1);
    }
    return {};
}

// The template's line above the kernel of that name; empty where there is none.
std::string_view header_of(std::string_view name, std::span<const std::string_view> lines) {
    const std::string call = " " + std::string(name) + "(";
    for (std::size_t at = 0; at < lines.size(); ++at) {
        if (lines[at].find(call) == std::string_view::npos) continue;
        for (std::size_t above = at + 1; above > 0 && at + 1 - above < 3; --above)
            if (lines[above - 1].starts_with("template <")) return lines[above - 1];
    }
    return {};
}

// The name in "bool Shuffle = true": Shuffle.
std::string parameter_name(std::string parameter) {
    parameter = parameter.substr(0, parameter.find('='));
    while (parameter.ends_with(' ')) parameter.pop_back();
    return parameter.substr(parameter.rfind(' ') + 1);
}

}  // namespace

std::string instantiation_words(const std::string& kernel,
                                std::span<const std::string_view> source_lines) {
    const std::string shown = simulator::without_arguments(simulator::demangled(kernel));
    const std::size_t open = shown.find('<');
    if (open == std::string::npos) return "";
    const std::string_view header = header_of(shown.substr(0, open), source_lines);
    if (header.empty()) return "";
    const std::vector<std::string> values = template_parts(in_brackets(shown, open)),
                                   names = template_parts(in_brackets(header, header.find('<')));
    std::string words;
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
        words += (i > 0 ? ", " : "") + parameter_name(names[i]) + " = " + values[i];
    return words;
}

}  // namespace app

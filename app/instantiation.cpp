// Takes names from the source and values from the launched kernel's name. See instantiation.h.
#include "app/instantiation.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "lab/source_text.h"
#include "simulator/demangle.h"

namespace app {
namespace {

// The parts of the list in the angle brackets that open at `open`; none where they do not close.
std::vector<std::string_view> parts_in_brackets(std::string_view text, std::size_t open) {
    const std::size_t close = lab::closing_bracket(text, open);
    if (close == text.npos) return {};
    return lab::parts_of(text.substr(open + 1, close - open - 1));
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
std::string_view parameter_name(std::string_view parameter) {
    parameter = lab::trimmed(parameter.substr(0, parameter.find('=')));
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
    const auto values = parts_in_brackets(shown, open),
               names = parts_in_brackets(header, header.find('<'));
    std::string words;
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
        words += fmt::format("{}{} = {}", i > 0 ? ", " : "", parameter_name(names[i]), values[i]);
    return words;
}

}  // namespace app

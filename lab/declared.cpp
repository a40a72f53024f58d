// Reads "__global__ void add(const float* a, int n)" of a source text. See declared.h.
#include "lab/declared.h"

#include "lab/source_text.h"
#include "lab/words.h"

namespace lab {
namespace {

// "const float* a = nullptr" -> "a"; empty for a type alone.
std::string name_in(std::string_view declaration) {
    declaration = declaration.substr(0, declaration.find('='));
    declaration = trimmed(declaration.substr(0, declaration.find('[')));
    const std::string_view name = name_before(declaration, declaration.size());
    return name.size() == declaration.size() ? "" : std::string(name);
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
        at = closing_bracket(text, open);
        if (at == text.npos) return at;
    }
}

}  // namespace

std::vector<DeclaredKernel> declared_kernels(std::string_view source) {
    const std::string text = bare(source);
    const std::string_view all = text;
    constexpr std::string_view mark = "__global__";
    std::vector<DeclaredKernel> found;
    for (std::size_t at = all.find(mark); at != all.npos; at = all.find(mark, at + 1)) {
        const std::size_t open = opening(all, at + mark.size());
        const std::size_t end = open == all.npos ? open : closing_bracket(all, open);
        if (end == all.npos) continue;
        DeclaredKernel kernel;
        kernel.name = name_in("void " + std::string(trimmed(all.substr(at, open - at))));
        kernel.line = line_at(all, open);
        for (const std::string_view part : parts_of(all.substr(open + 1, end - open - 1))) {
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

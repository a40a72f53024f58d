// Reads declarations of kernels: "float const*, int" of a demangled name, and
// "__global__ void add(const float* a, int n)" of a source text. What it can't read it leaves out.
#include "lab/own/signature.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "simulator/demangle.h"

namespace lab {
namespace {

using simulator::Type;

bool of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

// Comments and literals become blanks, so that every place and line stays what it was.
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

// Behind the bracket that closes the one at `open`; npos where none does.
std::size_t behind(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == '(') ++depth;
        if (text[at] == ')' && --depth == 0) return at + 1;
    }
    return text.npos;
}

// "float const*, int" -> its parts, at commas that no bracket holds.
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

// "const float* a = nullptr" -> "a"; empty where there is a type alone.
std::string name_in(std::string_view declaration) {
    declaration = declaration.substr(0, declaration.find('='));
    declaration = trimmed(declaration.substr(0, declaration.find('[')));
    std::size_t start = declaration.size();
    while (start > 0 && of_word(declaration[start - 1])) --start;
    const std::string_view before = trimmed(declaration.substr(0, start));
    return before.empty() ? "" : std::string(declaration.substr(start));
}

// A kernel as the source declares it.
struct Declared {
    std::string name;
    int line = 0;
    std::vector<std::string> parameters;
};

// From behind __global__ to the "(" of its parameters; what stands in brackets before them, such
// as __launch_bounds__(256), is passed over.
std::size_t opening(std::string_view text, std::size_t at) {
    while (true) {
        const std::size_t open = text.find_first_of("(;{", at);
        if (open == text.npos || text[open] != '(') return text.npos;
        const std::string_view before = trimmed(text.substr(at, open - at));
        if (!before.ends_with("__launch_bounds__") && !before.ends_with("__cluster_dims__") &&
            !before.ends_with("__attribute__"))
            return open;
        at = behind(text, open);
        if (at == text.npos) return at;
    }
}

std::vector<Declared> declared_in(std::string_view source) {
    const std::string text = bare(source);
    const std::string_view all = text;
    constexpr std::string_view mark = "__global__";
    std::vector<Declared> found;
    for (std::size_t at = all.find(mark); at != all.npos; at = all.find(mark, at + 1)) {
        const std::size_t open = opening(all, at + mark.size());
        const std::size_t end = open == all.npos ? open : behind(all, open);
        if (end == all.npos) continue;
        Declared kernel;
        kernel.name = name_in("void " + std::string(trimmed(all.substr(at, open - at))));
        kernel.line = 1 + static_cast<int>(std::ranges::count(all.substr(0, open), '\n'));
        for (const std::string_view part : parts_of(all.substr(open + 1, end - open - 2)))
            kernel.parameters.push_back(name_in(part));
        found.push_back(std::move(kernel));
    }
    return found;
}

struct Word {
    std::string_view word;
    Type type;
    int numbers = 1;
};

constexpr std::array words{
    Word{"float", Type::f32},         Word{"double", Type::f64},
    Word{"int", Type::s32},           Word{"unsigned int", Type::u32},
    Word{"long", Type::s64},          Word{"long long", Type::s64},
    Word{"unsigned long", Type::u64}, Word{"unsigned long long", Type::u64},
    Word{"short", Type::s16},         Word{"unsigned short", Type::u16},
    Word{"char", Type::s8},           Word{"signed char", Type::s8},
    Word{"unsigned char", Type::u8},  Word{"bool", Type::u8},
    Word{"float2", Type::f32, 2},     Word{"float3", Type::f32, 3},
    Word{"float4", Type::f32, 4},     Word{"double2", Type::f64, 2},
    Word{"int2", Type::s32, 2},       Word{"int4", Type::s32, 4},
    Word{"uint2", Type::u32, 2},      Word{"uint4", Type::u32, 4},
    Word{"uchar4", Type::u8, 4},
};

// Takes "float const* restrict" apart.
void read_type(Taken& taken) {
    std::string_view type = trimmed(taken.type);
    for (const std::string_view ending : {"__restrict__", "__restrict", "restrict"})
        if (type.ends_with(ending)) type = trimmed(type.substr(0, type.size() - ending.size()));
    taken.pointer = type.ends_with('*') || type.ends_with('&');
    if (!taken.pointer) return;
    type = trimmed(type.substr(0, type.size() - 1));
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view ending : {"const", "volatile"})
            if (type.ends_with(ending)) {
                taken.read_only |= ending == "const";
                type = trimmed(type.substr(0, type.size() - ending.size()));
                again = true;
            }
    }
    const auto* word = std::ranges::find(words, type, &Word::word);
    if (word == words.end()) return;
    taken.element = word->type;
    taken.numbers = word->numbers;
}

std::vector<std::string_view> types_in(std::string_view full) {
    const std::size_t open = simulator::without_arguments(full).size();
    if (open >= full.size() || full.back() != ')') return {};
    return parts_of(full.substr(open + 1, full.size() - open - 2));
}

// "space::reduce<2>" -> "reduce"
std::string_view own_name(std::string_view title) {
    title = title.substr(0, title.find('<'));
    const std::size_t colon = title.rfind(':');
    return colon == title.npos ? title : title.substr(colon + 1);
}

FoundKernel kernel_of(const simulator::ptx::Function& function,
                      const std::vector<Declared>& sources) {
    const std::string full = simulator::demangled(function.name);
    FoundKernel kernel{function.name, simulator::without_arguments(full), 0, {}};
    const std::vector<std::string_view> types = types_in(full);
    const auto declared = std::ranges::find_if(sources, [&](const Declared& one) {
        return one.name == own_name(kernel.title) &&
               one.parameters.size() == function.parameters.size();
    });
    if (declared != sources.end()) kernel.line = declared->line;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const simulator::ptx::Variable& variable = function.parameters[i];
        Taken taken;
        taken.name = "p" + std::to_string(i);
        if (declared != sources.end() && !declared->parameters[i].empty())
            taken.name = declared->parameters[i];
        taken.stored = variable.type;
        taken.bytes = static_cast<std::uint32_t>(variable.bytes());
        taken.structure = variable.count > 1 || variable.bytes() > 8;
        if (types.size() == function.parameters.size()) taken.type = types[i];
        read_type(taken);
        kernel.parameters.push_back(std::move(taken));
    }
    return kernel;
}

}  // namespace

std::vector<FoundKernel> kernels_in(const simulator::Module& module, std::string_view source) {
    const std::vector<Declared> sources = declared_in(source);
    std::vector<FoundKernel> found;
    for (const simulator::ptx::Function& function : module.text().functions)
        if (function.entry) found.push_back(kernel_of(function, sources));
    return found;
}

}  // namespace lab

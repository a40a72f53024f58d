// Reads "float const*, int" of a demangled name; parameter names come from the source. Skips what
// it can't read.
#include "lab/own/signature.h"

#include <algorithm>
#include <array>

#include "lab/declared.h"
#include "lab/source_text.h"
#include "simulator/decode/program.h"
#include "simulator/demangle.h"

namespace lab {
namespace {

using simulator::Type;

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
    Word{"uchar4", Type::u8, 4},      Word{"size_t", Type::u64},
    Word{"unsigned", Type::u32},
};

constexpr std::string_view texture_object = "cudaTextureObject_t";

std::vector<std::string_view> types_in(std::string_view full) {
    const std::size_t open = simulator::without_arguments(full).size();
    if (open >= full.size() || full.back() != ')') return {};
    return parts_of(full.substr(open + 1, full.size() - open - 2));
}

// The PTX author's own parameter name; compilers only number them: "scale_param_0".
std::string name_in_ptx(const simulator::ptx::Variable& variable, const std::string& kernel,
                        std::size_t number) {
    const std::string& name = variable.name;
    const bool plain = std::ranges::all_of(name, is_name_character);
    const std::string numbered = "_param_" + std::to_string(number);
    if (plain && !name.ends_with(numbered) && !name.starts_with(kernel)) return name;
    return "p" + std::to_string(number);
}

FoundKernel kernel_of(const simulator::ptx::Function& function,
                      const std::vector<DeclaredKernel>& sources) {
    const std::string full = simulator::demangled(function.name);
    FoundKernel kernel{function.name, simulator::without_arguments(full), 0, {}};
    const std::vector<std::string_view> types = types_in(full);
    const auto declared = std::ranges::find_if(sources, [&](const DeclaredKernel& one) {
        return one.name == bare_name(kernel.title) &&
               one.parameters.size() == function.parameters.size();
    });
    if (declared != sources.end()) kernel.line = declared->line;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const simulator::ptx::Variable& variable = function.parameters[i];
        Taken taken;
        taken.name = name_in_ptx(variable, function.name, i);
        if (declared != sources.end() && !declared->parameters[i].empty())
            taken.name = declared->parameters[i];
        taken.stored = variable.type;
        taken.bytes = static_cast<std::uint32_t>(variable.bytes());
        taken.structure = variable.count > 1 || variable.bytes() > 8;
        if (types.size() == function.parameters.size()) taken.type = types[i];
        // In PTX a texture object is a 64-bit number; only the source shows its type.
        if (declared != sources.end() && declared->types[i].ends_with(texture_object))
            taken.type = texture_object;
        read_type(taken);
        kernel.parameters.push_back(std::move(taken));
    }
    return kernel;
}

}  // namespace

// Parses "float const* restrict".
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
    const auto number = number_type(type);
    if (!number) return;
    taken.element = number->type;
    taken.numbers = number->numbers;
}

std::optional<NumberType> number_type(std::string_view type) {
    const auto* word = std::ranges::find(words, type, &Word::word);
    if (word == words.end()) return std::nullopt;
    return NumberType{word->type, word->numbers};
}

std::vector<FoundKernel> kernels_in(const simulator::Module& module, std::string_view source) {
    const std::vector<DeclaredKernel> sources = declared_kernels(source);
    std::vector<FoundKernel> found;
    for (const simulator::ptx::Function& function : module.text().functions)
        if (function.entry) found.push_back(kernel_of(function, sources));
    return found;
}

}  // namespace lab

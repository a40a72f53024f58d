// Checks SPECs for parameters, or makes them.
#include "lab/own/arguments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>

#include <fmt/format.h>

#include "lab/own/texture_words.h"
#include "lab/problem.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Type;

enum class Form { bits, whole, real };  // of a type's values; bits fit anything

Form form_of(Type type) {
    if (is_real(type)) return Form::real;
    const std::string_view name = name_of(type);
    return name.starts_with('s') || name.starts_with('u') ? Form::whole : Form::bits;
}

// The type's word in a SPEC: "i32" for s32. Bits become unsigned.
std::string type_word(Type type) {
    std::string name{name_of(type)};
    if (name.starts_with('s')) name.front() = 'i';
    if (name.starts_with('b')) name.front() = 'u';
    return name;
}

// The integer type of a parameter: signed unless the kernel's name says otherwise.
Type whole_type(const Taken& taken) {
    constexpr std::array types{Type::s8, Type::s16, Type::s32, Type::s64,
                               Type::u8, Type::u16, Type::u32, Type::u64};
    const bool sign = taken.type.find("unsigned") == taken.type.npos;
    return types[static_cast<std::size_t>(std::min(3, std::countr_zero(std::max(taken.bytes, 1u))) +
                                          (sign ? 0 : 4))];
}

std::string taken_words(const Taken& taken) {
    if (taken.pointer) return "a pointer";
    if (taken.structure) return fmt::format("a structure of {} bytes", taken.bytes);
    if (taken.texture) return texture_words(*taken.texture);
    if (is_real(taken.stored))
        return fmt::format("{} ({} bytes)", type_word(taken.stored), taken.bytes);
    return fmt::format("{} bytes", taken.bytes);
}

std::string given_words(const Spec& spec) {
    if (spec.kind == Spec::Kind::array) return "an array was given";
    if (spec.kind == Spec::Kind::structure)
        return fmt::format("a structure of {} bytes was given", spec.count);
    if (spec.kind == Spec::Kind::texture) return texture_words(spec.texture) + " was given";
    return fmt::format("{} ({} bytes) was given", spec.type_word, spec.bytes());
}

bool array_fits(const Taken& taken) {
    if (taken.pointer) return true;
    const bool told = !taken.type.empty();  // then it is a number
    return !told && !taken.structure && taken.bytes == 8 && !is_real(taken.stored);
}

bool number_fits(const Taken& taken, const Spec& spec) {
    if (taken.pointer || taken.structure || taken.bytes != spec.bytes()) return false;
    if (taken.texture) return false;
    const Form wanted = form_of(taken.stored);
    return wanted == Form::bits || wanted == form_of(spec.type);
}

// A texture object is a 64-bit number.
bool texture_fits(const Taken& taken) {
    return !taken.pointer && !taken.structure && taken.bytes == 8 && !is_real(taken.stored);
}

// As large as the result, if textures may be so large. Its texels count up.
Spec texture(const Taken& taken, const Extents& extents) {
    Spec spec;
    spec.name = taken.name;
    spec.kind = Spec::Kind::texture;
    spec.fill = Spec::Fill::iota;
    spec.texture = *taken.texture;
    const int dimensions = spec.texture.dimensions;
    const std::uint64_t most = dimensions == 1   ? 1 << 16
                               : dimensions == 2 ? 1 << 10
                                                 : 1 << 6,
                        asked = dimensions == 1 ? extents.elements
                                                : static_cast<std::uint64_t>(extents.side);
    const auto side = static_cast<std::uint32_t>(std::min(asked, most));
    spec.texture.size = {side, dimensions > 1 ? side : 1, dimensions > 2 ? side : 1};
    spec.type = spec.texture.type;
    spec.type_word = type_of_texture(spec.texture);
    spec.count = spec.texture.size.count();
    return spec;
}

bool fits(const Taken& taken, const Spec& spec) {
    switch (spec.kind) {
        case Spec::Kind::array: return array_fits(taken);
        case Spec::Kind::structure: return !taken.pointer && taken.bytes == spec.count;
        case Spec::Kind::texture: return texture_fits(taken);
        case Spec::Kind::number: break;
    }
    return number_fits(taken, spec);
}

// Elements of another size or form would be misread; bytes fit anything.
std::optional<std::string> wrong_elements(const Taken& taken, const Spec& spec) {
    if (spec.kind != Spec::Kind::array || taken.element == Type::none) return std::nullopt;
    const int size = simulator::size_of(spec.type);
    if (size == 1 ||
        (size == simulator::size_of(taken.element) && form_of(spec.type) == form_of(taken.element)))
        return std::nullopt;
    return fmt::format(
        "points to {}, but an array of {} was given: write {}[COUNT], or u8[BYTES] for raw bytes",
        type_word(taken.element), spec.type_word, type_word(taken.element));
}

std::optional<std::string> misfit_of(const Taken& taken, const Spec& spec) {
    if (auto wrong = wrong_elements(taken, spec)) return wrong;
    if (taken.texture && taken.texture->texels == simulator::TexelsIn::array &&
        spec.kind == Spec::Kind::texture)
        if (auto wrong = too_long_for_array(spec.texture); !wrong.empty()) return wrong;
    if (fits(taken, spec)) return std::nullopt;
    std::string words = fmt::format("takes {}, but {}", taken_words(taken), given_words(spec));
    const bool form = !taken.pointer && !taken.structure && spec.kind == Spec::Kind::number &&
                      form_of(taken.stored) == Form::whole && is_real(spec.type);
    if (form)
        words += fmt::format(": it is a whole number, so write {}:{}", spec.name,
                             type_word(whole_type(taken)));
    if (taken.texture && spec.kind != Spec::Kind::texture)
        words += fmt::format(": write {}", worded(texture(taken, {})));
    if (taken.structure && spec.kind == Spec::Kind::number)
        words += fmt::format(": write {}:bytes[{}]=zeros, or the bytes in hexadecimal", spec.name,
                             taken.bytes);
    return words;
}

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return small;
}

// The name in lower case; for a member, without its structure's name.
std::string last_name(const Taken& taken) {
    return lower(taken.name.substr(taken.name.rfind('.') + 1));
}

Spec number(const Taken& taken, std::int64_t value) {
    Spec spec;
    spec.name = taken.name;
    spec.type = taken.stored;
    const bool wide = taken.bytes == 8;
    if (is_real(taken.stored)) {
        spec.bits = wide ? std::bit_cast<std::uint64_t>(static_cast<double>(value))
                         : std::bit_cast<std::uint32_t>(static_cast<float>(value));
    } else {
        spec.type = whole_type(taken);
        spec.bits = static_cast<std::uint64_t>(value);
    }
    spec.type_word = type_word(spec.type);
    return spec;
}

Spec structure(const Taken& taken) {
    Spec spec;
    spec.name = taken.name;
    spec.kind = Spec::Kind::structure;
    spec.fill = Spec::Fill::zeros;
    spec.type = Type::u8;
    spec.type_word = "bytes";
    spec.count = taken.bytes;
    return spec;
}

// Fills read-only arrays: whole numbers count up, so that as indices they stay inside. Written
// arrays start as zeros.
Spec array(const Taken& taken, const Extents& extents, int number) {
    Spec spec;
    spec.name = taken.name;
    spec.kind = Spec::Kind::array;
    const bool unknown = taken.element == Type::none;
    const bool raw = unknown && !taken.type.empty();  // the user's own structure
    spec.type = raw ? Type::u8 : unknown ? Type::f32 : taken.element;
    spec.type_word = type_word(spec.type);
    constexpr std::uint64_t roomy = 64;  // bytes of an unknown structure
    spec.count = extents.elements * (raw ? roomy : static_cast<std::uint64_t>(taken.numbers));
    spec.fill = Spec::Fill::zeros;
    if (!taken.read_only && !taken.type.empty()) return spec;
    spec.fill = is_real(spec.type) ? Spec::Fill::random
                : raw              ? Spec::Fill::zeros
                                   : Spec::Fill::iota;
    spec.seed = static_cast<std::uint64_t>(number);
    return spec;
}

}  // namespace

std::string described(const Taken& taken) {
    if (taken.pointer && taken.element != Type::none)
        return fmt::format("{}, a pointer to {}", taken.name, type_word(taken.element));
    if (taken.pointer || taken.structure || taken.texture)
        return taken.name + ", " + taken_words(taken);
    return fmt::format("{}, {}", taken.name,
                       type_word(is_real(taken.stored) ? taken.stored : whole_type(taken)));
}

std::optional<Diagnostic> misfit(const FoundKernel& kernel, const std::vector<Spec>& specs) {
    const std::size_t wanted = kernel.parameters.size();
    if (specs.size() != wanted) {
        std::vector<std::string> words;
        for (const Taken& taken : kernel.parameters) words.push_back(taken_words(taken));
        return problem_of(fmt::format("{} takes {} argument{} ({}), but got {}.", kernel.title,
                                      wanted, wanted == 1 ? "" : "s",
                                      words.empty() ? "none" : listed(words), specs.size()));
    }
    for (std::size_t i = 0; i < wanted; ++i) {
        if (const auto problem = misfit_of(kernel.parameters[i], specs[i]))
            return problem_of(fmt::format("Argument {} of {}, {}, {}.", i + 1, kernel.title,
                                          specs[i].name, *problem));
        for (std::size_t other = 0; other < i; ++other)
            if (specs[other].name == specs[i].name)
                return problem_of(
                    fmt::format("Two arguments have the name {}: rename one.", specs[i].name));
    }
    return std::nullopt;
}

bool is_side(const Taken& taken) {
    constexpr std::array words{"m",    "k",       "nx",    "ny",     "nz",    "w",
                               "h",    "d",       "width", "height", "depth", "rows",
                               "cols", "columns", "nrows", "ncols"};
    return counts_elements(taken) && std::ranges::find(words, last_name(taken)) != words.end();
}

bool counts_elements(const Taken& taken) {
    if (taken.pointer || taken.structure || is_real(taken.stored) || taken.bytes < 4) return false;
    constexpr std::array words{"n",     "m",      "k",     "nx",    "ny",   "nz",      "w",
                               "h",     "d",      "size",  "count", "len",  "length",  "num",
                               "width", "height", "depth", "rows",  "cols", "columns", "elements",
                               "total", "nrows",  "ncols", "dim",   "items"};
    const std::string name = last_name(taken);
    return std::ranges::find(words, name) != words.end() || name.starts_with("num") ||
           name.starts_with("n_") || name.ends_with("_n") || name.ends_with("size") ||
           name.ends_with("count") || name.ends_with("length");
}

Spec guessed(const Taken& taken, const Extents& extents, int number_of_array) {
    if (taken.structure) return structure(taken);
    if (taken.pointer) return array(taken, extents, number_of_array);
    if (taken.texture) return texture(taken, extents);
    return number(taken, counts_elements(taken) ? extents.side : 1);
}

}  // namespace lab

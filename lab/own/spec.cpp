// Reads SPECs and makes the described bytes.
#include "lab/own/spec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/own/texture_words.h"
#include "lab/problem.h"
#include "lab/words.h"
#include "simulator/read_number.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;
using simulator::Type;

// Whole numbers have a range; floating-point types have none.
struct TypeWord {
    std::string_view word;
    Type type;
    bool real;
    std::int64_t low;
    std::uint64_t high;
};

template <class T>
constexpr TypeWord whole(std::string_view word, Type type) {
    return {word, type, false, static_cast<std::int64_t>(std::numeric_limits<T>::min()),
            static_cast<std::uint64_t>(std::numeric_limits<T>::max())};
}

constexpr std::array type_words{
    whole<std::int8_t>("i8", Type::s8),     whole<std::uint8_t>("u8", Type::u8),
    whole<std::int16_t>("i16", Type::s16),  whole<std::uint16_t>("u16", Type::u16),
    whole<std::int32_t>("i32", Type::s32),  whole<std::uint32_t>("u32", Type::u32),
    whole<std::int64_t>("i64", Type::s64),  whole<std::uint64_t>("u64", Type::u64),
    TypeWord{"f32", Type::f32, true, 0, 0}, TypeWord{"f64", Type::f64, true, 0, 0},
};

template <class T>
std::optional<T> number(std::string_view text) {
    T value{};
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, failed] =
        simulator::read_number(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::string> put_real(Spec& spec, std::string_view text) {
    const auto value = number<double>(text);
    if (!value) return fmt::format("\"{}\" is not a number.", text);
    if (spec.type == Type::f32)
        spec.bits = std::bit_cast<std::uint32_t>(static_cast<float>(*value));
    else
        spec.bits = std::bit_cast<std::uint64_t>(*value);
    return std::nullopt;
}

std::optional<std::string> put_whole(Spec& spec, const TypeWord& type, std::string_view text) {
    const auto range = [&] {
        return fmt::format("{} holds {} to {}, but {} was given.", type.word, type.low, type.high,
                           text);
    };
    if (const auto value = number<std::uint64_t>(text)) {
        if (*value > type.high) return range();
        spec.bits = *value;
        return std::nullopt;
    }
    const auto value = whole_number(text);
    if (!value) return value.problem().message;
    if (*value < type.low || (*value > 0 && static_cast<std::uint64_t>(*value) > type.high))
        return range();
    spec.bits = static_cast<std::uint64_t>(*value);
    return std::nullopt;
}

std::optional<std::string> put_fill(Spec& spec, std::string_view text) {
    struct Word {
        std::string_view word;
        Spec::Fill fill;
    };
    constexpr std::array words{Word{"zeros", Spec::Fill::zeros}, Word{"ones", Spec::Fill::ones},
                               Word{"iota", Spec::Fill::iota}, Word{"none", Spec::Fill::none}};
    if (const auto* found = std::ranges::find(words, text, &Word::word); found != words.end()) {
        spec.fill = found->fill;
        return std::nullopt;
    }
    if (text.starts_with("random:")) {
        const auto seed = number<std::uint64_t>(text.substr(7));
        if (!seed)
            return fmt::format("\"{}\" is not a seed: write a whole number, such as random:7.",
                               text.substr(7));
        spec.fill = Spec::Fill::random;
        spec.seed = *seed;
        return std::nullopt;
    }
    if (text.size() > 1 && text.front() == '@') {
        spec.fill = Spec::Fill::file;
        spec.file = std::string(text.substr(1));
        return std::nullopt;
    }
    return fmt::format(
        "an array can be filled with zeros, ones, iota, random:SEED, none or @FILE, not with "
        "\"{}\".",
        text);
}

// Reads the 1024 of "f32[1024]"; the limit keeps the size in 64 bits.
std::optional<std::string> put_count(Spec& spec, std::string_view text) {
    const auto count = whole_number(text);
    if (!count) return count.problem().message;
    if (*count < 1 || *count > most_elements)
        return fmt::format("an array can have 1 to {} elements, not {}.", most_elements, *count);
    spec.count = static_cast<std::uint64_t>(*count);
    return std::nullopt;
}

// "3f800000" -> its four bytes, in this order.
std::optional<std::string> put_hex(Spec& spec, std::string_view text) {
    const bool digits = text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
    if (!digits || text.size() != 2 * spec.count)
        return fmt::format(
            "write {} bytes as zeros, @FILE or {} hexadecimal digits, not as \"{}\".", spec.count,
            2 * spec.count, text);
    for (std::size_t at = 0; at < text.size(); at += 2) {
        unsigned byte = 0;
        simulator::read_number(text.data() + at, text.data() + at + 2, byte, 16);
        spec.given.push_back(static_cast<std::byte>(byte));
    }
    spec.fill = Spec::Fill::hex;
    return std::nullopt;
}

// CUDA's limit for kernel parameters: 32 764 bytes.
constexpr std::uint64_t most_structure = 32764;

std::optional<std::string> put_structure(Spec& spec, std::string_view value) {
    spec.kind = Spec::Kind::structure;
    spec.type = Type::u8;
    if (spec.count > most_structure)
        return fmt::format("a kernel can take at most {} bytes, not {}.", most_structure,
                           spec.count);
    if (value != "zeros" && !value.starts_with('@')) return put_hex(spec, value);
    return put_fill(spec, value);
}

std::string_view word_of(Spec::Fill fill) {
    switch (fill) {
        case Spec::Fill::zeros: return "zeros";
        case Spec::Fill::ones: return "ones";
        case Spec::Fill::iota: return "iota";
        default: return "none";
    }
}

std::string hex_of(const std::vector<std::byte>& bytes) {
    std::string text;
    for (const std::byte byte : bytes)
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

std::string number_of(const Spec& spec) {
    if (spec.type == Type::f32)
        return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(spec.bits)));
    if (spec.type == Type::f64) return fmt::format("{}", std::bit_cast<double>(spec.bits));
    if (spec.type_word.starts_with('i'))
        return fmt::format("{}", static_cast<std::int64_t>(spec.bits));
    return fmt::format("{}", spec.bits);
}

std::string filling_of(const Spec& spec) {
    switch (spec.fill) {
        case Spec::Fill::number: return number_of(spec);
        case Spec::Fill::random: return fmt::format("random:{}", spec.seed);
        case Spec::Fill::file: return "@" + spec.file.string();
        case Spec::Fill::hex: return hex_of(spec.given);
        default: return std::string(word_of(spec.fill));
    }
}

// Checked before reading: a device never ends, and a large file would fill the memory.
std::optional<std::string> unfit_file(const Spec& spec) {
    std::error_code failed;
    const auto status = std::filesystem::status(spec.file, failed);
    // for these, read_file() has the sentence
    if (!std::filesystem::exists(status) || std::filesystem::is_directory(status))
        return std::nullopt;
    if (!std::filesystem::is_regular_file(status))
        return fmt::format("{} is a device or a pipe: give a regular file.", spec.file.string());
    const std::uint64_t size = std::filesystem::file_size(spec.file, failed);
    if (failed || size == spec.bytes()) return std::nullopt;
    return fmt::format("{} has {} bytes, but {} elements of {} need {}.", spec.file.string(), size,
                       spec.count, spec.type_word, spec.bytes());
}

Outcome<std::vector<std::byte>> from_file(const Spec& spec) {
    if (const auto unfit = unfit_file(spec))
        return problem_of(fmt::format("--arg {}: {}", spec.name, *unfit));
    const auto text = read_file(spec.file);
    if (!text) return problem_of(fmt::format("--arg {}: {}", spec.name, text.problem().message));
    if (text->size() != spec.bytes())
        return Diagnostic{
            0, 0,
            fmt::format("--arg {}: {} changed while it was read.", spec.name, spec.file.string())};
    std::vector<std::byte> bytes(text->size());
    std::memcpy(bytes.data(), text->data(), text->size());
    return bytes;
}

Outcome<Spec> texture_spec(std::string_view text, std::string_view type, std::string_view sides,
                           std::string_view value) {
    Spec spec;
    spec.name = text.substr(0, text.substr(0, text.find('=')).rfind(':'));
    auto problem = put_texture(spec, type, sides);
    spec.type_word = type_of_texture(spec.texture);
    if (!problem) problem = put_fill(spec, value);
    if (!problem && spec.fill == Spec::Fill::none)
        problem =
            "a kernel only reads a texture, so give it values: zeros, ones, iota, random:SEED or "
            "@FILE.";
    if (problem) return problem_of(*problem);
    return spec;
}

// Its problems do not quote the SPEC.
Outcome<Spec> spec_in(std::string_view text) {
    constexpr const char* form = "write NAME:TYPE=VALUE, or NAME:TYPE[COUNT]=zeros for an array.";
    const std::size_t equals = text.find('='), colon = text.substr(0, equals).rfind(':');
    if (equals == std::string_view::npos || colon == std::string_view::npos || colon == 0)
        return problem_of(form);
    if (text[colon - 1] == ':') return problem_of(form);  // ns::name without a type
    std::string_view type_text = text.substr(colon + 1, equals - colon - 1);
    const std::string_view value = text.substr(equals + 1);
    const std::size_t bracket = type_text.find('[');
    const bool array = bracket != std::string_view::npos;
    if (array && !type_text.ends_with(']')) return problem_of(form);
    const std::string_view count =
        array ? type_text.substr(bracket + 1, type_text.size() - bracket - 2) : "";
    type_text = type_text.substr(0, bracket);
    if (names_texture(type_text)) return texture_spec(text, type_text, count, value);
    const bool structure = type_text == "bytes";
    if (structure && !array)
        return problem_of("write the number of bytes of a structure: bytes[16].");
    const auto* type = std::ranges::find(type_words, type_text, &TypeWord::word);
    if (type == type_words.end() && !structure)
        return problem_of(
            fmt::format("\"{}\" is not a type: the types are i8 to i64, u8 to u64, f32, "
                        "f64, bytes and texture.",
                        type_text));
    Spec spec;
    spec.name = text.substr(0, colon);
    spec.type_word = type_text;
    if (array) spec.kind = Spec::Kind::array;
    if (!structure) spec.type = type->type;
    std::optional<std::string> problem = array ? put_count(spec, count) : std::nullopt;
    if (!problem)
        problem = structure    ? put_structure(spec, value)
                  : array      ? put_fill(spec, value)
                  : type->real ? put_real(spec, value)
                               : put_whole(spec, *type, value);
    if (problem) return problem_of(*problem);
    return spec;
}

}  // namespace

std::uint64_t Spec::bytes() const {
    const auto each = static_cast<std::uint64_t>(simulator::size_of(type));
    return kind == Kind::number ? each : count * each;
}

Outcome<Spec> read_spec(std::string_view text, std::string_view option) {
    auto spec = spec_in(text);
    if (spec) return spec;
    return problem_of(
        fmt::format("{} {}: {}", option, text.empty() ? "\"\"" : text, spec.problem().message));
}

std::string worded(const Spec& spec) {
    const std::string count = spec.kind == Spec::Kind::number ? ""
                              : spec.kind == Spec::Kind::texture
                                  ? fmt::format("[{}]", sides_of_texture(spec.texture))
                                  : fmt::format("[{}]", spec.count);
    return fmt::format("{}:{}{}={}", spec.name, spec.type_word, count, filling_of(spec));
}

Fill fill_of(const Spec& spec, std::shared_ptr<const std::vector<std::byte>> content) {
    Fill fill = Fill::zeros();
    if (spec.fill == Spec::Fill::none) fill.kind = Fill::Kind::none;
    if (spec.fill == Spec::Fill::ones) fill.a = 1;
    if (spec.fill == Spec::Fill::iota) fill = {Fill::Kind::iota, 0, 1, {}};
    if (spec.fill == Spec::Fill::random)
        fill = is_real(spec.type) ? Fill::uniform(0, 1) : Fill::digits(0, 99);
    if (content) fill.kind = Fill::Kind::given;
    fill.seed = spec.seed;
    fill.content = std::move(content);
    return fill;
}

Outcome<std::vector<std::byte>> contents(const Spec& spec) {
    if (spec.fill == Spec::Fill::none) return std::vector<std::byte>{};
    if (spec.fill == Spec::Fill::file) return from_file(spec);
    if (spec.fill == Spec::Fill::hex) return spec.given;
    std::vector<std::byte> bytes(spec.bytes());
    const Allocation allocation{Buffer{0, spec.type, spec.count}, spec.name, fill_of(spec), true};
    fill_bytes(allocation, spec.seed, 0, bytes);
    return bytes;
}

Outcome<simulator::Dim3> shape_named(std::string_view text, const simulator::Dim3& limits) {
    const std::array most{limits.x, limits.y, limits.z};
    std::array<std::uint32_t, 3> sides{1, 1, 1};
    std::size_t side = 0;
    for (const std::string_view word : split(text, ',')) {
        const auto number = whole_number(word);
        if (!number) return problem_of(fmt::format("{}: {}", text, number.problem().message));
        if (side == sides.size())
            return Diagnostic{
                0, 0, fmt::format("{} has more than three sides: write at most X,Y,Z.", text)};
        if (*number < 1 || *number > std::numeric_limits<std::uint32_t>::max())
            return Diagnostic{0, 0,
                              fmt::format("{}: side {} must be 1 to {}, not {}.", text, "xyz"[side],
                                          most[side], *number)};
        sides[side++] = static_cast<std::uint32_t>(*number);
    }
    return simulator::Dim3{sides[0], sides[1], sides[2]};
}

}  // namespace lab

// Reads the SPECs of `simulate --arg` and makes what they describe.
#include "lab/spec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/cli/asked.h"
#include "lab/plan.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;
using simulator::Type;

// Whole numbers have a range; reals take anything.
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

Diagnostic wrong(std::string_view spec, std::string_view what) {
    return {0, 0, fmt::format("--arg {}: {}", spec.empty() ? "\"\"" : spec, what)};
}

template <class T>
std::optional<T> number(std::string_view text) {
    T value{};
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::string> put_real(Spec& spec, std::string_view text) {
    const auto value = number<double>(text);
    if (!value) return fmt::format("\"{}\" is no number.", text);
    if (spec.type == Type::f32)
        spec.bits = std::bit_cast<std::uint32_t>(static_cast<float>(*value));
    else
        spec.bits = std::bit_cast<std::uint64_t>(*value);
    return std::nullopt;
}

std::optional<std::string> put_whole(Spec& spec, const TypeWord& type, std::string_view text) {
    const auto range = [&] {
        return fmt::format("{} goes from {} to {}, and {} was given.", type.word, type.low,
                           type.high, text);
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
            return fmt::format("\"{}\" is no seed: write random:7, with a whole number.",
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
        "an array is filled with zeros, ones, iota, random:SEED, none or @FILE, not with \"{}\".",
        text);
}

// "f32[1024]" -> f32 and 1024; the array's limit keeps its size in 64 bits.
std::optional<std::string> put_count(Spec& spec, std::string_view text) {
    const auto count = whole_number(text);
    if (!count) return count.problem().message;
    constexpr std::int64_t most = std::int64_t{1} << 40;
    if (*count < 1 || *count > most)
        return fmt::format("an array has 1 to {} elements, and {} were asked.", most, *count);
    spec.count = static_cast<std::uint64_t>(*count);
    return std::nullopt;
}

Fill as_fill(const Spec& spec) {
    const bool real = spec.type == Type::f32 || spec.type == Type::f64;
    if (spec.fill == Spec::Fill::random) return real ? Fill::uniform(0, 1) : Fill::digits(0, 99);
    if (spec.fill == Spec::Fill::ones) return {Fill::Kind::constant, 1, 0, {}};
    return Fill::zeros();
}

void count_up(const Spec& spec, std::span<std::byte> bytes) {
    const int size = simulator::size_of(spec.type);
    const bool real = spec.type == Type::f32 || spec.type == Type::f64;
    for (std::uint64_t i = 0; i < spec.count; ++i) {
        if (real)
            store_value(spec.type, static_cast<double>(i), bytes.data() + i * size);
        else
            std::memcpy(bytes.data() + i * size, &i, size);
    }
}

// Before anything is read: a device never ends, and a large file fills the memory.
std::optional<std::string> unfit_file(const Spec& spec) {
    std::error_code failed;
    const auto status = std::filesystem::status(spec.file, failed);
    // read_file() has the sentence
    if (!std::filesystem::exists(status) || std::filesystem::is_directory(status))
        return std::nullopt;
    if (!std::filesystem::is_regular_file(status))
        return fmt::format("{} is a device or a pipe, and a file with a size is needed.",
                           spec.file.string());
    const std::uint64_t size = std::filesystem::file_size(spec.file, failed);
    if (failed || size == spec.bytes()) return std::nullopt;
    return fmt::format("{} has {} bytes, and {} elements of {} take {}.", spec.file.string(), size,
                       spec.count, spec.type_word, spec.bytes());
}

Outcome<std::vector<std::byte>> from_file(const Spec& spec) {
    if (const auto unfit = unfit_file(spec))
        return Diagnostic{0, 0, fmt::format("--arg {}: {}", spec.name, *unfit)};
    const auto text = read_file(spec.file);
    if (!text)
        return Diagnostic{0, 0, fmt::format("--arg {}: {}", spec.name, text.problem().message)};
    if (text->size() != spec.bytes())
        return Diagnostic{
            0, 0,
            fmt::format("--arg {}: {} changed while it was read.", spec.name, spec.file.string())};
    std::vector<std::byte> bytes(text->size());
    std::memcpy(bytes.data(), text->data(), text->size());
    return bytes;
}

}  // namespace

std::uint64_t Spec::bytes() const { return (array() ? count : 1) * simulator::size_of(type); }

Outcome<Spec> read_spec(std::string_view text) {
    constexpr std::string_view form =
        "write NAME:TYPE=VALUE, or NAME:TYPE[COUNT]=zeros for an array.";
    const std::size_t equals = text.find('='), colon = text.substr(0, equals).find(':');
    if (equals == std::string_view::npos || colon == std::string_view::npos || colon == 0)
        return wrong(text, form);
    std::string_view type_text = text.substr(colon + 1, equals - colon - 1);
    const std::string_view value = text.substr(equals + 1);
    const std::size_t bracket = type_text.find('[');
    const bool array = bracket != std::string_view::npos;
    if (array && !type_text.ends_with(']')) return wrong(text, form);
    const std::string_view count =
        array ? type_text.substr(bracket + 1, type_text.size() - bracket - 2) : "";
    type_text = type_text.substr(0, bracket);
    const auto* type = std::ranges::find(type_words, type_text, &TypeWord::word);
    if (type == type_words.end())
        return wrong(text,
                     fmt::format("\"{}\" is no type: there are i8 to i64, u8 to u64, f32 and f64.",
                                 type_text));
    Spec spec;
    spec.name = text.substr(0, colon);
    spec.type_word = type_text;
    spec.type = type->type;
    std::optional<std::string> problem = array ? put_count(spec, count) : std::nullopt;
    if (!problem)
        problem = array        ? put_fill(spec, value)
                  : type->real ? put_real(spec, value)
                               : put_whole(spec, *type, value);
    if (problem) return wrong(text, *problem);
    return spec;
}

Outcome<std::vector<std::byte>> contents(const Spec& spec) {
    if (spec.fill == Spec::Fill::none) return std::vector<std::byte>{};
    if (spec.fill == Spec::Fill::file) return from_file(spec);
    std::vector<std::byte> bytes(spec.bytes());
    if (spec.fill == Spec::Fill::iota) {
        count_up(spec, bytes);
        return bytes;
    }
    const Allocation allocation{Buffer{0, spec.type, spec.count}, spec.name, as_fill(spec), true};
    fill_bytes(allocation, spec.seed, 0, bytes);
    return bytes;
}

Outcome<simulator::Dim3> shape_named(std::string_view text) {
    std::array<std::uint32_t, 3> sides{1, 1, 1};
    std::size_t side = 0, at = 0;
    for (; at <= text.size(); ++side) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const auto number = whole_number(text.substr(at, comma - at));
        if (!number) return Diagnostic{0, 0, fmt::format("{}: {}", text, number.problem().message)};
        if (side == sides.size())
            return Diagnostic{
                0, 0, fmt::format("{} has more than three sides, and X,Y,Z is the most.", text)};
        constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
        if (*number < 1 || *number > most)
            return Diagnostic{
                0, 0,
                fmt::format("{}: a side is at least 1 and at most {}, and {} was asked.", text,
                            side == 0 ? 2147483647 : 65535, *number)};
        sides[side] = static_cast<std::uint32_t>(*number);
        at = comma + 1;
    }
    return simulator::Dim3{sides[0], sides[1], sides[2]};
}

}  // namespace lab

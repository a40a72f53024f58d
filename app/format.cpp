// Formats numbers. See format.h.
#include "app/format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "app/draw/canvas.h"
#include "text/message.h"

namespace app {
namespace {

constexpr std::array<std::string_view, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::array<std::string_view, 13> cardinals{"no",   "one",    "two",   "three", "four",
                                                     "five", "six",    "seven", "eight", "nine",
                                                     "ten",  "eleven", "twelve"};
constexpr std::array<std::string_view, 13> ordinals{
    "zeroth",  "first",  "second", "third", "fourth",   "fifth",  "sixth",
    "seventh", "eighth", "ninth",  "tenth", "eleventh", "twelfth"};

struct Unit {
    double milliseconds;
    std::string_view name;
};
constexpr Unit nanoseconds{1e-6, "ns"}, microseconds{1e-3, "µs"}, one_ms{1, "ms"},
    seconds{1e3, "s"};

const Unit& unit_for(double milliseconds) {
    const double size = std::fabs(milliseconds);
    if (size >= 999.5) return seconds;
    if (size >= .9995) return one_ms;
    return size >= 9.995e-4 ? microseconds : nanoseconds;
}

std::string in_unit(double value) {
    const double size = std::fabs(value);
    return fixed(value, size >= 99.95 ? 0 : size >= .995 || size == 0 ? 1 : 2);
}

double half_value(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double sign = bits >> 15 ? -1 : 1;
    if (exponent == 31) return fraction ? NAN : sign * INFINITY;
    return exponent ? sign * std::ldexp(1024 + fraction, exponent - 25)
                    : sign * std::ldexp(fraction, -24);
}

template <class To>
To as(std::uint64_t bits) {
    To value;
    std::memcpy(&value, &bits, sizeof value);  // little-endian, as all supported hosts
    return value;
}

std::int64_t signed_value(std::uint64_t bits, int bytes) {
    const int spare = 64 - 8 * bytes;
    return static_cast<std::int64_t>(bits << spare) >> spare;
}

std::string hexadecimal(std::uint64_t bits) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
    return text;
}

}  // namespace

std::string grouped(std::int64_t value) { return text::grouped(value); }

std::string superscript(std::int64_t value) {
    std::string text;
    for (const char c : std::to_string(value)) text += c == '-' ? "⁻" : superscripts[c - '0'];
    return text;
}

std::string power_text(std::int64_t value) {
    if (value < 1 || !std::has_single_bit(static_cast<std::uint64_t>(value))) return grouped(value);
    return "2" + superscript(std::countr_zero(static_cast<std::uint64_t>(value)));
}

std::string power_or_grouped(std::int64_t value) {
    return value < 1024 ? grouped(value) : power_text(value);
}

std::string fixed(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string shortest(double value, int digits) {
    // Same result as printf's %g at a tenth of its cost: pictures contain many numbers.
    std::array<char, 64> text;
    if (value == 0) value = 0;  // no "-0"
    const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::general,
                                   std::max(digits, 1));
    return {text.begin(), end.ptr};
}

std::string with_power(double value, int digits) {
    if (value == 0 || std::fabs(value) >= .001) return shortest(value, digits);
    const int power = static_cast<int>(std::floor(std::log10(std::fabs(value))));
    const std::string text = shortest(value * std::pow(10., -power), digits);
    return text == "10" ? "10" + superscript(power + 1) : text + "\u00b710" + superscript(power);
}

std::string time_text(double milliseconds) {
    return time_number(milliseconds, milliseconds) + " " + std::string(unit_for(milliseconds).name);
}

std::string round_time_text(double milliseconds) {
    const Unit& unit = unit_for(milliseconds * 1.0001);
    return shortest(milliseconds / unit.milliseconds, 4) + " " + std::string(unit.name);
}

std::string time_number(double milliseconds, double like_ms) {
    return in_unit(milliseconds / unit_for(like_ms).milliseconds);
}

std::string times_against(double one_ms, double other_ms, const std::string& between) {
    const std::string other = time_text(other_ms), one = time_number(one_ms, other_ms);
    const Unit& unit = unit_for(other_ms);
    const std::string name = " " + std::string(unit.name);
    if (one + name != other) return one + between + other;
    std::string a, b;
    for (int digits = 3; digits < 7 && a == b; ++digits) {
        a = shortest(one_ms / unit.milliseconds, digits);
        b = shortest(other_ms / unit.milliseconds, digits);
    }
    return a + between + b + name;
}

std::string short_count(double count) {
    static constexpr std::array<std::string_view, 5> units{"", " k", " M", " G", " T"};
    if (std::fabs(count) < 10'000) return grouped(std::llround(count));
    std::size_t unit = 0;
    while (std::fabs(count) >= 999.5 && unit + 1 < units.size()) count /= 1000, ++unit;
    return fixed(count, count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2) + std::string(units[unit]);
}

std::string tight_count(double count) {
    std::string text = short_count(count);
    std::erase(text, ' ');
    return text;
}

std::string percent(double share) {
    const double value = 100 * share;
    if (value > 0 && value < .1) return "below 0.1 %";
    if (value < 100 && value > 99.5) return "above 99 %";
    const bool whole = value >= 10 ? std::fabs(value - std::round(value)) < .05 || value >= 99.5
                                   : value == std::round(value);
    return fixed(value, whole ? 0 : 1) + " %";
}

std::string bytes_text(std::uint64_t bytes) {
    static constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) value /= 1024, ++unit;
    const bool whole = value == std::round(value) || value >= 100;
    return fixed(value, whole ? 0 : 1) + " " + std::string(units[unit]);
}

std::string times_text(std::int64_t count) {
    return count == 1 ? "once" : count == 2 ? "twice" : grouped(count) + " times";
}

std::string count_word(std::int64_t count) {
    return count >= 0 && count < 13 ? std::string(cardinals[count]) : grouped(count);
}

std::string ordinal_word(std::int64_t n) {
    if (n >= 0 && n < 13) return std::string(ordinals[n]);
    const bool teen = n / 10 % 10 == 1;
    const std::string_view end = teen          ? "th"
                                 : n % 10 == 1 ? "st"
                                 : n % 10 == 2 ? "nd"
                                 : n % 10 == 3 ? "rd"
                                               : "th";
    return grouped(n) + std::string(end);
}

std::string plural(std::int64_t count, std::string_view noun) {
    std::string text = grouped(count) + " " + std::string(noun);
    if (count == 1) return text;
    const bool sibilant = text.ends_with("s") || text.ends_with("ch") || text.ends_with("x");
    return text + (sibilant ? "es" : "s");
}

std::string block_among(std::uint64_t block, std::uint64_t blocks) {
    if (blocks == 1) return "one block";
    return "block " + grouped(block) +
           (blocks == 2 ? " of 0 and 1"
                        : " of 0–" + grouped(static_cast<std::int64_t>(blocks) - 1));
}

std::string value_text(std::uint64_t bits, simulator::Type type, int digits) {
    using enum simulator::Type;
    switch (type) {
        case f64:
        case f32:
        case f16:
        case bf16: return shortest(value_number(bits, type), digits);
        case s8:
        case s16:
        case s32:
        case s64: return std::to_string(signed_value(bits, size_of(type)));
        case b128:
        case f16x2:
        case bf16x2: return hexadecimal(bits);
        default: return std::to_string(bits);
    }
}

double value_number(std::uint64_t bits, simulator::Type type) {
    using enum simulator::Type;
    switch (type) {
        case f64: return as<double>(bits);
        case f32: return as<float>(bits);
        case f16: return half_value(static_cast<std::uint16_t>(bits));
        case bf16: return as<float>((bits & 0xffff) << 16);
        case s8:
        case s16:
        case s32:
        case s64: return static_cast<double>(signed_value(bits, size_of(type)));
        default: return static_cast<double>(bits);
    }
}

std::string type_word(simulator::Type type, bool many) {
    using enum simulator::Type;
    const std::string word = type == f32                   ? "float"
                             : type == f64                 ? "double"
                             : type == f16 || type == bf16 ? "half"
                             : type == s32                 ? "int"
                             : type == u32                 ? "unsigned int"
                             : type == u8 || type == s8    ? "byte"
                                                           : "value";
    return many ? word == "half" ? "halves" : word + "s" : word;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::string as_shown(std::string_view text, std::size_t most) {
    std::size_t end = std::min(text.size(), most);
    // not within a character of several bytes
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    std::string made(text.substr(0, end));
    for (char& c : made)
        if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
    return end < text.size() ? made + "..." : made;
}

std::string lower_case(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

std::string spaced_name(std::string_view name) {
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string counter_title(const simulator::CounterName& counter) {
    return capitalised(spaced_name(counter.name));
}

std::string_view brief_counter_name(const simulator::CounterName& counter) {
    using simulator::Space;
    const std::string memory = std::string(name_of(counter.space)) + "_";
    const bool left_out = counter.space == Space::shared || counter.space == Space::global;
    return left_out && counter.name.starts_with(memory) ? counter.name.substr(memory.size())
                                                        : counter.name;
}

std::string index_words(std::uint64_t number, const simulator::Dim3& shape) {
    std::string words = std::to_string(number % shape.x);
    if (shape.y * shape.z > 1) words += ", " + std::to_string(number / shape.x % shape.y);
    if (shape.z > 1)
        words += ", " + std::to_string(number / shape.x / static_cast<std::uint64_t>(shape.y));
    return words;
}

std::string capitalised(std::string text) {
    const std::string_view first = std::string_view(text).substr(0, text.find(' '));
    if (first.find("::") != first.npos) return text;  // a name in C++
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string uncapitalised(std::string text) {
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

}  // namespace app

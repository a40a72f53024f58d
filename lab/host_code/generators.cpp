// Source text for the inputs' formulas, the same as in lab/fill.cpp.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/host_code/arrays.h"

namespace lab::host_code {
namespace {

constexpr const char* hash_text = R"(
// Numbers that look random, made from a seed and an index alone: the mixing steps of SplitMix64.
uint64_t hashed(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}
)";

constexpr const char* digit_text = R"(
// A whole number from `low` to `high`.
double digit(uint64_t seed, uint64_t index, double low, double high)
{
    uint64_t count = uint64_t(high - low) + 1;
    return low + double((hashed(seed, index) >> 32) * count >> 32);
}
)";

constexpr const char* uniform_text = R"(
// A real number from `low` up to `high`: 24 random bits between them.
double uniform(uint64_t seed, uint64_t index, double low, double high)
{
    return low + (high - low) * (double(hashed(seed, index) >> 40) / (1 << 24));
}
)";

constexpr const char* heat_text = R"(
// How hot element `index` of a box of nx * ny * nz values, x fastest, is: 1 on the faces and in the
// middle of some spots, 0 between them.
double heat(uint64_t index, uint64_t nx, uint64_t ny, uint64_t nz)
{
    const double spots[][4] = {{.30, .34, .40, .26}, {.70, .62, .56, .32},
                               {.34, .80, .30, .20}, {.76, .20, .34, .20}};
    uint64_t x = index % nx, y = index / nx % ny, z = index / nx / ny;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1)
        return 1;
    double warmest = 0;
    for (const auto& spot : spots) {
        double dx = double(x) / double(nx - 1) - spot[0];
        double dy = double(y) / double(ny - 1) - spot[1];
        double dz = double(z) / double(nz - 1) - spot[2];
        warmest = std::max(warmest, 1 - (dx * dx + dy * dy + dz * dz) / (spot[3] * spot[3]));
    }
    return warmest;
}
)";

bool uses(const std::vector<Array>& arrays, Fill::Kind kind) {
    return std::ranges::any_of(
        arrays, [&](const Array& array) { return array.filled && array.fill.kind == kind; });
}

bool is_signed_or_real(Type type) {
    return is_real(type) || type == Type::s8 || type == Type::s16 || type == Type::s32 ||
           type == Type::s64;
}

// An input from a file may have its own seed.
std::string seed_of(const Array& array) {
    return array.fill.seed ? fmt::format("{}", *array.fill.seed)
                           : fmt::format("seed_of({})", array.buffer.id);
}

bool is_seeded(const Array& array) {
    const bool random =
        array.fill.kind == Fill::Kind::digits || array.fill.kind == Fill::Kind::uniform;
    return array.filled && random && !array.fill.seed;
}

// The expression for element i, as a double.
std::string formula(const Array& array) {
    const Fill& fill = array.fill;
    const std::string a = literal(fill.a), b = literal(fill.b);
    const Dim3 box = fill.shape;
    switch (fill.kind) {
        case Fill::Kind::digits: return fmt::format("digit({}, i, {}, {})", seed_of(array), a, b);
        case Fill::Kind::uniform:
            return fmt::format("uniform({}, i, {}, {})", seed_of(array), a, b);
        case Fill::Kind::boundary:
            if (fill.a == 1 && fill.b == 0)
                return fmt::format("heat(i, {}, {}, {})", box.x, box.y, box.z);
            return fmt::format("{} + ({} - {}) * heat(i, {}, {}, {})", b, a, b, box.x, box.y,
                               box.z);
        case Fill::Kind::iota:
            if (fill.a == 0 && fill.b == 1) return "double(i)";
            return fmt::format("{} + {} * double(i)", a, b);
        case Fill::Kind::constant:
        case Fill::Kind::given:
        case Fill::Kind::none: break;
    }
    return a;
}

}  // namespace

std::string generators(const std::vector<Array>& arrays, std::uint64_t seed) {
    const bool digits = uses(arrays, Fill::Kind::digits), reals = uses(arrays, Fill::Kind::uniform);
    std::string text;
    if (digits || reals) text += hash_text;
    if (std::ranges::any_of(arrays, is_seeded))
        text += fmt::format(
            "\n// Every input has a seed of its own.\n"
            "uint64_t seed_of(uint64_t input) {{ return {} + input * 0xA24BAED4963EE407; }}\n",
            seed);
    if (digits) text += digit_text;
    if (reals) text += uniform_text;
    if (uses(arrays, Fill::Kind::boundary)) text += heat_text;
    return text;
}

void write_list(Writer& writer, const Array& array) {
    const auto width = static_cast<std::size_t>(simulator::size_of(array.buffer.type));
    std::vector<std::string> values;
    for (std::size_t i = 0; i < array.buffer.count; ++i)
        values.push_back(
            literal(load_value(array.buffer.type, array.fill.content->data() + i * width)));
    if (values.empty()) values.emplace_back();
    values.front().insert(0, "{");
    values.back() += "}";
    writer.list(fmt::format("std::vector<{}> {} =", array.type, array.host), values, ";");
}

void write_fill(Writer& writer, const Array& array) {
    std::string value = formula(array);
    if (!is_signed_or_real(array.buffer.type) && std::min(array.fill.a, array.fill.b) < 0)
        value = fmt::format("(long long)({})", value);  // wraps, unlike a double
    const std::string count = array.uploaded ? fmt::format("{}", array.buffer.count)
                                             : fmt::format("{}.size()", array.host);
    writer.line(fmt::format("for (size_t i = 0; i < {}; ++i)", count));
    writer.line(fmt::format("    {}[i] = {};", array.host, value));
}

}  // namespace lab::host_code

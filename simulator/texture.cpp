// The texture unit's arithmetic: coordinates to texels, and texels to a blend. The rounding is an
// H200's, read off 65536 coordinates for each kind of read.
#include "simulator/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

namespace simulator {
namespace {

constexpr int fraction = 256;  // resolution of coordinates: 256ths of a texel

std::uint32_t extent(const TextureForm& form, int axis) {
    return axis == 0 ? form.size.x : axis == 1 ? form.size.y : form.size.z;
}

// The texel for coordinate `at` of `count`; nullopt: the border.
std::optional<std::uint64_t> texel_for(double at, std::uint32_t count, AddressMode mode) {
    const double last = count - 1.0;
    switch (mode) {
        case AddressMode::clamp: return static_cast<std::uint64_t>(std::clamp(at, 0.0, last));
        case AddressMode::border:
            if (at < 0 || at > last) return std::nullopt;
            return static_cast<std::uint64_t>(at);
        case AddressMode::wrap:
            return static_cast<std::uint64_t>(at - std::floor(at / count) * count);
        case AddressMode::mirror: break;
    }
    const double turn = 2.0 * count, rest = at - std::floor(at / turn) * turn;
    return static_cast<std::uint64_t>(rest < count ? rest : turn - 1 - rest);
}

// A channel as a float; integers as fractions of the largest value, at least -1.
float part_of(Type type, const std::byte* at) {
    const auto read = [&]<class T>(T value) {
        std::memcpy(&value, at, sizeof value);
        return value;
    };
    switch (type) {
        case Type::u8: return static_cast<float>(read(std::uint8_t{}) / 255.0);
        case Type::s8: return static_cast<float>(std::max(read(std::int8_t{}) / 127.0, -1.0));
        case Type::u16: return static_cast<float>(read(std::uint16_t{}) / 65535.0);
        case Type::s16: return static_cast<float>(std::max(read(std::int16_t{}) / 32767.0, -1.0));
        default: return read(float{});
    }
}

std::uint32_t whole(Type type, const std::byte* at) {
    std::uint32_t bits = 0;
    const int bytes = size_of(type);
    std::memcpy(&bits, at, static_cast<std::size_t>(bytes));
    const bool sign = type == Type::s8 || type == Type::s16;
    const int unused = 32 - 8 * bytes;
    return sign ? static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >> unused)
                : bits;
}

Texel texel(const TextureForm& form, const std::byte* texels, std::uint64_t index) {
    Texel made{};
    const std::byte* at = texels + index * static_cast<std::uint64_t>(form.texel_bytes());
    for (int channel = 0; channel < form.channels; ++channel, at += size_of(form.type))
        made.channels[channel] = form.gives_floats()
                                     ? std::bit_cast<std::uint32_t>(part_of(form.type, at))
                                     : whole(form.type, at);
    return made;
}

// A product of 256ths in 256ths, rounded to nearest; `up` rounds ties up.
int part(int a, int b, bool up) { return (a * b + (up ? fraction / 2 : fraction / 2 - 1)) >> 8; }

// Weights of four texels on two axes, by bits x and y of the index; their sum is 256.
struct Four {
    int of[4];
};
Four weights(int x, int y, bool up) {
    const int both = part(x, y, up);
    return {{fraction - x - y + both, x - both, y - both, both}};
}

// Weights of the neighbours, by bits x, y and z of the index.
struct Weights {
    int of[8];
};
Weights weights(int dimensions, const int (&ahead)[3]) {
    Weights made{};
    if (dimensions == 1) {
        made.of[0] = fraction - ahead[0];
        made.of[1] = ahead[0];
        return made;
    }
    if (dimensions == 2) {
        std::ranges::copy(weights(ahead[0], ahead[1], true).of, made.of);
        return made;
    }
    const Four first = weights(ahead[0], ahead[2], false);  // of x and z; y splits each of them
    for (int x = 0; x < 2; ++x)
        for (int z = 0; z < 2; ++z) {
            const int both = first.of[x + 2 * z], upper = part(both, ahead[1], x == 1);
            made.of[x + 4 * z] = both - upper;
            made.of[x + 2 + 4 * z] = upper;
        }
    return made;
}

// A coordinate in texels. Whole periods are subtracted first: a large float has no digits left for
// the position.
double place_of(const TextureForm& form, int axis, float at) {
    if (!form.normalized) return at;
    const double turn = form.mode == AddressMode::wrap     ? 1
                        : form.mode == AddressMode::mirror ? 2
                                                           : 0;
    const double inside = turn > 0 ? at - std::floor(at / turn) * turn : double{at};
    return inside * extent(form, axis);
}

// The texel below a coordinate, and the distance to the next, in 256ths.
struct Between {
    double texel;
    int ahead;
};
Between between(const TextureForm& form, int axis, float at) {
    const std::uint32_t count = extent(form, axis);
    const double parts = std::floor((place_of(form, axis, at) - 0.5) * fraction + 0.5);
    const double low = std::floor(parts / fraction);
    const Between found{low, static_cast<int>(parts - low * fraction)};
    if (form.mode != AddressMode::clamp) return found;
    if (low < 0) return {0, 0};
    return low >= count - 1.0 ? Between{count - 1.0, 0} : found;
}

// Integers are blended in 16 bits.
float blended(Type type, double sum) {
    const bool sign = type == Type::s8 || type == Type::s16;
    if (type == Type::f32) return static_cast<float>(sum);
    const double most = sign ? 32767 : 65535;
    return static_cast<float>(std::floor(sum * most + 0.5) / most);
}

Texel mixture(const TextureForm& form, const std::byte* texels, const float (&at)[3]) {
    Between place[3] = {};
    int ahead[3] = {};
    for (int axis = 0; axis < form.dimensions; ++axis) {
        place[axis] = between(form, axis, at[axis]);
        ahead[axis] = place[axis].ahead;
    }
    const Weights weight = weights(form.dimensions, ahead);
    double sums[4] = {};
    for (int corner = 0; corner < 1 << form.dimensions; ++corner) {
        std::uint64_t index = 0;
        bool inside = true;
        for (int axis = form.dimensions - 1; axis >= 0; --axis) {
            const double number = place[axis].texel + (corner >> axis & 1);
            const auto found = texel_for(number, extent(form, axis), form.mode);
            inside &= found.has_value();
            index = index * extent(form, axis) + found.value_or(0);
        }
        if (!inside || weight.of[corner] == 0) continue;
        const Texel one = texel(form, texels, index);
        for (int channel = 0; channel < form.channels; ++channel)
            sums[channel] += weight.of[corner] * std::bit_cast<float>(one.channels[channel]) /
                             static_cast<double>(fraction);
    }
    Texel made{};
    for (int channel = 0; channel < form.channels; ++channel)
        made.channels[channel] = std::bit_cast<std::uint32_t>(blended(form.type, sums[channel]));
    return made;
}

}  // namespace

Texel sampled(const TextureForm& form, const std::byte* texels, const float (&at)[3]) {
    // A coordinate that is not finite reads the first texel.
    float where[3] = {};
    for (int axis = 0; axis < form.dimensions; ++axis)
        where[axis] = std::isfinite(at[axis]) ? at[axis] : 0;
    if (form.linear) return mixture(form, texels, where);
    std::uint64_t index = 0;
    for (int axis = form.dimensions - 1; axis >= 0; --axis) {
        const std::uint32_t count = extent(form, axis);
        const auto place = static_cast<float>(place_of(form, axis, where[axis]));
        const auto found = texel_for(std::floor(double{place}), count, form.mode);
        if (!found) return {};
        index = index * count + *found;
    }
    return texel(form, texels, index);
}

Texel fetched(const TextureForm& form, const std::byte* texels, std::int32_t index) {
    if (index < 0 || static_cast<std::uint32_t>(index) >= form.size.x) return {};
    return texel(form, texels, static_cast<std::uint64_t>(index));
}

}  // namespace simulator

// Colours as people with less colour vision see them. See proof.h.
#include "app/draw/proof.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/draw/theme.h"

namespace app {

namespace {

using Light = std::array<float, 3>;  // red, green, blue, linear
using Matrix = std::array<Light, 3>;

constexpr Matrix grey{
    {{.2126f, .7152f, .0722f}, {.2126f, .7152f, .0722f}, {.2126f, .7152f, .0722f}}};
constexpr Matrix no_green{{{.367322f, .860646f, -.227968f},
                           {.280085f, .672501f, .047413f},
                           {-.011820f, .042940f, .968881f}}};
constexpr Matrix no_red{{{.152286f, 1.052583f, -.204868f},
                         {.114503f, .786281f, .099216f},
                         {-.003882f, -.048116f, 1.051998f}}};
constexpr Matrix no_blue{{{1.255528f, -.076749f, -.178779f},
                          {-.078411f, .930809f, .147602f},
                          {.004733f, .691367f, .303900f}}};

// By Proof, without Proof::none.
constexpr std::array<const Matrix*, 4> matrices{&grey, &no_green, &no_red, &no_blue};

std::uint32_t byte_of(float light) {
    const float v = std::clamp(light, 0.f, 1.f);
    const float coded = v <= .0031308f ? v * 12.92f : 1.055f * std::pow(v, 1 / 2.4f) - .055f;
    return static_cast<std::uint32_t>(std::lround(coded * 255));
}

}  // namespace

std::uint32_t seen(Proof proof, std::uint32_t rgb) {
    if (proof == Proof::none) return rgb;
    const Matrix& matrix = *matrices[static_cast<std::size_t>(proof) - 1];
    const Light light{linear_light(rgb >> 16 & 255), linear_light(rgb >> 8 & 255),
                      linear_light(rgb & 255)};
    std::uint32_t made = 0;
    for (const Light& row : matrix)
        made = made << 8 | byte_of(row[0] * light[0] + row[1] * light[1] + row[2] * light[2]);
    return made;
}

void proof(Image& image, Proof proof) {
    if (proof == Proof::none) return;
    std::map<std::uint32_t, std::uint32_t> known;  // pictures have few colours
    for (std::size_t i = 0; i + 2 < image.bytes.size(); i += 3) {
        unsigned char* const pixel = &image.bytes[i];
        const std::uint32_t rgb = pixel[0] << 16 | pixel[1] << 8 | pixel[2];
        const auto [at, fresh] = known.try_emplace(rgb);
        if (fresh) at->second = seen(proof, rgb);
        pixel[0] = at->second >> 16 & 255, pixel[1] = at->second >> 8 & 255,
        pixel[2] = at->second & 255;
    }
}

std::optional<Proof> proof_named(std::string_view name) {
    for (const Proof proof : proofs)
        if (name_of(proof) == name) return proof;
    return std::nullopt;
}

std::string_view name_of(Proof proof) {
    constexpr std::array<std::string_view, 5> names{"none", "grey", "deuteranopia", "protanopia",
                                                    "tritanopia"};
    return names[static_cast<std::size_t>(proof)];
}

}  // namespace app

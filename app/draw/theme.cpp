// The table of roles: one row, three values. Contrasts were checked when the palette was chosen.
#include "app/draw/theme.h"

#include <array>
#include <cmath>

namespace app {

namespace {

// By Tone.
using Values = std::array<std::uint32_t, tones.size()>;

// In the order of Role.
constexpr std::array<Values, static_cast<std::size_t>(Role::count_)> palette{{
    {{0x0B0E12, 0xF1EFEA, 0x000000}},  // bg
    {{0x0F1318, 0xF7F5F1, 0x000000}},  // rail
    {{0x151A20, 0xFFFFFF, 0x000000}},  // panel
    {{0x0F1318, 0xF6F4F0, 0x000000}},  // sunk
    {{0x212832, 0xECE9E2, 0x24292F}},  // raised
    {{0x2B3440, 0xE2DED5, 0x3A4350}},  // hover
    {{0x35404D, 0xFFFFFF, 0x4A5563}},  // selected
    {{0x252C35, 0xE4E0D8, 0x97A3B0}},  // line
    {{0x5B6979, 0x938D80, 0xB4BEC9}},  // stroke
    {{0xEEF2F6, 0x15191E, 0xFFFFFF}},  // text
    {{0xB4BEC9, 0x434C56, 0xEEF2F6}},  // text2
    {{0x8A96A4, 0x646D76, 0xEEF2F6}},  // text3
    {{0x56B4E9, 0x0072B2, 0x6CC4FA}},  // accent
    {{0x7CC6F2, 0x00639C, 0xA3DAFB}},  // accent_text
    {{0x04121D, 0xFFFFFF, 0x000000}},  // ink
    {{0xE69F00, 0xC27C00, 0xFFB52E}},  // waste
    {{0x2FC197, 0x007D5B, 0x55E0B5}},  // good
    {{0xFF7D45, 0xC24E00, 0xFF9C6E}},  // bad
    {{0xE39AC4, 0xA8487F, 0xF4B5D6}},  // guess
    {{0x27303B, 0xE9E6DF, 0x2E3A47}},  // cell_done
    {{0x4A5664, 0xB4AFA3, 0x97A3B0}},  // past_arrow
    {{0x2C3540, 0xD9D5CB, 0x7C8896}},  // future_outline
    {{0x4A5664, 0xBDB8AC, 0x7C8896}},  // other_series
    {{0x6C7682, 0x838A91, 0xEEF2F6}},  // idle_value: text3 at three quarters, on the panel
}};

float channel(std::uint32_t value, int shift) {
    return static_cast<float>(value >> shift & 255) / 255;
}

// Relative luminance by WCAG 2.
float luminance(std::uint32_t value) {
    return .2126f * linear_light(value >> 16 & 255) + .7152f * linear_light(value >> 8 & 255) +
           .0722f * linear_light(value & 255);
}

}  // namespace

std::uint32_t rgb(Role role, Tone tone) {
    return palette[static_cast<std::size_t>(role)][static_cast<std::size_t>(tone)];
}

std::uint32_t rgb(Colour colour, Tone tone) {
    const std::uint32_t own = colour.fixed ? colour.rgb : rgb(colour.role, tone);
    const std::uint32_t seen =
        colour.ground ? mixed(rgb(*colour.ground, tone), own, colour.alpha) : own;
    return colour.letters ? readable_on(seen).rgb : seen;
}

float linear_light(std::uint32_t byte) {
    const float v = static_cast<float>(byte) / 255;
    return v <= .04045f ? v / 12.92f : std::pow((v + .055f) / 1.055f, 2.4f);
}

Colour readable_on(std::uint32_t background) {
    return Colour::of(1.05f / (luminance(background) + .05f) >= 4.2f ? 0xFFFFFF : 0x04121D);
}

std::uint32_t mixed(std::uint32_t from, std::uint32_t to, float part) {
    std::uint32_t result = 0;
    for (int shift : {0, 8, 16}) {
        const float value =
            channel(from, shift) + (channel(to, shift) - channel(from, shift)) * part;
        result |= static_cast<std::uint32_t>(std::lround(value * 255)) << shift;
    }
    return result;
}

Tone next_tone(Tone tone) { return tones[(static_cast<std::size_t>(tone) + 1) % tones.size()]; }

Colour scrim(Tone tone) {
    return is_dark(tone) ? Colour::of(0x05070A, .74f) : Colour::of(0x2B2A26, .46f);
}

Colour chip(Tone tone) { return Colour::of(is_dark(tone) ? 0x2B3440 : 0x15191E); }

std::optional<Tone> tone_named(std::string_view name) {
    for (const Tone tone : tones)
        if (name_of(tone) == name) return tone;
    return std::nullopt;
}

std::string_view name_of(Tone tone) {
    constexpr std::array<std::string_view, tones.size()> names{"dark", "light", "contrast"};
    return names[static_cast<std::size_t>(tone)];
}

}  // namespace app

// Colours of the roles, in three themes: ui/spec section 2. Read by every back end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/draw/canvas.h"

namespace app {

/// `contrast`: on black, and nothing that carries meaning is faint.
enum class Tone : std::uint8_t { dark, light, contrast };
inline constexpr std::array tones{Tone::dark, Tone::light, Tone::contrast};
constexpr bool is_dark(Tone tone) { return tone != Tone::light; }
/// That which follows it, the first after the last.
Tone next_tone(Tone tone);

/// 0xRRGGBB of a role.
std::uint32_t rgb(Role role, Tone tone);
/// 0xRRGGBB of a colour: of its role, or its own where it is fixed; mixed with its ground.
std::uint32_t rgb(Colour colour, Tone tone);
/// White or ink, whichever can be read on `background` (0xRRGGBB).
Colour readable_on(std::uint32_t background);
/// Light of a byte of sRGB, 0 to 1: IEC 61966-2-1.
float linear_light(std::uint32_t byte);
/// `from` moved towards `to` by `part` of the way, both 0xRRGGBB.
std::uint32_t mixed(std::uint32_t from, std::uint32_t to, float part);

/// Of a hatch's lines.
constexpr float hatch_width(Tone tone, float usual) {
    return tone == Tone::contrast && usual < 2 ? 2 : usual;
}
/// What lies over all that a dialog puts aside.
Colour scrim(Tone tone);
/// The ground of words that lie over anything, in white.
Colour chip(Tone tone);

/// "dark", "light" or "contrast".
std::optional<Tone> tone_named(std::string_view name);
std::string_view name_of(Tone tone);

}  // namespace app

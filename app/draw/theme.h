// The colours of the roles in three themes: ui/spec section 2. Read by every back end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/draw/canvas.h"

namespace app {

/// `contrast`: on black; nothing that carries meaning is faint.
enum class Tone : std::uint8_t { dark, light, contrast };
inline constexpr std::array tones{Tone::dark, Tone::light, Tone::contrast};
constexpr bool is_dark(Tone tone) { return tone != Tone::light; }
/// The next theme; after the last one the first.
Tone next_tone(Tone tone);

/// 0xRRGGBB of a role.
std::uint32_t rgb(Role role, Tone tone);
/// 0xRRGGBB of a colour: of its role, or `rgb` where it is fixed; mixed with its ground.
std::uint32_t rgb(Colour colour, Tone tone);
/// White or ink, whichever is readable on `background` (0xRRGGBB).
Colour readable_on(std::uint32_t background);
/// Linear light, 0 to 1, of one sRGB byte: IEC 61966-2-1.
float linear_light(std::uint32_t byte);
/// The mix of two 0xRRGGBB colours: `from` at 0, `to` at 1.
std::uint32_t mixed(std::uint32_t from, std::uint32_t to, float part);

/// Line width of a hatch: at least 2 in the contrast theme.
constexpr float hatch_width(Tone tone, float usual) {
    return tone == Tone::contrast && usual < 2 ? 2 : usual;
}
/// The colour that dims the window below a dialog.
Colour scrim(Tone tone);
/// The background of white words that lie over a picture.
Colour chip(Tone tone);

/// "dark", "light" or "contrast".
std::optional<Tone> tone_named(std::string_view name);
std::string_view name_of(Tone tone);

}  // namespace app

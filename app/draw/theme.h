// Colours of the roles, dark and light: ui/spec section 2. Read by every back end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/draw/canvas.h"

namespace app {

enum class Tone : std::uint8_t { dark, light };

/// 0xRRGGBB of a role.
std::uint32_t rgb(Role role, Tone tone);
/// 0xRRGGBB of a colour: of its role, or its own where it is fixed; mixed with its ground.
std::uint32_t rgb(Colour colour, Tone tone);
/// White or ink, whichever can be read on `background` (0xRRGGBB).
Colour readable_on(std::uint32_t background);
/// `from` moved towards `to` by `part` of the way, both 0xRRGGBB.
std::uint32_t mixed(std::uint32_t from, std::uint32_t to, float part);

/// "dark" or "light".
std::optional<Tone> tone_named(std::string_view name);
std::string_view name_of(Tone tone);

}  // namespace app

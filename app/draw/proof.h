// Shows a picture as a person with less colour vision sees it: in grey, as a copier or a pale
// projector makes it, and with three kinds of colour blindness. Used by `shot --proof` and the
// tests of the themes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/draw/png.h"

namespace app {

enum class Proof : std::uint8_t { none, grey, deuteranopia, protanopia, tritanopia };
inline constexpr std::array proofs{Proof::grey, Proof::deuteranopia, Proof::protanopia,
                                   Proof::tritanopia};

/// The colour 0xRRGGBB as it is seen. Grey: its luminance. The others: matrices for one missing
/// cone of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
/// Vision Deficiency" (2009), on linear light.
std::uint32_t seen(Proof, std::uint32_t rgb);
/// Applies seen() to every pixel.
void proof(Image&, Proof);

/// "grey", "deuteranopia", "protanopia" or "tritanopia".
std::optional<Proof> proof_named(std::string_view name);
std::string_view name_of(Proof);

}  // namespace app

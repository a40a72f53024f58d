// How a picture looks to those who see fewer colours: grey, as a copier or a pale projector makes
// it, and the three colour blindnesses. Asked by `shot --proof` and by the tests of the themes.
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

/// What is seen of 0xRRGGBB. Grey: its luminance. The others: the matrices for a whole missing
/// cone of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
/// Vision Deficiency" (2009), on linear light.
std::uint32_t seen(Proof, std::uint32_t rgb);
/// The same of every pixel.
void proof(Image&, Proof);

/// "grey", "deuteranopia", "protanopia" or "tritanopia".
std::optional<Proof> proof_named(std::string_view name);
std::string_view name_of(Proof);

}  // namespace app

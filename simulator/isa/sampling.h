// Reads of textures, lane by lane: called by the rows of isa/texture.cpp, compiled once.
#pragma once

#include "simulator/code.h"

namespace simulator {

/// Brings the texel of each lane of warp.mask to the code's elements. Throws a Lapse where the
/// value is no texture, or one of other dimensions or numbers.
void sample(Warp&, const Code&, int dimensions);

}  // namespace simulator

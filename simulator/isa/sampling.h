// Reads of textures, lane by lane: called by the rows of isa/texture.cpp, compiled once.
#pragma once

#include "simulator/code.h"

namespace simulator {

/// Loads the texel of each lane of warp.mask into the code's elements. Throws a Lapse if the value
/// is not a texture, or one with other dimensions or another type.
void sample(Warp&, const Code&, int dimensions);

}  // namespace simulator

// The cost of a warp's reads of a tile, in words. Called by the picture of tiles.
#pragma once

#include <string>

#include "app/draw/side.h"
#include "app/views/tiles/product.h"

namespace app::tiles_view {

/// "32", "1.33".
std::string ratio_words(double ratio);

/// "32 wavefronts a request, 4 would do: 16 bytes a lane, by quarter-warps"; the longest form that
/// fits `width` pixels.
std::string read_words(const Canvas& canvas, float width, const TileSums& sums,
                       const Metrics& metrics);

}  // namespace app::tiles_view

// Tiles for a library or a processor loop in the ladder's home. Nothing of these is counted or
// drawn, so their flat tiles, below those of the kernels, show name and time only. Called by that
// card.
#pragma once

#include <string>
#include <vector>

#include "app/views/cards/compared_times.h"

namespace app {

/// Height of a row of flat tiles.
float flat_height(const Metrics& metrics);
void draw_flat(Canvas& canvas, const DrawContext& context, const std::vector<Rect>& places);
/// Words of a tile under the mouse, with the command that runs it.
std::string flat_words(const DrawContext& context, std::size_t index);

}  // namespace app

// What stands beside a ladder, in its home: a library, a loop of the processor. Nothing of them is
// counted or drawn, so a flat tile below the kernels' has their names and times alone. Called by
// that card.
#pragma once

#include <string>
#include <vector>

#include "app/views/cards/compared_times.h"

namespace app {

/// Height of their row.
float flat_height(const Metrics& metrics);
void draw_flat(Canvas& canvas, const DrawContext& context, const std::vector<Rect>& places);
/// What one says under the mouse, and how it is run.
std::string flat_words(const DrawContext& context, std::size_t index);

}  // namespace app

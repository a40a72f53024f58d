// What the card "Roofline" says of the dot under the mouse, and where a click on it goes. Called by
// that card.
#pragma once

#include <optional>

#include "app/view.h"
#include "app/views/roof/roofline_axes.h"

namespace app {

/// Of the nearest dot, another lesson's too; nullopt where none is near.
std::optional<Spot> roofline_spot(const RooflineChart& chart, const RooflineAxes& axes,
                                  const Metrics& metrics, Point mouse);

}  // namespace app

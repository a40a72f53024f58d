// The words for the dot under the mouse on the card "Roofline", and the target of a click on it.
// Called by that card.
#pragma once

#include <optional>

#include "app/view.h"
#include "app/views/roof/roofline_axes.h"

namespace app {

/// For the nearest dot, also of another lesson; nullopt where none is near.
std::optional<Spot> roofline_spot(const RooflineChart& chart, const RooflineAxes& axes,
                                  const Metrics& metrics, Point mouse);

}  // namespace app

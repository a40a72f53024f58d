// The card "Roofline" where kernels differ in their work: two roofs, the shown kernel's path under
// them as its repeats change, and names around dots. Called by that card.
#pragma once

#include <vector>

#include "app/views/cards/plot.h"
#include "app/views/roof/roofline_axes.h"

namespace app {

/// Draws the memory roof up to the highest flat roof, and the flat roofs: multiply-adds and, where
/// there is room, tensor cores. Returns the rising part.
DrawnLine roofline_roofs(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes);
/// The multiply-adds' roof over all kernels, and others as far as in sight. Returns the former.
DrawnLine roofline_flat(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes);
/// Draws the path over the values of its knob.
void roofline_path(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes);
/// Writes the names of kernels and flat roofs, and the values at the ends of the path, each where
/// it meets nothing. Returns the areas of the texts.
std::vector<Rect> roofline_names_around(Canvas& canvas, const RooflineChart& chart,
                                        const RooflineAxes& axes,
                                        const std::vector<DrawnLine>& roofs,
                                        const Metrics& metrics);

}  // namespace app

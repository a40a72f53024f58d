// The card "Roofline" where kernels differ in their work: two roofs, the way of the shown kernel's
// dot under them as its repeats are turned, and names around dots. Called by that card.
#pragma once

#include <vector>

#include "app/views/cards/plot.h"
#include "app/views/roof/roofline_axes.h"

namespace app {

/// The rate of memory, up to where it meets the highest flat roof, and the flat ones: multiply-adds
/// and, where there is room, tensor cores. Answers with the part that rises.
DrawnLine roofline_roofs(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes);
/// That of multiply-adds alone, where all kernels stand below it; the other as far as it is seen.
DrawnLine roofline_flat(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes);
/// From value to value of the knob that its path is over.
void roofline_path(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes);
/// Names of kernels, of the flat roofs, and the values at the ends of the path: each where it meets
/// nothing. Answers with where they stand.
std::vector<Rect> roofline_names_around(Canvas& canvas, const RooflineChart& chart,
                                        const RooflineAxes& axes,
                                        const std::vector<DrawnLine>& roofs,
                                        const Metrics& metrics);

}  // namespace app

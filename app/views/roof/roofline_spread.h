// The card "Roofline" without computation: all kernels move the same bytes, so each has its own
// place across. Called by that card.
#pragma once

#include <vector>

#include "app/views/roof/roofline_axes.h"

namespace app {

/// Below each place the kernel's name, and a line up to its dot.
void roofline_names_below(Canvas&, const RooflineChart&, const RooflineAxes&, const Metrics&);
/// The rate at each dot. Returns the areas of the texts.
std::vector<Rect> roofline_rates_at_dots(Canvas&, const RooflineChart&, const RooflineAxes&,
                                         const std::vector<DrawnLine>& roofs, const Metrics&);

}  // namespace app

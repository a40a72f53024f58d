// The card "Roofline" where nothing is computed: all kernels move the same bytes, so each has a
// place of its own across. Called by that card.
#pragma once

#include <vector>

#include "app/views/roof/roofline_axes.h"

namespace app {

/// Below each place its kernel's name, and a line up to its dot.
void roofline_names_below(Canvas&, const RooflineChart&, const RooflineAxes&, const Metrics&);
/// At each dot its rate. Answers with where they stand.
std::vector<Rect> roofline_rates_at_dots(Canvas&, const RooflineChart&, const RooflineAxes&,
                                         const std::vector<DrawnLine>& roofs, const Metrics&);

}  // namespace app

// The lines that the card "Roofline" draws above its dots, and where their names stand. Called by
// that card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/cards/plot.h"
#include "app/views/roof/roofline_axes.h"

namespace app {

/// The first of these texts that fits, from `at` to the right or, where that is the right end, to
/// the left, where it meets nothing; where it stands is added to `taken`. Whether one did.
bool write_where_free(Canvas& canvas, Point at, Align align, float room, const Metrics& metrics,
                      const std::vector<std::string>& forms, std::vector<Rect>& taken);
/// Where the name of a line that rises ends, left of its upper end and clear of it; `goes_on`: the
/// line is cut there by the plot's upper edge, and its name stands below that.
Point left_of_end(const DrawnLine& line, bool goes_on, const Metrics& metrics);
/// The same below a line that rises, as high up as there is room.
void write_below_line(Canvas& canvas, const RooflineAxes& axes, const DrawnLine& line,
                      const std::vector<std::string>& forms, const Metrics& metrics,
                      std::vector<Rect>& taken);

/// What is reached at most: by the data sheet or, where that is not known, by a copy. nullopt where
/// neither is known.
std::optional<DrawnLine> roofline_roof(Canvas& canvas, const RooflineChart& chart,
                                       const RooflineAxes& axes);
/// Dashed, what a copy reaches below the data sheet's roof, up to where it meets a flat one.
std::optional<DrawnLine> roofline_reached(Canvas& canvas, const RooflineChart& chart,
                                          const RooflineAxes& axes);
void name_roofline_roof(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                        const DrawnLine& line, const Metrics& metrics, std::vector<Rect>& taken);
void name_roofline_reached(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                           const DrawnLine& line, const Metrics& metrics, std::vector<Rect>& taken);

}  // namespace app

// The lines of the card "Roofline" above its dots, and the places of their names. Called by that
// card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/cards/plot.h"
#include "app/views/roof/roofline_axes.h"

namespace app {

/// Writes the first text that fits and meets nothing: to the right of `at`, or for Align::right to
/// the left. Adds its area to `taken`. Returns whether a text fitted.
bool write_where_free(Canvas& canvas, Point at, Align align, float room, const Metrics& metrics,
                      const std::vector<std::string>& forms, std::vector<Rect>& taken);
/// The right end of a rising line's name, left of the line's upper end and clear of it. `goes_on`:
/// the plot's upper edge cuts the line, and the name is below that edge.
Point left_of_end(const DrawnLine& line, bool goes_on, const Metrics& metrics);
/// Writes the first fitting text below a rising line, as high up as there is room.
void write_below_line(Canvas& canvas, const RooflineAxes& axes, const DrawnLine& line,
                      const std::vector<std::string>& forms, const Metrics& metrics,
                      std::vector<Rect>& taken);

/// The memory roof: the data sheet's rate, else a copy's. nullopt: neither is known.
std::optional<DrawnLine> roofline_roof(Canvas& canvas, const RooflineChart& chart,
                                       const RooflineAxes& axes);
/// Dashed: the rate of a copy below the data sheet's roof, up to a flat roof.
std::optional<DrawnLine> roofline_reached(Canvas& canvas, const RooflineChart& chart,
                                          const RooflineAxes& axes);
void name_roofline_roof(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                        const DrawnLine& line, const Metrics& metrics, std::vector<Rect>& taken);
void name_roofline_reached(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                           const DrawnLine& line, const Metrics& metrics, std::vector<Rect>& taken);

}  // namespace app

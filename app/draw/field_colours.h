// The colours of a field of values where there is no shader: SVG, tests, legends. The shader reads
// the same constants.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/draw/canvas.h"

namespace app {

/// 0xRRGGBB of a value in [0, 1]; NaN has the colour of a fault.
std::uint32_t field_colour(float value);

struct Segment {
    Point a, b;
};
/// Contour lines at every tenth, by marching squares over the cells' centres. Unit: one cell; (0,
/// 0) is the upper left.
std::vector<Segment> iso_lines(std::span<const float> values, int columns, int rows);

}  // namespace app

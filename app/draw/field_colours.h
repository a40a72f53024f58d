// The colours of a field of values, for whoever has no shader: SVG, tests, legends. The shader
// reads the same constants.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/draw/canvas.h"

namespace app {

/// 0xRRGGBB of a value in [0, 1]; what is not a number is the colour of a fault.
std::uint32_t field_colour(float value);

struct Segment {
    Point a, b;
};
/// White lines at every tenth, by marching squares over the cells' centres; in units of cells, (0,
/// 0) the upper left.
std::vector<Segment> iso_lines(std::span<const float> values, int columns, int rows);

}  // namespace app

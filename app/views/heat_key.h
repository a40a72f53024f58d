// The key of the heat map, and the shades that it explains: what a cell is, how light it is, which
// mark says what. Drawn by heat_map.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

/// Of a sector asked for so often, where none is asked for more often than `most`.
Colour heat_shade(std::uint32_t asked, std::uint32_t most, float strength = 1);
/// The counts that the key shows, to `most` itself: as even in their shades as fit.
std::vector<std::uint32_t> shades_shown(std::uint32_t most);
/// Round cells that follow each other and are asked for in this step: seen without colours, too.
void frame_now(Canvas&, Rect cells);

// What a map has in it.
struct HeatKey {
    int each = 1;            // sectors a cell
    std::uint32_t most = 1;  // requests for one sector, to the last step
    bool launches = false;   // there are several
    bool unused = false, to_come = false, never = false;
    bool numbered = false;  // rows have the numbers of their elements
    bool planes = false;    // rows are planes of a field
    bool matrix = false;    // or rows of a matrix
    int arrays_left_out = 0;
};
void draw_heat_key(Canvas&, Rect area, const HeatKey&, const Metrics&);

}  // namespace app

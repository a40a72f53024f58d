// The key of the heat map: what a cell is, what its shade means, which mark says what. The map
// itself is in heat_map.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

/// Shade of a sector with `asked` requests, where the most requested sector has `most`.
Colour heat_shade(std::uint32_t asked, std::uint32_t most, float strength = 1);
/// The counts that the key shows, from 1 to `most`, as evenly spaced in shade as possible.
std::vector<std::uint32_t> shades_shown(std::uint32_t most);
/// A frame around neighbouring cells that this step requests: visible without colours.
void frame_now(Canvas&, Rect cells);

// The contents of a map that its key explains.
struct HeatKey {
    int each = 1;            // sectors of a cell
    std::uint32_t most = 1;  // most requests for one sector, up to the last step
    bool launches = false;   // several launches
    bool unused = false, to_come = false, never = false;
    bool numbered = false;  // rows show the index of their first element
    bool planes = false;    // rows are planes of a field
    bool matrix = false;    // with planes: the rows are those of a matrix
    int arrays_left_out = 0;
};
void draw_heat_key(Canvas&, Rect area, const HeatKey&, const Metrics&);

}  // namespace app

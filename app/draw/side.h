// Cuts the place for a picture's large numbers. Called by views before they place anything else.
#pragma once

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

// When a column is cut, and its width. Lengths are at a scale of 100 %.
struct SideRoom {
    float from_width, from_height;  // least size of a picture that has room for a column
    float share, least, most;       // width of the column: share of the picture's width, limits
    float line = 1.9f;              // height of a line at the top, in heights of small letters
};

/// Beside the 32 lanes or banks of a warp's request.
inline constexpr SideRoom beside_lanes{620, 0, .19f, 150, 210, 1.7f};

/// Cuts the numbers' place off `area`: a column at its right, or else a line at its top.
inline Rect cut_side(Rect& area, const Metrics& metrics, const SideRoom& room) {
    if (area.w < metrics.px(room.from_width) || area.h < metrics.px(room.from_height))
        return area.cut_top(metrics.small * room.line);
    const Rect side = area.cut_right(
        std::clamp(area.w * room.share, metrics.px(room.least), metrics.px(room.most)));
    area.cut_right(metrics.side_gap);
    return side;
}

}  // namespace app

// Where a picture's large numbers stand. Asked by views, before they place anything else.
#pragma once

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

// Lengths at a scale of 100 %; the share is of the picture's width.
struct SideRoom {
    float from_width, from_height;  // of a picture that has room for a column
    float share, least, most;       // how wide that is
};

/// Cuts them off `area`: a column at its right, else a line on top.
inline Rect cut_side(Rect& area, const Metrics& metrics, const SideRoom& room) {
    if (area.w < metrics.px(room.from_width) || area.h < metrics.px(room.from_height))
        return area.cut_top(metrics.small * 1.9f);
    const Rect side = area.cut_right(
        std::clamp(area.w * room.share, metrics.px(room.least), metrics.px(room.most)));
    area.cut_right(metrics.side_gap);
    return side;
}

}  // namespace app

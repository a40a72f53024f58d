// Where the view of lanes has its cells.
#pragma once

#include "app/draw/canvas.h"

namespace app::lanes {

struct Places {
    Rect head, cells, strip_title, strip, side;
    float labels = 0, lane = 0, pitch = 0;
    Rect cell(int warp, int index) const {
        const float gap = pitch > 14 ? 4.f : 2.f;
        return Rect{cells.x + index * lane, cells.y + warp * pitch, lane, pitch - gap}.inside(
            lane > 12 ? 1.5f : .5f, 0);
    }
};

}  // namespace app::lanes

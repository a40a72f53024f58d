// The key of a plot of times on two devices: the plot's marks, each with the name of its device.
// Called by every card of times.
#pragma once

#include <functional>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/views/cards/spots.h"

namespace app {

/// Functions that draw the plot's marks from a point to the right, and the marks' widths.
struct DeviceMarks {
    float first_wide = 0, second_wide = 0;
    std::function<void(Point)> draw_first, draw_second;
};
/// Marks of points: `draw_first` draws the first device's around a middle, the second has diamonds.
DeviceMarks point_marks(Canvas& canvas, const Metrics& metrics,
                        const std::function<void(Point)>& draw_first);

/// Draws the key from `at` to the right with the longest names that `room` holds. Returns the width
/// taken, 0 where no form fits.
float device_key(Canvas& canvas, Point at, float room, const std::vector<ClockNames>& forms,
                 const Metrics& metrics, const DeviceMarks& marks);

}  // namespace app

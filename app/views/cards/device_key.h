// Which device is which in a plot of times: marks as the plot has them, each with the name of its
// device. Called by every card of times.
#pragma once

#include <functional>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/views/cards/spots.h"

namespace app {

/// What draws the marks of the plot, from this point to the right, and how wide they are.
struct DeviceMarks {
    float first_wide = 0, second_wide = 0;
    std::function<void(Point)> draw_first, draw_second;
};
/// Of points: the first device's as `draw_first` draws it around its middle, the second's diamond.
DeviceMarks point_marks(Canvas& canvas, const Metrics& metrics,
                        const std::function<void(Point)>& draw_first);

/// From `at` to the right, with the longest names that `room` has; returns the width taken, 0
/// where it has room for none.
float device_key(Canvas& canvas, Point at, float room, const std::vector<ClockNames>& forms,
                 const Metrics& metrics, const DeviceMarks& marks);

}  // namespace app

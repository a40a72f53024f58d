// Which device is which in a plot of points: the marks themselves, each with the name of its
// device. Called by "Time by size" and "Roofline".
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"

namespace app {

/// How wide points_key() is.
float points_key_width(const Canvas& canvas, const std::pair<std::string, std::string>& names,
                       const Metrics& metrics);
/// From `at` to the right: the first device's mark as `draw_first` draws it, the second's diamond.
/// Nothing where `room` is too narrow.
void points_key(Canvas& canvas, Point at, float room,
                const std::pair<std::string, std::string>& names, const Metrics& metrics,
                const std::function<void(Point)>& draw_first);

}  // namespace app

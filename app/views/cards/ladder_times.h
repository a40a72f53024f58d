// Times in the tiles of a ladder: whose clock, digits, and of two devices which is whose. Called by
// that card.
#pragma once

#include <array>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/series.h"

namespace app {

/// Whose clock, and the time in digits, struck out where the result was wrong. The width taken, 0
/// where there is no room.
float draw_digits(Canvas& canvas, Point left, float room, const TimePoint& point,
                  const TimeSource& source, const Metrics& m);
/// The times on two devices (nullptr: none), each before the name of its device; where there is
/// no room for both, the first one's.
void draw_two_times(Canvas& canvas, std::array<const TimePoint*, 2> times, Rect row,
                    const TimeSource& first, const TimeSource& second, const Metrics& m);

}  // namespace app

// Times in the tiles of a ladder: clock, digits, and the device of each of two times. Called by
// that card.
#pragma once

#include <array>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/series.h"

namespace app {

/// Draws clock and time, struck out where the result was wrong. Returns the width taken, 0 where
/// there is no room.
float draw_digits(Canvas& canvas, Point left, float room, const TimePoint& point,
                  const TimeSource& source, const Metrics& m);
/// Draws the times on two devices (nullptr: none), each before the name of its device; only the
/// first where both do not fit.
void draw_two_times(Canvas& canvas, std::array<const TimePoint*, 2> times, Rect row,
                    const TimeSource& first, const TimeSource& second, const Metrics& m);

}  // namespace app

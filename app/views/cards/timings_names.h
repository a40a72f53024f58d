// Names at the curves of "Time by size" and the key of devices, clear of everything drawn. Called
// by that card.
#pragma once

#include <functional>

#include "app/views/cards/timings_axes.h"

namespace app {

Point place_of(const CurvePlaces& places, const TimeCurves& data, const TimePoint& point);
/// To be called when all curves are drawn, before the first name.
void curves_are_drawn(CurvePlaces& places, const TimeCurves& data);
/// "kernel 5", or "5, H200" with a second device; each nearer to its own curve than to any other.
void draw_names(Canvas& canvas, CurvePlaces& places, const TimeCurves& data,
                const Metrics& metrics);
/// "launch floor 1.3 µs", with names for two devices: in the floor where it is high enough, else
/// above it. False where neither has room.
bool draw_floor_name(Canvas& canvas, CurvePlaces& places, const TimeCurves& data,
                     const Metrics& metrics);
/// The key of two devices in the row below the plot, with their floors where the plot does not name
/// them (`floors`). `draw_first` draws the first one's mark.
void draw_key(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data,
              const Metrics& metrics, bool floors, const std::function<void(Point)>& draw_first);

/// Writes which times are missing, where the plot is free.
void draw_missing(Canvas& canvas, CurvePlaces& places, const TimeCurves& data, const Metrics& m);

}  // namespace app

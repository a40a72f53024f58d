// Names at the curves of "Time by size", and which device is which: over nothing that is drawn.
// Called by that card.
#pragma once

#include <functional>

#include "app/views/cards/timings_axes.h"

namespace app {

Point place_of(const CurvePlaces& places, const TimeCurves& data, const TimePoint& point);
/// Once all curves are drawn, and before any name.
void curves_are_drawn(CurvePlaces& places, const TimeCurves& data);
/// "kernel 5", or "5, H200" where a second device stands beside; each as near to its own curve as
/// to none of the others.
void draw_names(Canvas& canvas, CurvePlaces& places, const TimeCurves& data,
                const Metrics& metrics);
/// "launch floor 1.3 µs", of two devices with their names: in the floor where it is high enough,
/// else above it. False where there is room for neither.
bool draw_floor_name(Canvas& canvas, CurvePlaces& places, const TimeCurves& data,
                     const Metrics& metrics);
/// Which device is which, in the row below the plot, and its floor where the plot does not name
/// it; `draw_first` draws the mark of the first one.
void draw_key(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data,
              const Metrics& metrics, bool floors, const std::function<void(Point)>& draw_first);

/// Which times are missing, in words, where the plot is free.
void draw_missing(Canvas& canvas, CurvePlaces& places, const TimeCurves& data, const Metrics& m);

}  // namespace app

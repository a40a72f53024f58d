// Places in "Time by size": the plot, both scales, grid lines and the launch floor. Called by that
// card.
#pragma once

#include "app/views/cards/plot.h"
#include "app/views/cards/time_curves.h"

namespace app {

struct CurvePlaces {
    Rect plot, key;  // key: a row below, with two devices
    Scale x, y;
    TakenPlaces taken;    // by readout and names; by curves since curves_are_drawn()
    bool zoomed = false;  // marks may lie outside
};

/// Whether a point's size is on the axis.
bool inside(const Scale& x, const TimeCurves& data, const TimePoint& point);
CurvePlaces places_of(const Canvas& canvas, const Series& series, const TimeCurves& data,
                      const Metrics& metrics, Rect area, const Zoom& zoom);
void draw_axes(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data, Rect area,
               const Metrics& metrics);
/// Draws the floor: nothing is faster than an empty launch. A second device's is only a line.
void draw_floor(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data);

}  // namespace app

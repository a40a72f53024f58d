// Where the marks of "Time by size" stand: its plot, both scales, grid lines and the launch floor.
// Called by that card.
#pragma once

#include <utility>
#include <vector>

#include "app/views/cards/plot.h"
#include "app/views/cards/time_curves.h"

namespace app {

/// What no name may cover, found once for the hundreds of places that are tried.
struct DrawnCurves {
    std::vector<Rect> marks;  // of every curve; those of the shown kernel with their samples
    std::vector<std::pair<Point, Point>> lines;
};

struct CurvePlaces {
    Rect plot, key;  // key: a row below, where two devices stand beside each other
    Scale x, y;
    std::vector<Rect> taken;  // by the readout and by names
    bool zoomed = false;      // marks may lie outside
    DrawnCurves drawn{};      // see curves_are_drawn
};

/// Whether its size is one of the axis.
bool inside(const Scale& x, const TimeCurves& data, const TimePoint& point);
CurvePlaces places_of(const Canvas& canvas, const Series& series, const TimeCurves& data,
                      const Metrics& metrics, Rect area, const Zoom& zoom);
void draw_axes(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data, Rect area,
               const Metrics& metrics);
/// Nothing is faster than an empty launch; of a second device its floor is a line alone.
void draw_floor(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data);

}  // namespace app

// Where "Timeline" has its parts: a row for each engine, time from left to right.
#pragma once

#include <vector>

#include "app/draw/metrics.h"
#include "app/engines.h"

namespace app {

struct TimelinePlaces {
    Rect side, names, rows, axis, words;
    float pitch = 0, high = 0;  // row pitch; height of a track
    double whole_ms = 0;        // time at the right end
    explicit operator bool() const { return pitch > 0; }

    float at(double milliseconds) const {
        return rows.x + rows.w * static_cast<float>(milliseconds / whole_ms);
    }
    Rect track(lab::Engine engine) const {
        const float top = rows.y + static_cast<float>(engine) * pitch;
        return {rows.x, top + (pitch - high) / 2, rows.w, high};
    }
    Rect name(lab::Engine engine) const {
        const Rect beside = track(engine);
        return {names.x, beside.y, names.w, beside.h};
    }
    /// The drawn part of a box: at least a line, with a gap before the next box.
    Rect box(const lab::TimelineBox& box) const;
};

/// Empty where there is too little room. `whole_ms`: length of the axis.
TimelinePlaces timeline_places(const Metrics&, Rect area, double whole_ms);

/// Length of the axis; for two pictures in step, the longer one's.
double axis_ms(const DrawContext&);

/// The box at a point, found within 2 px because a box may be as thin as a line; nullptr: none.
const EngineTimes::Box* box_at(const TimelinePlaces&, const EngineTimes&, Point at);

}  // namespace app

// Where "Timeline" stands: a row for each engine, time from left to right.
#pragma once

#include <vector>

#include "app/draw/metrics.h"
#include "app/engines.h"

namespace app {

struct TimelinePlaces {
    Rect side, names, rows, axis, words;
    float pitch = 0, high = 0;  // from row to row; of a track
    double whole_ms = 0;        // at the right
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
    /// What is drawn of a box: at least a line, and a gap to the next one.
    Rect box(const lab::TimelineBox& box) const;
};

/// Empty where there is too little room. `whole_ms`: as long as the axis is.
TimelinePlaces timeline_places(const Metrics&, Rect area, double whole_ms);

/// How long the axis is: of two in step as long as the longer one takes.
double axis_ms(const DrawContext&);

/// The box at a point, which may be as thin as a line; nullptr where there is none.
const EngineTimes::Box* box_at(const TimelinePlaces&, const EngineTimes&, Point at);

}  // namespace app

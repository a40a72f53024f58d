// Where "Timeline" has its parts: a row for each engine, time from left to right; below them, where
// steps allocate memory, a lane for each array.
#pragma once

#include <algorithm>
#include <vector>

#include "app/draw/metrics.h"
#include "app/engines.h"

namespace app {

struct TimelinePlaces {
    Rect side, names, rows, axis, words;
    float pitch = 0, high = 0;  // row pitch; height of a track
    double whole_ms = 0;        // time at the right end
    Rect memory;                // all lanes
    int lanes = 0;
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
    Rect lane(int number) const {
        const float each = memory.h / static_cast<float>(std::max(lanes, 1));
        return {rows.x, memory.y + each * static_cast<float>(number), rows.w, each * .8f};
    }
    /// The lowest end of what is drawn over the axis.
    float floor() const { return lanes > 0 ? memory.bottom() : track(all_engines.back()).bottom(); }
    /// The drawn part of a box: at least a line, with a gap before the next box.
    Rect box(const lab::TimelineBox& box) const;
};

/// Empty where there is too little room. `whole_ms`: length of the axis. `lanes`: arrays that steps
/// allocate.
TimelinePlaces timeline_places(const Metrics&, Rect area, double whole_ms, int lanes = 0);

/// Length of the axis; for two pictures in step, the longer one's.
double axis_ms(const DrawContext&);

/// The box at a point, found within 2 px because a box may be as thin as a line; nullptr: none.
const EngineTimes::Box* box_at(const TimelinePlaces&, const EngineTimes&, Point at);

}  // namespace app

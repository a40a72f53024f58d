// Where "A value's way" has its stations: a row for registers and one for each memory; columns from
// the card's memory at the left to the lanes at the right.
#pragma once

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/views/way/ways.h"

namespace app {

constexpr int registers_row = 0;
constexpr int rows_of_ways = 1 + way_count;

struct WayPlaces {
    Rect side, heads, rows, legend;
    float pitch = 0, high = 0;            // row pitch; height of a station
    Rect names, memory, l2, unit, lanes;  // columns, as high as all rows together
    explicit operator bool() const { return pitch > 0; }
    Rect row(int index) const {
        return {rows.x, rows.y + static_cast<float>(index) * pitch, rows.w, pitch};
    }
    Rect station(int index, const Rect& column) const {
        const Rect all = row(index);
        return {column.x, all.y + (pitch - high) / 2, column.w, high};
    }
    /// The area between two stations of a row.
    Rect track(int index, const Rect& from, const Rect& to) const {
        const Rect at = station(index, from);
        return {from.right(), at.y, to.x - from.right(), at.h};
    }
    /// The frames around the stations outside the multiprocessor and around those on it.
    Rect card() const { return around(memory, l2); }
    Rect multiprocessor() const { return around(unit, lanes); }

private:
    Rect around(const Rect& first, const Rect& last) const {
        constexpr float margin = 10;
        return {first.x - margin, heads.y, last.right() - first.x + 2 * margin, heads.h + rows.h};
    }
};

/// Empty where there is too little room.
WayPlaces way_places(const Metrics&, Rect area);

}  // namespace app

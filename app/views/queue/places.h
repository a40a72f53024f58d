// Where "Same address" has its parts: a column of lanes for each address of the request, from the
// bottom up. Below, a bar for each element of the array over all steps.
#pragma once

#include "app/draw/metrics.h"
#include "app/views/queue/queues.h"

namespace app {

struct QueuePlaces {
    Rect title, side, names;
    Rect stacks;                        // the columns, as high as all passes
    float labels = 0;                   // width of the pass labels, left of the columns
    float column = 0, row = 0;          // column pitch; height of a lane
    float beside = 0;                   // right of a column's cells: width for lane numbers
    Rect heading, bars, ends;           // below: title, bars, names of the first and last element
    std::int64_t first = 0, count = 0;  // elements that have bars
    std::int64_t together = 1;          // neighbouring elements that share a bar
    explicit operator bool() const { return row > 0; }

    Rect cell(int stack, int place) const {
        const float gap = row > 9 ? 1.5f : .5f, side = column > 9 ? 2 : .5f;
        return Rect{stacks.x + float(stack) * column, stacks.bottom() - float(place + 1) * row,
                    column - beside, row}
            .inside(side, gap);
    }
    std::int64_t bar_count() const { return (count + together - 1) / together; }
    float bar_width() const { return bars.w / float(std::max<std::int64_t>(1, bar_count())); }
    Rect bar(std::int64_t index) const {
        return {bars.x + float(index) * bar_width(), bars.y, bar_width(), bars.h};
    }
};

/// The elements that have bars: all of an array of known length, else those from the first to the
/// last that lanes accessed.
struct BarRange {
    std::int64_t first = 0, count = 0;
};
BarRange bar_range(const lab::Run&, int array);

/// Empty where there is too little room. Bars are dropped first.
QueuePlaces queue_places(const Metrics&, Rect area, const Queue&, BarRange);

}  // namespace app

// What the card "Roofline" draws: a dot for each kernel that has a time, and the rates above them,
// of one device and of one that stands beside it. Called by that card.
#pragma once

#include <optional>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct RooflineDot {
    int rung = 0;
    const TimePoint* point = nullptr;
    double high = 0, least = 0, most = 0;  // of the median, and the ends of its interval
};

// Up: GFLOP/s over flop a byte, where the lesson computes; GB/s over its bytes, where it does not.
struct RooflineChart {
    lab::Settings settings;
    std::optional<TimeSource> source, second_source;
    std::vector<RooflineDot> dots, second;  // second: of the device that stands beside
    double second_copy = 0;                 // as `copy`, of that device
    bool computes = false;
    double across = 0;  // where all of them stand: the work is the same for each
    double work = 0;    // thousand millions of operations or bytes
    double copy = 0;    // GB/s that a copy reaches; 0: not known
    double floor = 0;   // ms of an empty launch; 0: not known

    double roof(double x) const { return computes ? copy * x : copy; }
    /// What a launch that took no longer than an empty one would reach.
    double over_floor(double x) const {
        if (!(floor > 0)) return 0;
        return (computes ? work : x) / (floor * 1e-3);
    }
    bool modelled() const { return source && source->kind == lab::TimeKind::modelled; }
};

RooflineChart roofline_chart(const DrawContext& context);

}  // namespace app

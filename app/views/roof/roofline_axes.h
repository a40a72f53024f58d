// The plot and both scales of the card "Roofline". Called by that card.
#pragma once

#include <map>

#include "app/views/cards/plot.h"
#include "app/views/roof/roofline_chart.h"

namespace app {

struct RooflineAxes {
    Rect plot, below;
    Scale x, y;  // upwards
    bool zoomed = false;
    /// Without computation all kernels have the same bytes: if their names fit below, each kernel
    /// has its own place across, from 1.
    bool spread = false;
    std::map<const RooflineDot*, float> radii;  // of each mark, so that it hides no other
    Point at(const RooflineDot& dot) const {
        return {x.at(spread ? dot.rung + 1. : dot.across), y.at(dot.high)};
    }
    bool shows(const RooflineDot& dot) const { return !zoomed || plot.contains(at(dot)); }
};

RooflineAxes axes_of(const Canvas& canvas, const RooflineChart& chart, const Metrics& metrics,
                     Rect area, const Zoom& zoom);

}  // namespace app

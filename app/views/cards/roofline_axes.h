// Where the dots of the card "Roofline" stand: its plot and both scales. Called by that card.
#pragma once

#include <vector>

#include "app/views/cards/plot.h"
#include "app/views/cards/roofline_chart.h"

namespace app {

struct RooflineAxes {
    Rect plot, below;
    Scale x, y;  // upwards
    bool zoomed = false;
    std::vector<float> aside;  // of each dot: steps to the left, where it would lie on another
    Point at(const RooflineChart& chart, const RooflineDot& dot) const {
        const auto number = static_cast<std::size_t>(&dot - chart.dots.data());
        return {x.at(chart.across) - aside[number], y.at(dot.high)};
    }
    bool shows(const RooflineChart& chart, const RooflineDot& dot) const {
        return !zoomed || plot.contains(at(chart, dot));
    }
};

RooflineAxes axes_of(const Canvas& canvas, const RooflineChart& chart, const Metrics& metrics,
                     Rect area, const Zoom& zoom);

}  // namespace app

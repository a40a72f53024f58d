// Where the dots of the card "Roofline" stand: its plot and both scales. Called by that card.
#pragma once

#include <map>

#include "app/views/cards/plot.h"
#include "app/views/roof/roofline_chart.h"

namespace app {

struct RooflineAxes {
    Rect plot, below;
    Scale x, y;  // upwards
    bool zoomed = false;
    /// Where nothing is computed, all stand over the same bytes: then across is one place a kernel,
    /// from 1, where their names have room below.
    bool spread = false;
    std::map<const RooflineDot*, float> radii;  // of each mark: it hides no other
    Point at(const RooflineDot& dot) const {
        return {x.at(spread ? dot.rung + 1. : dot.across), y.at(dot.high)};
    }
    bool shows(const RooflineDot& dot) const { return !zoomed || plot.contains(at(dot)); }
};

RooflineAxes axes_of(const Canvas& canvas, const RooflineChart& chart, const Metrics& metrics,
                     Rect area, const Zoom& zoom);

}  // namespace app

// Makes words from dots. See roofline_spot.h.
#include "app/views/roof/roofline_spot.h"

#include <algorithm>
#include <cmath>

#include "app/rates.h"
#include "app/views/cards/spots.h"
#include "app/views/roof/roofline_others.h"
#include "app/views/roof/roofline_words.h"
#include "app/views/rungs.h"

namespace app {
namespace {

std::string rates_of(const RooflineDot& dot) {
    const std::vector<std::string> forms = rate_forms(dot.point->settings, dot.point->time);
    return forms.empty() ? "" : forms.front() + ".\n";
}

// The same kernel on the second device.
std::string second_words(const RooflineChart& chart, int rung) {
    const auto dot = std::ranges::find(chart.second, rung, &RooflineDot::rung);
    return dot == chart.second.end()
               ? ""
               : "\n" + rates_of(*dot) + time_sentence(*dot->point, dot->source);
}

float distance(const RooflineAxes& axes, const RooflineDot& dot, Point mouse) {
    const Point at = axes.at(dot);
    return std::hypot(at.x - mouse.x, at.y - mouse.y);
}

// The ladder's dots go before those of other lessons, where the mouse is on one.
const RooflineDot* nearest(const RooflineChart& chart, const RooflineAxes& axes, Point mouse) {
    const RooflineDot* best = nullptr;
    for (const auto* dots : {&chart.dots, &chart.others}) {
        if (best && distance(axes, *best, mouse) < axes.radii.at(best)) return best;
        for (const RooflineDot& dot : *dots)
            if (axes.shows(dot) &&
                (!best || distance(axes, dot, mouse) < distance(axes, *best, mouse)))
                best = &dot;
    }
    return best;
}

}  // namespace

std::optional<Spot> roofline_spot(const RooflineChart& chart, const RooflineAxes& axes,
                                  const Metrics& metrics, Point mouse) {
    const RooflineDot* dot = nearest(chart, axes, mouse);
    if (!dot || distance(axes, *dot, mouse) > metrics.px(14)) return std::nullopt;
    const Point at = axes.at(*dot);
    const bool own = lab::same(dot->point->settings.subject.get(), chart.settings.subject.get());
    const std::string beyond = beyond_words(chart, *dot), floor = floor_words(chart, *dot);
    const std::string heading = own ? rung_heading(chart.settings, dot->rung) : other_heading(*dot);
    return Spot{{at.x - 8, at.y - 8, 16, 16},
                heading + rates_of(*dot) + time_sentence(*dot->point, dot->source) +
                    (own ? second_words(chart, dot->rung) : "") +
                    (beyond.empty() ? "" : "\nIt " + beyond + ".") +
                    (floor.empty() ? "" : "\nIt took " + floor + "."),
                dot->point->settings};
}

}  // namespace app

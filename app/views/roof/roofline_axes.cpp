// Makes scales from rates. See roofline_axes.h.
#include "app/views/roof/roofline_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/views/marks.h"
#include "app/views/roof/roofline_words.h"

namespace app {
namespace {

// Mark sizes: a later mark at the same place surrounds the earlier ones, so that it hides none.
std::map<const RooflineDot*, float> radii_of(const RooflineChart& chart, const RooflineAxes& axes,
                                             const Metrics& metrics) {
    std::vector<Point> placed;
    std::map<const RooflineDot*, float> radii, within;
    const auto place = [&](const RooflineDot& dot, float least) {
        const Point at = axes.at(dot);
        const auto meets = [&](Point other) {
            return std::fabs(at.x - other.x) < 1 && std::fabs(at.y - other.y) < metrics.px(4);
        };
        radii[&dot] = least;
        within[&dot] = static_cast<float>(std::ranges::count_if(placed, meets));
        placed.push_back(at);
    };
    for (const bool chosen : {true, false})
        for (const RooflineDot& dot : chart.dots)
            if ((dot.rung == chart.settings.rung) == chosen) place(dot, 5);
    for (const RooflineDot& dot : chart.second) place(dot, 6);
    float most = 1;
    for (const auto& [dot, count] : within) most = std::max(most, count);
    const float step = std::min(metrics.px(4), (metrics.px(20) - 6) / most);
    for (auto& [dot, radius] : radii) radius += step * within[dot];
    return radii;
}

bool names_fit_below(const Canvas& canvas, const RooflineChart& chart, const Metrics& metrics,
                     float width) {
    const auto& rungs = chart.settings.subject->rungs;
    const float each = width / static_cast<float>(rungs.size());
    return std::ranges::all_of(chart.dots, [&](const RooflineDot& dot) {
        const std::string name = roofline_name(chart, dot.rung);
        return canvas.width(name, strong(micro_style(metrics))) + metrics.px(12) < each;
    });
}

// Width of the longest name with its rates, and of the gaps around them.
float names_width(const Canvas& canvas, const RooflineChart& chart, const Metrics& metrics) {
    float widest = 0;
    for (const RooflineDot& dot : chart.dots) {
        const std::vector<std::string> rates = roofline_rates(chart, dot);
        widest = std::max(
            widest, canvas.width(roofline_name(chart, dot.rung), strong(micro_style(metrics))) +
                        (rates.empty() ? 0 : canvas.width(rates.front(), micro_style(metrics))));
    }
    return widest + metrics.px(26 + 30);
}

// Horizontally from the leftmost dot to right of the last dot and of the point where the roofs
// meet. Vertically up to the flat roof, however far the memory roof would rise.
void range(const RooflineChart& chart, RooflineAxes& axes, bool tensor) {
    double left = chart.across, right = chart.across;
    double low = std::numeric_limits<double>::max(), high = 0;
    for (const auto* dots : {&chart.dots, &chart.second, &chart.path, &chart.others})
        for (const RooflineDot& dot : *dots) {
            left = std::min(left, dot.across);
            right = std::max(right, dot.across);
            low = std::min({low, dot.high, dot.least});
            high = std::max({high, dot.high, dot.most});
        }
    if (chart.flat > 0 && chart.rate() > 0) right = std::max(right, chart.flat / chart.rate());
    high = std::max(high, chart.flat > 0 ? chart.flat : std::min(chart.roof(right), 4 * high));
    // The start of the tensor cores' roof, with room for its name after it.
    if (tensor) right = std::max(right, chart.tensor / chart.rate() / 2);
    if (tensor) high = std::max(high, chart.tensor);
    axes.x = {left / 1.8, right * 12, true, axes.plot.x, axes.plot.right()};
    axes.y = log_scale(low / 1.4, high * 1.7, axes.plot.bottom(), axes.plot.y);
}

}  // namespace

RooflineAxes axes_of(const Canvas& canvas, const RooflineChart& chart, const Metrics& metrics,
                     Rect area, const Zoom& zoom) {
    RooflineAxes axes;
    axes.below = area.cut_bottom(metrics.micro * 1.7f);
    area.cut_left(canvas.width("10 000", micro_style(metrics)) + metrics.px(14));
    area.cut_top(metrics.micro * .8f);
    axes.below.cut_left(area.x - axes.below.x);
    axes.plot = area;
    double low = std::numeric_limits<double>::max(), high = 0;
    for (const auto* dots : {&chart.dots, &chart.second})
        for (const RooflineDot& dot : *dots) {
            low = std::min({low, dot.high, dot.least});
            high = std::max({high, dot.high, dot.most});
        }
    if (chart.second_copy > 0)
        high =
            std::max(high, chart.computes ? chart.second_copy * chart.across : chart.second_copy);
    if (chart.rate() > 0)
        high = std::max(high, chart.under_flat() ? chart.flat : chart.roof(chart.across));
    // About fifteen times the other flat roof: only where dots below stay apart.
    const bool tensor = chart.tensor > 0 && chart.rate() > 0 && area.h > metrics.px(300);
    if (tensor && chart.under_flat()) high = std::max(high, chart.tensor);
    // The floor of a launch only where it is near; far above, it would push the dots together.
    const double floor = chart.over_floor(chart.across);
    if (floor < high * 6) high = std::max(high, floor);
    axes.spread = !chart.computes && names_fit_below(canvas, chart, metrics, area.w);
    axes.y = axes.spread ? log_scale(low / 1.15, high * 1.1, area.bottom(), area.y)
                         : log_scale(low / 1.4, high * 1.7, area.bottom(), area.y);
    // Both axes have the same scale, so that the roof rises at its true slope. Dots are as near to
    // the middle as the names to their right allow.
    const double decades = std::log(axes.y.high / axes.y.low) * area.w / std::max(area.h, 1.f);
    const double whole = std::exp(std::clamp(decades, std::log(8.), std::log(100.)));
    const double left = std::clamp(1 - names_width(canvas, chart, metrics) / area.w, .3f, .5f);
    axes.x = {chart.across / std::pow(whole, left), chart.across * std::pow(whole, 1 - left), true,
              area.x, area.right()};
    if (axes.spread)
        axes.x = {.5, static_cast<double>(chart.settings.subject->rungs.size()) + .5, false, area.x,
                  area.right()};
    if (chart.ranged) range(chart, axes, tensor);
    axes.zoomed = zoom != Zoom{};
    axes.x = part_of(axes.x, zoom.left, zoom.right);
    axes.y = part_of(axes.y, 1 - zoom.bottom, 1 - zoom.top);
    axes.radii = radii_of(chart, axes, metrics);
    return axes;
}

}  // namespace app

// The card "Roofline" with kernels side by side. See roofline_spread.h.
#include "app/views/roof/roofline_spread.h"

#include <algorithm>

#include "app/views/marks.h"
#include "app/views/roof/roofline_words.h"

namespace app {

void roofline_names_below(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                          const Metrics& metrics) {
    for (const RooflineDot& dot : chart.dots) {
        if (!axes.shows(dot)) continue;
        const Point at = axes.at(dot);
        canvas.line({at.x, at.y}, {at.x, axes.plot.bottom()}, Role::line);
        const bool chosen = dot.rung == chart.settings.rung;
        const TextStyle style =
            chosen ? strong(micro_style(metrics, Role::text)) : micro_style(metrics, Role::text2);
        canvas.text({at.x, axes.below.middle_y()}, roofline_name(chart, dot.rung),
                    aligned(style, Align::centre));
    }
}

// Each rate over its dot, or below the dot where a line would pass through the text.
std::vector<Rect> roofline_rates_at_dots(Canvas& canvas, const RooflineChart& chart,
                                         const RooflineAxes& axes,
                                         const std::vector<DrawnLine>& roofs,
                                         const Metrics& metrics) {
    std::vector<Rect> taken;
    const float each = axes.plot.w / static_cast<float>(chart.settings.subject->rungs.size());
    const float high = metrics.micro * 1.3f;
    for (const RooflineDot& dot : chart.dots) {
        if (!axes.shows(dot)) continue;
        const Point at = axes.at(dot);
        const float radius = axes.radii.at(&dot), gap = metrics.micro * .9f;
        // Beyond the ends of the dot's interval.
        const float above = std::min(at.y - radius, axes.y.at(dot.most)) - gap,
                    below = std::max(at.y + radius, axes.y.at(dot.least)) + gap;
        const bool chosen = dot.rung == chart.settings.rung;
        const TextStyle style = aligned(
            chosen ? strong(micro_style(metrics, Role::text)) : micro_style(metrics, Role::text2),
            Align::centre);
        for (const std::string& words : roofline_rates(chart, dot)) {
            const float wide = canvas.width(words, style);
            if (wide > each - metrics.px(8)) continue;
            Rect box{at.x - wide / 2, above - high / 2, wide, high};
            const auto passes = [&](const DrawnLine& roof) {
                return crosses(roof.from, roof.to, box.inside(-4));
            };
            if (std::ranges::any_of(roofs, passes)) box.y = below - high / 2;
            canvas.fill(box.inside(-3, 0), Role::panel, 3);
            canvas.text({at.x, box.middle_y()}, words, style);
            taken.push_back(box);
            break;
        }
    }
    return taken;
}

}  // namespace app

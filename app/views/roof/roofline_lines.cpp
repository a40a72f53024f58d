// Draws roofs as lines, with their names. See roofline_lines.h.
#include "app/views/roof/roofline_lines.h"

#include <algorithm>

#include "app/views/marks.h"
#include "app/views/roof/roofline_ranged.h"
#include "app/views/roof/roofline_words.h"

namespace app {
namespace {

// The areas that a name must not cross: dots and flat lines.
std::vector<Rect> dots_and_flats(const RooflineChart& chart, const RooflineAxes& axes) {
    std::vector<Rect> all;
    constexpr float reach = 6;
    for (const RooflineDot& dot : chart.dots) {
        const Point at = axes.at(dot);
        all.push_back({at.x - reach, at.y - reach, 2 * reach, 2 * reach});
    }
    for (const double high : {chart.flat, chart.flat_doubles})
        if (high > 0) {
            const float x = axes.x.at(std::max(high / chart.rate(), axes.x.low));
            all.push_back({x, axes.y.at(high) - 1, std::max(0.f, axes.plot.right() - x), 2});
        }
    return all;
}

// Names the tensor cores' line, where multiply-adds are the roof of all kernels.
void name_tensor(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                 const Metrics& metrics, std::vector<Rect>& taken) {
    const float y = axes.y.at(chart.tensor) - metrics.micro * .8f;
    if (!(chart.tensor > 0) || y - metrics.micro * .65f < axes.plot.y) return;
    write_where_free(canvas, {axes.plot.right() - metrics.px(14), y}, Align::right, axes.plot.w,
                     metrics, tensor_forms(chart), taken);
}

}  // namespace

bool write_where_free(Canvas& canvas, Point at, Align align, float room, const Metrics& metrics,
                      const std::vector<std::string>& forms, std::vector<Rect>& taken) {
    const TextStyle style = aligned(micro_style(metrics, Role::text2), align);
    for (const std::string& words : forms) {
        const float wide = canvas.width(words, style), high = metrics.micro * 1.3f;
        const Rect box{align == Align::right ? at.x - wide : at.x, at.y - high / 2, wide, high};
        const bool meets =
            std::ranges::any_of(taken, [&](const Rect& one) { return one.meets(box); });
        if (wide > room || meets) continue;
        canvas.fill(box.inside(-2, 1), Role::panel, 3);  // lines go on behind it
        canvas.text(at, words, style);
        taken.push_back(box);
        return true;
    }
    return false;
}

std::optional<DrawnLine> roofline_roof(Canvas& canvas, const RooflineChart& chart,
                                       const RooflineAxes& axes) {
    if (!(chart.rate() > 0)) return std::nullopt;
    if (chart.under_flat()) return roofline_flat(canvas, chart, axes);
    if (chart.ranged) return roofline_roofs(canvas, chart, axes);
    return draw_limit(canvas, axes.plot, axes.x, axes.y, chart.modelled(), Role::text2,
                      [&](double x) { return chart.roof(x); });
}

// The rate of a copy, where the data sheet's roof is above it, up to the flat roof.
std::optional<DrawnLine> roofline_reached(Canvas& canvas, const RooflineChart& chart,
                                          const RooflineAxes& axes) {
    if (!(chart.sheet > 0) || !(chart.copy > 0)) return std::nullopt;
    Scale rising = axes.x;
    if (chart.flat > 0) rising.high = std::min(rising.high, chart.flat / chart.copy);
    if (rising.high <= rising.low) return std::nullopt;
    Rect part = axes.plot;
    rising.to = axes.x.at(rising.high);
    part.w = rising.to - part.x;
    return draw_limit(canvas, part, rising, axes.y, true, Role::text3,
                      [&](double x) { return chart.reached(x); });
}

Point left_of_end(const DrawnLine& line, bool goes_on, const Metrics& metrics) {
    Point at{line.to.x - metrics.px(14), line.to.y + metrics.micro * (goes_on ? .2f : -.8f)};
    if (!goes_on || line.from.y <= line.to.y) return at;
    const float falls = (line.to.x - line.from.x) / (line.from.y - line.to.y);
    at.x = std::min(at.x, line.to.x - falls * metrics.micro * .85f - metrics.px(4));
    return at;
}

void write_below_line(Canvas& canvas, const RooflineAxes& axes, const DrawnLine& line,
                      const std::vector<std::string>& forms, const Metrics& metrics,
                      std::vector<Rect>& taken) {
    for (const std::string& words : forms)
        for (float down = .05f; down < .95f; down += .05f) {
            const Point below{line.to.x + (line.from.x - line.to.x) * down + metrics.px(10),
                              line.to.y + (line.from.y - line.to.y) * down + metrics.micro};
            const float room = axes.plot.right() - below.x;
            if (below.y + metrics.micro * .7f > axes.plot.bottom()) break;
            if (write_where_free(canvas, below, Align::left, room, metrics, {words}, taken)) return;
        }
}

void name_roofline_reached(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                           const DrawnLine& line, const Metrics& metrics,
                           std::vector<Rect>& taken) {
    const std::vector<Rect> also = dots_and_flats(chart, axes);
    taken.insert(taken.end(), also.begin(), also.end());
    if (!axes.spread)
        return write_below_line(canvas, axes, line, copy_forms(chart), metrics, taken);
    for (const std::string& words : copy_forms(chart))
        for (float x = axes.plot.x + metrics.px(4); x < line.to.x; x += metrics.px(20))
            if (write_where_free(canvas, {x, line.to.y + metrics.micro * .8f}, Align::left,
                                 line.to.x - x, metrics, {words}, taken))
                return;
}

void name_roofline_roof(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                        const DrawnLine& line, const Metrics& metrics, std::vector<Rect>& taken) {
    if (chart.under_flat()) name_tensor(canvas, chart, axes, metrics, taken);
    // Above the line, which no dot reaches: left of its upper end.
    const bool below_end = chart.computes && !(chart.flat > 0);  // the line goes on upwards
    const Point at = left_of_end(line, below_end, metrics);
    const float room = at.x - metrics.px(4) - axes.plot.x;
    const std::vector<std::string> forms = roof_forms(chart);
    if (!axes.spread)
        return void(write_where_free(canvas, at, Align::right, room, metrics, forms, taken));
    // Where rates stand above the line: between two of them.
    for (const std::string& words : forms)
        for (float x = axes.plot.x + metrics.px(4); x < at.x; x += metrics.px(20))
            if (write_where_free(canvas, {x, at.y}, Align::left, at.x - x, metrics, {words}, taken))
                return;
}

}  // namespace app

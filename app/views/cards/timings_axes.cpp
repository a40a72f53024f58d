// Draws the axes of "Time by size". See timings_axes.h.
#include "app/views/cards/timings_axes.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

void widen_by(double& low, double& high, const lab::Time& time) {
    for (const double ms : {time.median_ms, time.low_ms, time.high_ms})
        if (ms > 0) low = std::min(low, ms), high = std::max(high, ms);
}

}  // namespace

bool inside(const Scale& x, const TimeCurves& data, const TimePoint& point) {
    const double size = double(point.settings[*data.settings.subject->size]);
    return size >= x.low && size <= x.high;
}

CurvePlaces places_of(const Canvas& canvas, const Series& series, const TimeCurves& data,
                      const Metrics& metrics, Rect area, const Zoom& zoom) {
    CurvePlaces places;
    if (data.second_source) places.key = area.cut_bottom(metrics.micro * 1.5f);
    area.cut_bottom(metrics.micro * 1.9f);
    area.cut_left(canvas.width("000 µs", micro_style(metrics)) + metrics.px(12));
    area.cut_right(metrics.px(8));
    places.plot = area;
    const lab::Knob& size = *data.settings.subject->size;
    auto [low, high] = legal_sizes(series, data.settings);
    low = std::min(low, double(data.settings[size])),
    high = std::max(high, double(data.settings[size]));
    for (const TimePoint* point : data.shown)
        low = std::min(low, double(point->settings[size])),
        high = std::max(high, double(point->settings[size]));
    places.x = {std::max(1., low), std::max(high, low * 2), true, area.x + metrics.px(10),
                area.right() - metrics.px(10)};
    double least = 1e30, most = 0;
    for (const auto* points : {&data.shown, &data.other, &data.ghost, &data.second})
        for (const TimePoint* point : *points)
            if (inside(places.x, data, *point)) widen_by(least, most, point->time);
    for (const double floor : {data.floor_ms, data.second_floor_ms})
        if (floor > 0) least = std::min(least, floor * .6), most = std::max(most, floor);
    // The label of the shown value is at the top; where there is room, it covers no point.
    const float label = area.h > metrics.px(80) ? metrics.micro * 2.4f : 0;
    places.y = log_scale(least, std::max(most, least), area.bottom(), area.y + label);
    if (zoom == Zoom{}) return places;
    places.zoomed = true;
    places.x = part_of(places.x, zoom.left, zoom.right);
    places.y = part_of(places.y, 1 - zoom.bottom, 1 - zoom.top);
    return places;
}

void draw_axes(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data, Rect area,
               const Metrics& metrics) {
    std::vector<AxisText> rows, columns;
    const int most = std::max(2, static_cast<int>(places.plot.h / (metrics.micro * 2.6f)));
    std::vector<double> times = log_ticks(places.y.low, places.y.high, most);
    if (times.size() < 2) times = ticks_within(places.y.low, places.y.high, most);
    for (const double ms : times) rows.push_back({ms, round_time_text(ms), false});
    draw_rows(canvas, places.y, places.plot, rows, metrics);
    const lab::Knob& size = *data.settings.subject->size;
    const auto fits = static_cast<int>(places.plot.w / (metrics.micro * 4));
    const std::int64_t now = data.settings[size];
    for (const double value : binary_ticks(places.x.low, places.x.high, std::max(fits, 2)))
        if (std::fabs(std::log2(value / double(now))) > .4)
            columns.push_back({value, power_text(std::llround(value)), false});
    if (double(now) >= places.x.low && double(now) <= places.x.high)
        columns.push_back({double(now), power_text(now), true});
    std::sort(columns.begin(), columns.end(), [](auto& a, auto& b) { return a.value < b.value; });
    draw_below(canvas, places.x, places.plot.bottom() + metrics.micro, area, columns, metrics);
}

void draw_floor(Canvas& canvas, const CurvePlaces& places, const TimeCurves& data) {
    const auto at = [&](double ms) {
        return std::clamp(places.y.at(ms), places.plot.y, places.plot.bottom());
    };
    const auto shows = [&](double ms) { return ms > 0 && (!places.zoomed || ms >= places.y.low); };
    if (shows(data.floor_ms)) {
        const float y = at(data.floor_ms);
        canvas.hatch({places.plot.x, y, places.plot.w, places.plot.bottom() - y},
                     Colour{Role::text3, .5f}, 6, 1);
        canvas.line({places.plot.x, y}, {places.plot.right(), y}, Role::stroke);
    }
    if (!shows(data.second_floor_ms)) return;
    const float y = at(data.second_floor_ms);
    canvas.dashed_line({places.plot.x, y}, {places.plot.right(), y}, Role::text2, 1.2f);
}

}  // namespace app

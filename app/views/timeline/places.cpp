// Lays out "Timeline". See places.h.
#include "app/views/timeline/places.h"

#include <algorithm>
#include <cmath>

#include "app/draw/side.h"

namespace app {

Rect TimelinePlaces::box(const lab::TimelineBox& box) const {
    const Rect beside = track(box.engine);
    const float from = at(box.begin_ms), to = at(box.end_ms);
    const float gap = to - from > 6 ? 1.5f : to - from > 3 ? .75f : 0;
    return {from, beside.y, std::max(to - from - gap, 1.f), beside.h};
}

TimelinePlaces timeline_places(const Metrics& metrics, Rect area, double whole_ms, int lanes) {
    TimelinePlaces places;
    if (area.w < metrics.px(220) || area.h < metrics.px(90) || whole_ms <= 0) return places;
    places.side = cut_side(area, metrics, {640, 200, .24f, 170, 250});
    if (area.h >= metrics.px(170)) places.words = area.cut_bottom(metrics.small * 2.2f);
    if (area.w >= metrics.px(300)) places.names = area.cut_left(metrics.small * 6.6f);
    places.axis = area.cut_bottom(metrics.micro * 2.2f);
    places.rows = area;
    constexpr float share_of_memory = .6f;  // of the row of an engine
    const float rows = float(lab::engine_count) + (lanes > 0 ? share_of_memory : 0);
    const float pitch = std::min(area.h / rows, metrics.px(170));
    if (pitch < metrics.small * 1.2f) return places;
    places.pitch = pitch;
    places.high = std::min(pitch * .7f, metrics.px(104));
    places.rows.h = pitch * rows;
    if (lanes > 0) {
        Rect below = places.rows;
        below.cut_top(pitch * float(lab::engine_count));
        places.memory = {below.x, below.y, below.w,
                         std::min(below.h * .9f, metrics.px(28) * float(lanes))};
        places.lanes = lanes;
    }
    places.axis.y = places.rows.bottom();
    if (places.words.h > 0) places.words.y = std::min(places.words.y, places.axis.bottom());
    places.whole_ms = whole_ms;
    return places;
}

double axis_ms(const DrawContext& context) {
    const double beside = context.beside ? engine_times(context.beside->result).last_ms() : 0;
    return std::max(engine_times(context.result).last_ms(), beside);
}

const EngineTimes::Box* box_at(const TimelinePlaces& places, const EngineTimes& times, Point at) {
    constexpr float near = 2;  // pixels
    const EngineTimes::Box* nearest = nullptr;
    float least = near;
    for (const EngineTimes::Box& box : times.boxes) {
        const Rect there = places.box(box);
        if (at.y < there.y || at.y >= there.bottom()) continue;
        const float away = std::max({there.x - at.x, at.x - there.right(), 0.f});
        if (away < least || (away == 0 && least > 0)) least = away, nearest = &box;
    }
    return nearest;
}

}  // namespace app

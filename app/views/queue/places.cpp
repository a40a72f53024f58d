// See places.h.
#include "app/views/queue/places.h"

#include <algorithm>

#include "app/draw/side.h"

namespace app {
namespace {

// Bars get the height that lanes leave, within bounds.
float bars_height(const Metrics& metrics, Rect area, const Queue& queue) {
    const float lanes = float(queue.high()) * metrics.cell + metrics.small * 5;
    return std::clamp(area.h - lanes, area.h * .36f, area.h * .6f);
}

void place_bars(QueuePlaces& places, const Metrics& metrics, const Queue& queue, BarRange range,
                Rect& area) {
    constexpr float least = 2;  // width of a bar in pixels
    if (area.h < metrics.small * 16 || area.w < metrics.px(200) || range.count < 1) return;
    Rect part = area.cut_bottom(bars_height(metrics, area, queue));
    part.cut_top(metrics.small * 1.2f);
    places.heading = part.cut_top(metrics.small * 2.9f);
    places.ends = part.cut_bottom(metrics.small * 1.6f);
    places.bars = part;
    places.first = range.first, places.count = range.count;
    while (places.bar_width() < least) places.together *= 2;
    const float widest = metrics.px(48);
    if (places.bar_width() > widest) places.bars.w = widest * float(places.count);
}

}  // namespace

BarRange bar_range(const lab::Run& run, int array) {
    const auto& arrays = asked_of(run).arrays;
    const auto found = arrays.find(array);
    if (found == arrays.end() || found->second.empty()) return {};
    const std::int64_t first = found->second.begin()->first, last = found->second.rbegin()->first;
    const std::uint64_t all = array < 0 ? 0 : run.trace->arrays[std::size_t(array)].elements;
    if (all > 0) return {0, std::int64_t(all)};
    return array < 0 ? BarRange{first, last - first + 1} : BarRange{0, last + 1};
}

QueuePlaces queue_places(const Metrics& metrics, Rect area, const Queue& queue, BarRange range) {
    QueuePlaces places;
    places.side = cut_side(area, metrics, beside_lanes);
    place_bars(places, metrics, queue, range, area);
    places.title = area.cut_top(metrics.small * 2);
    places.names = area.cut_bottom(metrics.small * 1.6f);
    places.labels = area.w >= metrics.px(420) ? metrics.small * 4.6f : 0;
    area.cut_left(places.labels);
    if (area.h < metrics.small * 1.5f || area.w < metrics.small * 4 || queue.stacks.empty())
        return {};
    places.stacks = area;
    // A queue at one element is the point of the picture: its column is wide.
    const float widest = metrics.px(queue.stacks.size() < 4 ? 220 : 64);
    places.column = std::min(area.w / float(queue.stacks.size()), widest);
    places.row = std::min(area.h / float(queue.high()), metrics.cell);
    const bool thin = places.row < metrics.digits * 1.1f;
    if (thin && places.column >= metrics.digits * 4) places.beside = places.column / 2;
    return places;
}

}  // namespace app

// Lays out "A value's way". See places.h.
#include "app/views/way/places.h"

#include <algorithm>

#include "app/draw/side.h"

namespace app {
namespace {

// Relative widths of the stations and of the gaps between them.
struct Shares {
    float names, memory, first, l2, second, unit, third, lanes;
    float all() const { return names + memory + first + l2 + second + unit + third + lanes; }
};
constexpr Shares wide{158, 112, 22, 44, 84, 112, 150, 96};
constexpr Shares narrow{0, 96, 14, 36, 62, 96, 96, 84};

void place_columns(WayPlaces& places, const Metrics& metrics, Rect area) {
    const bool named = area.w >= metrics.px(600);
    const Shares& share = named ? wide : narrow;
    const float unit = std::min(area.w / share.all(), metrics.px(1.9f));
    const auto cut = [&](float width) { return area.cut_left(width * unit); };
    places.names = cut(share.names);
    if (!named) area.cut_left(metrics.px(10)), area.w -= metrics.px(10);
    places.memory = cut(share.memory);
    cut(share.first);
    places.l2 = cut(share.l2);
    cut(share.second);
    places.unit = cut(share.unit);
    cut(share.third);
    places.lanes = cut(share.lanes);
}

}  // namespace

WayPlaces way_places(const Metrics& metrics, Rect area) {
    WayPlaces places;
    if (area.w < metrics.px(340) || area.h < metrics.px(190)) return places;
    places.side = cut_side(area, metrics, {620, 230, .2f, 160, 230});
    if (area.h >= metrics.px(300)) places.legend = area.cut_bottom(metrics.small * 2.2f);
    area.w -= metrics.px(12);
    places.heads = area.cut_top(metrics.small * 2);
    places.rows = area;
    const float pitch = std::min(area.h / rows_of_ways, metrics.px(136));
    if (pitch < metrics.digits * 3.1f) return places;  // captions need room below the lines
    places.rows.h = pitch * rows_of_ways;
    places.high = std::min({pitch - metrics.px(8), pitch * .7f, metrics.px(68)});
    place_columns(places, metrics, places.rows);
    places.pitch = pitch;
    places.legend.y = std::min(places.legend.y, places.rows.bottom() + metrics.px(14));
    return places;
}

}  // namespace app

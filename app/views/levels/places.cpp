// Lays out "Levels". See places.h.
#include "app/views/levels/places.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/draw/side.h"

namespace app {
namespace {

// Tries a grid of so many columns, and keeps the layout with the larger cells.
void try_level_grid(LevelPlaces& best, const HeatGrid& grid, const Metrics& metrics) {
    const float heads = static_cast<float>(best.shown) * (best.label + best.between);
    const float high =
        std::floor(std::min((best.area.h - heads) / static_cast<float>(grid.rows), metrics.px(44)));
    const float wide = std::floor(
        std::min({best.area.w / static_cast<float>(grid.shown()), metrics.px(60), 2.2f * high}));
    const float least = std::floor(metrics.px(6));
    const float flat = std::min(high, 1.5f * wide);
    if (wide < least || high < least || wide * flat <= best.cell_w * best.cell_h) return;
    best.grid = grid, best.cell_w = wide, best.cell_h = std::floor(flat);
}

}  // namespace

LevelPlaces level_places(const Metrics& metrics, Rect area, const std::vector<HeatArray>& arrays,
                         float numbers) {
    LevelPlaces places;
    if (arrays.empty() || area.w < metrics.px(120) || area.h < metrics.px(60)) return places;
    places.label = std::ceil(metrics.small * 1.7f), places.between = metrics.px(8);
    places.side = cut_side(area, metrics, {620, 190, .27f, 200, 270});
    if (area.h >= metrics.px(130))
        places.key = area.cut_bottom(metrics.small * (area.h > metrics.px(220) ? 3.8f : 1.9f));
    if (area.w >= metrics.px(300)) places.numbers = numbers;
    area.cut_left(places.numbers);
    places.area = area;
    const auto bands = [&] {
        const float a_band = places.label + places.between + metrics.px(8);
        return std::min(arrays.size(), static_cast<std::size_t>(std::max(1.f, area.h / a_band)));
    };
    places.shown = bands();
    // Bands move closer before an array is dropped.
    if (places.shown < arrays.size()) places.between = metrics.px(1), places.shown = bands();
    const auto shown = std::span(arrays).first(places.shown);
    for (int each = 1; each < 1 << 24 && !places.found(); each *= 2)
        for (int columns = 256; columns >= 8; columns /= 2)
            try_level_grid(places, heat_grid(shown, each, columns), metrics);
    return places;
}

}  // namespace app

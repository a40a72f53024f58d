// Places in a map of sectors. See sector_map.h.
#include "app/views/sector_map.h"

#include <algorithm>

#include "app/views/heat_words.h"
#include "app/views/marks.h"

namespace app {

float SectorMap::left(std::size_t array) const {
    const float wide = cell_w * static_cast<float>(grid.shown()) + numbers + 3 * between;
    return area.x + (beside ? wide * static_cast<float>(array) : 0);
}

Rect SectorMap::head(std::size_t array) const {
    const float x = left(array) - numbers, wide = cell_w * static_cast<float>(grid.shown());
    if (beside) return {x, area.y, numbers + wide, label};
    int rows = 0;
    for (std::size_t i = 0; i < array; ++i) rows += grid.arrays[i].rows;
    const float y =
        area.y + static_cast<float>(array) * (label + between) + static_cast<float>(rows) * cell_h;
    return {x, y, numbers + area.w, label};
}

Rect SectorMap::band(std::size_t array) const {
    return {left(array), head(array).bottom(), cell_w * static_cast<float>(grid.shown()),
            cell_h * static_cast<float>(grid.arrays[array].rows)};
}

Rect SectorMap::cell(std::size_t array, int number) const {
    const Rect all = band(array);
    return {all.x + static_cast<float>(number % grid.columns - grid.left) * cell_w,
            all.y + static_cast<float>(number / grid.columns) * cell_h, cell_w, cell_h};
}

Rect SectorMap::box(std::size_t array, int number) const {
    const Rect all = cell(array, number);
    return {all.x, all.y, all.w - 1, all.h - 1};
}

Rect SectorMap::boxes(std::size_t array, int first, int last) const {
    const Rect from = box(array, first), to = box(array, last);
    return {from.x, from.y, to.right() - from.x, to.bottom() - from.y};
}

std::uint64_t SectorMap::first_of(SectorPlace place) const {
    return grid.arrays[place.array].first +
           static_cast<std::uint64_t>(place.number) * static_cast<unsigned>(grid.each);
}

SectorPlace SectorMap::place_at(Point at) const {
    for (std::size_t i = 0; found() && i < shown; ++i) {
        const Rect all = band(i);
        if (!all.contains(at)) continue;
        const int row = static_cast<int>((at.y - all.y) / cell_h),
                  column = static_cast<int>((at.x - all.x) / cell_w) + grid.left;
        return {i, row * grid.columns + column};
    }
    return {};
}

void draw_row_numbers(Canvas& canvas, const SectorMap& map, const lab::Run& run,
                      const HeatArray& heat, std::size_t array, const Metrics& metrics) {
    if (map.numbers <= 0) return;
    int every = 1;
    while (map.cell_h * static_cast<float>(every) < metrics.micro * 1.35f) every *= 2;
    const TextStyle style = mono_style(metrics.micro, Role::text3);
    const Rect band = map.band(array);
    for (int row = 0; row < map.grid.arrays[array].rows; row += every) {
        const int number = row * map.grid.columns + map.grid.left;
        const float y = std::max(map.cell(array, number).middle_y(), band.y + metrics.micro * .6f);
        text_fitting(canvas, {band.x - map.numbers, y}, map.numbers - metrics.px(6), style,
                     {heat_row_words(run, heat, map.first_of({array, number}))});
    }
}

}  // namespace app

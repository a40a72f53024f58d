// Finds the times of block shapes. See shape_times.h.
#include "app/views/cards/shape_times.h"

#include <algorithm>
#include <utility>

#include "app/format.h"
#include "app/views/cards/spots.h"
#include "app/views/rungs.h"
#include "lab/time/compare.h"

namespace app {
namespace {

std::vector<std::int64_t> stops(const lab::Settings& settings, const lab::Knob& side) {
    std::vector<std::int64_t> values = side.ticks;
    values.push_back(settings[side]);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

ShapeCell cell_of(const DrawContext& context, const ShapeTimes& data, std::int64_t x,
                  std::int64_t y) {
    ShapeCell cell{.settings = shaped(data.settings, data.sides, x, y)};
    if (data.second_source) cell.second = context.series.time(cell.settings, *data.second_source);
    if (data.source) cell.point = context.series.time(cell.settings, *data.source);
    cell.other_numbers = context.series.differing_array(cell.settings, data.settings);
    if (!cell.other_numbers.empty()) cell.point = cell.second = nullptr;
    cell.refused = !cell.point && context.series.refuses(cell.settings);
    cell.other_caches_only =
        !cell.point && data.source &&
        !other_regime_words(context.series, cell.settings, *data.source).empty();
    return cell;
}

// Wrong results do not compete.
void find_best(ShapeTimes& data) {
    for (std::ptrdiff_t i = 0; i < std::ssize(data.cells); ++i) {
        const ShapeCell& cell = data.cells[static_cast<std::size_t>(i)];
        const ShapeCell* second_best = data.second_best();
        if (cell.second && !cell.second->wrong &&
            (!second_best || cell.second->time.median_ms < second_best->second->time.median_ms))
            data.second_best_at = i;
        if (!cell.point || cell.point->wrong) continue;
        const double ms = cell.point->time.median_ms;
        if (data.best_at < 0 || ms < data.best) {
            data.best = ms;
            data.best_at = i;
        }
        data.worst = std::max(data.worst, ms);
    }
}

}  // namespace

BlockSides sides_of(const lab::Settings& settings) {
    if (!settings.subject) return {};
    return {lab::find_knob(*settings.subject, lab::Knob::Role::block_x),
            lab::find_knob(*settings.subject, lab::Knob::Role::block_y)};
}

BlockSides launch_of(const lab::Settings& settings) {
    if (!settings.subject) return {};
    const BlockSides sides{lab::find_knob(*settings.subject, lab::Knob::Role::threads),
                           lab::find_knob(*settings.subject, lab::Knob::Role::blocks)};
    const bool turn = sides && !lab::idle(settings, *sides.x) && !lab::idle(settings, *sides.y);
    return turn ? sides : BlockSides{};
}

bool BlockSides::are_of_block() const { return x && lab::block_axis(*x); }

lab::Settings shaped(lab::Settings settings, const BlockSides& sides, std::int64_t x,
                     std::int64_t y) {
    const std::pair<const lab::Knob*, std::int64_t> both[] = {{sides.x, x}, {sides.y, y}};
    // So no block between is too large. A grid follows its block, so it comes last.
    const bool down_first = sides.are_of_block() && y < settings[*sides.y];
    for (const auto& [side, value] : {both[down_first], both[!down_first]})
        if (settings[*side] != value) settings = lab::turned(settings, *side, value);
    return settings;
}

const ShapeCell* ShapeTimes::best_cell() const {
    return best_at < 0 ? nullptr : &cells[static_cast<std::size_t>(best_at)];
}

const ShapeCell* ShapeTimes::second_best() const {
    return second_best_at < 0 ? nullptr : &cells[static_cast<std::size_t>(second_best_at)];
}

std::ptrdiff_t ShapeTimes::timed() const {
    return std::ranges::count_if(cells, [](const ShapeCell& cell) { return cell.point; });
}

bool ShapeTimes::as_fast_as_any(const ShapeCell& cell) const {
    return best_cell() && cell.point && !cell.point->wrong &&
           !lab::parted(cell.point->time, best_cell()->point->time);
}

std::ptrdiff_t ShapeTimes::as_fast() const {
    return std::ranges::count_if(
        cells, [&](const ShapeCell& cell) { return &cell != best_cell() && as_fast_as_any(cell); });
}

ShapeTimes shape_times(const DrawContext& context, BlockSides (*sides)(const lab::Settings&)) {
    ShapeTimes data;
    data.settings = context.result.request.settings;
    data.sides = sides(data.settings);
    if (!data.sides) return data;
    data.source = context.series.source(data.settings);
    data.second_source = context.series.second_source(data.settings);
    data.xs = stops(data.settings, *data.sides.x);
    data.ys = stops(data.settings, *data.sides.y);
    for (const std::int64_t y : data.ys)
        for (const std::int64_t x : data.xs) data.cells.push_back(cell_of(context, data, x, y));
    find_best(data);
    return data;
}

namespace {

struct BestShape {
    const lab::Time* time = nullptr;
    lab::Settings at;
};

BestShape best_recorded(const Series& series, const ShapeTimes& data, int rung) {
    BestShape best;
    for (const ShapeCell& cell : data.cells) {
        const lab::Settings there = at_rung(cell.settings, rung);
        const lab::Time* time = series.recorded_on(data.source->device, there);
        if (time && (!best.time || time->median_ms < best.time->median_ms)) best = {time, there};
    }
    return best;
}

}  // namespace

std::string best_shape_words(const DrawContext& context, int other) {
    const ShapeTimes data = shape_times(context);
    if (!data.source || data.settings.rung == other) return "";
    const BestShape own = best_recorded(context.series, data, data.settings.rung),
                    its = best_recorded(context.series, data, other);
    if (!own.time || !its.time || own.at == data.settings) return "";
    const bool apart = lab::parted(*own.time, *its.time);
    if (apart && own.time->median_ms > its.time->median_ms) return "";
    return rung_number(data.settings.rung) + (apart ? " is ahead of it at " : " is as fast at ") +
           std::to_string(own.at[*data.sides.x]) + " × " + std::to_string(own.at[*data.sides.y]);
}

}  // namespace app

// "The card": its multiprocessors, filled with the blocks of the launch, full waves at the left and
// the last wave at the right. Beside it what the card has, under the names of CUDA's device query.
// Registers itself as "waves".
#include <algorithm>
#include <vector>

#include "app/format.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/occupancy/card_rows.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/waves.h"

namespace app::waves_view {
namespace {

using lab::FilledCard;
using lab::Waves;

// A wave that stands for itself and for others like it.
struct Panel {
    std::int64_t first = 0, last = 0;  // waves, from 0
    Rect head, cells;
};

struct WavesPlaces {
    Rect facts, strip, legend;
    std::vector<Panel> panels;
};

Panel panel_in(Rect area, std::int64_t first, std::int64_t last, const Metrics& metrics) {
    Panel panel{.first = first, .last = last, .head = {}, .cells = {}};
    panel.head = area.cut_top(metrics.small * 1.9f);
    panel.cells = area;
    return panel;
}

WavesPlaces waves_places(const Metrics& metrics, Rect area, const Waves& waves) {
    WavesPlaces places;
    if (area.w >= metrics.px(560) && area.h >= metrics.px(170)) {
        places.facts = area.cut_right(std::clamp(area.w * .31f, metrics.px(210), metrics.px(320)));
        area.cut_right(metrics.side_gap);
    }
    if (area.h >= metrics.px(190)) places.legend = area.cut_bottom(metrics.small * 2);
    const std::int64_t last = waves.count() - 1;
    if (last > 0 && area.h >= metrics.px(190)) {
        places.strip = area.cut_top(metrics.px(44));
        area.cut_top(metrics.px(8));
    }
    if (last > 0) {
        Rect left = area.cut_left(area.w / 2);
        left.cut_right(metrics.px(10));
        places.panels.push_back(panel_in(left, 0, last - 1, metrics));
        area.cut_left(metrics.px(10));
    }
    places.panels.push_back(panel_in(area, last, last, metrics));
    return places;
}

// Square cells for the multiprocessors, as large as fit.
struct CellGrid {
    float size = 0;
    std::int64_t columns = 1;
    Rect cell(Rect area, std::int64_t i) const {
        const float gap = size > 8 ? 2.f : 1.f;
        return {area.x + static_cast<float>(i % columns) * size,
                area.y + static_cast<float>(i / columns) * size, size - gap, size - gap};
    }
};

CellGrid cell_grid(Rect area, std::int64_t cells, const Metrics& metrics) {
    CellGrid best;
    for (std::int64_t columns = 1; columns <= cells; ++columns) {
        const auto rows = static_cast<float>((cells + columns - 1) / columns);
        const float size = std::min(area.w / static_cast<float>(columns), area.h / rows);
        if (size > best.size) best = {size, columns};
    }
    best.size = std::min(best.size, metrics.px(56));
    return best;
}

// A multiprocessor: its blocks from the bottom up; hatched where it has none.
void draw_multiprocessor(Canvas& canvas, Rect cell, std::int64_t blocks, std::int64_t most) {
    if (blocks == 0) return waste_box(canvas, cell, 2, 1, 5);
    const float step = cell.h / static_cast<float>(most);
    if (blocks < most) canvas.outline(cell, Role::stroke, 2);
    if (step < 4) {
        const float height = step * static_cast<float>(blocks);
        return work_cell(canvas, {cell.x, cell.bottom() - height, cell.w, height}, false, 1);
    }
    for (std::int64_t b = 0; b < blocks; ++b)
        work_cell(canvas,
                  {cell.x, cell.bottom() - static_cast<float>(b + 1) * step, cell.w, step - 1},
                  false, 1);
}

// "Waves 1 to 62" or "Wave 63".
std::string name_of_waves(const Panel& panel) {
    return panel.first == panel.last
               ? "Wave " + grouped(panel.first + 1)
               : "Waves " + grouped(panel.first + 1) + " to " + grouped(panel.last + 1);
}

void draw_panel(Canvas& canvas, const Panel& panel, const Waves& waves, const Metrics& metrics) {
    const std::string name = name_of_waves(panel), blocks = plural(waves.in(panel.last), "block"),
                      each = panel.first == panel.last ? "" : " each";
    const std::int64_t idle = waves.idle(panel.last);
    const std::string without =
        idle > 0 ? ", " + plural(idle, "multiprocessor") + " without a block" : "";
    text_fitting(canvas, {panel.head.x, panel.head.middle_y()}, panel.head.w,
                 strong(small_style(metrics)),
                 {name + ": " + blocks + each + without, name + ": " + blocks + each,
                  name + ": " + blocks, name});
    const CellGrid grid = cell_grid(panel.cells, waves.multiprocessors, metrics);
    for (std::int64_t i = 0; i < waves.multiprocessors; ++i)
        draw_multiprocessor(canvas, grid.cell(panel.cells, i), waves.on(panel.last, i),
                            waves.of_each);
}

// All waves one after the other, each as high as the share of places that have a block.
void draw_strip(Canvas& canvas, Rect area, const Waves& waves, const Metrics& metrics) {
    if (area.h <= 0) return;
    const Rect words = area.cut_top(metrics.small * 1.6f);
    const std::string share = percent(waves.filled());
    text_fitting(canvas, {words.x, words.middle_y()}, words.w, small_style(metrics),
                 {plural(waves.count(), "wave") + ", one after the other; " + share +
                      " of their places for blocks are taken",
                  plural(waves.count(), "wave") + "; " + share + " of their places are taken",
                  plural(waves.count(), "wave")});
    const auto count = static_cast<float>(waves.count());
    const float step = std::min(area.w / count, metrics.px(60)), gap = step > 5 ? 2.f : 0.f;
    const float full = step * (count - 1), last = std::max(2.f, step - gap);
    if (gap == 0)
        work_cell(canvas, {area.x, area.y, full, area.h}, false, 1);
    else
        for (std::int64_t wave = 0; wave + 1 < waves.count(); ++wave)
            work_cell(canvas,
                      {area.x + static_cast<float>(wave) * step, area.y, step - gap, area.h}, false,
                      1);
    const auto part =
        static_cast<float>(waves.in(waves.count() - 1)) / static_cast<float>(waves.at_once());
    const Rect end{std::min(area.x + full, area.right() - last), area.y, last, area.h};
    const float height = std::max(1.f, area.h * part);
    if (part < 1) waste_box(canvas, {end.x, end.y, end.w, end.h - height}, 1, 1, 4);
    work_cell(canvas, {end.x, end.bottom() - height, end.w, height}, true, 1);
}

void draw_waves_legend(Canvas& canvas, Rect area, const Metrics& metrics) {
    if (area.h <= 0) return;
    const std::string blocks = "blocks on a multiprocessor",
                      none = "a multiprocessor without a block";
    const float each = metrics.small + metrics.px(32);
    const TextStyle style = small_style(metrics);
    if (canvas.width(blocks, style) + canvas.width(none, style) + 2 * each > area.w) return;
    const float x =
        area.x + legend(canvas, {area.x, area.middle_y()}, Sample::work, blocks, metrics);
    legend(canvas, {x, area.middle_y()}, Sample::waste, none, metrics);
}

std::optional<FilledCard> filled_of(const DrawContext& context) {
    return lab::filled_card(context.result.request.settings);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const auto filled = filled_of(context);
    if (!filled || filled->waves.count() == 0)
        return nothing(canvas, area, "Nothing was launched.", metrics);
    const Waves& waves = filled->waves;
    const WavesPlaces places = waves_places(metrics, area, waves);
    const Rect cells = places.panels.back().cells;
    if (cells.w < metrics.px(40) || cell_grid(cells, waves.multiprocessors, metrics).size < 4)
        return nothing(canvas, area, "Too little room for a card.", metrics);
    draw_strip(canvas, places.strip, waves, metrics);
    for (const Panel& panel : places.panels) draw_panel(canvas, panel, waves, metrics);
    draw_waves_legend(canvas, places.legend, metrics);
    draw_card_rows(canvas, places.facts, *filled->of, metrics);
}

std::string claim(const DrawContext& context) {
    const auto filled = filled_of(context);
    if (!filled || filled->waves.count() == 0) return "Nothing was launched";
    const Waves& waves = filled->waves;
    if (waves.count() == 1)
        return waves.blocks == waves.at_once() ? "One wave: all blocks run at once, on every place"
                                               : "One wave: all blocks run at once";
    const std::int64_t last = waves.in(waves.count() - 1);
    const std::string words = plural(waves.count(), "wave") + ": the last has ";
    return last == waves.at_once() ? words + "as many blocks as the others"
                                   : words + plural(last, "block");
}

std::string sentence(const DrawContext& context) {
    const auto filled = filled_of(context);
    if (!filled || filled->waves.count() == 0) return "Nothing was launched.";
    const Waves& waves = filled->waves;
    const std::string each = plural(filled->needs.threads, "thread");
    std::string words = "A multiprocessor of " + lab::a_card(*filled->of) + " has room for *" +
                        plural(waves.of_each, "block") + "* of " + each + ", *" +
                        grouped(waves.of_each * filled->needs.threads) + " threads*, and the " +
                        plural(waves.multiprocessors, "multiprocessor") + " for *" +
                        grouped(waves.at_once()) + "*. The grid has *" +
                        plural(waves.blocks, "block") + "*.";
    if (const std::int64_t idle = waves.idle(waves.count() - 1))
        words += " In the last wave *" + plural(idle, "multiprocessor") + "* " +
                 (idle == 1 ? "has" : "have") + " none.";
    return words + " This takes all blocks to run equally long.";
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const auto filled = filled_of(context);
    if (!filled || filled->waves.count() == 0) return std::nullopt;
    const Waves& waves = filled->waves;
    const WavesPlaces places = waves_places(context.metrics, area, waves);
    for (const Panel& panel : places.panels) {
        const CellGrid grid = cell_grid(panel.cells, waves.multiprocessors, context.metrics);
        for (std::int64_t i = 0; i < waves.multiprocessors; ++i) {
            const Rect cell = grid.cell(panel.cells, i);
            if (!cell.contains(at)) continue;
            const std::int64_t blocks = waves.on(panel.last, i);
            return Spot{cell, "*" + name_of_waves(panel) + "*: " + plural(blocks, "block") +
                                  " of " + grouped(waves.of_each) + " on this multiprocessor, " +
                                  grouped(blocks * filled->needs.threads) + " of " +
                                  plural(filled->of->threads(), "thread") +
                                  ".\nWhich one gets which block is the card's choice."};
        }
    }
    return spot_of_card_rows(places.facts, *filled->of, context.metrics, at);
}

bool fits(const lab::Run& run) {
    return !run.launches.empty() && lab::fills_card(run.request.settings);
}

const RegisterView registered{
    {.id = "waves",
     .title = "The card",
     .slot = Slot::warp,
     .order = 7,
     .fits = fits,
     .draw = draw,
     .words = {.claim = claim,
               .sentence = sentence,
               .badge = Badge::modelled,
               .lacking = "Waves are shown of lessons that choose a card."},
     .pointing = {.spot = spot}}};

}  // namespace
}  // namespace app::waves_view

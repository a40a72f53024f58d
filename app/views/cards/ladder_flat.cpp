// Draws flat tiles. See ladder_flat.h.
#include "app/views/cards/ladder_flat.h"

#include <algorithm>

#include "app/views/cards/ladder.h"
#include "app/views/cards/ladder_times.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "lab/asked.h"
#include "lab/library.h"

namespace app {
namespace {

struct FlatTiles {
    std::optional<TimeSource> source, second;
    std::vector<ComparedBar> bars;
};

FlatTiles flat_tiles(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    FlatTiles all{context.series.source(settings), context.series.second_source(settings), {}};
    all.bars = bars_beside(context.series, settings, all.source, all.second);
    return all;
}

// Draws the time after the name; returns its right end.
float draw_flat_time(Canvas& canvas, const FlatTiles& all, const ComparedBar& bar, Rect row,
                     const Metrics& m) {
    const Point left{row.x, row.middle_y()};
    if (bar.second && all.second) {
        draw_two_times(canvas, {bar.point, bar.second}, row, *all.source, *all.second, m);
        return row.right();
    }
    if (!bar.point)
        return row.x + text_fitting(canvas, left, row.w, small_style(m, Role::text3),
                                    {"not timed here", "not timed"});
    const TimeSource& source = bar.own ? *bar.own : *all.source;
    return row.x + draw_digits(canvas, left, row.w, *bar.point, source, m);
}

void draw_flat_tile(Canvas& canvas, const FlatTiles& all, const ComparedBar& bar, Rect area,
                    bool guessing, const Metrics& m) {
    canvas.fill(area, Role::sunk, 6);
    canvas.outline(area, Role::line, 6, 1);
    Rect inside = area.inside(m.px(14), 0);
    const TextStyle title{Font::medium, m.small, Role::text};
    const float time = m.badge * 1.9f + m.px(8) +
                       canvas.width("000.0 ms", mono_style(m.value, Role::text)) + m.px(12);
    const std::string name = name_in(canvas, bar, inside.w - (guessing ? 0 : time), title);
    if (name.empty()) return;
    canvas.text({inside.x, inside.middle_y()}, name, title);
    if (guessing) return;
    inside.cut_left(canvas.width(name, title) + m.px(12));
    inside.cut_left(draw_flat_time(canvas, all, bar, inside, m) - inside.x + m.px(12));
    text_fitting(canvas, {inside.right(), inside.middle_y()}, inside.w,
                 aligned(small_style(m, Role::text3), Align::right), {"timed only"});
}

}  // namespace

float flat_height(const Metrics& m) { return m.small * 2.4f; }

void draw_flat(Canvas& canvas, const DrawContext& context, const std::vector<Rect>& places) {
    if (places.empty()) return;
    const FlatTiles all = flat_tiles(context);
    for (std::size_t i = 0; i < std::min(places.size(), all.bars.size()); ++i)
        draw_flat_tile(canvas, all, all.bars[i], places[i], context.cursor.guessing,
                       context.metrics);
}

std::string flat_words(const DrawContext& context, std::size_t index) {
    const FlatTiles all = flat_tiles(context);
    if (index >= all.bars.size()) return "";
    const ComparedBar& bar = all.bars[index];
    ComparedTimes data{context.result.request.settings, all.source, all.second, {}};
    const bool timed = (bar.point || bar.second) && !context.cursor.guessing;
    const lab::Rung& rung = lab::rung_of(bar.settings);
    const std::string words = timed ? words_of(data, bar) : "*" + rung.title + "*\n" + rung.idea;
    const std::string where = lab::on_processor(bar.settings)
                                  ? "` times it on the processor of this computer."
                                  : " --device gpu` times it on a computer with a GPU.";
    return words + "\nIt is neither counted nor drawn. `warplens run " +
           lab::name_of(bar.settings) + where;
}

namespace {

// Places in free cells of the last row, one below the other; empty where not all fit.
std::vector<Rect> in_free_cells(const LadderTiles& places, Rect area, std::size_t count,
                                const Metrics& m) {
    if (places.form == TileForm::line || places.tiles.size() % std::size_t(places.columns) == 0)
        return {};
    const Rect last = places.tiles.back();
    const float gap = m.px(10), x = last.right() + gap;
    Rect free{x, last.y, area.right() - x, last.h};
    if (places.legend.meets(free)) free.h = places.legend.y - free.y - m.px(4);
    const float close = m.px(6), room = (free.h + close) / float(count) - close;
    if (free.w < m.px(230) || room < m.small * 1.6f) return {};
    std::vector<Rect> made;
    for (std::size_t i = 0; i < count; ++i) {
        made.push_back(free.cut_top(std::min(room, flat_height(m))));
        free.cut_top(close);
    }
    return made;
}

// Places side by side below all tiles, where no kernel loses its picture.
LadderTiles with_flat_row(LadderTiles whole, Rect area, std::size_t beside, int chosen,
                          const Metrics& m) {
    const float gap = m.px(10), taken = flat_height(m) + gap;
    Rect above = area;
    above.cut_bottom(taken);
    LadderTiles made = ladder_tiles(above, m, static_cast<int>(whole.tiles.size()), chosen);
    if (made.tiles.size() != whole.tiles.size() || made.form != whole.form ||
        (made.legend.h > 0) != (whole.legend.h > 0))
        return whole;
    float bottom = 0;
    for (const Rect& tile : made.tiles) bottom = std::max(bottom, tile.bottom());
    if (made.legend.h > 0 && made.legend.y > bottom - 1) made.legend.y += taken;
    const float width = (area.w - gap * float(beside - 1)) / float(beside);
    for (std::size_t i = 0; i < beside; ++i)
        made.flat.push_back(
            {area.x + float(i) * (width + gap), bottom + gap, width, flat_height(m)});
    return made;
}

}  // namespace

// Flat tiles are the first to be left out.
LadderTiles ladder_places(const DrawContext& context, Rect area) {
    const Metrics& m = context.metrics;
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.subject) return {};
    const int count = static_cast<int>(settings.subject->rungs.size());
    LadderTiles places = ladder_tiles(area, m, count, settings.rung);
    const std::size_t beside = lab::at_libraries(settings).size();
    if (beside == 0 || std::ssize(places.tiles) < count) return places;
    places.flat = in_free_cells(places, area, beside, m);
    return places.flat.empty() ? with_flat_row(places, area, beside, settings.rung, m) : places;
}

}  // namespace app

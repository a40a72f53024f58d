// Measures of a data-flow picture (see places.h).
#include "app/views/flow/places.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/views/flow/lens.h"

namespace app {

using namespace simulator;

float cell_of_two(const Metrics& metrics) { return metrics.cell * 1.2f; }

int row_now(const FlowLayout& layout, std::span<const Step> steps, int step) {
    int last = -1, next = -1, first = -1;
    for (int r = 0; r < static_cast<int>(layout.rows.size()); ++r) {
        const FlowRow& row = layout.rows[r];
        if (row.kind == FlowRowKind::input || row.first_step < 0) continue;
        if (first < 0) first = r;
        if (row.first_step <= step)
            last = r;
        else if (next < 0)
            next = r;
    }
    if (last < 0 && first < 0) return static_cast<int>(layout.rows.size()) - 1;
    if (next < 0 || step < 0 || step >= static_cast<int>(steps.size()))
        return last < 0 ? first : last;
    const bool done = last < 0 || layout.rows[last].last_step < step;
    const bool prepares = steps[step].kind != EventKind::barrier &&
                          steps[step].interval == layout.rows[next].interval;
    return last < 0 || (done && prepares) ? next : last;
}

namespace {

constexpr float least_column = 28;
// Least height of a picture with threads under a row: alone, and as half of the stage.
constexpr float least_whole = 190, least_half = 120;
constexpr float digit_width = .6f;  // em

// Least share of the row pitch (a cell and room for arrows) at which no map is needed.
constexpr float tightest = .76f;

// Digits never shrink: where values are long, the lens shows fewer columns.
int columns_that_fit(float width, int all, float value, const Metrics& metrics) {
    const float least = std::max(metrics.px(least_column), value);
    for (int columns : {32, 16, 8})
        if (width / static_cast<float>(columns) >= least) return std::min(columns, all);
    return std::min(4, all);
}

// Pitch of two rows relative to the full pitch: rows of inputs stand closer.
float part_of_pitch(const FlowLayout& layout, int above) {
    const auto input = [&](int r) { return layout.rows[r].kind == FlowRowKind::input; };
    return input(above) && input(above + 1) ? .72f : 1;
}

// Which rows are placed: all where they have room, else rows around `now`, or as far away as a
// person scrolled.
struct RowsWanted {
    int now = 0, scrolled = 0;
    bool whole = false;
    float between = 0;  // free height between two rows, for which other rows give way
};

// Sorted keys have bars above their numbers, where few rows leave room.
float cell_height(const FlowLayout& layout, const Metrics& metrics, float height, int rows) {
    const float share = height / static_cast<float>(std::max(rows, 1)) * .5f;
    return layout.sorts ? std::clamp(share, metrics.cell, metrics.px(96)) : metrics.cell;
}

// Height of the strip of threads under a row, and of the gap before the next row.
float under_row(const Metrics& metrics) { return metrics.small * 1.35f + metrics.px(9); }

// Cells with two numbers grow where rows leave room, so that their letters are larger.
float grown(float height, float room, float most) {
    return height < most ? std::clamp(room, height, most) : height;
}

// Number of rows shown above the current row. A row that stands alone is the current row.
int rows_above(int fit) { return fit < 2 ? 0 : std::max(1, fit - 2); }

void place_so_many(FlowPlaces& places, const FlowLayout& layout, const Metrics& metrics,
                   const RowsWanted& wanted, int fit) {
    const int all = static_cast<int>(layout.rows.size());
    const float height = places.cells.h;
    places.height = cell_height(layout, metrics, height, fit);
    places.tops.clear();
    places.rows = fit;
    places.first_row = std::clamp(
        std::clamp(wanted.now - rows_above(fit), 0, all - fit) + wanted.scrolled, 0, all - fit);
    float parts = 0;
    for (int r = 1; r < places.rows; ++r) parts += part_of_pitch(layout, places.first_row + r - 1);
    const float room = height - places.height;
    float pitch = std::min(room / std::max(parts, 1.f), places.height * 3.4f);
    places.height = std::min(places.height, std::max(metrics.px(16), pitch / 1.85f));
    if (layout.sorts || layout.in_pairs) {  // the strip of threads under a row keeps its room
        const float free = (height - under_row(metrics) * parts) / (parts + 1);
        places.height =
            grown(places.height, std::min(free, pitch - under_row(metrics)), cell_of_two(metrics));
        pitch = std::min(pitch, (height - places.height) / std::max(parts, 1.f));
    }
    float top = places.cells.y;
    for (int r = 0; r < places.rows; ++r) {
        places.tops.push_back(top);
        if (r + 1 < places.rows) top += pitch * part_of_pitch(layout, places.first_row + r);
    }
}

// Whether at least `height` is free between any two rows.
bool roomy_between(const FlowPlaces& places, float height) {
    for (std::size_t r = 1; r < places.tops.size(); ++r)
        if (places.tops[r] - places.tops[r - 1] - places.height < height) return false;
    return true;
}

void place_rows(FlowPlaces& places, const FlowLayout& layout, const Metrics& metrics,
                const RowsWanted& wanted) {
    const int all = static_cast<int>(layout.rows.size());
    const float room = places.cells.h - metrics.cell;
    // Two rows that overlap tell less than one.
    const int least = places.cells.h < 2 * metrics.px(16) + 2 * metrics.row_line ? 1 : 2;
    const int fit = std::max(least, static_cast<int>(room / metrics.row_pitch) + 1);
    int rows = wanted.whole ? all : std::min(all, fit);
    place_so_many(places, layout, metrics, wanted, rows);
    while (rows > 2 && wanted.between > 0 && !roomy_between(places, wanted.between))
        place_so_many(places, layout, metrics, wanted, --rows);
}

// Digits of the widest value written up to the current row.
int digits_until(const FlowLayout& layout, int now) {
    int digits = layout.digits;
    for (int r = 0; r <= now; ++r)
        digits = std::max(digits, layout.rows[static_cast<std::size_t>(r)].digits);
    return digits;
}

// Columns on the way of the chosen value in the shown rows, nearest to the current row first. At
// most half the lens, because its surroundings must be seen too.
std::vector<int> lit_columns(const FlowLayout& layout, const FlowPlaces& places, int now, int room,
                             const std::vector<bool>* way) {
    std::set<int> all;
    if (!way || way->empty()) return {};
    for (int apart = 0; apart < places.rows; ++apart)
        for (const int row : {now - apart, now + apart}) {
            if (!places.has_row(row)) continue;
            std::set<int> more = all;
            const auto& marks = layout.rows[static_cast<std::size_t>(row)].marks;
            for (std::size_t column = 0; column < marks.size(); ++column)
                if (marks[column].version > 0 && (*way)[marks[column].version])
                    more.insert(static_cast<int>(column));
            if (static_cast<int>(more.size()) > room / 2) return {all.begin(), all.end()};
            all = std::move(more);
        }
    return {all.begin(), all.end()};
}

// In a step that loads: the last input row that it fills, because the current row is still empty.
int row_in_sight(const FlowLayout& layout, int now, int step) {
    if (now >= 0 && layout.rows[static_cast<std::size_t>(now)].first_step <= step) return now;
    for (int r = now - 1; r >= 0; --r) {
        const FlowRow& row = layout.rows[static_cast<std::size_t>(r)];
        const bool fills = row.first_step >= 0 && row.first_step <= step && step <= row.last_step;
        if (row.kind == FlowRowKind::input && fills) return r;
    }
    return now;
}

}  // namespace

FlowPlaces places_of(const FlowLayout& layout, const Cursor& cursor, const Metrics& metrics,
                     Rect area, int now, const LensWish& wish) {
    FlowPlaces places;
    const int all = static_cast<int>(layout.columns.size());
    const float labels = area.w < metrics.px(360) ? 0 : metrics.row_names;
    const float digit = metrics.figure * digit_width;
    const int room = columns_that_fit(
        area.w - labels, all, static_cast<float>(layout.digits) * digit + metrics.px(5), metrics);
    const float threads =
        area.h < metrics.px(wish.halved ? least_half : least_whole) ? 0 : metrics.small * 1.35f;
    const float under_row = threads + metrics.px(8);
    float parts = 1;
    for (int r = 1; r < static_cast<int>(layout.rows.size()); ++r)
        parts += part_of_pitch(layout, r - 1);
    const bool fits = room == all && parts * metrics.row_pitch * tightest <=
                                         area.h - metrics.small * 1.6f - threads;
    if (fits || area.h < metrics.px(least_whole)) {
        places.header = area.cut_top(metrics.small * 1.7f);
    } else {
        area.cut_top(metrics.px(5));
        places.map = area.cut_top(metrics.map);
        area.cut_top(metrics.under_map);
    }
    places.names = area.cut_left(labels);
    places.header.cut_left(places.header.w > 0 ? labels : 0);
    places.map.cut_left(places.map.w > 0 ? labels : 0);
    area.cut_bottom(threads > 0 ? threads + metrics.px(3) : 0);
    places.cells = area;
    const RowsWanted rows{row_in_sight(layout, now, cursor.step), cursor.scrolled, fits,
                          wish.halved && threads > 0 ? under_row : 0.f};
    place_rows(places, layout, metrics, rows);
    const std::vector<int> lit = lit_columns(layout, places, now, room, wish.way);
    places.shown =
        lens_columns(layout, {now, room, cursor.lens, places.first_row, places.rows, lit});
    if (!wish.columns.empty()) {
        places.shown.assign(wish.columns.begin(), wish.columns.end());
    } else if (places.strides()) {  // columns that are not neighbours now stand side by side
        const float value = static_cast<float>(digits_until(layout, now)) * digit * 1.03f;
        const int less =
            columns_that_fit(area.w, all, value + metrics.cell_gap + metrics.px(2), metrics);
        if (less < room)
            places.shown =
                lens_columns(layout, {now, less, cursor.lens, places.first_row, places.rows, lit});
    }
    if (places.strides() && places.header.h <= 0) {  // then each column needs its number
        places.header = places.cells.cut_top(metrics.small * 1.5f);
        places.names.cut_top(places.header.h);
        place_rows(places, layout, metrics, rows);
    }
    const float count = static_cast<float>(std::max<std::size_t>(places.shown.size(), 1));
    places.column = area.w / count;  // as wide as the map above them
    if (places.map.w <= 0) places.column = std::min(places.column, metrics.px(84));
    places.cell = std::min(places.column - metrics.cell_gap, metrics.px(52));
    places.threads = roomy_between(places, under_row) ? threads : 0;
    return places;
}

float FlowPlaces::x_of(int c) const {
    const auto at = std::ranges::lower_bound(shown, c);
    const bool here = at != shown.end() && *at == c;
    return cells.x + (static_cast<float>(at - shown.begin()) + (here ? .5f : 0.f)) * column;
}

bool FlowPlaces::has_column(int c) const { return std::ranges::binary_search(shown, c); }

int FlowPlaces::beside(int c, int by) const {
    const auto at = std::ranges::lower_bound(shown, c);
    if (at == shown.end() || *at != c) return -1;
    const auto other = at - shown.begin() + by;
    return other < 0 || other >= std::ssize(shown) ? -1 : shown[static_cast<std::size_t>(other)];
}

Rect FlowPlaces::map_at(const FlowLayout& layout, int row, float from, float to) const {
    const float across =
        map.w / static_cast<float>(std::max<std::size_t>(layout.columns.size(), 1));
    const float down = map.h / static_cast<float>(std::max<std::size_t>(layout.rows.size(), 1));
    const float gap = down > 4 ? 2.f : down > 2 ? 1.f : 0.f;
    return {map.x + from * across, map.y + static_cast<float>(row) * down, (to - from) * across,
            down - gap};
}

FlowHit hit_of(const FlowLayout& layout, const FlowPlaces& places, Point point) {
    FlowHit hit;
    const int all = static_cast<int>(layout.columns.size());
    if (places.map.w > 0 && places.map.inside(0, -6).contains(point))
        hit.map_column =
            static_cast<int>((point.x - places.map.x) / places.map.w * static_cast<float>(all));
    for (int r = places.first_row; r < places.first_row + places.rows; ++r)
        for (const int c : places.shown)
            if (places.at(r, c).inside(-1.5f).contains(point) && layout.rows[r].marks[c].version)
                hit.row = r, hit.column = c;
    return hit;
}

}  // namespace app

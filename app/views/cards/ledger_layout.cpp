// Lays the ledger out. See ledger_layout.h.
#include "app/views/cards/ledger_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/views/cards/compared_times.h"
#include "app/views/marks.h"

namespace app {
namespace {

constexpr float padding = 21;  // pixels of a column, at a desk
// With room to spare: most pixels from a name to its first number, and most widening of a column.
constexpr float most_apart = 40, most_wider = 1.7f;

// The form of heads and values. brief: short values and heads; stacked: the change is under its
// value; named: heads have only their titles; bare: a change is only its triangle; alone: heads
// have only their short titles.
struct RowForm {
    bool brief = false, stacked = false, named = false, bare = false, alone = false;
};

// Width of a value with its change.
float cell_needed(const Canvas& canvas, const LedgerData& data, const LedgerRow& row, std::size_t i,
                  const Metrics& metrics, RowForm form) {
    const double value = row.values[i], before = before_of(data, row, i);
    if (std::isnan(value)) return 0;
    const TextStyle bold = mono_style(metrics.small, Role::text, Font::mono_bold);
    const std::string words =
        form.brief ? short_ledger_value(row, value) : ledger_value(row, value);
    const float width = canvas.width(words, bold);
    if (std::isnan(before) || !changed(before, value)) return width;
    if (form.bare) return width + metrics.px(17);
    const float change = canvas.width(ratio_text(before, value), micro_style(metrics));
    return form.stacked ? std::max(width, metrics.px(15) + change)
                        : width + metrics.px(23) + change;
}

// Width of a column that holds its head, every value and change, and padding.
float width_needed(const Canvas& canvas, const LedgerData& data, std::size_t i,
                   const Metrics& metrics, RowForm form) {
    const LedgerColumn& column = data.columns[i];
    const std::vector<std::string> more = behind_title(data, i);
    const bool in_short = form.alone || (form.brief && !form.stacked && !form.named);
    float widest =
        canvas.width(in_short ? column.brief : column.title, strong(small_style(metrics)));
    if ((!form.stacked && !form.named && !form.alone) || !column.whole())
        widest += metrics.px(9) + canvas.width(more[form.brief ? 2 : 0], micro_style(metrics));
    for (const LedgerRow& row : data.rows)
        widest = std::max(widest, cell_needed(canvas, data, row, i, metrics, form));
    return widest + metrics.px(padding);
}

// Whether all values fit with all digits, triangle and ratio. A table has one form of numbers:
// "12.6 M" can't be compared with eight digits.
bool whole_numbers_fit(const Canvas& canvas, const LedgerPlaces& places, const LedgerData& data,
                       const Metrics& metrics) {
    for (const LedgerRow& row : data.rows)
        for (std::size_t i = 0; i < data.columns.size(); ++i)
            if (cell_needed(canvas, data, row, i, metrics,
                            {false, places.stacked, false, places.bare}) > places.cell(0, i).w)
                return false;
    return true;
}

float title_needed(const Canvas& canvas, const LedgerData& data, const Metrics& metrics,
                   bool whole) {
    float widest = 0;
    for (const LedgerRow& row : data.rows)
        widest = std::max(
            widest, canvas.width(whole ? row.title : short_title(data, row), small_style(metrics)));
    return widest + metrics.px(10);
}

// Keeps names close to their numbers. Spare width goes to the columns, up to most_wider; the rest
// stays empty.
void keep_together(LedgerPlaces& places, float most_title) {
    const float left =
        places.rows.w - std::accumulate(places.widths.begin(), places.widths.end(), 0.f);
    places.title = std::min(left, most_title);
    const float each = (left - places.title) / float(places.widths.size());
    for (float& width : places.widths) width += std::min(each, width * (most_wider - 1));
    places.rows.w = places.left(places.widths.size()) - places.rows.x;
    places.head.w = places.rows.w;
}

LedgerPlaces places_of(const Canvas& canvas, const LedgerData& data, const Metrics& metrics,
                       Rect area) {
    LedgerPlaces places;
    places.inset = metrics.px(10);
    places.head = area.cut_top(metrics.small * 1.8f);
    places.rows = area;
    const float room = area.w - title_needed(canvas, data, metrics, false);
    const bool tall = area.h > metrics.small * 3 * float(data.rows.size());
    for (const RowForm form :
         {RowForm{}, RowForm{true, false, true}, RowForm{true}, RowForm{true, true},
          RowForm{true, false, false, false, true}, RowForm{false, false, true, true},
          RowForm{true, false, true, true}, RowForm{true, false, false, true, true}}) {
        if ((form.stacked && !tall) || (form.alone && data.columns.size() != 2)) continue;
        if (form.bare && data.columns.size() != 2) break;  // one alone has no change
        places.stacked = form.stacked, places.bare = form.bare;
        places.widths.clear();
        for (std::size_t i = 0; i < data.columns.size(); ++i)
            places.widths.push_back(width_needed(canvas, data, i, metrics, form));
        const float all = std::accumulate(places.widths.begin(), places.widths.end(), 0.f);
        places.fits = all <= room;
        if (places.fits && (form.brief || form.bare))  // columns share the spare width
            for (float& width : places.widths) width += (room - all) / float(places.widths.size());
        if (places.fits) break;
    }
    keep_together(places, title_needed(canvas, data, metrics, true) + metrics.px(most_apart));
    places.shown = std::clamp(static_cast<int>(area.h / (metrics.small * 1.9f)), 1,
                              static_cast<int>(std::max<std::size_t>(1, data.rows.size())));
    places.row = std::min(area.h / places.shown, metrics.small * 5.2f);
    places.brief = !whole_numbers_fit(canvas, places, data, metrics);
    return places;
}

// Larger type, for a figure that has more room than a card.
Metrics larger(Metrics metrics, float times) {
    for (float* size : {&metrics.small, &metrics.micro, &metrics.unit}) *size *= times;
    return metrics;
}

// Whether whole numbers, every row and space around each fit: larger letters cost nothing then.
bool at_ease(const LedgerLayout& laid) {
    const LedgerPlaces& places = laid.places;
    return places.fits && !places.brief && !places.stacked &&
           places.shown == std::ssize(laid.data.rows) && places.row >= laid.metrics.small * 3;
}

bool holds(const Canvas& canvas, Rect room, const std::string& words, const TextStyle& style) {
    for (std::size_t from = 0; from < words.size();) {
        const std::size_t end = std::min(words.find(' ', from), words.size());
        if (canvas.width(words.substr(from, end - from), style) > room.w) return false;
        from = end + 1;
    }
    return paragraph_height(canvas, room.w, words, style) <= room.h;
}

// Whether each column has numbers or says why not; a column that says nothing is left out.
bool all_say_something(const Canvas& canvas, const LedgerLayout& laid) {
    for (std::size_t i = 0; i < laid.data.columns.size(); ++i)
        if (!why_not_counted(laid.data.columns[i]).empty() && why_empty(canvas, laid, i).empty())
            return false;
    return true;
}

}  // namespace

float LedgerPlaces::left(std::size_t column) const {
    return std::accumulate(widths.begin(), widths.begin() + std::ptrdiff_t(column), rows.x + title);
}

Rect LedgerPlaces::cell(int line, std::size_t column) const {
    return Rect{left(column), rows.y + float(line) * row, widths[column], row}.inside(inset, 0);
}

std::vector<std::string> LedgerLayout::left_out() const {
    if (sight.shown >= sight.all) return {};
    return rows_left_out(sight.first, sight.all - sight.first - sight.shown);
}

Rect LedgerLayout::more() const {
    return {places.head.x, places.head.y - 2, places.title - metrics.px(8), places.head.h};
}

std::string ledger_value(const LedgerRow& row, double value) {
    return row.share ? percent(value) : grouped(std::llround(value));
}

std::string short_ledger_value(const LedgerRow& row, double value) {
    return row.share ? percent(value) : short_count(value);
}

std::vector<std::string> behind_title(const LedgerData& data, std::size_t column) {
    const LedgerColumn& here = data.columns[column];
    if (here.never_ran) return {"no thread ran", "no thread ran", "never ran"};
    if (const std::string by(here.ended_by); !by.empty())
        return {by + " ended it", by, "not whole"};
    if (here.refused) return {"does not run here", "does not run", "refused"};
    if (here.when_chosen) return {"counted when you choose it", "not counted yet", "waits"};
    if (here.costly) return {"too much to count", "too much to count", "too much"};
    if (!here.point) return {"not counted at this size yet", "not counted yet", "waits"};
    const int other = compared_with(data, column);
    if (other < 0) {
        const std::string work = own_work(data, column);
        const auto other_one = [&](const LedgerColumn& each) {
            return other_work(each.settings, here.settings);
        };
        const auto before = std::span(data.columns).first(column);
        if (work.empty() && std::ranges::any_of(before, other_one))
            return {"other work: no ratio", "other work", "other work"};
        if (std::ranges::count(here.unlike, true) > 0)
            return {"other numbers: no ratio", "other numbers", "no ratio"};
        return {work, work, work};
    }
    const LedgerColumn& there = data.columns[static_cast<std::size_t>(other)];
    return {"vs " + uncapitalised(there.title), "vs " + there.brief, "vs " + there.brief};
}

Rect well_of(const LedgerLayout& laid, std::size_t column) {
    const LedgerPlaces& places = laid.places;
    return Rect{places.left(column), places.rows.y, places.widths[column],
                places.row * float(places.shown)}
        .inside(laid.metrics.px(2), laid.metrics.px(4));
}

Rect words_in_well(Rect well, const Metrics& metrics) {
    return well.inside(metrics.px(8), metrics.px(10));
}

std::string why_empty(const Canvas& canvas, const LedgerLayout& laid, std::size_t column) {
    const Rect room = words_in_well(well_of(laid, column), laid.metrics);
    for (const std::string& why : why_not_counted(laid.data.columns[column]))
        if (holds(canvas, room, why, small_style(laid.metrics))) return why;
    return "";
}

LedgerLayout ledger_layout(const Canvas& canvas, const DrawContext& context, Rect area) {
    std::size_t columns = most_ledger_columns;
    LedgerLayout laid{ledger_data(context, columns), context.metrics, {}};
    columns = laid.data.columns.size();
    const auto place = [&] {
        laid.places = places_of(canvas, laid.data, laid.metrics, area);
        return laid.places.fits;
    };
    while ((!place() || !all_say_something(canvas, laid)) && columns > 1)
        laid.data = ledger_data(context, --columns);
    laid.sight =
        keep_telling_rows(laid.data, laid.places.shown, context.first_row, context.cursor.counter);
    for (const float times : {1.3f, 1.15f, 1.f}) {
        laid.metrics = larger(context.metrics, times);
        place();
        if (at_ease(laid)) break;
    }
    return laid;
}

}  // namespace app

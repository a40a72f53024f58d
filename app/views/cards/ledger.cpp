// The card "Ledger": what the simulator counted, counters down; across, kernels, or what was shown
// before. What moved from one column to the next is bold, with a triangle and the ratio, and what
// moved most stays where not all rows have room. All columns are of one size; the head of one that
// is not counted at it, or that a fault ended, says so.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/sentences/because.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/cause.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/profiler/command.h"
#include "app/views/rungs.h"
#include "lab/lesson_more.h"
#include "lab/words.h"

namespace app::ledger_view {
namespace {

using Row = LedgerRow;
using Data = LedgerData;

constexpr std::size_t most_columns = 5;

struct Places {
    Rect head, rows;
    float title = 0, row = 0, inset = 0;
    std::vector<float> widths;           // of the columns
    bool fits = true;                    // each of them holds what it must, if in short
    bool brief = false;                  // numbers are short, all of them
    bool stacked = false, bare = false;  // what changed: under its value; its triangle alone
    int shown = 0;
    float left(std::size_t column) const {
        return std::accumulate(widths.begin(), widths.begin() + std::ptrdiff_t(column),
                               rows.x + title);
    }
    Rect cell(int line, std::size_t column) const {
        return Rect{left(column), rows.y + float(line) * row, widths[column], row}.inside(inset, 0);
    }
};

std::string value_of(const Row& row, double value) {
    return row.share ? percent(value) : grouped(std::llround(value));
}
std::string short_value_of(const Row& row, double value) {
    return row.share ? percent(value) : short_count(value);
}

constexpr float padding = 21;  // of a column, at a desk
// Where there is room to spare: as far from a name to its first number, so much wider a column.
constexpr float most_apart = 40, most_wider = 1.7f;

// Behind a column's title: whom it is compared with, or why there is nothing to compare.
std::vector<std::string> more_of(const Data& data, std::size_t column) {
    const LedgerColumn& here = data.columns[column];
    if (here.never_ran) return {"no thread ran", "no thread ran", "never ran"};
    if (const std::string by(here.ended_by); !by.empty())
        return {by + " ended it", by, "not whole"};
    if (here.refused) return {"does not run here", "does not run", "refused"};
    if (here.costly) return {"too much to count", "too much to count", "too much"};
    if (!here.point) return {"not counted at this size yet", "not counted yet", "waits"};
    const int other = compared_with(data, column);
    if (other < 0) {
        const std::string work = own_work(data, column);
        return {work, work, work};
    }
    const LedgerColumn& there = data.columns[static_cast<std::size_t>(other)];
    return {"vs " + uncapitalised(there.title), "vs " + there.brief, "vs " + there.brief};
}

// How much of a head and a value stands in a column, and whether the change is under its value.
// Named: brief, but each head is whole, and says nothing more; bare: of a change, the triangle;
// alone: a brief head says nothing more.
struct Form {
    bool brief = false, stacked = false, named = false, bare = false, alone = false;
};

// A value, and how it changed.
float cell_needed(const Canvas& canvas, const Data& data, const Row& row, std::size_t i,
                  const Metrics& metrics, Form form) {
    const double value = row.values[i], before = before_of(data, row, i);
    if (std::isnan(value)) return 0;
    const TextStyle bold = mono_style(metrics.small, Role::text, Font::mono_bold);
    const std::string words = form.brief ? short_value_of(row, value) : value_of(row, value);
    const float width = canvas.width(words, bold);
    if (std::isnan(before) || !changed(before, value)) return width;
    if (form.bare) return width + metrics.px(17);
    const float change = canvas.width(ratio_text(before, value), micro_style(metrics));
    return form.stacked ? std::max(width, metrics.px(15) + change)
                        : width + metrics.px(23) + change;
}

// Of a column that holds its head and every value and change, padding included.
float width_needed(const Canvas& canvas, const Data& data, std::size_t i, const Metrics& metrics,
                   Form form) {
    const LedgerColumn& column = data.columns[i];
    const std::vector<std::string> more = more_of(data, i);
    const bool in_short = form.alone || (form.brief && !form.stacked && !form.named);
    float widest =
        canvas.width(in_short ? column.brief : column.title, strong(small_style(metrics)));
    if ((!form.stacked && !form.named && !form.alone) || !column.whole())
        widest += metrics.px(9) + canvas.width(more[form.brief ? 2 : 0], micro_style(metrics));
    for (const Row& row : data.rows)
        widest = std::max(widest, cell_needed(canvas, data, row, i, metrics, form));
    return widest + metrics.px(padding);
}

// Whether each value has room for all its digits, with triangle and ratio: numbers of a table have
// one form, as "12.6 M" beside eight digits can't be compared.
bool whole_numbers_fit(const Canvas& canvas, const Places& places, const Data& data,
                       const Metrics& metrics) {
    for (const Row& row : data.rows)
        for (std::size_t i = 0; i < data.columns.size(); ++i)
            if (cell_needed(canvas, data, row, i, metrics,
                            {false, places.stacked, false, places.bare}) > places.cell(0, i).w)
                return false;
    return true;
}

float title_needed(const Canvas& canvas, const Data& data, const Metrics& metrics, bool whole) {
    float widest = 0;
    for (const Row& row : data.rows)
        widest = std::max(
            widest, canvas.width(whole ? row.title : short_title(data, row), small_style(metrics)));
    return widest + metrics.px(10);
}

// A name stands beside its numbers: what is left of a wide card goes to the columns, as far as they
// still look like columns, and then nowhere.
void keep_together(Places& places, float most_title) {
    const float left =
        places.rows.w - std::accumulate(places.widths.begin(), places.widths.end(), 0.f);
    places.title = std::min(left, most_title);
    const float each = (left - places.title) / float(places.widths.size());
    for (float& width : places.widths) width += std::min(each, width * (most_wider - 1));
    places.rows.w = places.left(places.widths.size()) - places.rows.x;
    places.head.w = places.rows.w;
}

Places places_of(const Canvas& canvas, const Data& data, const Metrics& metrics, Rect area) {
    Places places;
    places.inset = metrics.px(10);
    places.head = area.cut_top(metrics.small * 1.8f);
    places.rows = area;
    const float room = area.w - title_needed(canvas, data, metrics, false);
    const bool tall = area.h > metrics.small * 3 * float(data.rows.size());
    for (const Form form : {Form{}, Form{true, false, true}, Form{true}, Form{true, true},
                            Form{true, false, false, false, true}, Form{false, false, true, true},
                            Form{true, false, true, true}, Form{true, false, false, true, true}}) {
        if ((form.stacked && !tall) || (form.alone && data.columns.size() != 2)) continue;
        if (form.bare && data.columns.size() != 2) break;  // one would be left, and none beside it
        places.stacked = form.stacked, places.bare = form.bare;
        places.widths.clear();
        for (std::size_t i = 0; i < data.columns.size(); ++i)
            places.widths.push_back(width_needed(canvas, data, i, metrics, form));
        const float all = std::accumulate(places.widths.begin(), places.widths.end(), 0.f);
        places.fits = all <= room;
        if (places.fits && (form.brief || form.bare))  // what is left is shared
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

// Green where less of a cost is counted, grey of what is no cost: more is another way then, not
// worse.
Role colour_of(const Row& row, bool down) {
    if (!row.cost) return Role::text3;
    return down != row.share ? Role::good : Role::waste;
}

// A triangle that points the way the count went, and the ratio.
void draw_change(Canvas& canvas, Point at, float room, const Row& row, double before, double value,
                 const Metrics& metrics) {
    const bool down = value < before;
    const TextStyle style = micro_style(metrics, Role::text2);
    const float wide = metrics.px(9), text_at = metrics.px(14);
    if (room < wide) return;
    const float tip = metrics.px(down ? 4 : -4);
    const Point corners[] = {
        {at.x, at.y - tip}, {at.x + wide, at.y - tip}, {at.x + wide / 2, at.y + tip}};
    canvas.polygon(corners, colour_of(row, down));
    text_fitting(canvas, {at.x + text_at, at.y}, room - text_at, style,
                 {ratio_text(before, value)});
}

// A figure of its own may have far more room than a card has: there the type grows.
Metrics larger(Metrics metrics, float times) {
    for (float* size : {&metrics.small, &metrics.micro, &metrics.unit}) *size *= times;
    return metrics;
}

struct Laid {
    Data data;
    Metrics metrics;
    Places places;
};

// Whole numbers, every row, and air around each: nothing is given up for the size of the letters.
bool at_ease(const Laid& laid) {
    const Places& places = laid.places;
    return places.fits && !places.brief && !places.stacked &&
           places.shown == std::ssize(laid.data.rows) && places.row >= laid.metrics.small * 3;
}

// In place of a column's numbers, where those do not come.
Rect well_of(const Laid& laid, std::size_t column) {
    const Places& places = laid.places;
    return Rect{places.left(column), places.rows.y, places.widths[column],
                places.row * float(places.shown)}
        .inside(laid.metrics.px(2), laid.metrics.px(4));
}

Rect words_in(Rect well, const Metrics& metrics) {
    return well.inside(metrics.px(8), metrics.px(10));
}

bool holds(const Canvas& canvas, Rect room, const std::string& words, const TextStyle& style) {
    for (std::size_t from = 0; from < words.size();) {
        const std::size_t end = std::min(words.find(' ', from), words.size());
        if (canvas.width(words.substr(from, end - from), style) > room.w) return false;
        from = end + 1;
    }
    return paragraph_height(canvas, room.w, words, style) <= room.h;
}

// The longest that has room there; empty where none has, or where its counts come.
std::string why_empty(const Canvas& canvas, const Laid& laid, std::size_t column) {
    const Rect room = words_in(well_of(laid, column), laid.metrics);
    for (const std::string& why : why_not_counted(laid.data.columns[column]))
        if (holds(canvas, room, why, small_style(laid.metrics))) return why;
    return "";
}

// A column that says nothing, neither numbers nor why there are none, is better not there.
bool all_say_something(const Canvas& canvas, const Laid& laid) {
    for (std::size_t i = 0; i < laid.data.columns.size(); ++i)
        if (!why_not_counted(laid.data.columns[i]).empty() && why_empty(canvas, laid, i).empty())
            return false;
    return true;
}

// As many columns as there is room for, and of rows those that tell them apart.
Laid laid_out(const Canvas& canvas, const DrawContext& context, Rect area) {
    std::size_t columns = most_columns;
    Laid laid{ledger_data(context, columns), context.metrics, {}};
    columns = laid.data.columns.size();
    const auto place = [&] {
        laid.places = places_of(canvas, laid.data, laid.metrics, area);
        return laid.places.fits;
    };
    while ((!place() || !all_say_something(canvas, laid)) && columns > 1)
        laid.data = ledger_data(context, --columns);
    keep_telling_rows(laid.data, std::size_t(laid.places.shown));
    for (const float times : {1.3f, 1.15f, 1.f}) {
        laid.metrics = larger(context.metrics, times);
        place();
        if (at_ease(laid)) break;
    }
    return laid;
}

void draw_cell(Canvas& canvas, const DrawContext& context, const Laid& laid, int line,
               std::size_t column) {
    const auto& [data, metrics, places] = laid;
    const Row& row = data.rows[line];
    const Rect cell = places.cell(line, column);
    const double value = row.values[column];
    const bool two_lines = places.stacked && moved_in(data, row).how > 0;
    const float raised = two_lines                           ? metrics.small * .55f
                         : places.stacked                    ? 0
                         : places.row > metrics.small * 2.2f ? metrics.px(4)
                                                             : 0;
    const float y = cell.middle_y() - raised;
    if (!data.columns[column].whole()) return;  // its head says why
    if (std::isnan(value))
        return void(canvas.text({cell.x, y}, "–", small_style(metrics, Role::text3)));
    const bool chosen = data.columns[column].shown;
    const double before = before_of(data, row, column);
    const bool moved = !std::isnan(before) && changed(before, value);
    const TextStyle style = mono_style(metrics.small, chosen || moved ? Role::text : Role::text2,
                                       chosen || moved ? Font::mono_bold : Font::mono);
    const std::string text = places.brief ? short_value_of(row, value) : value_of(row, value);
    const float used = text_fitting(canvas, {cell.x, y}, cell.w, style, {text});
    const bool under = places.stacked && moved;
    const float from = under ? 0 : used + metrics.px(8);
    const float lower = under ? metrics.small * 1.15f : 0;
    if (moved && used > 0)
        draw_change(canvas, {cell.x + from, y + lower}, cell.w - from, row, before, value, metrics);
    // A bar alone compares with nothing.
    const bool compares = std::ranges::count_if(data.columns, &LedgerColumn::whole) > 1;
    if (!compares || places.stacked || places.row <= metrics.small * 2.2f) return;
    double most = row.share ? 1 : 0;
    for (const double other : row.values)
        if (!std::isnan(other)) most = std::max(most, other);
    const float share = eased(context, "ledger." + row.title + "." + std::to_string(column),
                              most > 0 ? static_cast<float>(value / most) : 0);
    float least = cell.w;  // of the columns: all bars have one scale
    for (std::size_t i = 0; i < data.columns.size(); ++i)
        least = std::min(least, places.cell(line, i).w);
    const Rect bar{cell.x, y + metrics.small * .85f, least, metrics.px(4)};
    canvas.fill(bar, Role::raised, 2);
    canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, chosen ? Role::accent : Role::stroke, 2);
}

// Whether some head has no room for all of its title: then none has it, as "3" beside "Kernel 5"
// reads as two things.
bool brief_heads(const Canvas& canvas, const Places& places, const Data& data,
                 const Metrics& metrics) {
    for (std::size_t i = 0; i < data.columns.size(); ++i)
        if (canvas.width(data.columns[i].title, strong(small_style(metrics))) > places.cell(0, i).w)
            return true;
    return false;
}

void draw_head(Canvas& canvas, const Places& places, const Data& data, const Metrics& metrics) {
    const bool brief = brief_heads(canvas, places, data, metrics);
    for (std::size_t i = 0; i < data.columns.size(); ++i) {
        const LedgerColumn& column = data.columns[i];
        const Rect cell = places.cell(0, i);
        if (column.shown) {
            const float bottom = places.rows.y + places.shown * places.row;
            canvas.fill({cell.x - places.inset, places.head.y - 2, places.widths[i],
                         bottom - places.head.y + 4},
                        Colour{Role::accent, .11f}, 8);
        }
        const TextStyle style = column.shown ? strong(small_style(metrics)) : small_style(metrics);
        const Point at{cell.x, places.head.middle_y()};
        const std::string title =
            fitting(canvas, cell.w, style, {brief ? column.brief : column.title, column.brief});
        if (title.empty()) continue;
        canvas.text(at, title, style);
        const float used = canvas.width(title, style) + metrics.px(8);
        const std::vector<std::string> more = more_of(data, i);
        text_fitting(canvas, {at.x + used, at.y}, cell.w - used, micro_style(metrics),
                     {more[0], more[1], more[2]});
    }
}

void draw_why_empty(Canvas& canvas, const Laid& laid, std::size_t column) {
    const Rect well = well_of(laid, column);
    const std::string why = why_empty(canvas, laid, column);
    if (why.empty()) return;
    canvas.fill(well, Role::sunk, 8);
    paragraph(canvas, words_in(well, laid.metrics), why, small_style(laid.metrics));
}

// The digits that a column has no room for.
std::string whole_values(const Data& data, const Row& row) {
    std::string words;
    for (std::size_t i = 0; i < data.columns.size(); ++i)
        if (!std::isnan(row.values[i]))
            words += (words.empty() ? "\n" : ", ") + data.columns[i].title + ": " +
                     value_of(row, row.values[i]);
    return words;
}

// Its name in Nsight Compute, and the command that shows it there for the shown kernel.
std::string in_profiler(const Data& data, const Row& row) {
    if (row.metric.empty()) return "";
    const auto shown = std::ranges::find(data.columns, true, &LedgerColumn::shown);
    const std::string command =
        shown == data.columns.end() ? "" : profiler_command(shown->settings, {row.metric});
    return "\nNsight Compute, for each launch: " +
           (command.empty() ? "`" + row.metric + "`" : "`" + command + "`");
}

// Under the mouse: what a counter is, and its name in the profiler; a head lets another column be
// chosen.
std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const Laid laid = laid_out(canvas, context, area);
    const Data& data = laid.data;
    const Places& places = laid.places;
    if (data.rows.empty() || !area.contains(mouse)) return std::nullopt;
    if (mouse.y < places.rows.y) {
        if (mouse.x < places.left(0)) return std::nullopt;
        std::size_t at = 0;
        while (at + 1 < data.columns.size() && mouse.x >= places.left(at + 1)) ++at;
        Spot head{{places.left(at), places.head.y - 2, places.widths[at], places.head.h},
                  "Choose what stands in this column"};
        head.column = static_cast<int>(at);
        for (const LedgerColumn& column : data.columns) head.columns.push_back(column.rung);
        return head;
    }
    const int line = static_cast<int>((mouse.y - places.rows.y) / places.row);
    if (line >= places.shown) return std::nullopt;
    const Row& row = data.rows[static_cast<std::size_t>(line)];
    Spot found{{places.rows.x, places.rows.y + line * places.row, places.rows.w, places.row},
               row.meaning + in_profiler(data, row)};
    if (places.brief) found.words += whole_values(data, row);
    const Cause cause = cause_of(context, row.counter, context.cursor.ptx);
    if (cause.lines.empty()) return found;
    found.counter = row.counter;
    found.words += "\n" + cause.brief() + (cause.drawn ? " (as drawn)" : "") +
                   "\nA click keeps them marked in the code.";
    return found;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Laid laid = laid_out(canvas, context, area);
    const Data& data = laid.data;
    const Places& places = laid.places;
    const Metrics& metrics = laid.metrics;
    if (data.rows.empty())
        return nothing(canvas, area, "Nothing has been counted for these settings yet.",
                       context.metrics);
    draw_head(canvas, places, data, metrics);
    for (int line = 0; line < places.shown; ++line) {
        const float y = places.rows.y + line * places.row;
        canvas.line({places.rows.x, y}, {places.rows.right(), y}, Role::line);
        const std::string& title = data.rows[line].title;
        text_fitting(canvas, {places.rows.x, places.cell(line, 0).middle_y()},
                     places.title - metrics.px(8), small_style(metrics),
                     {title, short_title(data, data.rows[std::size_t(line)])});
        for (std::size_t column = 0; column < data.columns.size(); ++column)
            draw_cell(canvas, context, laid, line, column);
    }
    for (std::size_t column = 0; column < data.columns.size(); ++column)
        draw_why_empty(canvas, laid, column);
}

std::string note(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.subject || !settings.subject->size) return "";
    if (lab::unfit_launch(settings)) return "no thread ran";
    if (const std::string by(context.series.ended_by(settings)); !by.empty())
        return by + " ended this run";
    const lab::Settings counted =
        ledger_is_of_the_picture(context) ? at_picture(settings) : settings;
    return drawn_or_size_words(counted, settings, power_or_grouped);
}

// The ladder up to the shown kernel. Where the size asked for is too much to count, every kernel as
// drawn: little, and the one before may be any, and be drawn itself at another size.
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all;
    if (!settings.subject || settings.subject->rungs.empty()) return all;
    if (!ledger_is_of_the_picture(settings)) {
        for (const int rung : ledger_ladder(settings))
            all.push_back(ledger_settings(settings, rung));
        if (!on_a_ladder(settings) || !ledger_has_a_costly_column(settings)) return all;
    }
    for (int rung = 0; rung < static_cast<int>(settings.subject->rungs.size()); ++rung)
        all.push_back(ledger_picture(settings, at_rung(settings, rung)));
    return all;
}

bool fits(const lab::Run& run) {
    return run.request.settings.subject && !run.request.settings.subject->ledger.empty();
}

std::string numbers(const DrawContext& context) {
    const Data data = ledger_data(context, most_columns);
    std::vector<std::string> heads{"counter"};
    for (const LedgerColumn& column : data.columns) heads.push_back(column.title);
    std::string text = lab::csv_line(heads);
    for (const Row& row : data.rows) {
        std::vector<std::string> fields{row.title};
        for (const double value : row.values)
            fields.push_back(std::isnan(value) ? "" : fmt::format("{}", value));
        text += lab::csv_line(fields);
    }
    return text;
}

const RegisterView registered{{.id = "ledger",
                               .title = "Ledger",
                               .slot = Slot::card,
                               .fits = fits,
                               .draw = draw,
                               .badge = "counted",
                               .order = 3,
                               .note = note,
                               .needs = needs,
                               .needs_of_before = ledger_of_before,
                               .numbers = numbers,
                               .spot = spot}};

}  // namespace
}  // namespace app::ledger_view

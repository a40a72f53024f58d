// The card "Ledger": what the simulator counted, counters down; across, kernels, or what was shown
// before. What moved from one column to the next is bold, with a triangle and the ratio, and what
// moved most stays where not all rows have room. All columns are of one size; the head of one that
// is not counted at it, or that a fault ended, says so.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/spent.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/cards/ledger_columns.h"
#include "app/views/cause.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "lab/words.h"

namespace app {
namespace {

using simulator::CounterName;

constexpr std::size_t most_columns = 5;

struct Row {
    std::string title;
    std::vector<double> values{};     // by column, NaN where not counted
    bool share = false;               // of bytes: more is better
    bool cost = true;                 // more is worse
    std::string meaning{}, metric{};  // what it is; its name in Nsight Compute
    int counter = -1;                 // of simulator::counter_names(), where it is one of them
};

struct Data {
    std::vector<LedgerColumn> columns;
    std::vector<Row> rows;
};

std::string title_of(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return capitalised(name);
}

Row row_of(const Data& data, const CounterName& counter) {
    Row row{.title = title_of(std::string(counter.name)),
            .cost = is_cost(counter),
            .meaning = std::string(counter.meaning),
            .metric = std::string(counter.nsight),
            .counter = static_cast<int>(&counter - simulator::counter_names().data())};
    for (const LedgerColumn& column : data.columns)
        row.values.push_back(column.whole() ? double(column.point->counters.*counter.member) : NAN);
    return row;
}

Row useful_bytes(const Data& data) {
    Row row{.title = "Asked bytes used",
            .share = true,
            .meaning =
                "Bytes that lanes used, of those of the sectors asked for (L1): bytes "
                "requested / bytes asked."};
    for (const LedgerColumn& column : data.columns) {
        const bool moved = column.whole() && column.point->counters.bytes_asked;
        row.values.push_back(moved ? double(column.point->counters.bytes_requested) /
                                         double(column.point->counters.bytes_asked)
                                   : NAN);
    }
    return row;
}

// A row of zeros says nothing; one of dashes is waited for.
bool says_something(const Row& row) {
    return std::any_of(row.values.begin(), row.values.end(),
                       [](double value) { return value > 0; });
}

Data data_of(const DrawContext& context, std::size_t columns) {
    Data data{ledger_columns(context, columns), {}};
    if (data.columns.empty()) return data;
    for (const std::string& name : data.columns.front().settings.subject->ledger)
        for (const CounterName& counter : simulator::counter_names())
            if (counter.name == name) data.rows.push_back(row_of(data, counter));
    data.rows.push_back(useful_bytes(data));
    const bool any = std::ranges::any_of(data.columns, &LedgerColumn::whole);
    if (any) std::erase_if(data.rows, [](const Row& row) { return !says_something(row); });
    return data;
}

// The column that this one is compared with, its left neighbour; -1: none.
int compared_with(const Data& data, std::size_t column) {
    const bool both =
        column > 0 && data.columns[column].whole() && data.columns[column - 1].whole();
    return both ? static_cast<int>(column) - 1 : -1;
}

double before_of(const Data& data, const Row& row, std::size_t column) {
    const int other = compared_with(data, column);
    return other < 0 ? NAN : row.values[static_cast<std::size_t>(other)];
}

struct Places {
    Rect head, rows;
    float title = 0, row = 0, inset = 0;
    std::vector<float> widths;  // of the columns
    bool fits = true;           // each of them holds what it must, if in short
    bool brief = false;         // numbers are short, all of them
    bool stacked = false;       // what changed stands under its value
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
constexpr float most_apart = 48, most_wider = 1.7f;

// Behind a column's title: whom it is compared with, or why there is nothing to compare.
std::vector<std::string> more_of(const Data& data, std::size_t column) {
    const LedgerColumn& here = data.columns[column];
    if (here.faulted) return {"a fault ended it", "a fault", "fault"};
    if (here.refused) return {"does not run here", "does not run", "refused"};
    if (!here.point) return {"not counted at this size yet", "not counted yet", "waits"};
    const int other = compared_with(data, column);
    if (other < 0) return {"", "", ""};
    const LedgerColumn& there = data.columns[static_cast<std::size_t>(other)];
    std::string whole = there.title;
    whole.front() = static_cast<char>(std::tolower(whole.front()));
    return {"vs " + whole, "vs " + there.brief, "vs " + there.brief};
}

// How much of a head and a value stands in a column, and whether the change is under its value.
struct Form {
    bool brief = false, stacked = false;
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
    const float change = canvas.width(ratio_text(before, value), micro_style(metrics));
    return form.stacked ? std::max(width, metrics.px(15) + change)
                        : width + metrics.px(23) + change;
}

// Of a column that holds its head and every value and change, padding included.
float width_needed(const Canvas& canvas, const Data& data, std::size_t i, const Metrics& metrics,
                   Form form) {
    const LedgerColumn& column = data.columns[i];
    const std::vector<std::string> more = more_of(data, i);
    const bool short_head = form.brief && !form.stacked;
    float widest =
        canvas.width(short_head ? column.brief : column.title, strong(small_style(metrics)));
    if (!form.stacked || !column.whole())
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
            if (cell_needed(canvas, data, row, i, metrics, {false, places.stacked}) >
                places.cell(0, i).w)
                return false;
    return true;
}

// Without "shared" or "global" in front a counter still names one thing: wavefronts are shared
// memory's.
std::string short_title(const std::string& title) {
    for (const std::string_view space : {"Shared ", "Global "})
        if (title.starts_with(space)) return capitalised(title.substr(space.size()));
    return title;
}

float title_needed(const Canvas& canvas, const Data& data, const Metrics& metrics, bool whole) {
    float widest = 0;
    for (const Row& row : data.rows)
        widest = std::max(
            widest, canvas.width(whole ? row.title : short_title(row.title), small_style(metrics)));
    return widest + metrics.px(10);
}

// A name stands beside its numbers: what is left of a wide card goes to the columns, as far as they
// still look like columns, and then nowhere.
void keep_together(Places& places, float most_title) {
    const float left =
        places.rows.w - std::accumulate(places.widths.begin(), places.widths.end(), 0.f);
    places.title = std::min(left, most_title);
    const float each = (left - places.title) / static_cast<float>(places.widths.size());
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
    for (const Form form : {Form{}, Form{true}, Form{true, true}}) {
        if (form.stacked && !tall) break;
        places.stacked = form.stacked;
        places.widths.clear();
        for (std::size_t i = 0; i < data.columns.size(); ++i)
            places.widths.push_back(width_needed(canvas, data, i, metrics, form));
        const float all = std::accumulate(places.widths.begin(), places.widths.end(), 0.f);
        places.fits = all <= room;
        if (places.fits && form.brief)  // what is left is shared
            for (float& width : places.widths) width += (room - all) / float(places.widths.size());
        if (places.fits) break;
    }
    keep_together(places, title_needed(canvas, data, metrics, true) + metrics.px(most_apart));
    const float least = metrics.small * 1.9f;
    places.shown = std::clamp(static_cast<int>(area.h / least), 1,
                              static_cast<int>(std::max<std::size_t>(1, data.rows.size())));
    places.row = std::min(area.h / places.shown, metrics.small * 4.6f);
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

// How much of what columns compare moved in a row: none, some, all of it (from nothing or to
// nothing), and in cycles.
struct Moved {
    int how = 0;
    double cycles = 0;
    auto operator<=>(const Moved&) const = default;
};

Moved moved_in(const Data& data, const Row& row) {
    Moved most;
    const bool counter = row.counter >= 0;
    const double each =
        counter ? cycles_of(simulator::counter_names()[std::size_t(row.counter)]) : 0;
    for (std::size_t i = 0; i < data.columns.size(); ++i) {
        const double before = before_of(data, row, i), now = row.values[i];
        if (std::isnan(before) || std::isnan(now) || !changed(before, now)) continue;
        most = std::max(most, {before == 0 || now == 0 ? 2 : 1, each * std::fabs(now - before)});
    }
    return most;
}

void draw_cell(Canvas& canvas, const DrawContext& context, const Places& places, const Data& data,
               int line, std::size_t column) {
    const Metrics& metrics = context.metrics;
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

void draw_head(Canvas& canvas, const Places& places, const Data& data, const Metrics& metrics) {
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
        const std::string_view title = fitting(canvas, cell.w, style, {column.title, column.brief});
        if (title.empty()) continue;
        canvas.text(at, title, style);
        const float used = canvas.width(title, style) + metrics.px(8);
        const std::vector<std::string> more = more_of(data, i);
        text_fitting(canvas, {at.x + used, at.y}, cell.w - used, micro_style(metrics),
                     {more[0], more[1], more[2]});
    }
}

// Where not all rows have room, those stay that tell the columns apart: the one in which most was
// gained or lost, those that came from nothing or went to nothing, then by what moved.
void keep_telling_rows(Data& data, std::size_t shown) {
    if (data.rows.size() <= shown) return;
    std::vector<std::pair<Moved, std::size_t>> ranked;
    for (std::size_t i = 0; i < data.rows.size(); ++i)
        ranked.emplace_back(moved_in(data, data.rows[i]), i);
    const auto cycles = [](const auto& each) { return each.first.cycles; };
    const auto weightiest = std::ranges::max_element(ranked, {}, cycles);
    if (weightiest->first.how > 0) weightiest->first.how = 3;
    std::ranges::stable_sort(ranked, std::greater(), [](const auto& each) { return each.first; });
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < shown; ++i) kept.push_back(ranked[i].second);
    std::ranges::sort(kept);
    std::vector<Row> rows;
    for (const std::size_t i : kept) rows.push_back(std::move(data.rows[i]));
    data.rows = std::move(rows);
}

// As many columns as there is room for, and of rows those that tell them apart.
Data fitted_data(const Canvas& canvas, const DrawContext& context, Rect area) {
    std::size_t columns = most_columns;
    Data data = data_of(context, columns);
    columns = data.columns.size();
    while (columns > 1 && !places_of(canvas, data, context.metrics, area).fits)
        data = data_of(context, --columns);
    keep_telling_rows(data, std::size_t(places_of(canvas, data, context.metrics, area).shown));
    return data;
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

// Under the mouse: what a counter is, and its name in the profiler; a head lets another column be
// chosen.
std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const Data data = fitted_data(canvas, context, area);
    if (data.rows.empty() || !area.contains(mouse)) return std::nullopt;
    const Places places = places_of(canvas, data, context.metrics, area);
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
               row.metric.empty() ? row.meaning : row.meaning + "\n`" + row.metric + "`"};
    if (places.brief) found.words += whole_values(data, row);
    const Cause cause = cause_of(context, row.counter, context.cursor.ptx);
    if (cause.lines.empty()) return found;
    found.counter = row.counter;
    found.words += "\n" + capitalised(cause.brief()) + (cause.drawn ? " (as drawn)" : "") +
                   ". A click keeps them marked in the code.";
    return found;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const Data data = fitted_data(canvas, context, area);
    if (data.rows.empty())
        return nothing(canvas, area, "Nothing has been counted for these settings yet.", metrics);
    const Places places = places_of(canvas, data, metrics, area);
    draw_head(canvas, places, data, metrics);
    for (int line = 0; line < places.shown; ++line) {
        const float y = places.rows.y + line * places.row;
        canvas.line({places.rows.x, y}, {places.rows.right(), y}, Role::line);
        const std::string& title = data.rows[line].title;
        text_fitting(canvas, {places.rows.x, places.cell(line, 0).middle_y()},
                     places.title - metrics.px(8), small_style(metrics),
                     {title, short_title(title)});
        for (std::size_t column = 0; column < data.columns.size(); ++column)
            draw_cell(canvas, context, places, data, line, column);
    }
}

std::string note(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.subject || !settings.subject->size) return "";
    if (context.series.faulted(settings)) return "a fault ended this run";
    return ledger_is_of_the_picture(settings)
               ? "drawn: " + lab::size_words(at_picture(settings), power_or_grouped)
               : lab::size_words(settings, power_or_grouped);
}

// The ladder up to the shown kernel; where the size asked for is too much to count, as drawn.
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all;
    if (!settings.subject || settings.subject->rungs.empty()) return all;
    const bool picture = ledger_is_of_the_picture(settings);
    for (const int rung : ledger_ladder(settings)) {
        const lab::Settings at = at_rung(settings, rung);
        all.push_back(picture ? at_picture(at) : at);
    }
    return all;
}

bool fits(const lab::Run& run) {
    return run.request.settings.subject && !run.request.settings.subject->ledger.empty();
}

std::string numbers(const DrawContext& context) {
    const Data data = data_of(context, most_columns);
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
                               .numbers = numbers,
                               .spot = spot}};

}  // namespace
}  // namespace app

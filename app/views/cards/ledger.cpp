// The card "Ledger": what the simulator counted. Counters go down; across go kernels, or the state
// before the last change. A change from column to column is bold, with a triangle and the ratio;
// the largest changes stay where not all rows have room. All columns have one size. The head of a
// column says where it is not counted at that size, or where a fault ended its run.
#include <algorithm>
#include <any>
#include <cmath>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/cards/ledger_layout.h"
#include "app/views/eased.h"
#include "app/views/ledger/cause.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/marks.h"
#include "app/views/profiler/command.h"
#include "app/views/rungs.h"
#include "lab/host_side.h"
#include "lab/running/faults.h"
#include "lab/words.h"

namespace app::ledger_view {
namespace {

using Row = LedgerRow;
using Data = LedgerData;
using Places = LedgerPlaces;
using Laid = LedgerLayout;

// Green for a better count, the colour of waste for a worse one; grey for counters that are no
// cost: more is not worse there.
Role colour_of(const Row& row, bool down) {
    if (!row.cost) return Role::text3;
    return down != row.share ? Role::good : Role::waste;
}

// A triangle in the direction of the change, and the ratio. No verdict where the ratio holds only
// `alone`, at the counted size.
void draw_change(Canvas& canvas, Point at, float room, const Row& row, double before, double value,
                 const Metrics& metrics, const std::string& alone) {
    const bool down = value < before;
    const TextStyle style = micro_style(metrics, alone.empty() ? Role::text2 : Role::text3);
    const float wide = metrics.px(9), text_at = metrics.px(14);
    if (room < wide) return;
    const float tip = metrics.px(down ? 4 : -4);
    const Point corners[] = {
        {at.x, at.y - tip}, {at.x + wide, at.y - tip}, {at.x + wide / 2, at.y + tip}};
    canvas.polygon(corners, alone.empty() ? colour_of(row, down) : Role::text3);
    const std::string ratio = ratio_text(before, value);
    const std::string brief = alone.substr(0, alone.find(' '));
    std::vector<std::string> forms{ratio};
    if (!alone.empty()) forms = {ratio + " at " + alone, ratio + " at " + brief, "at " + brief};
    text_fitting(canvas, {at.x + text_at, at.y}, room - text_at, style, forms);
}

void draw_cell(Canvas& canvas, const DrawContext& context, const Laid& laid, int line,
               std::size_t column) {
    const Data& data = laid.data;
    const Metrics& metrics = laid.metrics;
    const Places& places = laid.places;
    const Row& row = data.rows[line];
    const Rect cell = places.cell(line, column);
    const double value = row.values[column];
    const bool two_lines = places.stacked && moved_in(data, row).how > 0;
    const float raised = two_lines                           ? metrics.small * .55f
                         : places.stacked                    ? 0
                         : places.row > metrics.small * 2.2f ? metrics.px(4)
                                                             : 0;
    const float y = cell.middle_y() - raised;
    if (!data.columns[column].whole()) return;  // the column's head says why
    if (std::isnan(value))
        return void(canvas.text({cell.x, y}, "–", small_style(metrics, Role::text3)));
    const bool chosen = data.columns[column].shown;
    const double before = before_of(data, row, column);
    const bool moved = !std::isnan(before) && changed(before, value);
    const TextStyle style = mono_style(metrics.small, chosen || moved ? Role::text : Role::text2,
                                       chosen || moved ? Font::mono_bold : Font::mono);
    const std::string text =
        places.brief ? short_ledger_value(row, value) : ledger_value(row, value);
    const float used = text_fitting(canvas, {cell.x, y}, cell.w, style, {text});
    const bool under = places.stacked && moved;
    const float from = under ? 0 : used + metrics.px(8);
    const float lower = under ? metrics.small * 1.15f : 0;
    if (moved && used > 0)
        draw_change(canvas, {cell.x + from, y + lower}, cell.w - from, row, before, value, metrics,
                    row.alone_at[column]);
    // A single bar has nothing to compare with.
    const bool compares = std::ranges::count_if(data.columns, &LedgerColumn::whole) > 1;
    if (!compares || places.stacked || places.row <= metrics.small * 2.2f) return;
    double most = row.share ? 1 : 0;
    for (const double other : row.values)
        if (!std::isnan(other)) most = std::max(most, other);
    const float share = eased(context, "ledger." + row.title + "." + std::to_string(column),
                              most > 0 ? static_cast<float>(value / most) : 0);
    float least = cell.w;  // width of the narrowest column: all bars have one scale
    for (std::size_t i = 0; i < data.columns.size(); ++i)
        least = std::min(least, places.cell(line, i).w);
    const Rect bar{cell.x, y + metrics.small * .85f, least, metrics.px(4)};
    canvas.fill(bar, Role::raised, 2);
    canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, chosen ? Role::accent : Role::stroke, 2);
}

// Whether some title does not fit: then no head has its full title, as "3" beside "Kernel 5" reads
// as two things.
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
        const std::vector<std::string> more = behind_title(data, i);
        text_fitting(canvas, {at.x + used, at.y}, cell.w - used, micro_style(metrics),
                     {more[0], more[1], more[2]});
    }
}

void draw_why_empty(Canvas& canvas, const Laid& laid, std::size_t column) {
    const Rect well = well_of(laid, column);
    const std::string why = why_empty(canvas, laid, column);
    if (why.empty()) return;
    canvas.fill(well, Role::sunk, 8);
    paragraph(canvas, words_in_well(well, laid.metrics), why, small_style(laid.metrics));
}

// The values with all digits, where columns have short ones.
std::string whole_values(const Data& data, const Row& row) {
    std::string words;
    for (std::size_t i = 0; i < data.columns.size(); ++i)
        if (!std::isnan(row.values[i]))
            words += (words.empty() ? "\n" : ", ") + data.columns[i].title + ": " +
                     ledger_value(row, row.values[i]);
    return words;
}

// A counter's name in Nsight Compute, and the command that shows it there for the shown kernel.
std::string in_profiler(const Data& data, const Row& row) {
    if (row.metric.empty()) return "";
    const auto shown = std::ranges::find(data.columns, true, &LedgerColumn::shown);
    const std::string command =
        shown == data.columns.end() ? "" : profiler_command(shown->settings, {row.metric});
    return "\nNsight Compute, for each launch: " +
           (command.empty() ? "`" + row.metric + "`" : "`" + command + "`");
}

// The change of a row between two columns at the drawn size; empty where one is not counted there.
std::string ratio_as_drawn(const DrawContext& context, const LedgerColumn& from,
                           const LedgerColumn& to, const Row& row) {
    const lab::Settings& now = context.result.request.settings;
    const lab::Settings drawn = at_picture(now);
    double values[2] = {};
    for (const LedgerColumn* column : {&from, &to}) {
        const lab::Settings at = alike(drawn, now, column->settings);
        const CountPoint* point = one_size(at, drawn) ? context.series.counts(at) : nullptr;
        if (!point || !row.counted()) return "";
        values[column == &to] = double(point->counters.*row.counted()->member);
    }
    return changed(values[0], values[1]) ? ratio_text(values[0], values[1]) : "no change";
}

// Where a smaller size is counted than requested: the ratio of that size, and whether the drawn
// size has another one.
std::string of_another_size(const DrawContext& context, const Laid& laid, const Row& row) {
    const Data& data = laid.data;
    const auto shown = std::ranges::find(data.columns, true, &LedgerColumn::shown);
    if (shown == data.columns.end() || !shown->whole()) return "";
    const lab::Settings &asked = shown->settings, &counted = shown->point->settings;
    const int other = compared_with(data, std::size_t(shown - data.columns.begin()));
    const std::string size = smaller_words(counted, asked, power_or_grouped);
    const double before = other < 0 ? NAN : row.values[std::size_t(other)],
                 value = row.values[std::size_t(shown - data.columns.begin())];
    if (size.empty() || std::isnan(before) || std::isnan(value)) return "";
    const std::string here = changed(before, value) ? ratio_text(before, value) : "no change";
    const std::string words = "\n*" + here + "* was counted for " + size + ", not for " +
                              lab::size_words(asked, power_or_grouped) + ".";
    const lab::Settings drawn = at_picture(asked);
    const std::string there =
        one_size(drawn, counted)
            ? ""
            : ratio_as_drawn(context, data.columns[std::size_t(other)], *shown, row);
    if (there.empty()) return words;
    const std::string less = smaller_words(drawn, asked, power_or_grouped);
    return words + " For " + less + " it is " +
           (there == here ? "the same." : "*" + there + "*: it depends on the size.");
}

// The spot of a column's head: a click chooses another column.
Spot spot_of_head(const Laid& laid, std::size_t column) {
    const Places& places = laid.places;
    Spot head{{places.left(column), places.head.y - 2, places.widths[column], places.head.h},
              "Choose the kernel for this column"};
    head.column = static_cast<int>(column);
    for (const LedgerColumn& each : laid.data.columns) head.columns.push_back(each.rung);
    return head;
}

// The spot of a row: what its counter is, its name in the profiler, and the lines that cause it.
Spot spot_of_row(const DrawContext& context, const Laid& laid, int line) {
    const Places& places = laid.places;
    const Row& row = laid.data.rows[std::size_t(line)];
    Spot found{{places.rows.x, places.rows.y + line * places.row, places.rows.w, places.row},
               row.meaning + in_profiler(laid.data, row)};
    if (places.brief) found.words += whole_values(laid.data, row);
    found.words += of_another_size(context, laid, row);
    const Cause cause = cause_of(context, row.counter, context.cursor.ptx);
    if (cause.lines.empty()) return found;
    found.counter = row.counter;
    found.words +=
        "\n" + cause.brief() + cause.size + "\nA click keeps these lines marked in the code.";
    return found;
}

// The spot of the hidden rows: a click brings the next ones, and the first ones after the last.
Spot spot_of_more(const Laid& laid) {
    const RowsInSight& sight = laid.sight;
    const int next = sight.first + sight.shown;
    return {.area = laid.more(),
            .words =
                "Counts that differ between the kernels come first. A click, the wheel or "
                "Page Down shows the others.",
            .row = next < sight.all ? next : 0};
}

struct LaidThere {
    Rect area;
    int first_row;
    std::vector<int> columns;
    std::shared_ptr<const Laid> laid;
};

// One layout for a frame, which draws it and asks for its rows and its spots.
std::shared_ptr<const Laid> laid_in(const Canvas& canvas, const DrawContext& context, Rect area) {
    const auto* kept = std::any_cast<LaidThere>(&context.kept);
    if (kept && kept->area == area && kept->first_row == context.first_row &&
        std::ranges::equal(kept->columns, context.columns))
        return kept->laid;
    auto laid = std::make_shared<const Laid>(ledger_layout(canvas, context, area));
    context.kept =
        LaidThere{area, context.first_row, {context.columns.begin(), context.columns.end()}, laid};
    return laid;
}

std::vector<Spot> spots(const Canvas& canvas, const DrawContext& context, Rect area) {
    const auto there = laid_in(canvas, context, area);
    const Laid& laid = *there;
    std::vector<Spot> found;
    if (laid.data.rows.empty()) return found;
    if (!laid.left_out().empty()) found.push_back(spot_of_more(laid));
    for (std::size_t column = 0; column < laid.data.columns.size(); ++column)
        found.push_back(spot_of_head(laid, column));
    for (int line = 0; line < laid.places.shown; ++line)
        found.push_back(spot_of_row(context, laid, line));
    return found;
}

RowsInSight rows_in_sight(const Canvas& canvas, const DrawContext& context, Rect area) {
    return laid_in(canvas, context, area)->sight;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const auto there = laid_in(canvas, context, area);
    const Laid& laid = *there;
    const Data& data = laid.data;
    const Places& places = laid.places;
    const Metrics& metrics = laid.metrics;
    if (data.rows.empty())
        return nothing(canvas, area, "Nothing has been counted for these settings yet.",
                       context.metrics);
    draw_head(canvas, places, data, metrics);
    if (const auto more = laid.left_out(); !more.empty())
        text_fitting(canvas, {laid.more().x, places.head.middle_y()}, laid.more().w,
                     micro_style(metrics, Role::text3), more);
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

// "kernel 3: 4 096 systems": the work of a column that differs from the shown kernel's, for heads
// without room to say so.
std::string work_of_another(const DrawContext& context) {
    const Data data{ledger_columns(context, most_ledger_columns), {}};  // no rows: made each frame
    for (std::size_t i = 0; i < data.columns.size(); ++i) {
        const lab::Settings& there = data.columns[i].settings;
        if (unequal_work(context.result.request.settings, there))
            return "kernel " + std::to_string(there.rung + 1) + ": " + own_work(data, i);
    }
    return "";
}

// "loop at line 12 at PTX level": the assembler decides how its lanes go on, which changes some
// counts.
std::string at_ptx_level(const lab::Run& run) {
    const simulator::AtPtxLevel& code = run.at_ptx_level;
    const std::vector<int>& lines = code.loops.empty() ? code.branches : code.loops;
    if (lines.empty()) return "";
    const bool loops = !code.loops.empty();
    if (lines.size() > 1)
        return std::to_string(lines.size()) + (loops ? " loops" : " branches") + " at PTX level";
    return (loops ? "loop at " : "branch at ") + lab::line_words(lines.front()) + " at PTX level";
}

Note note(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.lesson() && context.result.picture)
        if (const std::string mark = at_ptx_level(context.picture()); !mark.empty()) return mark;
    if (!settings.subject || !settings.subject->size) return "";
    if (lab::unfit_launch(settings)) return "no thread ran";
    if (const std::string by(context.series.ended_by(settings)); !by.empty())
        return by + " ended this run";
    const lab::Settings counted = ledger_size(context);
    const std::string work = work_of_another(context);
    if (counted == settings)
        return note_of_parts({work, lab::size_words(settings, power_or_grouped)});
    Note note = counted_note(counted, settings);
    if (!work.empty()) note.forms.insert(note.forms.begin(), note.whole() + ", " + work);
    return note;
}

// The ladder up to the shown kernel, at the requested size. Where that is too much to count: every
// kernel at the drawn size, which is cheap and covers any kernel shown before; then the columns at
// the size at which all of them are counted.
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all;
    if (!settings.subject || settings.subject->rungs.empty()) return all;
    const auto columns_of = [&](const lab::Settings& size) {
        for (const int column : ledger_ladder(size)) all.push_back(ledger_settings(size, column));
    };
    columns_of(settings);
    if (!ledger_is_costly(settings)) return all;
    for (const lab::Settings& rung : every_rung(settings))
        all.push_back(alike(at_picture(settings), settings, rung));
    columns_of(counted_for_cards(settings));
    return all;
}

bool fits(const lab::Run& run) {
    return run.request.settings.subject && !run.request.settings.subject->ledger.empty();
}

std::string numbers(const DrawContext& context) {
    const Data data = ledger_data(context, most_ledger_columns);
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
                               .order = 3,
                               .fits = fits,
                               .draw = draw,
                               .numbers = numbers,
                               .words = {.note = note},
                               .pointing = {.spots = spots, .rows = rows_in_sight},
                               .needs = {.settings = needs, .of_before = ledger_of_before}}};

}  // namespace
}  // namespace app::ledger_view

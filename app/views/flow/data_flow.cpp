// The data-flow view: where every value of the watched block came from, row by row, under a lens.
// Each launch's layout is made once, before its run is shown, and kept with it.
#include "app/views/flow/data_flow.h"
#include "lab/features/cells.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <set>

#include "app/format.h"
#include "app/views/flow/of_run.h"
#include "app/views/flow/places.h"
#include "app/views/flow/signature_focus.h"
#include "app/views/flow/words.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/weights.h"
#include "lab/words.h"
#include "platform/threads.h"

namespace app {

using namespace simulator;

const FlowLayout& flow_layout(const lab::Run& run, const Cursor& cursor) {
    return layout_of(run, launch_at(run, cursor));
}

std::string makers_at(const lab::Run& run, const Cursor& cursor) {
    if (!run.flow) return {};
    const FlowLayout& layout = flow_layout(run, cursor);
    const int now = row_now(layout, run.steps, cursor.step);
    return now < 0 ? "" : maker_warps(*run.flow, layout.rows[static_cast<std::size_t>(now)]);
}

namespace {

double weight(const lab::Run& run, int step) {
    if (!run.flow) return 0;
    const Travels& all = run.derived(0, [&] { return travels_of(run); });
    const bool any = std::ranges::any_of(all.far, [](double far) { return far > 0; });
    return (any ? all.far : all.made)[static_cast<std::size_t>(step)];
}

// Whether a tile is filled again after results began to leave: then rows from top to bottom would
// show a wrong order. Only for kernels with a signature, which has no rows.
bool tile_goes_round(const lab::Run& run) {
    if (found_signature(run, Cursor{}).signature.empty()) return false;
    const std::vector<FlowRow>& rows = flow_layout(run, Cursor{}).rows;
    const auto out = std::ranges::find(rows, FlowRowKind::output, &FlowRow::kind);
    return out != rows.end() && std::ranges::any_of(rows, [&](const FlowRow& row) {
               return row.kind == FlowRowKind::stage && row.last_step > out->first_step;
           });
}

bool fits(const lab::Run& run) {
    return run.flow && !tile_goes_round(run) && flows(run, launch_at(run, Cursor{}));
}

// Whether different kernels run in turn, not one kernel again and again.
bool kernels_differ(const lab::Run& run) {
    return std::ranges::any_of(run.launches, [&](const lab::LaunchRecord& launch) {
        return launch.kernel != run.launches.front().kernel;
    });
}

// Whether launches have different numbers of blocks.
bool grids_differ(const lab::Run& run) {
    return std::ranges::any_of(run.launches, [&](const lab::LaunchRecord& launch) {
        return launch.grid.count() != run.launches.front().grid.count();
    });
}

// Which array the cells show, where several go through the rounds together: "right; lower and upper
// change with it". Empty for one array, or where cells show values of several.
std::string shown_of_several(const lab::Run& run, const FlowLayout& layout) {
    if (layout.stage.size() < 2 || layout.unit != FlowUnit::cell) return "";
    std::set<int> shown;
    for (const FlowRow& row : layout.rows)
        for (const FlowMark& mark : row.marks)
            if (row.kind == FlowRowKind::stage && mark.version)
                shown.insert(run.flow->versions[mark.version].array);
    const auto name = [&](int array) {
        return run.flow->arrays[static_cast<std::size_t>(array)].name;
    };
    if (shown.size() != 1 || *shown.begin() < 0) return "";
    std::vector<std::string> names;
    for (const int array : std::set<int>(layout.stage.begin(), layout.stage.end()))
        if (!shown.contains(array)) names.push_back(name(array));
    const std::string with = names.size() == 1 ? " changes with it" : " change with it";
    return name(*shown.begin()) + "; " + lab::listed(names) + with;
}

// What a number in a cell means, where that is not plain.
std::string in_cells(const lab::Run& run, const FlowLayout& layout) {
    const lab::CellMap cells = lab::cells_of(run.request.settings);
    if (layout.in_pairs) return cells.pair_words;
    if ((layout.in_parts || layout.unit == FlowUnit::lane) && !cells.part_words.empty())
        return cells.part_words;
    return shown_of_several(run, layout);
}

// All words of a launch, kept because every frame needs them.
struct FlowWords {
    std::string claim;
    std::vector<std::string> sentences;  // by row
    std::string cells;                   // the meaning of a number in a cell, where it is not plain
};

FlowWords make_words(const lab::Run& run, const FlowLayout& layout) {
    FlowWords made{flow_claim(*run.flow, layout, &run.request.settings), {}, in_cells(run, layout)};
    for (int row = 0; row < static_cast<int>(layout.rows.size()); ++row)
        made.sentences.push_back(flow_sentence(run, layout, row));
    return made;
}

const FlowWords& words_of(const lab::Run& run, int launch) {
    return run.derived(launch, [&] { return make_words(run, layout_of(run, launch)); });
}

const FlowWords& words_at(const lab::Run& run, const Cursor& cursor) {
    return words_of(run, launch_at(run, cursor));
}

// Makes layout and words of all launches, so that no frame has to wait for them.
void prepare(const lab::Run& run) {
    if (!run.flow) return;
    int launches = 1;
    for (const Step& step : run.steps) launches = std::max(launches, step.launch + 1);
    platform::in_parts(launches, 1, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t launch = first; launch < last; ++launch) words_of(run, int(launch));
    });
}

std::string claim(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const int launch = launch_at(run, context.cursor);
    std::string text = words_of(run, launch).claim;
    if (!kernels_differ(run) && (launch == 0 || !grids_differ(run))) return text;
    if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])))
        text = uncapitalised(text);
    return "Launch " + std::to_string(launch + 1) + " of " + std::to_string(run.launches.size()) +
           ": " + text;
}

// When a row happens, for a step that does something else: it reads for the row, or passes values
// that no row shows.
std::string when_words(const lab::Run& run, const FlowRow& row, int step) {
    if (step < 0 || step >= std::ssize(run.steps) || row.last_step < 0) return "";
    if (row.first_step > step) return "Next, at step " + std::to_string(row.first_step + 1) + ": ";
    if (!flow_row_is_over(run, row, step)) return "";
    return "At step " + std::to_string(row.last_step + 1) + ": ";
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const FlowLayout& layout = flow_layout(run, context.cursor);
    const std::vector<std::string>& all = words_at(run, context.cursor).sentences;
    const int now = std::max(0, row_now(layout, run.steps, context.cursor.step));
    std::string text =
        all.empty() ? flow_sentence(run, layout, now) : all[static_cast<std::size_t>(now)];
    if (!layout.empty() && std::ranges::none_of(layout.rows, &FlowRow::unset))
        if (const std::string when =
                when_words(run, layout.rows[static_cast<std::size_t>(now)], context.cursor.step);
            !when.empty())
            text = when + uncapitalised(text);
    if (!run.flow->lost.empty()) {
        const Lost& lost = run.flow->lost.front();
        text += " The flow of values is lost at line " + std::to_string(lost.line) + " (" +
                lost.instruction + ").";
    }
    if (run.flow->full)
        text += " The run is longer than the part that is kept: later arrows are missing.";
    return text;
}

// Room below the rows for the meaning of their cells, where keys are sorted or numbers are several.
Rect cells_key(const FlowLayout& layout, const std::string& cells, const Metrics& metrics,
               Rect& area) {
    if (area.h < metrics.px(190)) return {};
    if (!layout.keys.any() && cells.empty()) return {};
    return area.cut_bottom(metrics.small * 1.8f);
}

void draw_cells_key(Canvas& canvas, const FlowLayout& layout, const std::string& cells, int row,
                    const Metrics& metrics, Rect area, float cell) {
    if (layout.keys.any())
        return draw_digit_key(canvas, layout, row, metrics, area, has_bar(metrics, cell));
    text_fitting(canvas, {area.x, area.middle_y()}, area.w, small_style(metrics),
                 {"In a cell: " + cells, cells});
}

// The columns that the lens would choose by itself.
std::vector<int> own_columns(const lab::Run& run, const Cursor& cursor, const Metrics& metrics,
                             Rect area) {
    const FlowLayout& layout = flow_layout(run, cursor);
    return places_of(layout, cursor, metrics, area, row_now(layout, run.steps, cursor.step),
                     {{}, true, &chosen_way(run, cursor)})
        .shown;
}

// Whether these columns show nothing of the current row, although it does something.
bool sees_nothing(const lab::Run& run, const Cursor& cursor, const std::vector<int>& columns) {
    const FlowLayout& layout = flow_layout(run, cursor);
    const int row = row_now(layout, run.steps, cursor.step);
    if (row < 0 || layout.rows[std::size_t(row)].doings.sources.empty()) return false;
    return std::ranges::none_of(
        layout.rows[std::size_t(row)].doings.sources,
        [&](const auto& taken) { return std::ranges::binary_search(columns, taken.first); });
}

// Two pictures in step show the same columns, so that equal cells line up: those of both where
// there is room, else those of the leading picture. Columns are matched by index, because padding
// shifts cell numbers. Empty where each lens chooses by itself, as where the other picture does
// nothing in the columns of the leading one.
std::vector<int> common_columns(const DrawContext& context, Rect area) {
    const Beside* beside = context.beside;
    if (!beside || !beside->result.picture || !beside->result.picture->flow) return {};
    const lab::Run &run = context.picture(), &other = *beside->result.picture;
    const FlowLayout &layout = flow_layout(run, context.cursor),
                     &others = flow_layout(other, beside->cursor);
    const auto least = std::min(std::ssize(layout.columns), std::ssize(others.columns)),
               most = std::max(std::ssize(layout.columns), std::ssize(others.columns));
    if (layout.unit != others.unit || most - least > 1) return {};  // the columns mean other things
    const auto own = own_columns(run, context.cursor, context.metrics, area),
               theirs = own_columns(other, beside->cursor, context.metrics, area);
    std::vector<int> all;
    std::ranges::set_union(own, theirs, std::back_inserter(all));
    if (all.size() > std::min(own.size(), theirs.size())) {
        all = beside->leads ? theirs : own;
        if (beside->leads ? sees_nothing(run, context.cursor, all)
                          : sees_nothing(other, beside->cursor, all))
            return {};
    }
    return !all.empty() && all.back() < least ? all : std::vector<int>{};
}

LensWish wish_of(const DrawContext& context, std::span<const int> columns) {
    return {columns, context.beside != nullptr, &chosen_way(context.picture(), context.cursor)};
}

std::string why_nothing_flows(const FlowLayout& layout) {
    if (!layout.too_many) return "No value of this block goes from one lane or cell to another.";
    return "This block makes " + grouped(layout.too_many) + " values in this launch, and at most " +
           grouped(most_flowing) + " are drawn: give its loop fewer rounds.";
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const FlowLayout& layout = flow_layout(run, context.cursor);
    if (layout.empty()) return nothing(canvas, area, why_nothing_flows(layout), context.metrics);
    const int now = row_now(layout, run.steps, context.cursor.step);
    const std::string& cells = words_at(run, context.cursor).cells;
    const Rect key = cells_key(layout, cells, context.metrics, area);
    const std::vector<int> columns = common_columns(context, area);
    const LensWish wish = wish_of(context, columns);
    draw_flow(canvas, run, layout, context.cursor, context.metrics, area, wish, context.glides);
    if (key.h <= 0) return;
    const FlowPlaces places = places_of(layout, context.cursor, context.metrics, area, now, wish);
    draw_cells_key(canvas, layout, cells, now, context.metrics, key, places.height);
}

// A click on the map moves the lens. A click on a cell lights up where its value came from, and
// where the value goes on unchanged.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point point) {
    const lab::Run& run = context.picture();
    const FlowLayout& layout = flow_layout(run, cursor);
    if (layout.empty()) return false;
    const int now = row_now(layout, run.steps, cursor.step);
    cells_key(layout, words_at(run, cursor).cells, context.metrics, area);
    const std::vector<int> columns = common_columns(context, area);
    const FlowPlaces places =
        places_of(layout, cursor, context.metrics, area, now, wish_of(context, columns));
    const FlowHit hit = hit_of(layout, places, point);
    if (hit.map_column >= 0) {
        const int shown = static_cast<int>(places.shown.size()),
                  last = std::max(static_cast<int>(layout.columns.size()) - shown, 0);
        cursor.lens = std::clamp((hit.map_column - shown / 2 + 4) / 8 * 8, 0, last);
        return true;
    }
    if (hit.row < 0) {
        const bool had = cursor.version >= 0;
        cursor.version = -1;
        return had;
    }
    const int version = static_cast<int>(layout.rows[hit.row].marks[hit.column].version);
    cursor.version = cursor.version == version ? -1 : version;
    return true;
}

// Where the parts of a picture are now.
struct Placed {
    const FlowLayout* layout = nullptr;  // nullptr: there is no picture
    FlowPlaces places;
    int now = -1;
};

Placed placed(const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const FlowLayout& layout = flow_layout(run, context.cursor);
    if (layout.empty()) return {};
    const int now = row_now(layout, run.steps, context.cursor.step);
    cells_key(layout, words_at(run, context.cursor).cells, context.metrics, area);
    const std::vector<int> columns = common_columns(context, area);
    return {
        &layout,
        places_of(layout, context.cursor, context.metrics, area, now, wish_of(context, columns)),
        now};
}

RowsInSight rows(const Canvas&, const DrawContext& context, Rect area) {
    const Placed here = placed(context, area);
    if (!here.layout) return {};
    return {here.places.first_row, here.places.rows, static_cast<int>(here.layout->rows.size())};
}

// "part[4] = 16, written at step 10."
std::string cell_words(const lab::Run& run, const Version& version, int step, int now) {
    const Array* array = version.array < 0 ? nullptr : &run.flow->arrays[version.array];
    const std::string cell = std::to_string(version.cell),
                      name = array && array->space != Space::none ? array->name + "[" + cell + "]"
                                                                  : "A value of thread " + cell;
    if (step < 0) return "*" + name + "* had its value before the first step.";
    const std::string at = "step " + std::to_string(step + 1);
    if (step > now) return "*" + name + "* is written at " + at + ".";
    return "*" + name + "* = " + value_text(version.after, array ? array->type : Type::none, 6) +
           ", written at " + at + ".";
}

// " Its digit, bits 4 to 7, is 13.", for a key.
std::string digit_words(const lab::Run& run, const FlowLayout& layout, std::uint32_t version,
                        const FlowDigit& digit) {
    if (!layout.keys.is_key(version)) return "";
    return " Its digit, " + digit.words() + ", is *" +
           std::to_string(digit.of(run.flow->versions[version].after)) + "*.";
}

// A cell says what it holds and since when.
std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Placed here = placed(context, area);
    if (!here.layout) return std::nullopt;
    const FlowHit hit = hit_of(*here.layout, here.places, mouse);
    if (hit.row < 0) return std::nullopt;
    const lab::Run& run = context.picture();
    const FlowMark& mark = here.layout->rows[hit.row].marks[hit.column];
    int step = here.layout->steps[mark.version];
    if (step < 0) step = mark.step;
    Spot found{here.places.at(hit.row, hit.column),
               cell_words(run, run.flow->versions[mark.version], step, context.cursor.step) +
                   digit_words(run, *here.layout, mark.version,
                               digit_shown(*here.layout, here.now, hit.row)) +
                   "\nA click shows where the value came from, and where it goes unchanged."};
    if (step >= 0) found.step = [step] { return step; };
    return found;
}

std::string note(const DrawContext& context) {
    const lab::Run& run = context.picture();
    if (run.launches.empty()) return {};
    const int launch = launch_at(run, context.cursor);
    if (launch >= static_cast<int>(run.launches.size())) return {};
    const std::uint64_t blocks = run.launches[launch].grid.count();
    std::string text = blocks == 1
                           ? "one block of " + std::to_string(run.launches[launch].block.count())
                           : block_among(shown_block(run), blocks);
    if (run.launches.size() > 1)
        text = "launch " + std::to_string(launch + 1) + " of " +
               std::to_string(run.launches.size()) + ", " + text;
    return text;
}

// Reads of uninitialized values show in the data flow.
bool is_about_values(const lab::Run& run) {
    return hunts(run, simulator::FaultKind::uninitialized_read);
}

const RegisterView registered{
    {.id = "data_flow",
     .title = "Data flow",
     .slot = Slot::warp,
     .fits = fits,
     .prepare = prepare,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence, .note = note},
     .pointing = {.click = click, .spot = spot, .rows = rows},
     .interest = {.weight = weight, .words = "where values travel", .about = is_about_values}}};

}  // namespace
}  // namespace app

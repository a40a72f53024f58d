// The cards "Time by block shape", a cell for each width and height of the block, and "Time by
// launch", a cell for each number of threads and blocks. The best has the strongest colour, a mark
// and its time; what can't run is hatched. A set value between the sliders' stops has its own row
// or column. The best on a second device has a hollow diamond.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/format.h"
#include "app/series.h"
#include "app/time_numbers.h"
#include "app/view.h"
#include "app/views/cards/shape_legend.h"
#include "app/views/cards/shape_times.h"
#include "app/views/cards/spots.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app::block_shapes_view {
namespace {

constexpr float least_letters = 10;  // pixels: the least that can be read
constexpr double as_good = .05;      // within 5 % of the best: about as good

using Sides = BlockSides;
using Cell = ShapeCell;
using Data = ShapeTimes;

float share_of(const Data& data, double ms) {
    return data.worst > data.best
               ? static_cast<float>(std::log(data.worst / ms) / std::log(data.worst / data.best))
               : 1;
}

// A time in digits, the longest form first; two digits are enough to compare.
std::vector<std::string> digits_of(const Data& data, double ms) {
    const std::string exact = time_number(ms, data.best);
    const double value = ms / data.best * std::stod(time_number(data.best, data.best));
    const std::string whole = fixed(value, 0);
    return {exact, whole, value >= 1000 ? shortest(value / 1000, 1) + "k" : whole};
}

TextStyle number_style(const Metrics& m, Colour on, bool chosen, float size) {
    return aligned(mono_style(m.micro * size, on, chosen ? Font::mono_bold : Font::mono_medium),
                   Align::centre);
}

// The number that fits into a cell, in smaller letters if necessary.
struct Number {
    std::string text;
    float size = 1;  // relative to the usual letters
};

Number number_in(const Canvas& canvas, const Data& data, const Cell& cell, Rect box,
                 const Metrics& m) {
    if (!cell.point) return {};
    for (const float size : {1.f, .8f})
        for (const std::string& text : digits_of(data, cell.point->time.median_ms)) {
            const TextStyle style = number_style(m, Role::text, false, size);
            const bool fits = canvas.width(text, style) <= box.w + 1 && box.h >= style.size * .95f;
            if (fits && style.size >= least_letters) return {text, size};
        }
    return {};
}

void draw_cell(Canvas& canvas, const Data& data, const Cell& cell, Rect box, bool chosen,
               const Metrics& metrics) {
    const float radius = std::min(4.f, box.h * .24f);
    if (cell.refused || !cell.other_numbers.empty()) {
        refused_shape(canvas, box);
    } else if (!cell.point) {
        untimed_shape(canvas, cell, box, radius);
    } else {
        const double ms = cell.point->time.median_ms;
        const float share = data.as_fast_as_any(cell) ? 1 : share_of(data, ms);
        const Colour colour = shape_colour(std::clamp(share, 0.f, 1.f));
        canvas.fill(box, colour, radius);
        const Number number = number_in(canvas, data, cell, box, metrics);
        if (!number.text.empty())
            canvas.text({box.middle_x(), box.middle_y()}, number.text,
                        number_style(metrics, colour.read(), chosen, number.size));
    }
}

// Around the shape that is shown.
void draw_chosen(Canvas& canvas, const DrawContext& context, Rect cells, Rect box) {
    const float x = cells.x + eased(context, "shapes.x", box.x - cells.x);
    const float y = cells.y + eased(context, "shapes.y", box.y - cells.y);
    canvas.outline({x - 2, y - 2, box.w + 4, box.h + 4}, Role::text, 6, 2.2f);
}

// Draws the number of a cell that is too small over its neighbours. Returns the covered area.
Rect draw_chip(Canvas& canvas, const Data& data, const Cell& cell, Rect box, Rect all, Rect taken,
               const Metrics& m) {
    if (!cell.point || !number_in(canvas, data, cell, box, m).text.empty()) return {};
    const TextStyle style = number_style(m, Role::text, true, 1);
    const std::string text = digits_of(data, cell.point->time.median_ms)[1];
    const float w = canvas.width(text, style) + m.px(6), h = m.micro * 1.3f;
    Rect chip{std::clamp(box.middle_x() - w / 2, all.x, std::max(all.x, all.right() - w)),
              std::clamp(box.middle_y() - h / 2, all.y, std::max(all.y, all.bottom() - h)), w, h};
    const Rect both = chip.common(taken);
    if (both.w > 0 && both.h > 0)
        chip.y = taken.y - h >= all.y ? taken.y - h - 1 : taken.bottom() + 1;
    canvas.fill(chip, Role::panel, 3);
    canvas.outline(chip, Role::stroke, 3);
    canvas.text({chip.middle_x(), chip.middle_y()}, text, style);
    return chip;
}

// Whether a side is named: the chosen one always, and as many others as do not touch.
bool named(std::ptrdiff_t i, std::ptrdiff_t chosen, float label, float cell) {
    const auto every = static_cast<std::ptrdiff_t>(std::ceil(label / cell));
    return i == chosen || (i % every == 0 && std::abs(i - chosen) >= every);
}

std::ptrdiff_t place_of(const std::vector<std::int64_t>& values, std::int64_t value) {
    return std::ranges::find(values, value) - values.begin();
}

void name_columns(Canvas& canvas, const Data& data, Rect row, float width, const Metrics& m) {
    const auto at = place_of(data.xs, data.settings[*data.sides.x]);
    const float widest =
        canvas.width(std::to_string(data.xs.back()), strong(micro_style(m))) + m.px(6);
    for (std::ptrdiff_t i = 0; i < std::ssize(data.xs); ++i)
        if (named(i, at, widest, width))
            canvas.text(
                {row.x + (i + .5f) * width, row.middle_y()},
                (i || !data.sides.are_of_block() ? "" : "x = ") + std::to_string(data.xs[i]),
                aligned(i == at ? strong(micro_style(m)) : micro_style(m), Align::centre));
}

void name_rows(Canvas& canvas, const Data& data, Rect column, float height, const Metrics& m) {
    const auto at = place_of(data.ys, data.settings[*data.sides.y]);
    for (std::ptrdiff_t j = 0; j < std::ssize(data.ys); ++j)
        if (named(j, at, m.micro * 1.2f, height))
            canvas.text(
                {column.right() - m.px(10), column.y + (j + .5f) * height},
                (j || !data.sides.are_of_block() ? "" : "y = ") + std::to_string(data.ys[j]),
                aligned(j == at ? strong(micro_style(m)) : micro_style(m), Align::right));
}

struct Places {
    Rect cells, left, below, legend, head;  // head: what the axes are; empty for sides of a block
    float width = 0, height = 0;
    Rect cell(std::ptrdiff_t across, std::ptrdiff_t down) const {
        return {cells.x + static_cast<float>(across) * width + 1,
                cells.y + static_cast<float>(down) * height + 1, width - 2, height - 2};
    }
};

Places places_of(const Data& data, Rect area, const Metrics& m) {
    Places places;
    places.legend = cut_shape_legend(area, m);
    if (!data.sides.are_of_block()) places.head = area.cut_top(m.micro * 1.5f);
    places.below = area.cut_bottom(shape_legend_line(m));
    places.left = area.cut_left(m.micro * 4.2f);
    places.below.cut_left(places.left.w);
    places.cells = area;
    places.width = area.w / static_cast<float>(data.xs.size());
    places.height = area.h / static_cast<float>(data.ys.size());
    return places;
}

// In the corner without a mark of the first device; on the corner where numbers fill the cells.
void draw_second_best(Canvas& canvas, const Data& data, const Places& places, const Metrics& m) {
    if (!data.second_best()) return;
    const std::ptrdiff_t at = data.second_best_at, wide = std::ssize(data.xs);
    const Rect box = places.cell(at % wide, at / wide);
    if (!shape_is_roomy(box, m)) return second_mark(canvas, {box.right() + 1, box.bottom() + 1}, 4);
    const float radius = std::clamp(std::min(box.w, box.h) * .22f, 3.f, 8.f);
    second_mark(canvas, {box.right() - radius - 2, box.bottom() - radius - 2}, radius);
}

// Marks the best shape; where none is the best, all whose intervals meet that of the least time.
void mark_first(Canvas& canvas, const Data& data, const Places& places, const Metrics& m) {
    const std::ptrdiff_t wide = std::ssize(data.xs);
    for (std::ptrdiff_t i = 0; i < std::ssize(data.cells); ++i) {
        const Rect box = places.cell(i % wide, i / wide);
        const Cell& cell = data.cells[static_cast<std::size_t>(i)];
        if (data.as_fast() && data.as_fast_as_any(cell)) mark_tied_shape(canvas, box);
        if (!data.as_fast() && data.timed() > 1 && &cell == data.best_cell())
            mark_best_shape(canvas, box, m);
    }
}

std::string why_empty(const DrawContext& context, const Data& data) {
    const bool timed = std::ranges::any_of(data.cells, &Cell::other_caches_only);
    return timed || !context.series.ended_by(data.settings).empty()
               ? why_no_time(context)
               : "No time is known for any of these " + cells_words(data, 0).substr(2) + " yet.";
}

void draw_head(Canvas& canvas, const Data& data, Rect row, const Metrics& m) {
    if (row.h <= 0) return;
    const std::string down = uncapitalised(data.sides.y->title),
                      across = uncapitalised(data.sides.x->title);
    text_fitting(canvas, {row.x, row.middle_y()}, row.w, micro_style(m),
                 {"Down: " + down + ". Across: " + across + ".", down + " × " + across});
}

// The map of two knobs.
using Axes = Sides (*)(const lab::Settings&);

template <Axes axes>
void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = shape_times(context, axes);
    const Metrics& m = context.metrics;
    if (!data.sides) return nothing(canvas, area, "Only one knob shapes this launch.", m);
    if (data.best <= 0) return nothing(canvas, area, why_empty(context, data), m);
    const Places places = places_of(data, area, m);
    if (places.height < 5 || places.width < 8)
        return nothing(canvas, area, "Too little room for the map.", m);
    const auto across = place_of(data.xs, data.settings[*data.sides.x]),
               down = place_of(data.ys, data.settings[*data.sides.y]);
    for (std::ptrdiff_t j = 0; j < std::ssize(data.ys); ++j)
        for (std::ptrdiff_t i = 0; i < std::ssize(data.xs); ++i)
            draw_cell(canvas, data, data.at(i, j), places.cell(i, j), j == down && i == across, m);
    const std::ptrdiff_t best = data.best_at, wide = std::ssize(data.xs);
    const Rect best_box = places.cell(best % wide, best / wide);
    Rect chip;
    if (across < std::ssize(data.xs) && down < std::ssize(data.ys)) {
        const Rect box = places.cell(across, down);
        draw_chosen(canvas, context, places.cells, box);
        chip = draw_chip(canvas, data, data.at(across, down), box, places.cells, {}, m);
    }
    mark_first(canvas, data, places, m);
    draw_second_best(canvas, data, places, m);
    if (&data.at(across, down) != data.best_cell())
        draw_chip(canvas, data, *data.best_cell(), best_box, places.cells, chip, m);
    draw_head(canvas, data, places.head, m);
    name_rows(canvas, data, places.left, places.height, m);
    name_columns(canvas, data, places.below, places.width, m);
    draw_shape_legend(canvas, data, places.legend, m);
}

std::string meeting_words(std::ptrdiff_t shapes) {
    return shapes == 1 ? "its interval and one other overlap"
                       : "its interval and " + grouped(shapes) + " others overlap";
}

// The shape with its third side, where it has one: else the product is not the number of threads.
std::string whole_shape(const Data& data, const Cell& cell) {
    return shape_words(data, cell.settings) + depth_words(data, " × ");
}

std::string words_of(const Data& data, const Cell& cell) {
    const std::string threads = data.sides.are_of_block() ? " threads" : "";
    const std::string title = "*" + whole_shape(data, cell) + threads + "*\n";
    if (!cell.point) {
        const auto refusal = lab::refusal(cell.settings);
        if (!cell.other_numbers.empty())
            return title + "It leaves other numbers in " + cell.other_numbers +
                   " than what is set, so its time is for different work.";
        if (cell.other_caches_only)
            return title + "Not measured " + std::string(name_of(data.source->regime)) + ".";
        return title + (refusal ? refusal->title + "." : "No time is known yet.");
    }
    std::string words = title + time_sentence(*cell.point, *data.source);
    if (cell.second) words += "\n" + time_sentence(*cell.second, *data.second_source) + "\n";
    const std::ptrdiff_t as_fast = data.as_fast();
    if (data.timed() == 1) return words;
    if (&cell == data.best_cell())
        return words + (as_fast ? " The least time known; " + meeting_words(as_fast) + "."
                                : " The best time known.");
    const double ratio = cell.point->time.median_ms / data.best;
    return words + " " + shortest(ratio, 3) +
           (as_fast ? " times the least time." : " times the best time.");
}

template <Axes axes>
std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Data data = shape_times(context, axes);
    if (!data.sides || data.best <= 0) return std::nullopt;
    const Places places = places_of(data, area, context.metrics);
    if (!places.cells.contains(mouse)) return std::nullopt;
    const auto i = static_cast<std::ptrdiff_t>((mouse.x - places.cells.x) / places.width),
               j = static_cast<std::ptrdiff_t>((mouse.y - places.cells.y) / places.height);
    if (i >= std::ssize(data.xs) || j >= std::ssize(data.ys)) return std::nullopt;
    const Cell& cell = data.at(i, j);
    Spot found{places.cell(i, j), words_of(data, cell), cell.settings};
    const std::ptrdiff_t best = data.best_at, wide = std::ssize(data.xs);
    found.keep = places.cell(best % wide, best / wide);
    return found;
}

// The keyboard reaches the best cell by a letter; the mouse reaches all.
template <Axes axes>
std::vector<Spot> spots(const Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = shape_times(context, axes);
    if (!data.sides || data.best <= 0) return {};
    const Places places = places_of(data, area, context.metrics);
    if (places.height < 5 || places.width < 8) return {};
    const std::ptrdiff_t best = data.best_at, wide = std::ssize(data.xs);
    const Rect cell = places.cell(best % wide, best / wide);
    const auto found = spot<axes>(canvas, context, area, {cell.middle_x(), cell.middle_y()});
    return found ? std::vector<Spot>{*found} : std::vector<Spot>{};
}

// What the times say, by rule: the best cell and the number of cells within 5 %, or that the least
// time can't be told from others.
template <Axes axes>
Note note(const DrawContext& context) {
    const Data data = shape_times(context, axes);
    if (!data.source || data.best <= 0) return "";
    const auto near = std::ranges::count_if(data.cells, [&](const Cell& cell) {
        return cell.point && !cell.point->wrong && &cell != data.best_cell() &&
               cell.point->time.median_ms <= data.best * (1 + as_good);
    });
    const std::string shape = whole_shape(data, *data.best_cell());
    if (data.timed() == 1) return "only " + shape + " is timed";
    const std::ptrdiff_t as_fast = data.as_fast();
    const std::string first = as_fast ? cells_words(data, as_fast + 1) + " are about as fast"
                                      : shape + " is best",
                      others = as_fast ? "their intervals overlap"
                                       : (near ? plural(near, "other") : "no other") +
                                             (near > 1 ? " lie within 5 %" : " lies within 5 %");
    Note note(first + (as_fast ? ", from " : ", ") + time_text(data.best) + "; " + others);
    note.forms.push_back(first);
    return note;
}

Badge badge_now(const DrawContext& context) {
    return badge_of(context.series.source(context.result.request.settings));
}

// How early a stop is asked for: every fourth one from the set one first, then every second.
int fineness(const std::vector<std::int64_t>& ticks, std::int64_t set, std::size_t at) {
    const auto from = std::ranges::lower_bound(ticks, set) - ticks.begin();
    const std::ptrdiff_t away = static_cast<std::ptrdiff_t>(at) - from;
    return away % 4 == 0 ? 0 : away % 2 == 0 ? 1 : 2;
}

// A coarse map first, then a finer one.
template <Axes axes>
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    const Sides sides = axes(settings);
    if (!sides) return {};
    const std::vector<std::int64_t>&xs = sides.x->ticks, &ys = sides.y->ticks;
    std::array<std::vector<lab::Settings>, 3> by_fineness;
    for (std::size_t j = 0; j < ys.size(); ++j)
        for (std::size_t i = 0; i < xs.size(); ++i) {
            const int fine =
                std::max(fineness(xs, settings[*sides.x], i), fineness(ys, settings[*sides.y], j));
            by_fineness[static_cast<std::size_t>(fine)].push_back(
                shaped(settings, sides, xs[i], ys[j]));
        }
    std::vector<lab::Settings> all;
    for (std::vector<lab::Settings>& part : by_fineness)
        std::ranges::move(part, std::back_inserter(all));
    return all;
}

// Whether both knobs shape this kernel's launch.
template <Axes axes>
bool fits(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    const Sides sides = axes(settings);
    return sides && !lab::idle(settings, *sides.x) && !lab::idle(settings, *sides.y);
}

template <Axes axes>
std::string numbers(const DrawContext& context) {
    const Data data = shape_times(context, axes);
    std::vector<TimedRow> rows;
    for (const auto point : {&Cell::point, &Cell::second})
        for (const Cell& cell : data.cells)
            rows.push_back({{std::to_string(cell.settings[*data.sides.x]),
                             std::to_string(cell.settings[*data.sides.y])},
                            cell.*point});
    return time_numbers(
        {data.sides ? data.sides.x->id : "block_x", data.sides ? data.sides.y->id : "block_y"},
        rows);
}

template <Axes axes>
View map_of(std::string id, std::string title, int order) {
    return {.id = std::move(id),
            .title = std::move(title),
            .slot = Slot::card,
            .order = order,
            .fits = fits<axes>,
            .draw = draw<axes>,
            .numbers = numbers<axes>,
            .words = {.note = note<axes>, .badge = badge_now},
            .pointing = {.spot = spot<axes>, .spots = spots<axes>},
            .needs = {.settings = needs<axes>, .times_only = true}};
}

const RegisterView shapes(map_of<sides_of>("block_shapes", "Time by block shape", 5));
const RegisterView launches(map_of<launch_of>("launches", "Time by launch", 5));

}  // namespace
}  // namespace app::block_shapes_view

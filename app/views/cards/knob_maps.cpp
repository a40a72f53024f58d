// The cards "Time by block shape", a cell for each width and height of the block, and "Time by two
// knobs", whose knobs the user chooses. The best has the strongest colour, a mark and its time;
// what can't run is hatched. A set value between the sliders' stops has its own row or column. The
// best on a second device has a hollow diamond. Where one knob is a size, each size has a best.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/series.h"
#include "app/time_numbers.h"
#include "app/view.h"
#include "app/views/cards/knob_map.h"
#include "app/views/cards/knob_times.h"
#include "app/views/cards/map_legend.h"
#include "app/views/cards/spots.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "lab/best/launch_lines.h"
#include "lab/best/space.h"

namespace app::knob_maps_view {
namespace {

constexpr float least_letters = 10;  // pixels: the least that can be read
constexpr double as_good = .05;      // within 5 % of the best: about as good

using Cell = MapCell;
using Data = KnobMap;
using Race = MapRace;

float share_of(const Race& race, double ms) {
    return race.worst > race.best
               ? static_cast<float>(std::log(race.worst / ms) / std::log(race.worst / race.best))
               : 1;
}

// A time in digits, the longest form first; two digits are enough to compare.
std::vector<std::string> digits_of(const Data& data, double ms) {
    const double unit = data.shown.best > 0 ? data.shown.best : ms;
    const std::string exact = time_number(ms, unit);
    const double value = ms / unit * std::stod(time_number(unit, unit));
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
    if (cell.refused || !cell.other_numbers.empty() || !cell.ended_by.empty()) {
        refused_cell(canvas, box);
    } else if (!cell.point) {
        untimed_cell(canvas, cell, box, radius);
    } else {
        const double ms = cell.point->time.median_ms;
        const float share = data.as_fast_as_any(cell) ? 1 : share_of(data.race_of(cell), ms);
        const Colour colour = map_colour(std::clamp(share, 0.f, 1.f));
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

std::string name_of_value(const lab::Knob& knob, std::int64_t value) {
    return lab::block_axis(knob) ? std::to_string(value) : value_name(knob, value);
}

// "x = 4" names the first side of a block; other axes are named above the map.
std::string named_value(const Data& data, const lab::Knob& knob, std::int64_t value, bool first) {
    const std::string axis =
        data.pair.are_sides() && first ? std::string{lab::block_axis(knob)} + " = " : "";
    return axis + name_of_value(knob, value);
}

float widest_name(const Canvas& canvas, const lab::Knob& knob,
                  const std::vector<std::int64_t>& values, const Metrics& m) {
    float widest = 0;
    for (const std::int64_t value : values)
        widest = std::max(widest, canvas.width(name_of_value(knob, value), strong(micro_style(m))));
    return widest;
}

void name_columns(Canvas& canvas, const Data& data, Rect row, float width, const Metrics& m) {
    const lab::Knob& knob = *data.pair.across;
    const auto at = place_of(data.xs, data.settings[knob]);
    const float widest = widest_name(canvas, knob, data.xs, m) + m.px(6);
    for (std::ptrdiff_t i = 0; i < std::ssize(data.xs); ++i)
        if (named(i, at, widest, width))
            canvas.text({row.x + (i + .5f) * width, row.middle_y()},
                        named_value(data, knob, data.xs[i], !i),
                        aligned(i == at ? strong(micro_style(m)) : micro_style(m), Align::centre));
}

void name_rows(Canvas& canvas, const Data& data, Rect column, float height, const Metrics& m) {
    const lab::Knob& knob = *data.pair.down;
    const auto at = place_of(data.ys, data.settings[knob]);
    const float right = column.right() - m.px(10);
    for (std::ptrdiff_t j = 0; j < std::ssize(data.ys); ++j) {
        if (!named(j, at, m.micro * 1.2f, height)) continue;
        const TextStyle style = j == at ? strong(micro_style(m)) : micro_style(m);
        canvas.text(
            {right, column.y + (j + .5f) * height},
            fitted(canvas, named_value(data, knob, data.ys[j], !j), right - column.x, style),
            aligned(style, Align::right));
    }
}

struct Places {
    Rect cells, left, below, legend;
    std::array<Rect, 2> axes;  // the knobs across and down; empty for sides of a block
    float width = 0, height = 0;
    Rect cell(std::ptrdiff_t across, std::ptrdiff_t down) const {
        return {cells.x + static_cast<float>(across) * width + 1,
                cells.y + static_cast<float>(down) * height + 1, width - 2, height - 2};
    }
};

float axes_height(const Metrics& m) { return m.micro * 1.7f; }

std::string axis_words(const Data& data, std::size_t axis) {
    const lab::Knob& knob = axis ? *data.pair.down : *data.pair.across;
    return (axis ? "Down: " : "Across: ") + uncapitalised(knob.title);
}

// The names of the knobs stand side by side; each opens the list of knobs.
std::array<Rect, 2> places_of_axes(const Canvas& canvas, const Data& data, Rect row,
                                   const Metrics& m) {
    std::array<Rect, 2> places;
    const float arrow = m.px(18), gap = m.px(10);
    for (const std::size_t axis : {0u, 1u}) {
        const float w = canvas.width(axis_words(data, axis), micro_style(m)) + arrow;
        places[axis] = row.cut_left(std::min(w, axis ? row.w : row.w / 2));
        row.cut_left(gap);
    }
    return places;
}

Places places_of(const Canvas& canvas, const Data& data, Rect area, const Metrics& m) {
    Places places;
    if (!data.pair.are_sides())
        places.axes = places_of_axes(canvas, data, area.cut_top(axes_height(m)), m);
    places.legend = cut_map_legend(area, m);
    places.below = area.cut_bottom(map_legend_line(m));
    const float names = widest_name(canvas, *data.pair.down, data.ys, m) + m.px(16);
    places.left = area.cut_left(std::max(m.micro * 4.2f, std::min(names, area.w * .3f)));
    places.below.cut_left(places.left.w);
    places.cells = area;
    places.width = area.w / static_cast<float>(data.xs.size());
    places.height = area.h / static_cast<float>(data.ys.size());
    return places;
}

// In the corner without a mark of the first device; on the corner where numbers fill the cells.
void draw_second_best(Canvas& canvas, const Data& data, const Places& places, const Metrics& m) {
    if (!data.second_best()) return;
    const std::ptrdiff_t at = data.shown.second_best_at, wide = std::ssize(data.xs);
    const Rect box = places.cell(at % wide, at / wide);
    if (!cell_is_roomy(box, m)) return second_mark(canvas, {box.right() + 1, box.bottom() + 1}, 4);
    const float radius = std::clamp(std::min(box.w, box.h) * .22f, 3.f, 8.f);
    second_mark(canvas, {box.right() - radius - 2, box.bottom() - radius - 2}, radius);
}

// Marks the best cell of each race; where none is the best, all whose intervals meet that of the
// least time.
void mark_first(Canvas& canvas, const Data& data, const Places& places, const Metrics& m) {
    const std::ptrdiff_t wide = std::ssize(data.xs);
    for (const Race& race : data.races) {
        const bool tied = data.as_fast(race) > 0;
        if (!tied && race.worst <= race.best) continue;
        for (std::ptrdiff_t i = 0; i < std::ssize(data.cells); ++i) {
            const MapCell& cell = data.cells[static_cast<std::size_t>(i)];
            if (&data.race_of(cell) != &race) continue;
            const Rect box = places.cell(i % wide, i / wide);
            if (tied && data.as_fast_as_any(cell)) mark_tied_cell(canvas, box);
            if (!tied && i == race.best_at) mark_best_cell(canvas, box, m);
        }
    }
}

std::string why_empty(const DrawContext& context, const Data& data) {
    const bool timed = std::ranges::any_of(data.cells, &Cell::other_caches_only);
    if (timed || !context.series.ended_by(data.settings).empty()) return why_no_time(context);
    return "No time is known for any of these " + cells_words(data, 0).substr(2) +
           " yet. The key A times them.";
}

void draw_axes(Canvas& canvas, const Data& data, const Places& places, const Metrics& m) {
    for (std::size_t axis = 0; axis < places.axes.size(); ++axis) {
        const Rect box = places.axes[axis];
        if (box.w <= 0) continue;
        const float arrow = m.px(18);
        canvas.text({box.x, box.middle_y()},
                    fitted(canvas, axis_words(data, axis), box.w - arrow + 1, micro_style(m)),
                    micro_style(m, Role::text2));
        icon::chevron(canvas, {box.right() - arrow / 2, box.middle_y()}, m.px(9), Role::text2,
                      false);
    }
}

template <PairOf pair>
void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const auto map = knob_map(context, pair);
    const Data& data = *map;
    const Metrics& m = context.metrics;
    if (!data.pair) return nothing(canvas, area, "Fewer than two knobs change this run.", m);
    const Places places = places_of(canvas, data, area, m);
    draw_axes(canvas, data, places, m);
    if (!data.pair.are_sides()) area.cut_top(axes_height(m));
    if (!data.any_time()) return nothing(canvas, area, why_empty(context, data), m);
    if (places.height < 5 || places.width < 8)
        return nothing(canvas, area, "Too little room for the map.", m);
    const auto across = place_of(data.xs, data.settings[*data.pair.across]),
               down = place_of(data.ys, data.settings[*data.pair.down]);
    for (std::ptrdiff_t j = 0; j < std::ssize(data.ys); ++j)
        for (std::ptrdiff_t i = 0; i < std::ssize(data.xs); ++i)
            draw_cell(canvas, data, data.at(i, j), places.cell(i, j), j == down && i == across, m);
    const std::ptrdiff_t best = data.shown.best_at, wide = std::ssize(data.xs);
    Rect chip;
    if (across < std::ssize(data.xs) && down < std::ssize(data.ys)) {
        const Rect box = places.cell(across, down);
        draw_chosen(canvas, context, places.cells, box);
        chip = draw_chip(canvas, data, data.at(across, down), box, places.cells, {}, m);
    }
    mark_first(canvas, data, places, m);
    draw_second_best(canvas, data, places, m);
    if (data.best_cell() && &data.at(across, down) != data.best_cell())
        draw_chip(canvas, data, *data.best_cell(), places.cell(best % wide, best / wide),
                  places.cells, chip, m);
    name_rows(canvas, data, places.left, places.height, m);
    name_columns(canvas, data, places.below, places.width, m);
    draw_map_legend(canvas, data, places.legend, m);
}

// The launch as a line of CUDA C++, to take along.
std::string launch_of(const lab::Settings& settings) {
    const auto lines = lab::launch_lines(settings);
    return lines.empty() ? "" : "\n`" + lines.front() + "`";
}

std::string meeting_words(std::ptrdiff_t shapes) {
    return shapes == 1 ? "its interval and one other overlap"
                       : "its interval and " + grouped(shapes) + " others overlap";
}

// The shape with its third side, where it has one: else the product is not the number of threads.
std::string whole_shape(const Data& data, const Cell& cell) {
    return cell_words(data, cell.settings) + depth_words(data, " × ");
}

std::string words_of(const Data& data, const Cell& cell) {
    const std::string threads = data.pair.are_sides() ? " threads" : "";
    const std::string title = "*" + whole_shape(data, cell) + threads + "*\n";
    if (!cell.point) {
        const auto refusal = lab::refusal(cell.settings);
        if (!cell.other_numbers.empty())
            return title + "It leaves other numbers in " + cell.other_numbers +
                   " than what is set, so its time is for different work.";
        if (cell.other_caches_only)
            return title + "Not measured " + std::string(name_of(data.source->regime)) + ".";
        if (refusal) return title + refusal->title + ".";
        if (!cell.ended_by.empty()) return title + "Its run ended at " + cell.ended_by + ".";
        return title + (cell.untold.empty() ? "No time is known yet."
                                            : "It has no time: " + cell.untold + ".");
    }
    std::string words = title + time_sentence(*cell.point, *data.source);
    if (cell.second) words += "\n" + time_sentence(*cell.second, *data.second_source) + "\n";
    const Race& race = data.race_of(cell);
    const std::ptrdiff_t as_fast = data.as_fast(race);
    if (race.worst <= race.best && as_fast == 0) return words;
    const std::string of = data.races.size() > 1 ? " at this size" : "";
    if (&cell == &data.cells[static_cast<std::size_t>(race.best_at)])
        return words +
               (as_fast ? " The least time known" + of + "; " + meeting_words(as_fast) + "."
                        : " The best time known" + of + ".") +
               launch_of(cell.settings);
    const double ratio = cell.point->time.median_ms / race.best;
    return words + " " + shortest(ratio, 3) +
           (as_fast ? " times the least time" : " times the best time") + of + ".";
}

std::optional<Spot> axis_spot(const Places& places, std::size_t axis) {
    if (places.axes[axis].w <= 0) return std::nullopt;
    Spot found{places.axes[axis], axis ? "The knob whose values stand below each other"
                                       : "The knob whose values stand side by side"};
    found.axis = static_cast<int>(axis);
    return found;
}

std::optional<Spot> cell_spot(const Data& data, const Places& places, Point at) {
    if (!data.any_time() || !places.cells.contains(at)) return std::nullopt;
    const auto i = static_cast<std::ptrdiff_t>((at.x - places.cells.x) / places.width),
               j = static_cast<std::ptrdiff_t>((at.y - places.cells.y) / places.height);
    if (i >= std::ssize(data.xs) || j >= std::ssize(data.ys)) return std::nullopt;
    const Cell& cell = data.at(i, j);
    Spot found{places.cell(i, j), words_of(data, cell), cell.settings};
    const std::ptrdiff_t best = data.shown.best_at, wide = std::ssize(data.xs);
    if (best >= 0) found.keep = places.cell(best % wide, best / wide);
    return found;
}

template <PairOf pair>
std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const auto map = knob_map(context, pair);
    const Data& data = *map;
    if (!data.pair) return std::nullopt;
    return cell_spot(data, places_of(canvas, data, area, context.metrics), mouse);
}

// The keyboard reaches both axes and the best cell; the mouse reaches all.
template <PairOf pair>
std::vector<Spot> spots(const Canvas& canvas, const DrawContext& context, Rect area) {
    const auto map = knob_map(context, pair);
    const Data& data = *map;
    if (!data.pair) return {};
    const Places places = places_of(canvas, data, area, context.metrics);
    std::vector<Spot> found;
    for (const std::size_t axis : {0u, 1u})
        if (auto spot = axis_spot(places, axis)) found.push_back(std::move(*spot));
    if (!data.best_cell() || places.height < 5 || places.width < 8) return found;
    const std::ptrdiff_t best = data.shown.best_at, wide = std::ssize(data.xs);
    const Rect cell = places.cell(best % wide, best / wide);
    if (auto spot = cell_spot(data, places, {cell.middle_x(), cell.middle_y()}))
        found.push_back(std::move(*spot));
    return found;
}

// What the times say, by rule: the best cell and the number of cells within 5 %, or that the least
// time can't be told from others.
template <PairOf pair>
Note note(const DrawContext& context) {
    const auto map = knob_map(context, pair);
    const Data& data = *map;
    if (!data.source || !data.best_cell()) return "";
    const std::ptrdiff_t near = data.within(1 + as_good);
    const std::string shape = whole_shape(data, *data.best_cell());
    if (data.timed() == 1) return "only " + shape + " is timed";
    const std::ptrdiff_t as_fast = data.as_fast();
    const std::string first = as_fast ? cells_words(data, as_fast + 1) + " are about as fast"
                                      : shape + " is best",
                      others = as_fast ? "their intervals overlap"
                                       : (near ? plural(near, "other") : "no other") +
                                             (near > 1 ? " lie within 5 %" : " lies within 5 %");
    Note note(first + (as_fast ? ", from " : ", ") + time_text(data.shown.best) + "; " + others);
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
template <PairOf pair>
std::vector<lab::Settings> needs(const lab::Settings& settings, const TimeChoice& choice) {
    const KnobPair knobs = pair(settings, choice);
    if (!knobs) return {};
    const auto xs = lab::all_values(*knobs.across), ys = lab::all_values(*knobs.down);
    std::array<std::vector<lab::Settings>, 3> by_fineness;
    for (std::size_t j = 0; j < ys.size(); ++j)
        for (std::size_t i = 0; i < xs.size(); ++i) {
            const int fine = std::max(fineness(xs, settings[*knobs.across], i),
                                      fineness(ys, settings[*knobs.down], j));
            by_fineness[static_cast<std::size_t>(fine)].push_back(
                paired(settings, knobs, xs[i], ys[j]));
        }
    std::vector<lab::Settings> all;
    for (std::vector<lab::Settings>& part : by_fineness)
        std::ranges::move(part, std::back_inserter(all));
    return all;
}

// The knobs of a map whose fastest cell is worth a search: at one size.
template <PairOf pair>
std::vector<const lab::Knob*> searched(const lab::Settings& settings, const TimeChoice& choice) {
    const KnobPair knobs = pair(settings, choice);
    if (!knobs || measures_work(*knobs.across) || measures_work(*knobs.down)) return {};
    return {knobs.across, knobs.down};
}

// Whether two knobs change this run. Which ones is the user's choice, so any choice serves here.
template <PairOf pair>
bool fits(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    const KnobPair knobs = pair(settings, {});
    return knobs && !lab::idle(settings, *knobs.across) && !lab::idle(settings, *knobs.down);
}

template <PairOf pair>
std::string numbers(const DrawContext& context) {
    const auto map = knob_map(context, pair);
    const Data& data = *map;
    std::vector<TimedRow> rows;
    for (const auto point : {&Cell::point, &Cell::second})
        for (const Cell& cell : data.cells)
            rows.push_back({{std::to_string(cell.settings[*data.pair.across]),
                             std::to_string(cell.settings[*data.pair.down])},
                            cell.*point});
    return time_numbers(
        {data.pair ? data.pair.across->id : "across", data.pair ? data.pair.down->id : "down"},
        rows);
}

template <PairOf pair>
View map_of(std::string id, std::string title, int order) {
    return {.id = std::move(id),
            .title = std::move(title),
            .slot = Slot::card,
            .order = order,
            .fits = fits<pair>,
            .draw = draw<pair>,
            .numbers = numbers<pair>,
            .words = {.note = note<pair>, .badge = badge_now},
            .pointing = {.spot = spot<pair>, .spots = spots<pair>},
            .needs = {.settings = needs<pair>, .times_only = true, .searched = searched<pair>}};
}

View of_two_knobs() {
    View view = map_of<chosen_pair>("two_knobs", "Time by two knobs", 95);
    view.needs.on_request = true;
    return view;
}

const RegisterView shapes(map_of<sides_of>("block_shapes", "Time by block shape", 5));
const RegisterView two_knobs(of_two_knobs());

}  // namespace
}  // namespace app::knob_maps_view

// The card "Time by block shape": a cell for each width and height of the block, the best strongest
// and marked, its time printed in it; shapes that no device runs are hatched. A shape that is set
// beside the sliders' stops has a row or column of its own.
#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/series.h"
#include "app/time_numbers.h"
#include "app/view.h"
#include "app/views/cards/spots.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app {
namespace {

struct Sides {
    const lab::Knob *x = nullptr, *y = nullptr;
    explicit operator bool() const { return x && y; }
};

Sides sides_of(const lab::Settings& settings) {
    if (!settings.subject) return {};
    return {lab::find_knob(*settings.subject, lab::Knob::Role::block_x),
            lab::find_knob(*settings.subject, lab::Knob::Role::block_y)};
}

struct Cell {
    lab::Settings settings;
    const TimePoint* point = nullptr;
    bool refused = false;
};

struct Data {
    lab::Settings settings;
    Sides sides;
    std::optional<TimeSource> source;
    std::vector<std::int64_t> xs, ys;  // the sliders' stops, and what is set
    std::vector<Cell> cells;           // y by y
    double best = 0, worst = 0;
    const Cell* best_cell = nullptr;
    const Cell& at(std::ptrdiff_t across, std::ptrdiff_t down) const {
        return cells[static_cast<std::size_t>(down * std::ssize(xs) + across)];
    }
};

lab::Settings shaped(lab::Settings settings, const Sides& sides, std::int64_t x, std::int64_t y) {
    settings.set(*sides.x, x);
    settings.set(*sides.y, y);
    return settings;
}

std::vector<std::int64_t> stops(const lab::Settings& settings, const lab::Knob& side) {
    std::vector<std::int64_t> values = side.ticks;
    values.push_back(settings[side]);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

Cell cell_of(const DrawContext& context, const Data& data, std::int64_t x, std::int64_t y) {
    Cell cell{shaped(data.settings, data.sides, x, y), nullptr, false};
    if (data.source) cell.point = context.series.time(cell.settings, *data.source);
    cell.refused = !cell.point && context.series.refuses(cell.settings);
    return cell;
}

// Wrong results do not compete.
void find_best(Data& data) {
    for (const Cell& cell : data.cells) {
        if (!cell.point || cell.point->wrong) continue;
        const double ms = cell.point->time.median_ms;
        if (!data.best_cell || ms < data.best) data.best = ms, data.best_cell = &cell;
        data.worst = std::max(data.worst, ms);
    }
}

Data data_of(const DrawContext& context) {
    Data data;
    data.settings = context.result.request.settings;
    data.sides = sides_of(data.settings);
    if (!data.sides) return data;
    data.source = context.series.source(data.settings);
    data.xs = stops(data.settings, *data.sides.x);
    data.ys = stops(data.settings, *data.sides.y);
    for (const std::int64_t y : data.ys)
        for (const std::int64_t x : data.xs) data.cells.push_back(cell_of(context, data, x, y));
    find_best(data);
    return data;
}

// The best time has the whole accent, the worst next to none; between them by ratio.
Colour colour_of(float share) { return Colour{Role::accent, .08f + .92f * share}.on(Role::panel); }

float share_of(const Data& data, double ms) {
    return data.worst > data.best
               ? static_cast<float>(std::log(data.worst / ms) / std::log(data.worst / data.best))
               : 1;
}

void refused_box(Canvas& canvas, Rect box) { canvas.hatch(box, Colour{Role::text3, .45f}, 6, 1); }

// In as many digits as there is room for; two are enough to compare, and the mouse says all.
void draw_number(Canvas& canvas, const Data& data, double ms, Rect box, const TextStyle& style) {
    const std::string exact = time_number(ms, data.best);
    const double value = ms / data.best * std::stod(time_number(data.best, data.best));
    const std::string whole = fixed(value, 0);
    text_fitting(canvas, {box.middle_x(), box.middle_y()}, box.w + 1, style,
                 {exact, whole, value >= 1000 ? shortest(value / 1000, 1) + "k" : whole});
}

void draw_best(Canvas& canvas, Rect box, const Metrics& m) {
    canvas.outline(box.inside(-1), Role::good, std::min(5.f, box.h * .3f), 2);
    const float w = std::min(m.px(8), box.w * .3f);
    const Point corners[] = {
        {box.right() - w, box.y - 1}, {box.right() + 1, box.y - 1}, {box.right() + 1, box.y + w}};
    canvas.polygon(corners, Role::good);
}

void draw_cell(Canvas& canvas, const Data& data, const Cell& cell, Rect box, bool chosen,
               const Metrics& metrics) {
    const float radius = std::min(4.f, box.h * .24f);
    if (cell.refused) {
        refused_box(canvas, box);
    } else if (!cell.point) {
        canvas.outline(box, Role::future_outline, radius);
    } else {
        const double ms = cell.point->time.median_ms;
        const Colour colour = colour_of(std::clamp(share_of(data, ms), 0.f, 1.f));
        canvas.fill(box, colour, radius);
        const TextStyle style = aligned(
            mono_style(metrics.micro, colour.read(), chosen ? Font::mono_bold : Font::mono_medium),
            Align::centre);
        if (box.h >= metrics.micro * .95f) draw_number(canvas, data, ms, box, style);
    }
    if (&cell == data.best_cell) draw_best(canvas, box, metrics);
}

// Around the shape that is shown.
void draw_chosen(Canvas& canvas, const DrawContext& context, Rect cells, Rect box) {
    const float x = cells.x + eased(context, "shapes.x", box.x - cells.x);
    const float y = cells.y + eased(context, "shapes.y", box.y - cells.y);
    canvas.outline({x - 2, y - 2, box.w + 4, box.h + 4}, Role::text, 6, 2.2f);
}

// The chosen side is always named, of the others as many as don't touch.
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
            canvas.text({row.x + (i + .5f) * width, row.middle_y()},
                        (i ? "" : "x = ") + std::to_string(data.xs[i]),
                        aligned(i == at ? strong(micro_style(m)) : micro_style(m), Align::centre));
}

void name_rows(Canvas& canvas, const Data& data, Rect column, float height, const Metrics& m) {
    const auto at = place_of(data.ys, data.settings[*data.sides.y]);
    for (std::ptrdiff_t j = 0; j < std::ssize(data.ys); ++j)
        if (named(j, at, m.micro * 1.2f, height))
            canvas.text({column.right() - m.px(10), column.y + (j + .5f) * height},
                        (j ? "" : "y = ") + std::to_string(data.ys[j]),
                        aligned(j == at ? strong(micro_style(m)) : micro_style(m), Align::right));
}

// The scale of the colours, from the best to the worst time. Nothing where it would not fit; the
// width taken.
float draw_scale(Canvas& canvas, const Data& data, Rect row, const Metrics& m) {
    const std::string best = time_text(data.best), worst = time_text(data.worst);
    const TextStyle style = micro_style(m);
    const float first = canvas.width(best, style), second = canvas.width(worst, style);
    const float ramp = std::min(m.px(90), row.w - first - second - m.px(16));
    if (ramp < m.px(30) || data.worst <= data.best) return 0;
    constexpr int steps = 15;
    const float x = row.x + first + m.px(8), step = ramp / steps, h = m.micro * .8f;
    canvas.text({row.x, row.middle_y()}, best, style);
    for (int i = 0; i < steps; ++i)
        canvas.fill({x + i * step, row.middle_y() - h / 2, step, h},
                    colour_of(1 - static_cast<float>(i) / (steps - 1)));
    canvas.outline({x, row.middle_y() - h / 2, ramp, h}, Role::line);
    canvas.text({x + ramp + m.px(8), row.middle_y()}, worst, style);
    return first + ramp + second + m.px(16);
}

std::string shape_words(const Data& data, const lab::Settings& at) {
    return std::to_string(at[*data.sides.x]) + " × " + std::to_string(at[*data.sides.y]);
}

// The best shape in words: also where cells are too small for numbers. `kept` is left to the scale.
// Returns the width taken.
float draw_best_words(Canvas& canvas, const Data& data, Rect row, float kept, const Metrics& m) {
    const std::string best = "best " + shape_words(data, data.best_cell->settings),
                      time = best + ": " + time_text(data.best);
    const float mark = m.micro * .8f;
    const std::string_view words = fitting(canvas, row.w - kept - mark * 1.8f - m.px(20),
                                           strong(micro_style(m)), {time, best});
    if (words.empty()) return 0;
    draw_best(canvas, {row.x + 1, row.middle_y() - mark / 2, mark, mark}, m);
    canvas.text({row.x + mark * 1.8f, row.middle_y()}, words, strong(micro_style(m)));
    return mark * 1.8f + canvas.width(words, strong(micro_style(m))) + m.px(20);
}

void draw_refused_sample(Canvas& canvas, const Data& data, Rect row, const Metrics& m) {
    if (std::ranges::none_of(data.cells, &Cell::refused)) return;
    const float h = m.micro * .8f, w = h * 1.8f;
    const TextStyle style = micro_style(m);
    const std::string_view words = "can't run";
    if (canvas.width(words, style) + w + m.px(8) > row.w) return;
    const Rect box{row.x, row.middle_y() - h / 2, w, h};
    refused_box(canvas, box);
    canvas.outline(box, Role::line);
    canvas.text({box.right() + m.px(8), row.middle_y()}, words, style);
}

float line_of(const Metrics& m) { return m.micro * 1.7f; }

// Beside the shapes where the card is low and wide, else below them.
Rect cut_legend(Rect& area, const Metrics& m) {
    if (area.w < m.px(480) || area.h > line_of(m) * 7) return area.cut_bottom(line_of(m));
    Rect column = area.cut_right(m.px(190));
    column.cut_left(m.px(16));
    return column;
}

void draw_legend(Canvas& canvas, const Data& data, Rect area, const Metrics& m) {
    const bool column = area.h > line_of(m) * 2;
    const auto next = [&](float used) {
        if (column) return area.cut_top(line_of(m));
        area.cut_left(used);
        return area;
    };
    Rect row = next(0);
    const float scale = data.worst > data.best
                            ? canvas.width(time_text(data.best), micro_style(m)) +
                                  canvas.width(time_text(data.worst), micro_style(m)) + m.px(48)
                            : 0;
    float used = draw_best_words(canvas, data, row, column ? 0 : scale, m);
    row = next(used);
    used = draw_scale(canvas, data, row, m);
    row = next(used > 0 ? used + m.px(20) : 0);
    draw_refused_sample(canvas, data, row, m);
}

struct Places {
    Rect cells, left, below, legend;
    float width = 0, height = 0;
    Rect cell(std::ptrdiff_t across, std::ptrdiff_t down) const {
        return {cells.x + static_cast<float>(across) * width + 1,
                cells.y + static_cast<float>(down) * height + 1, width - 2, height - 2};
    }
};

Places places_of(const Data& data, Rect area, const Metrics& m) {
    Places places;
    places.legend = cut_legend(area, m);
    places.below = area.cut_bottom(line_of(m));
    places.left = area.cut_left(m.micro * 4.2f);
    places.below.cut_left(places.left.w);
    places.cells = area;
    places.width = area.w / static_cast<float>(data.xs.size());
    places.height = area.h / static_cast<float>(data.ys.size());
    return places;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = data_of(context);
    const Metrics& m = context.metrics;
    if (!data.sides) return nothing(canvas, area, "The block of this lesson has one side only.", m);
    if (data.best <= 0)
        return nothing(canvas, area,
                       context.series.faulted(data.settings)
                           ? why_no_time(context)
                           : "No time is known for any block shape yet.",
                       m);
    const Places places = places_of(data, area, m);
    if (places.height < 5 || places.width < 8)
        return nothing(canvas, area, "Too little room for the shapes.", m);
    const auto across = place_of(data.xs, data.settings[*data.sides.x]),
               down = place_of(data.ys, data.settings[*data.sides.y]);
    for (std::ptrdiff_t j = 0; j < std::ssize(data.ys); ++j)
        for (std::ptrdiff_t i = 0; i < std::ssize(data.xs); ++i)
            draw_cell(canvas, data, data.at(i, j), places.cell(i, j), j == down && i == across, m);
    if (across < std::ssize(data.xs) && down < std::ssize(data.ys))
        draw_chosen(canvas, context, places.cells, places.cell(across, down));
    name_rows(canvas, data, places.left, places.height, m);
    name_columns(canvas, data, places.below, places.width, m);
    draw_legend(canvas, data, places.legend, m);
}

std::string words_of(const Data& data, const Cell& cell) {
    const std::string title = "*" + shape_words(data, cell.settings) + " threads*\n";
    if (!cell.point) {
        const auto refusal = lab::refusal(cell.settings);
        return title + (refusal ? refusal->title + "." : "No time is known yet.");
    }
    const std::string words = title + time_sentence(*cell.point, *data.source);
    if (&cell == data.best_cell) return words + " The best of those known.";
    const double ratio = cell.point->time.median_ms / data.best;
    return words + " " + shortest(ratio, 3) + " times the best.";
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Data data = data_of(context);
    if (!data.sides || data.best <= 0) return std::nullopt;
    const Places places = places_of(data, area, context.metrics);
    if (!places.cells.contains(mouse)) return std::nullopt;
    const auto i = static_cast<std::ptrdiff_t>((mouse.x - places.cells.x) / places.width),
               j = static_cast<std::ptrdiff_t>((mouse.y - places.cells.y) / places.height);
    if (i >= std::ssize(data.xs) || j >= std::ssize(data.ys)) return std::nullopt;
    const Cell& cell = data.at(i, j);
    return Spot{places.cell(i, j), words_of(data, cell), cell.settings};
}

std::string note(const DrawContext& context) {
    const Data data = data_of(context);
    if (!data.source || data.best <= 0) return "";
    const std::string text = time_text(data.best);
    return text.substr(text.find(' ') + 1) + " a run";
}

std::string badge_now(const DrawContext& context) {
    return badge_of(context.series.source(context.result.request.settings));
}

std::vector<lab::Settings> needs(const lab::Settings& settings) {
    const Sides sides = sides_of(settings);
    std::vector<lab::Settings> all;
    if (!sides) return all;
    for (const std::int64_t y : sides.y->ticks)
        for (const std::int64_t x : sides.x->ticks) all.push_back(shaped(settings, sides, x, y));
    return all;
}

bool fits(const lab::Run& run) { return static_cast<bool>(sides_of(run.request.settings)); }

std::string numbers(const DrawContext& context) {
    const Data data = data_of(context);
    std::vector<TimedRow> rows;
    for (const Cell& cell : data.cells)
        rows.push_back({{std::to_string(cell.settings[*data.sides.x]),
                         std::to_string(cell.settings[*data.sides.y])},
                        cell.point});
    return time_numbers({"block_x", "block_y"}, rows);
}

const RegisterView registered{{.id = "block_shapes",
                               .title = "Time by block shape",
                               .slot = Slot::card,
                               .fits = fits,
                               .draw = draw,
                               .badge = "measured",
                               .order = 5,
                               .badge_now = badge_now,
                               .note = note,
                               .needs = needs,
                               .needs_times_only = true,
                               .numbers = numbers,
                               .spot = spot}};

}  // namespace
}  // namespace app

// The card "Time by block shape": a cell for each width and height of the block, the best
// strongest, its time printed in it where there is room; shapes that no device runs are hatched.
#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
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
    std::vector<Cell> cells;  // y by y
    double best = 0, worst = 0;
};

lab::Settings shaped(lab::Settings settings, const Sides& sides, std::int64_t x, std::int64_t y) {
    settings.set(*sides.x, x);
    settings.set(*sides.y, y);
    return settings;
}

Data data_of(const DrawContext& context) {
    Data data{
        context.result.request.settings, sides_of(context.result.request.settings), {}, {}, 0, 0};
    if (!data.sides) return data;
    data.source = context.series.source(data.settings);
    for (const std::int64_t y : data.sides.y->ticks)
        for (const std::int64_t x : data.sides.x->ticks) {
            Cell cell{shaped(data.settings, data.sides, x, y), nullptr, false};
            if (data.source) cell.point = context.series.time(cell.settings, *data.source);
            cell.refused = !cell.point && context.series.refuses(cell.settings);
            if (cell.point) {
                const double ms = cell.point->time.median_ms;
                data.best = data.best > 0 ? std::min(data.best, ms) : ms;
                data.worst = std::max(data.worst, ms);
            }
            data.cells.push_back(cell);
        }
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

void draw_cell(Canvas& canvas, const Data& data, const Cell& cell, Rect box, bool chosen,
               const Metrics& metrics) {
    const float radius = std::min(4.f, box.h * .24f);
    if (cell.refused) {
        refused_box(canvas, box);
    } else if (!cell.point) {
        canvas.outline(box, Role::future_outline, radius);
    } else {
        const double ms = cell.point->time.median_ms;
        const Colour colour = colour_of(share_of(data, ms));
        canvas.fill(box, colour, radius);
        const TextStyle style = aligned(
            mono_style(metrics.micro, colour.read(), chosen ? Font::mono_bold : Font::mono_medium),
            Align::centre);
        if (box.h >= metrics.micro * 1.1f)
            text_fitting(canvas, {box.middle_x(), box.middle_y()}, box.w - metrics.px(4), style,
                         {time_number(ms, data.best)});
    }
    if (chosen) canvas.outline({box.x - 2, box.y - 2, box.w + 4, box.h + 4}, Role::text, 6, 2.2f);
}

// The chosen side is always named, of the others as many as don't touch.
bool named(std::ptrdiff_t i, std::ptrdiff_t chosen, float label, float cell) {
    const auto every = static_cast<std::ptrdiff_t>(std::ceil(label / cell));
    return i == chosen || (i % every == 0 && std::abs(i - chosen) >= every);
}

std::ptrdiff_t chosen_tick(const Data& data, const lab::Knob& side) {
    return std::ranges::find(side.ticks, data.settings[side]) - side.ticks.begin();
}

void name_columns(Canvas& canvas, const Data& data, Rect row, float width, const Metrics& m) {
    const std::vector<std::int64_t>& ticks = data.sides.x->ticks;
    const auto at = chosen_tick(data, *data.sides.x);
    const float widest =
        canvas.width(std::to_string(ticks.back()), strong(micro_style(m))) + m.px(6);
    for (std::ptrdiff_t i = 0; i < std::ssize(ticks); ++i)
        if (named(i, at, widest, width))
            canvas.text({row.x + (i + .5f) * width, row.middle_y()},
                        (i ? "" : "x = ") + std::to_string(ticks[i]),
                        aligned(i == at ? strong(micro_style(m)) : micro_style(m), Align::centre));
}

void name_rows(Canvas& canvas, const Data& data, Rect column, float height, const Metrics& m) {
    const std::vector<std::int64_t>& ticks = data.sides.y->ticks;
    const auto at = chosen_tick(data, *data.sides.y);
    for (std::ptrdiff_t j = 0; j < std::ssize(ticks); ++j)
        if (named(j, at, m.micro * 1.2f, height))
            canvas.text({column.right() - m.px(10), column.y + (j + .5f) * height},
                        (j ? "" : "y = ") + std::to_string(ticks[j]),
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
    Rect row = area.cut_top(line_of(m));
    const float used = draw_scale(canvas, data, row, m);
    if (area.h > line_of(m))
        row = area.cut_top(line_of(m));
    else
        row.cut_left(used + m.px(20));
    draw_refused_sample(canvas, data, row, m);
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
    const Rect whole = area;
    Rect legend = cut_legend(area, m);
    const auto columns = std::ssize(data.sides.x->ticks), rows = std::ssize(data.sides.y->ticks);
    Rect below = area.cut_bottom(line_of(m));
    const Rect left = area.cut_left(m.micro * 4.2f);
    below.cut_left(left.w);
    if (legend.h <= line_of(m)) legend.cut_left(left.w);
    const float width = area.w / static_cast<float>(columns),
                height = area.h / static_cast<float>(rows);
    if (height < 5 || width < 8)
        return nothing(canvas, whole, "Too little room for the shapes.", m);
    const auto across = chosen_tick(data, *data.sides.x), down = chosen_tick(data, *data.sides.y);
    for (std::ptrdiff_t j = 0; j < rows; ++j)
        for (std::ptrdiff_t i = 0; i < columns; ++i) {
            const bool chosen = j == down && i == across;
            const Rect box{area.x + i * width + 1, area.y + j * height + 1, width - 2, height - 2};
            draw_cell(canvas, data, data.cells[j * columns + i], box, chosen, m);
        }
    name_rows(canvas, data, left, height, m);
    name_columns(canvas, data, below, width, m);
    draw_legend(canvas, data, legend, m);
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
                               .needs_times_only = true}};

}  // namespace
}  // namespace app

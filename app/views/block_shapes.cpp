// The card "Time by block shape": a cell for each width and height of the block, the best
// strongest, its time printed in it; shapes that no device runs are hatched.
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
    if (!settings.lesson) return {};
    return {lab::find_knob(*settings.lesson, "block_x"),
            lab::find_knob(*settings.lesson, "block_y")};
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

void draw_cell(Canvas& canvas, const Data& data, const Cell& cell, Rect box, bool chosen,
               const Metrics& metrics) {
    if (cell.refused) {
        canvas.hatch(box, Colour{Role::text3, .45f}, 6, 1);
    } else if (!cell.point) {
        canvas.outline(box, Role::future_outline, 4);
    } else {
        const double ms = cell.point->time.median_ms;
        const double share = data.worst > data.best
                                 ? std::log(data.worst / ms) / std::log(data.worst / data.best)
                                 : 1;
        const float strength = .08f + .92f * static_cast<float>(share);
        canvas.fill(box, Role::panel, 4);
        canvas.fill(box, Colour{Role::accent, strength}, 4);
        const TextStyle style =
            aligned(mono_style(metrics.micro, strength > .62f ? Role::ink : Role::text,
                               chosen ? Font::mono_bold : Font::mono_medium),
                    Align::centre);
        text_fitting(canvas, {box.middle_x(), box.middle_y()}, box.w - 4, style,
                     {time_number(ms, data.best)});
    }
    if (chosen) canvas.outline({box.x - 2, box.y - 2, box.w + 4, box.h + 4}, Role::text, 6, 2.2f);
}

// Every column's side, or every second one and the chosen where they would touch.
void name_columns(Canvas& canvas, const Data& data, float left, float y, float width,
                  const Metrics& m) {
    const std::vector<std::int64_t>& ticks = data.sides.x->ticks;
    const auto at = std::ranges::find(ticks, data.settings[*data.sides.x]) - ticks.begin();
    const float widest = canvas.width(std::to_string(ticks.back()), strong(micro_style(m)));
    const std::ptrdiff_t every = widest + 6 > width ? 2 : 1;
    for (std::ptrdiff_t i = 0; i < std::ssize(ticks); ++i) {
        const bool beside = every == 2 && std::abs(i - at) == 1;
        if (i != at && (i % every != 0 || beside)) continue;
        canvas.text({left + (i + .5f) * width, y}, (i ? "" : "x = ") + std::to_string(ticks[i]),
                    aligned(i == at ? strong(micro_style(m)) : micro_style(m), Align::centre));
    }
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = data_of(context);
    const Metrics& m = context.metrics;
    if (!data.sides) return nothing(canvas, area, "The block of this lesson has one side only.", m);
    if (data.best <= 0)
        return nothing(canvas, area, "No time is known for any block shape yet.", m);
    const auto columns = std::ssize(data.sides.x->ticks), rows = std::ssize(data.sides.y->ticks);
    Rect below = area.cut_bottom(m.micro * 1.9f);
    Rect left = area.cut_left(m.micro * 4.2f);
    below.cut_left(left.w);
    const float width = area.w / static_cast<float>(columns),
                height = area.h / static_cast<float>(rows);
    if (height < m.micro * 1.25f || width < m.micro * 2)
        return nothing(canvas, {left.x, area.y, left.w + area.w, area.h},
                       "Too little room for the shapes.", m);
    for (std::ptrdiff_t j = 0; j < rows; ++j) {
        const std::int64_t y = data.sides.y->ticks[j];
        const bool row_chosen = y == data.settings[*data.sides.y];
        const std::string name = (j ? "" : "y = ") + std::to_string(y);
        canvas.text({left.right() - 10, area.y + (j + .5f) * height}, name,
                    aligned(row_chosen ? strong(micro_style(m)) : micro_style(m), Align::right));
        for (std::ptrdiff_t i = 0; i < columns; ++i) {
            const bool chosen =
                row_chosen && data.sides.x->ticks[i] == data.settings[*data.sides.x];
            const Rect box{area.x + i * width + 1, area.y + j * height + 1, width - 2, height - 2};
            draw_cell(canvas, data, data.cells[j * columns + i], box, chosen, m);
        }
    }
    name_columns(canvas, data, area.x, below.middle_y(), width, m);
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
                               .claim = {},
                               .sentence = {},
                               .draw = draw,
                               .click = {},
                               .badge = "measured",
                               .order = 5,
                               .badge_now = badge_now,
                               .note = note,
                               .needs = needs,
                               .needs_times_only = true}};

}  // namespace
}  // namespace app

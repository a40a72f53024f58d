// Draws the marks of cells by block shape, and their legend. See map_legend.h.
#include "app/views/cards/map_legend.h"

#include <algorithm>
#include <array>
#include <functional>

#include "app/format.h"
#include "app/views/cards/device_key.h"
#include "app/views/cards/knob_times.h"
#include "app/views/cards/spots.h"
#include "app/views/marks.h"
#include "lab/words.h"

namespace app {
namespace {

using Cell = MapCell;

// Draws the scale of the colours, from the best to the worst time. Returns the width taken, 0 where
// it does not fit.
float draw_scale(Canvas& canvas, const KnobMap& data, Rect row, const Metrics& m) {
    const std::string best = time_text(data.shown.best), worst = time_text(data.shown.worst);
    const TextStyle style = micro_style(m);
    const float first = canvas.width(best, style), second = canvas.width(worst, style);
    const float ramp = std::min(m.px(90), row.w - first - second - m.px(16));
    if (ramp < m.px(30) || data.shown.worst <= data.shown.best) return 0;
    constexpr int steps = 15;
    const float x = row.x + first + m.px(8), step = ramp / steps, h = m.micro * .8f;
    canvas.text({row.x, row.middle_y()}, best, style);
    for (int i = 0; i < steps; ++i)
        canvas.fill({x + i * step, row.middle_y() - h / 2, step, h},
                    map_colour(1 - static_cast<float>(i) / (steps - 1)));
    canvas.outline({x, row.middle_y() - h / 2, ramp, h}, Role::line);
    canvas.text({x + ramp + m.px(8), row.middle_y()}, worst, style);
    return first + ramp + second + m.px(16);
}

// The best shape in words, longest form first. Where none is the best: how many can't be told
// apart, or which, and their least time. Also for cells too small for numbers.
std::vector<std::string> best_words(const KnobMap& data) {
    const std::string shape = cell_words(data, data.best_cell()->settings),
                      time = time_text(data.shown.best) + depth_words(data, " at z = ");
    if (data.as_fast() == 0)
        return {"best " + shape + ": " + time, "best " + shape, shape + ": " + time, shape};
    std::vector<std::string> tied;
    for (const MapCell& cell : data.cells)
        if (data.is_shown(cell) && data.as_fast_as_any(cell))
            tied.push_back(cell_words(data, cell.settings));
    const std::string several = cells_words(data, std::ssize(tied));
    std::vector<std::string> words{several + " can't be told apart, least " + shape + ": " + time,
                                   several + " tied, least " + shape + ": " + time,
                                   several + " tied: " + time, several + " tied",
                                   std::to_string(tied.size()) + " tied"};
    if (tied.size() < 4) words.insert(words.begin(), lab::listed(tied) + " are tied: " + time);
    return words;
}

// Leaves `kept` pixels to the scale where some form then fits. Returns the width taken.
float draw_best_words(Canvas& canvas, const KnobMap& data, Rect row, float kept, const Metrics& m) {
    if (data.timed() < 2 || !data.best_cell()) return 0;  // a single cell is not the best
    const float mark = m.micro * .8f, room = row.w - mark * 1.8f;
    const TextStyle style = strong(micro_style(m));
    std::string words;
    for (const float left : {room - kept - m.px(20), room})
        for (const std::string& form : best_words(data))
            if (words.empty() && canvas.width(form, style) <= left) words = form;
    if (words.empty()) return 0;
    const Rect sample{row.x + 1, row.middle_y() - mark / 2, mark, mark};
    data.as_fast() ? mark_tied_cell(canvas, sample) : mark_best_cell(canvas, sample, m);
    canvas.text({row.x + mark * 1.8f, row.middle_y()}, words, style);
    return mark * 1.8f + canvas.width(words, style) + m.px(20);
}

// Draws a box of the legend and its meaning. Returns the width taken, 0 where there is no room.
float draw_box_words(Canvas& canvas, Rect row, std::string_view words,
                     const std::function<void(Rect)>& draw_box, const Metrics& m) {
    const float h = m.micro * .8f, w = h * 1.8f;
    const TextStyle style = micro_style(m);
    const float all = canvas.width(words, style) + w + m.px(8);
    if (all > row.w) return 0;
    const Rect box{row.x, row.middle_y() - h / 2, w, h};
    draw_box(box);
    canvas.text({box.right() + m.px(8), row.middle_y()}, words, style);
    return all + m.px(20);
}

float draw_untimed_sample(Canvas& canvas, const KnobMap& data, Rect row, const Metrics& m) {
    const auto found = std::ranges::find_if(data.cells, &Cell::other_caches_only);
    if (found == data.cells.end()) return 0;
    const std::string words = "not measured " + std::string(name_of(data.source->regime));
    return draw_box_words(
        canvas, row, words, [&](Rect box) { untimed_cell(canvas, *found, box, 2); }, m);
}

float draw_refused_sample(Canvas& canvas, const KnobMap& data, Rect row, const Metrics& m) {
    const bool refused = std::ranges::any_of(
        data.cells, [](const Cell& cell) { return cell.refused || !cell.ended_by.empty(); });
    const bool unlike = std::ranges::any_of(
        data.cells, [](const Cell& cell) { return !cell.other_numbers.empty(); });
    if (!refused && !unlike) return 0;
    const std::string_view words = !unlike    ? "can't run"
                                   : !refused ? "other numbers"
                                              : "can't run, or other numbers";
    const auto sample = [&](Rect box) {
        refused_cell(canvas, box);
        canvas.outline(box, Role::line);
    };
    return draw_box_words(canvas, row, words, sample, m);
}

// The cells' device and unit, and the best shape on each of two devices; longest first.
std::vector<ClockNames> words_of_both(const KnobMap& data) {
    const MapCell &one = *data.best_cell(), &other = *data.second_best();
    const std::string first = cell_words(data, one.settings),
                      second = cell_words(data, other.settings);
    const std::string time = time_text(data.shown.best);
    const std::string unit = time.substr(time.rfind(' ') + 1);
    const std::string second_time = ", " + time_text(other.second->time.median_ms);
    std::vector<ClockNames> forms;
    const auto names = clock_name_forms(*data.source, *data.second_source);
    for (const ClockNames& two : names)
        forms.emplace_back(unit + " on " + two.first + ", best " + first + ": " + time,
                           two.second + ", best " + second + second_time);
    for (const ClockNames& two : names)
        forms.emplace_back(unit + " on " + two.first + ", best " + first,
                           two.second + ": " + second);
    for (const ClockNames& two : names)
        forms.emplace_back(unit + " on " + two.first + ": " + first, two.second + ": " + second);
    for (const std::string& behind : {": " + second, std::string()})
        forms.emplace_back(unit + " on " + names.back().first, names.back().second + behind);
    return forms;
}

// The marks of cells: a frame, and a diamond.
DeviceMarks best_marks(Canvas& canvas, const Metrics& m) {
    const float mark = m.micro * .8f;
    DeviceMarks marks{mark + m.px(4), mark, {}, {}};
    marks.draw_first = [=, &canvas, &m](Point at) {
        mark_best_cell(canvas, {at.x + 1, at.y - mark / 2, mark, mark}, m);
    };
    marks.draw_second = [=, &canvas](Point at) {
        second_mark(canvas, {at.x + mark / 2 + 1, at.y}, mark * .52f);
    };
    return marks;
}

// Draws both devices in a row. Returns the width taken.
float draw_both_words(Canvas& canvas, const KnobMap& data, Rect row, const Metrics& m) {
    const float wide = device_key(canvas, {row.x, row.middle_y()}, row.w, words_of_both(data), m,
                                  best_marks(canvas, m));
    return wide > 0 ? wide + m.px(20) : 0;
}

void draw_best_line(Canvas& canvas, const KnobMap& data, Rect row, bool second, const Metrics& m) {
    const DeviceMarks marks = best_marks(canvas, m);
    const float x = row.x + marks.first_wide + m.px(6);
    (second ? marks.draw_second : marks.draw_first)({row.x, row.middle_y()});
    for (const ClockNames& words : words_of_both(data))
        if (text_fitting(canvas, {x, row.middle_y()}, row.right() - x, micro_style(m, Role::text2),
                         {second ? words.second : words.first}) > 0)
            return;
}

}  // namespace

Colour map_colour(float share) { return Colour{Role::accent, .08f + .92f * share}.on(Role::panel); }

void refused_cell(Canvas& canvas, Rect box) { canvas.hatch(box, Colour{Role::text3, .45f}, 6, 1); }

void untimed_cell(Canvas& canvas, const Cell& cell, Rect box, float radius) {
    if (cell.other_caches_only)
        canvas.dashed_outline(box, Role::stroke, radius);
    else
        canvas.outline(box, Role::future_outline, radius);
}

bool cell_is_roomy(Rect cell, const Metrics& m) { return cell.w >= m.px(40) && cell.h >= m.px(30); }

void mark_tied_cell(Canvas& canvas, Rect box) {
    canvas.outline(box.inside(-1), Role::good, std::min(5.f, box.h * .3f), 1.4f);
}

void mark_best_cell(Canvas& canvas, Rect box, const Metrics& m) {
    const float radius = std::min(5.f, box.h * .3f);
    const bool roomy = cell_is_roomy(box, m);
    if (roomy) canvas.outline(box.inside(1), Role::panel, radius, 2);
    canvas.outline(box.inside(-1), Role::good, radius, roomy ? 3.f : 2.f);
    if (!roomy) {
        const Point corner{box.right() + 1, box.y - 1};
        canvas.circle(corner, 4.5f, Role::panel);
        return canvas.circle(corner, 3.2f, Role::good);
    }
    const float w = std::min(m.px(16), std::min(box.w, box.h) * .45f);
    const auto corner = [&](float side) {
        return std::array{Point{box.right() - side, box.y - 2}, Point{box.right() + 2, box.y - 2},
                          Point{box.right() + 2, box.y + side}};
    };
    canvas.polygon(corner(w + 3), Role::panel);
    canvas.polygon(corner(w), Role::good);
}

std::string cell_words(const KnobMap& data, const lab::Settings& at) {
    const lab::Knob &across = *data.pair.across, &down = *data.pair.down;
    if (data.pair.are_sides()) return std::to_string(at[across]) + " × " + std::to_string(at[down]);
    if (data.pair.are_launch())
        return plural(at[down], "block") + " of " + plural(at[across], "thread");
    const auto named = [&](const lab::Knob& knob) {
        return uncapitalised(knob.title) + " " + value_name(knob, at[knob]);
    };
    return named(across) + ", " + named(down);
}

std::string cells_words(const KnobMap& data, std::ptrdiff_t count) {
    return plural(count, data.pair.are_sides() ? "shape" : "setting");
}

std::string depth_words(const KnobMap& data, const char* before) {
    for (const lab::Knob* knob : data.settings.subject->knobs)
        if (lab::block_axis(*knob) == 'z' && !lab::idle(data.settings, *knob))
            return before + std::to_string(data.settings[*knob]);
    return "";
}

float map_legend_line(const Metrics& m) { return m.micro * 1.7f; }

Rect cut_map_legend(Rect& area, const Metrics& m) {
    if (area.w < m.px(480) || area.h > map_legend_line(m) * 7)
        return area.cut_bottom(map_legend_line(m));
    Rect column = area.cut_right(m.px(190));
    column.cut_left(m.px(16));
    return column;
}

void draw_map_legend(Canvas& canvas, const KnobMap& data, Rect area, const Metrics& m) {
    const bool column = area.h > map_legend_line(m) * 2;
    const auto next = [&](float used) {
        if (column) return area.cut_top(map_legend_line(m));
        area.cut_left(used);
        return area;
    };
    Rect row = next(0);
    const float scale = data.shown.worst > data.shown.best
                            ? canvas.width(time_text(data.shown.best), micro_style(m)) +
                                  canvas.width(time_text(data.shown.worst), micro_style(m)) +
                                  m.px(48)
                            : 0;
    const bool two = data.best_cell() && data.second_best() && data.source;
    float used = 0;
    if (two && column) {
        draw_best_line(canvas, data, row, false, m);
        draw_best_line(canvas, data, next(0), true, m);
    } else {
        used = two ? draw_both_words(canvas, data, row, m)
                   : draw_best_words(canvas, data, row, column ? 0 : scale, m);
    }
    row = next(used);
    used = draw_untimed_sample(canvas, data, row, m);
    if (used > 0) row = next(used);
    used = draw_scale(canvas, data, row, m);
    row = next(used > 0 ? used + m.px(20) : 0);
    used = draw_refused_sample(canvas, data, row, m);
    if (used > 0) row = next(used);
    if (data.races.size() > 1)
        text_fitting(canvas, {row.x, row.middle_y()}, row.w, micro_style(m),
                     {"each size has its own best"});
}

}  // namespace app

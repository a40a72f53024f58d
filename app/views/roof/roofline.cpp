// The card "Roofline": a dot for each kernel of the ladder, at its operations per useful byte and
// its rate. Lines: the limits of the device's data sheet, dashed the rate of a copy, and the floor
// of a launch. All times have one source: measured, recorded and modelled times never mix.
#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include <fmt/format.h>

#include "app/format.h"
#include "app/rates.h"
#include "app/series.h"
#include "app/time_numbers.h"
#include "app/view.h"
#include "app/views/cards/device_key.h"
#include "app/views/cards/plot.h"
#include "app/views/cards/spots.h"
#include "app/views/marks.h"
#include "app/views/roof/roofline_axes.h"
#include "app/views/roof/roofline_chart.h"
#include "app/views/roof/roofline_lines.h"
#include "app/views/roof/roofline_others.h"
#include "app/views/roof/roofline_ranged.h"
#include "app/views/roof/roofline_spot.h"
#include "app/views/roof/roofline_spread.h"
#include "app/views/roof/roofline_words.h"
#include "app/views/rungs.h"
#include "lab/time/compare.h"

namespace app::roofline_view {
namespace {

using Dot = RooflineDot;
using Chart = RooflineChart;
using Axes = RooflineAxes;

constexpr float smallest_dot = 5;

// --- places

std::string power_of_two(double value) {
    const int power = static_cast<int>(std::lround(std::log2(value)));
    return power >= 0 ? grouped(std::int64_t{1} << power)
                      : "1/" + grouped(std::int64_t{1} << -power);
}

// From gigabytes; whole numbers from 1 000 on, to avoid powers of ten.
std::string megabytes(double value) {
    const double mega = value * 1e3;
    return mega < 999.5 ? shortest(mega, 3) : grouped(std::llround(mega));
}

// --- drawing

void draw_axes(Canvas& canvas, const Chart& chart, const Axes& axes, const Metrics& metrics) {
    std::vector<AxisText> rows, across;
    const int lines = std::max(2, static_cast<int>(axes.plot.h / (metrics.micro * 2.2f)));
    // Beyond a million there are no dots, only the memory roof's slope: no numbers there.
    for (const double value : fine_ticks(axes.y, lines))
        rows.push_back({value, value < 1     ? shortest(value, 1)
                               : value < 1e6 ? grouped(static_cast<std::int64_t>(value + .5))
                                             : ""});
    draw_rows(canvas, axes.y, axes.plot, rows, metrics);
    if (axes.spread) return roofline_names_below(canvas, chart, axes, metrics);
    const float y = axes.below.middle_y();
    if (chart.computes) {
        for (const double value : binary_ticks(axes.x.low, axes.x.high, 12))
            across.push_back({value, power_of_two(value)});
    } else {
        for (const double value : log_ticks(axes.x.low, axes.x.high, 6))
            across.push_back({value, megabytes(value)});
    }
    Rect labels = axes.below;
    const char* unit = chart.computes ? "flop / useful byte" : "useful MB";
    const TextStyle style = aligned(micro_style(metrics), Align::right);
    const float wide = canvas.width(unit, style);
    if (wide < labels.w * .45f) {
        canvas.text({labels.right(), y}, unit, style);
        labels.cut_right(wide + metrics.px(10));
    }
    std::erase_if(across,
                  [&](const AxisText& one) { return axes.x.at(one.value) > labels.right(); });
    draw_below(canvas, axes.x, y, labels, across, metrics);
    canvas.line({axes.plot.x, axes.plot.bottom()}, {axes.plot.right(), axes.plot.bottom()},
                Role::stroke);
}

std::optional<DrawnLine> draw_floor(Canvas& canvas, const Chart& chart, const Axes& axes) {
    const double height = chart.over_floor(chart.across);
    if (chart.ranged) return std::nullopt;  // each kernel has its own height
    if (!(height > axes.y.low) || height > axes.y.high) return std::nullopt;
    return draw_limit(canvas, axes.plot, axes.x, axes.y, true, Role::stroke,
                      [&](double x) { return axes.spread ? height : chart.over_floor(x); });
}

// At the right end; at the left end where a name or the roof is in the way.
void name_floor(Canvas& canvas, const Chart& chart, const Axes& axes, const Metrics& metrics,
                std::vector<Rect>& taken) {
    const double height = chart.over_floor(chart.across);
    const std::string least = time_text(chart.floor);
    const std::vector<std::string> forms{"in the time of an empty launch, " + least,
                                         "empty launch: " + least, least};
    const float begin = axes.spread ? axes.plot.x : axes.x.at(chart.across);
    const float room = axes.plot.right() - begin - metrics.px(30);
    const float y = axes.y.at(height) - metrics.micro * .8f;
    if (y - metrics.micro * .65f < axes.plot.y) return;
    const auto roof = [&](float x) { return axes.y.at(chart.roof(axes.x.value_at(x))); };
    const bool passes = chart.rate() > 0 && roof(axes.plot.right() - room) > y - metrics.micro &&
                        roof(axes.plot.right()) < y + metrics.micro;
    if (!passes &&
        write_where_free(canvas, {axes.plot.right(), y}, Align::right, room, metrics, forms, taken))
        return;
    const float left = axes.x.at(chart.across) - axes.plot.x - metrics.px(12);
    write_where_free(canvas, {axes.plot.x + metrics.px(4), y}, Align::left, left, metrics, forms,
                     taken);
}

bool is_around(const Axes& axes, const Dot& dot) {
    return axes.radii.at(&dot) > smallest_dot + .5f;
}

// A dot around others of the same speed is a ring.
void draw_dot(Canvas& canvas, const Chart& chart, const Axes& axes, const Dot& dot) {
    const bool chosen = dot.rung == chart.settings.rung;
    const Point at = axes.at(dot);
    const Colour colour = dot.point->wrong ? Role::bad : chosen ? Role::accent : Role::text3;
    canvas.line({at.x, axes.y.at(dot.least)}, {at.x, axes.y.at(dot.most)}, colour, 2);
    const float radius = axes.radii.at(&dot);
    const bool around = is_around(axes, dot);
    if (!around) canvas.circle(at, radius + 1.5f, Role::panel);
    if (around || chart.modelled() || dot.point->wrong)
        canvas.ring(at, radius, colour, 2);
    else
        canvas.circle(at, radius, colour);
}

// The chosen dot over its neighbours, rings over all.
void draw_dots(Canvas& canvas, const Chart& chart, const Axes& axes) {
    const auto layer = [&](const Dot& dot) {
        return is_around(axes, dot) ? 2 : dot.rung == chart.settings.rung ? 1 : 0;
    };
    for (const int now : {0, 1, 2})
        for (const Dot& dot : chart.dots)
            if (layer(dot) == now && axes.shows(dot)) draw_dot(canvas, chart, axes, dot);
}

// Left of the line's upper end. If that is taken, because two devices may copy alike, below the
// line and as high as there is room.
void name_second_copy(Canvas& canvas, const Chart& chart, const Axes& axes, const DrawnLine& line,
                      const Metrics& metrics, std::vector<Rect>& taken) {
    const std::string rate = rate_text(chart.second_copy);
    const std::vector<std::string> forms{
        "a copy on " + short_device(chart.second_source->device) + ": " + rate,
        "on " + clock_name_forms(*chart.source, *chart.second_source).back().second + ": " + rate,
        rate};
    const Point at = left_of_end(line, chart.computes, metrics);
    if (write_where_free(canvas, at, Align::right, at.x - metrics.px(4) - axes.plot.x, metrics,
                         forms, taken))
        return;
    write_below_line(canvas, axes, line, forms, metrics, taken);
}

// The second device: diamonds for kernels, a dashed line for its copy.
void draw_second(Canvas& canvas, const Chart& chart, const Axes& axes, const Metrics& metrics,
                 std::vector<Rect>& taken) {
    if (!chart.second_source) return;
    if (chart.second_copy > 0) {
        const auto roof = [&](double x) { return chart.second_copy * (chart.computes ? x : 1); };
        const DrawnLine line =
            draw_limit(canvas, axes.plot, axes.x, axes.y, true, Role::text2, roof);
        name_second_copy(canvas, chart, axes, line, metrics, taken);
    }
    // Larger marks first.
    for (auto dot = chart.second.rbegin(); dot != chart.second.rend(); ++dot)
        if (axes.plot.contains(axes.at(*dot)))
            second_mark(canvas, axes.at(*dot), axes.radii.at(&*dot));
}

// In the head, where there are no dots. Returns the width used.
float draw_key(Canvas& canvas, const Chart& chart, Rect row, const Metrics& metrics) {
    if (!chart.second_source) return 0;
    const auto draw_first = [&](Point at) {
        if (chart.modelled())
            canvas.ring(at, smallest_dot, Role::accent, 2);
        else
            canvas.circle(at, smallest_dot, Role::accent);
    };
    return device_key(canvas, {row.x, row.middle_y()}, row.w,
                      clock_name_forms(*chart.source, *chart.second_source), metrics,
                      point_marks(canvas, metrics, draw_first));
}

// The middles of the names: as near to their dots as a distance of one line allows.
std::vector<float> name_places(const Axes& axes, const std::vector<const Dot*>& sorted,
                               float line) {
    std::vector<float> places;
    for (const Dot* dot : sorted) places.push_back(axes.at(*dot).y);
    float above = axes.plot.y - line;
    for (float& y : places) above = y = std::max(y, above + line);
    float below = axes.plot.bottom() + line * .4f;
    for (auto y = places.rbegin(); y != places.rend(); ++y) below = *y = std::min(*y, below - line);
    return places;
}

// Names left of the second device's marks, at least one line apart.
void name_second(Canvas& canvas, const Chart& chart, const Axes& axes, const Metrics& metrics,
                 std::vector<Rect>& taken) {
    if (axes.spread || chart.ranged) return;  // no room for names
    std::vector<const Dot*> sorted;
    for (const Dot& dot : chart.second)
        if (axes.plot.contains(axes.at(dot))) sorted.push_back(&dot);
    std::ranges::stable_sort(sorted, std::greater{}, [](const Dot* dot) { return dot->high; });
    const float line = metrics.micro * 1.3f, x = axes.x.at(chart.across) - metrics.px(26);
    if (line * static_cast<float>(sorted.size()) > axes.plot.h) return;
    const TextStyle style = aligned(micro_style(metrics, Role::text2), Align::right);
    const std::vector<float> places = name_places(axes, sorted, line);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const Point at = axes.at(*sorted[i]);
        const std::string number = rung_number(sorted[i]->rung);
        const float wide = canvas.width(number, style);
        canvas.line({at.x - axes.radii.at(sorted[i]) - 1, at.y}, {x + metrics.px(4), places[i]},
                    Role::line);
        canvas.text({x, places[i]}, number, style);
        taken.push_back({x - wide, places[i] - line / 2, wide, line});
    }
}

// In a column beside the names, where there is room and no line passes.
void draw_rates(Canvas& canvas, const Chart& chart, const Axes& axes, const Dot& dot, Point at,
                const Metrics& metrics, std::vector<Rect>& taken) {
    const TextStyle style = micro_style(metrics, Role::text2);
    const Point from{axes.x.at(axes.x.low), axes.y.at(chart.roof(axes.x.low))},
        to{axes.x.at(axes.x.high), axes.y.at(chart.roof(axes.x.high))};
    for (const std::string& words : roofline_rates(chart, dot)) {
        const float wide = canvas.width(words, style), high = metrics.micro * 1.3f;
        const Rect box{at.x, at.y - high / 2, wide, high};
        if (box.right() > axes.plot.right() || (chart.rate() > 0 && crosses(from, to, box)))
            continue;
        canvas.text(at, words, style);
        return taken.push_back(box);
    }
}

// Returns the areas of the texts.
std::vector<Rect> draw_names(Canvas& canvas, const Chart& chart, const Axes& axes,
                             const std::vector<DrawnLine>& roofs, const Metrics& metrics) {
    if (axes.spread) return roofline_rates_at_dots(canvas, chart, axes, roofs, metrics);
    if (chart.ranged) return roofline_names_around(canvas, chart, axes, roofs, metrics);
    std::vector<Rect> taken;
    std::vector<const Dot*> sorted;
    float column = 0;  // x of the rates, right of all names
    for (const Dot& dot : chart.dots) {
        sorted.push_back(&dot);
        column = std::max(
            column, canvas.width(roofline_name(chart, dot.rung), strong(micro_style(metrics))));
    }
    std::ranges::stable_sort(sorted, std::greater{}, [](const Dot* dot) { return dot->high; });
    const float line = metrics.micro * 1.3f;
    const bool fit = line * static_cast<float>(sorted.size()) <= axes.plot.h + line * .5f;
    if (!fit)  // only the chosen name
        std::erase_if(sorted, [&](const Dot* dot) { return dot->rung != chart.settings.rung; });
    std::erase_if(sorted, [&](const Dot* dot) { return !axes.shows(*dot); });
    const std::vector<float> places = name_places(axes, sorted, line);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const Dot& dot = *sorted[i];
        const bool chosen = dot.rung == chart.settings.rung;
        const Point at = axes.at(dot);
        const float x = axes.x.at(chart.across) + metrics.px(26);
        if (std::fabs(at.y - places[i]) > 3)
            canvas.line({at.x + axes.radii.at(&dot) + 2, at.y}, {x - metrics.px(4), places[i]},
                        Role::line);
        const TextStyle style =
            chosen ? strong(micro_style(metrics, Role::text)) : micro_style(metrics, Role::text2);
        const std::string number = rung_number(dot.rung);
        const lab::Rung& rung = chart.settings.subject->rungs[std::size_t(dot.rung)];
        const std::string warm = lab::warm(dot.point->time) ? ", with warm caches" : "";
        const float room = axes.plot.right() - x;
        const std::string brief =
            fitted(canvas, rung, room - canvas.width(number + "  " + warm, style), style);
        const std::string words = brief.empty() ? number : number + "  " + brief + warm;
        const Rect box{x, places[i] - line / 2, canvas.width(words, style), line};
        const auto passes = [&](const DrawnLine& roof) { return crosses(roof.from, roof.to, box); };
        if (std::ranges::any_of(roofs, passes))  // the line passes behind
            canvas.fill(box.inside(-3, 1), Role::panel, 3);
        const float wide = text_fitting(canvas, {x, places[i]}, room, style, {words, number});
        taken.push_back({x, places[i] - line / 2, wide, line});
        const float beside = x + std::max(column, wide) + metrics.px(20);
        draw_rates(canvas, chart, axes, dot, {beside, places[i]}, metrics, taken);
    }
    return taken;
}

// At the bottom of the plot, where it is empty.
void draw_without_warm(Canvas& canvas, const Axes& axes, const std::string& words,
                       const Metrics& metrics, std::vector<Rect>& taken) {
    if (words.empty()) return;
    const float lowest = axes.plot.bottom() - metrics.micro, line = metrics.micro * 1.4f;
    for (float y = lowest; y > axes.plot.y + line; y -= line)
        for (const Align side : {Align::right, Align::left}) {
            const float x = side == Align::right ? axes.plot.right() : axes.plot.x + metrics.px(4);
            if (write_where_free(canvas, {x, y}, side, axes.plot.w, metrics, {words}, taken))
                return;
        }
}

// The text that replaces the chart; empty where there is a chart.
std::string what_is_missing(const DrawContext& context, const Chart& chart) {
    if (!chart.settings.subject) return "No lesson is open.";
    if (!chart.settings.subject->bytes)
        return "It is not known how many bytes this must move, so there is no rate.";
    if (!lab::times_kernels(chart.settings))
        return "This clock stops before the kernel ends. A rate made from its time would be wrong, "
               "and often above the card's peak.";
    return chart.dots.empty() ? std::string(why_no_time(context)) : "";
}

bool too_small(Rect area, const Metrics& metrics) {
    return area.h < metrics.micro * 7 || area.w < metrics.px(150);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Chart chart = roofline_chart(context);
    const std::string missing = what_is_missing(context, chart);
    if (!missing.empty()) return nothing(canvas, area, missing, context.metrics);
    const Metrics& metrics = context.metrics;
    if (too_small(area, metrics))
        return nothing(canvas, area, "Too little room for this plot.", metrics);
    const Rect head = area.cut_top(metrics.micro * 1.5f);
    const Axes axes = axes_of(canvas, chart, metrics, area, context.zoom);
    const std::string up = chart.computes ? "GFLOP/s"
                           : axes.spread  ? "GB/s, of " + megabytes(chart.across) + " useful MB"
                                          : "GB/s";
    float unit_room = canvas.width(up, micro_style(metrics)) + metrics.px(24);
    canvas.text({head.x, head.middle_y()}, up, micro_style(metrics));
    Rect key = head;
    key.cut_left(unit_room);
    if (const float wide = draw_key(canvas, chart, key, metrics); wide > 0)
        unit_room += wide + metrics.px(24);
    const TextStyle right = aligned(micro_style(metrics), Align::right);
    for (const std::string& words : roofline_head(chart))
        if (text_fitting(canvas, {head.right(), head.middle_y()}, head.w - unit_room, right,
                         {words}) > 0)
            break;
    draw_axes(canvas, chart, axes, metrics);
    if (axes.zoomed) canvas.push_clip(axes.plot);
    const float x = axes.x.at(chart.across);
    if (!axes.spread) canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, Role::line);
    if (chart.ranged) roofline_path(canvas, chart, axes);
    const std::optional<DrawnLine> roof = roofline_roof(canvas, chart, axes),
                                   reached = roofline_reached(canvas, chart, axes);
    const std::optional<DrawnLine> floor = draw_floor(canvas, chart, axes);
    std::vector<DrawnLine> lines;
    for (const auto& line : {roof, reached})
        if (line) lines.push_back(*line);
    if (floor && !axes.spread) lines.push_back(*floor);
    std::vector<Rect> taken = draw_names(canvas, chart, axes, lines, metrics);
    name_second(canvas, chart, axes, metrics, taken);
    if (roof) name_roofline_roof(canvas, chart, axes, *roof, metrics, taken);
    if (reached) name_roofline_reached(canvas, chart, axes, *reached, metrics, taken);
    if (floor) name_floor(canvas, chart, axes, metrics, taken);
    draw_second(canvas, chart, axes, metrics, taken);
    draw_without_warm(canvas, axes, without_warm_words(context, chart), metrics, taken);
    roofline_others(canvas, chart, axes, metrics);
    draw_dots(canvas, chart, axes);
    if (axes.zoomed) canvas.pop_clip();
}

// The plot area, where zooming works; empty without a chart.
Rect plot(const Canvas& canvas, const DrawContext& context, Rect area) {
    const Chart chart = roofline_chart(context);
    if (!what_is_missing(context, chart).empty() || too_small(area, context.metrics)) return {};
    area.cut_top(context.metrics.micro * 1.5f);
    return axes_of(canvas, chart, context.metrics, area, context.zoom).plot;
}

// --- words and data

std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const Chart chart = roofline_chart(context);
    if (!what_is_missing(context, chart).empty() || !area.contains(mouse)) return std::nullopt;
    area.cut_top(context.metrics.micro * 1.5f);
    const Axes axes = axes_of(canvas, chart, context.metrics, area, context.zoom);
    return roofline_spot(chart, axes, context.metrics, mouse);
}

Note note(const DrawContext& context) {
    const Chart chart = roofline_chart(context);
    if (!chart.source || chart.dots.empty()) return "";
    const char* const copies = lab::times_copies(chart.settings) ? "times with copies" : "";
    return note_of_parts({lab::size_words(chart.settings, power_or_grouped), copies,
                          short_device(chart.source->device)});
}

Badge badge_now(const DrawContext& context) {
    const Chart chart = roofline_chart(context);
    return chart.dots.empty() ? Badge::none : badge_of(chart.source);
}

bool fits(const lab::Run& run) {
    const auto& subject = run.request.settings.subject;
    // A kernel that needs no memory has no place on an axis of bytes.
    return subject && subject->bytes && subject->rungs.size() > 1 &&
           subject->bytes(run.request.settings) > 0;
}

std::string numbers(const DrawContext& context) {
    const Chart chart = roofline_chart(context);
    std::vector<TimedRow> rows;
    std::vector<Dot> all = chart.dots;
    for (const auto* more : {&chart.second, &chart.others})
        all.insert(all.end(), more->begin(), more->end());
    for (const Dot& dot : all) {
        const double flop_a_byte = chart.computes ? dot.across : 0;
        const double gigabytes = chart.computes ? dot.high / dot.across : dot.high;
        const lab::Subject& subject = *dot.point->settings.subject;
        rows.push_back({{subject.title, rung_number(dot.rung),
                         subject.rungs[std::size_t(dot.rung)].title, fmt::format("{}", flop_a_byte),
                         fmt::format("{}", flop_a_byte * gigabytes), fmt::format("{}", gigabytes)},
                        dot.point});
    }
    return time_numbers(
        {"subject", "kernel", "title", "flop_per_useful_byte", "gflop_per_s", "useful_gb_per_s"},
        rows);
}

const RegisterView registered{{.id = "roofline",
                               .title = "Roofline",
                               .slot = Slot::card,
                               .order = 7,
                               .fits = fits,
                               .draw = draw,
                               .numbers = numbers,
                               .words = {.note = note, .badge = badge_now},
                               .pointing = {.spot = spot, .plot = plot},
                               .needs = {.settings = roofline_needs, .times_only = true}}};

}  // namespace
}  // namespace app::roofline_view

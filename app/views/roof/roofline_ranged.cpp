// The card "Roofline" for kernels that differ in their work. See roofline_ranged.h.
#include "app/views/roof/roofline_ranged.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/views/marks.h"
#include "app/views/roof/roofline_others.h"
#include "app/views/roof/roofline_words.h"
#include "app/views/rungs.h"
#include "lab/words.h"

namespace app {
namespace {

bool any_doubles(const RooflineChart& chart) {
    return std::ranges::any_of(chart.dots, &RooflineDot::doubles);
}

void flat_line(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes, double high,
               Colour colour) {
    const float x = axes.x.at(std::max(high / chart.rate(), axes.x.low));
    const float y = axes.y.at(high);
    if (x >= axes.plot.right() || y < axes.plot.y || y > axes.plot.bottom()) return;
    canvas.line({x, y}, {axes.plot.right(), y}, colour, 1.3f);
}

bool shows_tensor(const RooflineChart& chart, const RooflineAxes& axes) {
    return chart.tensor > 0 && axes.y.at(chart.tensor) > axes.plot.y;
}

// The highest flat roof that is drawn.
double top_of(const RooflineChart& chart, const RooflineAxes& axes) {
    return shows_tensor(chart, axes) ? chart.tensor : chart.flat;
}

// What texts must not meet, and the kernels: a name must be nearest to its own one.
struct Taken : TakenPlaces {
    std::vector<Point> kernels{};
    bool misleads(Point own, const Rect& box) const {
        constexpr float one_place = 4, clearly = 4;
        return std::ranges::any_of(kernels, [&](Point other) {
            return std::hypot(other.x - own.x, other.y - own.y) > one_place &&
                   distance(box, other) <= distance(box, own) + clearly;
        });
    }
};

Rect around(Point at, float reach) { return {at.x - reach, at.y - reach, 2 * reach, 2 * reach}; }

struct Wording {
    std::vector<std::string> forms;  // longest first
    TextStyle style;
};

void write_in(Canvas& canvas, Rect box, const std::string& text, const TextStyle& style,
              Taken& taken) {
    canvas.fill(box.inside(-2, 0), Colour{Role::panel, .8f}, 3);
    canvas.text({box.x, box.middle_y()}, text, style);
    taken.boxes.push_back(box);
}

// Writes beside `at`, or a few lines above or below where that is taken. Returns whether it fitted.
bool write_beside(Canvas& canvas, Point at, float reach, const Wording& words, Taken& taken) {
    const float line = words.style.size * 1.25f;
    for (const std::string& text : words.forms)
        for (const float lines : {0.f, -1.f, 1.f, -2.f, 2.f, -3.f, 3.f})
            for (const bool right : {true, false}) {
                const float wide = canvas.width(text, words.style);
                const float x = right ? at.x + reach : at.x - reach - wide;
                const Rect box{x, at.y + lines * line - line / 2, wide, line};
                if (!taken.is_free(box) || taken.misleads(at, box)) continue;
                write_in(canvas, box, text, words.style, taken);
                return true;
            }
    return false;
}

// Places for a name with a line to its dot: offsets in lines above or below and to the side,
// nearest first.
std::vector<Point> places_aside(float line) {
    std::vector<Point> all;
    for (const float far : {2.f, 4.f, 7.f, 11.f, 16.f})
        for (int lines = -9; lines <= 9; ++lines)
            for (const float side : {1.f, -1.f})
                all.push_back({side * far * line, static_cast<float>(lines) * line});
    const auto length = [](Point at) { return std::hypot(at.x, 2 * at.y); };
    std::ranges::stable_sort(all, {}, length);
    return all;
}

// Whether a line between them meets neither another kernel nor a text.
bool leads(Point from, Point to, const Taken& taken) {
    return std::ranges::none_of(taken.boxes, [&](const Rect& one) {
        return !one.contains(from) && crosses(from, to, one);
    });
}

// Writes a name further away, with a line to its dot, where a name beside the dot would meet
// something or seem to belong to another.
void write_aside(Canvas& canvas, Point at, float radius, const Wording& words, Taken& taken) {
    const float line = words.style.size * 1.25f;
    for (const std::string& text : words.forms)
        for (const Point aside : places_aside(line)) {
            const float wide = canvas.width(text, words.style);
            const Point end{at.x + aside.x, at.y + aside.y};
            const Rect box{aside.x > 0 ? end.x + 3 : end.x - 3 - wide, end.y - line / 2, wide,
                           line};
            if (!taken.is_free(box) || !leads(at, end, taken)) continue;
            const float length = std::hypot(aside.x, aside.y);
            canvas.line({at.x + aside.x / length * radius, at.y + aside.y / length * radius}, end,
                        Role::text3);
            return write_in(canvas, box, text, words.style, taken);
        }
}

// Number and title of a kernel, shorter where room is little.
Wording wording_of(const RooflineChart& chart, const RooflineDot& dot, const Metrics& metrics) {
    const std::string number = rung_number(dot.rung);
    const std::string& name = chart.settings.subject->rungs[std::size_t(dot.rung)].brief;
    const std::string brief = name.empty() ? number : number + "  " + name;
    return {{roofline_name(chart, dot.rung), brief, number},
            dot.rung == chart.settings.rung ? strong(micro_style(metrics, Role::text))
                                            : micro_style(metrics, Role::text2)};
}

void name_flat(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes, double high,
               const std::vector<std::string>& forms, bool below, const Metrics& metrics,
               Taken& taken) {
    if (!(high > 0)) return;
    const TextStyle style = aligned(micro_style(metrics, Role::text2), Align::right);
    const Point at{axes.plot.right(), axes.y.at(high) + metrics.micro * (below ? .8f : -.8f)};
    if (at.y < axes.plot.y || at.y > axes.plot.bottom()) return;
    // The roof may begin left of the plot.
    const float room = std::min(at.x - axes.x.at(high / chart.rate()), axes.plot.w);
    for (const std::string& words : forms) {
        const float wide = canvas.width(words, style);
        const Rect box{at.x - wide, at.y - metrics.micro * .6f, wide, metrics.micro * 1.2f};
        if (wide > room || taken.meets(box)) continue;
        canvas.text(at, words, style);
        return taken.boxes.push_back(box);
    }
}

void name_flats(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                const Metrics& metrics, Taken& taken) {
    const auto forms = [](const std::string& what, double high) {
        const std::string rate = grouped(std::llround(high / 100) * 100) + " GFLOP/s";
        return std::vector{what + " in each cycle: " + rate, what + ": " + rate, rate};
    };
    name_flat(canvas, chart, axes, chart.flat, forms("multiply-adds of floats", chart.flat), false,
              metrics, taken);
    // The doubles' name below its line, because the other line is near.
    if (any_doubles(chart))
        name_flat(canvas, chart, axes, chart.flat_doubles,
                  forms("multiply-adds of doubles", chart.flat_doubles), true, metrics, taken);
    if (shows_tensor(chart, axes))
        name_flat(canvas, chart, axes, chart.tensor, tensor_forms(chart), false, metrics, taken);
}

const lab::Knob* knob_of_path(const RooflineChart& chart) {
    return chart.path.size() < 2
               ? nullptr
               : lab::find_knob(*chart.settings.subject, lab::Knob::Role::repeats);
}

void name_ends(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
               const Metrics& metrics, Taken& taken) {
    const lab::Knob* knob = knob_of_path(chart);
    if (!knob) return;
    for (const RooflineDot* end : {&chart.path.front(), &chart.path.back()}) {
        const std::int64_t value = end->point->settings[*knob];
        const Point at = axes.at(*end);
        if (value == chart.settings[*knob] || !axes.plot.contains(at)) continue;
        write_beside(canvas, at, metrics.px(8),
                     {{grouped(value) + " " + lab::unit_of(value, knob->unit), grouped(value)},
                      micro_style(metrics, Role::text2)},
                     taken);
    }
}

void name_others(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                 const Metrics& metrics, Taken& taken) {
    for (const NamedLesson& lesson : lessons_under(chart, axes)) {
        const Wording words{lesson.forms, micro_style(metrics, Role::text3)};
        const Point at = axes.at(*lesson.lowest);
        if (!write_beside(canvas, at, metrics.px(7), words, taken))
            write_aside(canvas, at, metrics.px(4), words, taken);
    }
}

}  // namespace

DrawnLine roofline_roofs(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes) {
    const double top = top_of(chart, axes) / chart.rate();
    const double end = chart.flat > 0 ? std::min(axes.x.high, top) : axes.x.high;
    Scale rising = axes.x;
    Rect part = axes.plot;
    rising.high = std::max(end, axes.x.low * 1.01);
    rising.to = axes.x.at(rising.high);
    part.w = rising.to - part.x;
    const DrawnLine line = draw_limit(canvas, part, rising, axes.y, chart.modelled(), Role::text2,
                                      [&](double x) { return chart.roof(x); });
    if (chart.flat > 0) flat_line(canvas, chart, axes, chart.flat, Role::text2);
    if (chart.flat > 0 && any_doubles(chart))
        flat_line(canvas, chart, axes, chart.flat_doubles, Role::text3);
    if (shows_tensor(chart, axes)) flat_line(canvas, chart, axes, chart.tensor, Role::text3);
    return line;
}

DrawnLine roofline_flat(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes) {
    if (top_of(chart, axes) / chart.rate() > axes.x.low) {
        roofline_roofs(canvas, chart, axes);
    } else {
        flat_line(canvas, chart, axes, chart.flat, Role::text2);
        if (shows_tensor(chart, axes)) flat_line(canvas, chart, axes, chart.tensor, Role::text3);
    }
    const float y = axes.y.at(chart.flat);
    return {{axes.plot.x, y}, {axes.plot.right(), y}};
}

void roofline_path(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes) {
    const RooflineDot* before = nullptr;
    for (const RooflineDot& dot : chart.path) {
        if (!axes.shows(dot)) continue;
        const Point at = axes.at(dot);
        if (before) canvas.line(axes.at(*before), at, Colour{Role::accent, .55f}, 1.4f);
        canvas.circle(at, 2.4f, Role::accent);
        before = &dot;
    }
}

std::vector<Rect> roofline_names_around(Canvas& canvas, const RooflineChart& chart,
                                        const RooflineAxes& axes,
                                        const std::vector<DrawnLine>& roofs,
                                        const Metrics& metrics) {
    Taken taken;
    taken.lines = roofs;
    taken.within = axes.plot;
    for (const auto* dots : {&chart.dots, &chart.second, &chart.path})
        for (const RooflineDot& dot : *dots) {
            const Point at = axes.at(dot);
            taken.boxes.push_back(around(at, 5));
            if (dots == &chart.path) continue;
            if (dots == &chart.dots) taken.kernels.push_back(at);
            const float high = axes.y.at(dot.most), low = axes.y.at(dot.least);
            taken.boxes.push_back({at.x - 2, high, 4, low - high});
        }
    for (const RooflineDot& dot : chart.others) {
        taken.boxes.push_back(around(axes.at(dot), metrics.px(4)));
        taken.kernels.push_back(axes.at(dot));  // a name beside it would seem its lesson's
    }
    const auto marks = std::ptrdiff_t(taken.boxes.size());
    std::vector<const RooflineDot*> order;
    for (const RooflineDot& dot : chart.dots) order.push_back(&dot);
    std::stable_partition(order.begin(), order.end(),
                          [&](const RooflineDot* dot) { return dot->rung == chart.settings.rung; });
    std::vector<const RooflineDot*> crowded;
    for (const RooflineDot* dot : order)
        if (axes.shows(*dot) &&
            !write_beside(canvas, axes.at(*dot), axes.radii.at(dot) + metrics.px(6),
                          wording_of(chart, *dot, metrics), taken))
            crowded.push_back(dot);
    for (const RooflineDot* dot : crowded)
        write_aside(canvas, axes.at(*dot), axes.radii.at(dot) + 1.5f,
                    wording_of(chart, *dot, metrics), taken);
    taken.kernels.resize(chart.dots.size());
    name_flats(canvas, chart, axes, metrics, taken);
    name_ends(canvas, chart, axes, metrics, taken);
    name_others(canvas, chart, axes, metrics, taken);
    return {taken.boxes.begin() + marks, taken.boxes.end()};
}

}  // namespace app

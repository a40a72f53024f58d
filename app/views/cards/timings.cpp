// The card "Time by size": every sample as a dot, its median as a dash, its interval as a soft bar,
// on logarithmic axes; another kernel in grey, and the launch floor. The state before the last
// change is a thin curve of hollow dashes. All times come from one source; a second device's
// medians are hollow diamonds.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "app/format.h"
#include "app/rates.h"
#include "app/series.h"
#include "app/time_numbers.h"
#include "app/view.h"
#include "app/views/cards/plot.h"
#include "app/views/cards/recorded_nearby.h"
#include "app/views/cards/spots.h"
#include "app/views/cards/time_curves.h"
#include "app/views/cards/timings_axes.h"
#include "app/views/cards/timings_names.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app::timings_view {
namespace {

using Data = TimeCurves;

using Places = CurvePlaces;

bool has_size(const Data& data) { return data.settings.subject && data.settings.subject->size; }

bool has_curves(const Data& data) { return !data.shown.empty() || !data.other.empty(); }

// -1 to 1, always the same for a sample: dots must not move when a new one comes.
float jitter(std::size_t index) {
    return static_cast<float>((index * 2654435761u >> 7) % 1000) / 500.f - 1;
}

void draw_cross(Canvas& canvas, Point at) {
    canvas.line({at.x - 5, at.y - 5}, {at.x + 5, at.y + 5}, Role::bad, 2);
    canvas.line({at.x - 5, at.y + 5}, {at.x + 5, at.y - 5}, Role::bad, 2);
}

void draw_median(Canvas& canvas, Point at, bool modelled) {
    if (modelled)
        canvas.ring(at, 3.5f, Role::accent, 1.6f);
    else
        canvas.fill({at.x - 6, at.y - 1.2f, 12, 2.4f}, Role::text, 1);
}

void draw_point(Canvas& canvas, const Places& places, const TimePoint& point, Point middle,
                bool modelled) {
    const lab::Time& time = point.time;
    if (time.high_ms > time.low_ms && time.low_ms > 0) {
        const float top = places.y.at(time.high_ms), bottom = places.y.at(time.low_ms);
        canvas.fill({middle.x - 4, top, 8, std::max(1.f, bottom - top)}, Colour{Role::accent, .22f},
                    3);
    }
    const std::size_t every = std::max<std::size_t>(1, time.samples.size() / 40);
    // In the whole plot an outlier is drawn at the edge; in a zoomed one it is not seen.
    const auto inside = [&](float at) {
        return places.zoomed ? at : std::clamp(at, places.plot.y, places.plot.bottom());
    };
    for (std::size_t i = 0; i < time.samples.size(); i += every)
        if (time.samples[i] > 0)
            canvas.circle({middle.x + 5 * jitter(i), inside(places.y.at(time.samples[i]))}, 1.7f,
                          Colour{Role::accent, .62f});
    draw_median(canvas, middle, modelled);
    if (point.wrong) draw_cross(canvas, middle);
}

// Drops sizes of the other curves that this kernel does not take.
void keep_inside(const Scale& x, Data& data) {
    for (auto* points : {&data.other, &data.ghost, &data.second})
        std::erase_if(*points, [&](const TimePoint* point) { return !inside(x, data, *point); });
}

// The area that can be zoomed: from end to end of both axes.
Rect plot(const Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = curves_of(context);
    if (!has_size(data) || !has_curves(data)) return {};
    if (area.w < context.metrics.px(160) || area.h < context.metrics.px(80)) return {};
    const Places places = places_of(canvas, context.series, data, context.metrics, area, {});
    return {places.x.from, places.y.to, places.x.to - places.x.from, places.y.from - places.y.to};
}

struct CurveLook {
    Colour colour;
    float width = 1.3f;
    float dash = 0;  // 0: a solid line
};

// A line from point to point. `mark` draws over its end before the next part of the line.
void draw_curve(
    Canvas& canvas, const Places& places, const Data& data,
    const std::vector<const TimePoint*>& points, const CurveLook& look,
    const std::function<void(Point)>& mark = [](Point) {}) {
    std::optional<Point> last;
    for (const TimePoint* point : points) {
        const Point at = place_of(places, data, *point);
        if (last && look.dash > 0)
            canvas.dashed_line(*last, at, look.colour, look.width, look.dash);
        else if (last)
            canvas.line(*last, at, look.colour, look.width);
        mark(at);
        last = at;
    }
}

// The state before the last change: hollow dashes. Then the other kernel, the shown kernel on the
// second device, and the shown kernel; the marks of these two over their lines.
void draw_curves(Canvas& canvas, const Places& places, const Data& data) {
    const bool modelled = data.source->kind == lab::TimeKind::modelled;
    const float dash = modelled ? 4.f : 0.f;
    draw_curve(canvas, places, data, data.ghost, {Colour{Role::text3, .7f}, 1, 2}, [&](Point at) {
        canvas.outline({at.x - 7, at.y - 2.5f, 14, 5}, Role::text3, 2, 1.2f);
    });
    draw_curve(canvas, places, data, data.other, {Role::stroke, 1.3f, dash}, [&](Point at) {
        canvas.fill({at.x - 2.5f, at.y - 2.5f, 5, 5}, Role::stroke);
    });
    draw_curve(canvas, places, data, data.second, {Role::text2, 1.3f, 4});
    for (const TimePoint* point : data.second) {
        const Point at = place_of(places, data, *point);
        second_mark(canvas, at);
        if (point->wrong) draw_cross(canvas, at);
    }
    draw_curve(canvas, places, data, data.shown,
               {Colour{Role::accent, .7f}, modelled ? 1.4f : 1.3f, dash});
    for (const TimePoint* point : data.shown)
        draw_point(canvas, places, *point, place_of(places, data, *point), modelled);
}

// The shown kernel's point under the mouse.
const TimePoint* under(const Places& places, const Data& data, Point mouse) {
    const TimePoint* nearest = nullptr;
    float least = 12;
    for (const TimePoint* point : data.shown) {
        const float x = places.x.at(double(point->settings[*data.settings.subject->size]));
        if (!places.plot.contains(mouse) || std::fabs(x - mouse.x) >= least) continue;
        nearest = point;
        least = std::fabs(x - mouse.x);
    }
    return nearest;
}

// The words beside a median: half its interval, or both ends of a modelled one.
std::string spread_of(const lab::Time& time) {
    if (!(time.high_ms > time.low_ms)) return "";
    const auto number = [&](double ms) { return time_number(ms, time.median_ms); };
    if (time.kind == lab::TimeKind::modelled)
        return number(time.low_ms) + " to " + number(time.high_ms);
    std::string half = number((time.high_ms - time.low_ms) / 2);
    if (half.find_first_not_of("0.") != half.npos) return "± " + half;
    half.back() = '1';  // 1 in the last digit shown
    return "± < " + half;
}

// The words beside a time, with its rate in the longest form that half the plot holds.
std::string with_rate(const Canvas& canvas, const TimePoint& point, const std::string& side,
                      float width, const Metrics& metrics) {
    for (const std::string& rate : rate_forms(point.settings, point.time)) {
        const std::string all = side.empty() ? rate : side + ", " + rate;
        if (canvas.width(all, micro_style(metrics)) < width / 2) return all;
    }
    return side;
}

// "warm 3.25 µs" beside a cold time, or "cold ..." beside a warm one; empty where there is none.
std::string other_caches(const Series& series, TimeSource source, const TimePoint& point) {
    source.regime = source.regime == lab::Regime::warm ? lab::Regime::cold : lab::Regime::warm;
    const TimePoint* other = series.time(point.settings, source);
    return other ? std::string(name_of(source.regime)) + " " + time_text(other->time.median_ms)
                 : "";
}

// Strikes out a time with a wrong result.
void strike(Canvas& canvas, Point at, const std::string& words, const Metrics& m) {
    const float wide = canvas.width(words, mono_style(m.small, Role::text, Font::mono_bold));
    canvas.line(at, {at.x + wide, at.y}, Role::bad, 2);
}

// Draws the times of two devices at a size, each after its mark. False where one has none there.
bool draw_both_times(Canvas& canvas, Places& places, const Data& data, const Metrics& m,
                     const TimePoint& point, float x) {
    const lab::Knob& size = *data.settings.subject->size;
    const auto same = std::ranges::find_if(data.second, [&](const TimePoint* one) {
        return one->settings[size] == point.settings[size];
    });
    if (same == data.second.end()) return false;
    const std::string first = time_text(point.time.median_ms),
                      second = time_text((*same)->time.median_ms);
    const TextStyle style = mono_style(m.small, Role::text, Font::mono_bold);
    const float mark = m.px(20), one = canvas.width(first, style),
                w = 3 * m.px(10) + 2 * mark + one + canvas.width(second, style), h = m.small * 1.9f;
    if (w > places.plot.w || h > places.plot.h) return false;
    const Rect box{std::clamp(x - w / 2, places.plot.x, places.plot.right() - w),
                   places.plot.y + (places.zoomed ? m.small * 1.4f : 0), w, h};
    canvas.fill(box, Role::hover, 8);
    const float y = box.middle_y(), next = box.x + 2 * m.px(10) + mark + one;
    draw_median(canvas, {box.x + m.px(17), y}, data.source->kind == lab::TimeKind::modelled);
    canvas.text({box.x + m.px(10) + mark, y}, first, style);
    if (point.wrong) strike(canvas, {box.x + m.px(10) + mark, y}, first, m);
    second_mark(canvas, {next + m.px(7), y});
    canvas.text({next + mark, y}, second, style);
    if ((*same)->wrong) strike(canvas, {next + mark, y}, second, m);
    places.taken.boxes.push_back(box);
    return true;
}

// The time at the set size, or at the one under the mouse, in words at the top.
void draw_readout(Canvas& canvas, Places& places, const Data& data, const Metrics& metrics,
                  const TimePoint& point, bool hovered, const std::string& other_caches) {
    const lab::Knob& size = *data.settings.subject->size;
    const lab::Time& time = point.time;
    const float x = places.x.at(double(point.settings[size]));
    std::string side = point.wrong ? "wrong result" : spread_of(time);
    if (!other_caches.empty() && !point.wrong) side += (side.empty() ? "" : ", ") + other_caches;
    if (hovered) side += (side.empty() ? "" : ", ") + power_or_grouped(point.settings[size]);
    if (!point.wrong) side = with_rate(canvas, point, side, places.plot.w, metrics);
    if (draw_both_times(canvas, places, data, metrics, point, x)) return;
    const float offset = metrics.small * (x > places.plot.middle_x() ? -5.f : 5.f);
    // In a zoomed plot the way back to the whole plot is above.
    const float y = places.plot.y + metrics.small * (places.zoomed ? 2.4f : 1.f);
    const std::string words = time_text(time.median_ms);
    const Rect box = readout(canvas, {x + offset, y}, words, side, places.plot, metrics);
    if (point.wrong && box.w > 0)
        strike(canvas, {box.x + metrics.px(10), box.middle_y()}, words, metrics);
    places.taken.boxes.push_back(box);
}

// In place of the time at the set size, where that is known only with the other caches.
void draw_untimed(Canvas& canvas, const DrawContext& context, Places& places, const Data& data,
                  float x) {
    TimePoint none{data.settings, {}};
    const std::string other = other_caches(context.series, *data.source, none);
    if (other.empty()) return;
    const Metrics& metrics = context.metrics;
    const float offset = metrics.small * (x > places.plot.middle_x() ? -5.f : 5.f);
    const float y = places.plot.y + metrics.small * (places.zoomed ? 2.4f : 1.f);
    const std::string words = "no " + std::string(name_of(data.source->regime)) + " time";
    places.taken.boxes.push_back(
        readout(canvas, {x + offset, y}, words, other, places.plot, metrics));
}

void draw_now(Canvas& canvas, const DrawContext& context, Places& places, const Data& data) {
    const Metrics& metrics = context.metrics;
    const Point mouse = context.cursor.mouse;
    const lab::Knob& size = *data.settings.subject->size;
    const float target = places.x.at(double(data.settings[size])),
                x = places.plot.x + eased(context, "timings.now", target - places.plot.x);
    if (x >= places.plot.x - 1 && x <= places.plot.right() + 1)
        canvas.line({x, places.plot.y}, {x, places.plot.bottom()}, Role::accent, 1.6f);
    if (const TimePoint* point = under(places, data, mouse))
        return draw_readout(canvas, places, data, metrics, *point, true,
                            other_caches(context.series, *data.source, *point));
    if (!places.plot.contains({x, places.plot.y})) return;
    const auto set = [&](const TimePoint* one) {
        return one->settings[size] == data.settings[size];
    };
    if (std::ranges::none_of(data.shown, set)) draw_untimed(canvas, context, places, data, x);
    for (const TimePoint* point : data.shown)
        if (set(point))
            draw_readout(canvas, places, data, metrics, *point, false,
                         other_caches(context.series, *data.source, *point));
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    Data data = curves_of(context);
    if (!has_size(data))
        return nothing(canvas, area, "This lesson has no size, so times can't be plotted by size.",
                       context.metrics);
    if (!has_curves(data)) return nothing_timed(canvas, context, area, why_no_time(context));
    if (area.w < context.metrics.px(160) || area.h < context.metrics.px(80))
        return nothing(canvas, area, "Too little room for a plot.", context.metrics);
    Places places = places_of(canvas, context.series, data, context.metrics, area, context.zoom);
    keep_inside(places.x, data);
    draw_axes(canvas, places, data, area, context.metrics);
    draw_floor(canvas, places, data);
    if (places.zoomed) canvas.push_clip(places.plot);
    draw_curves(canvas, places, data);
    if (places.zoomed) canvas.pop_clip();
    draw_now(canvas, context, places, data);
    curves_are_drawn(places, data);
    const bool named = draw_floor_name(canvas, places, data, context.metrics);
    draw_names(canvas, places, data, context.metrics);
    draw_missing(canvas, places, data, context.metrics);
    const bool modelled = data.source->kind == lab::TimeKind::modelled;
    draw_key(canvas, places, data, context.metrics, !named,
             [&](Point at) { draw_median(canvas, at, modelled); });
}

// The nearest mark of any curve.
std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    Data data = curves_of(context);
    if (!has_size(data)) return std::nullopt;
    if (!has_curves(data)) return spot_of_nearby(context, area);
    const Places places =
        places_of(canvas, context.series, data, context.metrics, area, context.zoom);
    if (!places.plot.contains(mouse)) return std::nullopt;
    keep_inside(places.x, data);
    const TimePoint* nearest = nullptr;
    float least = 14;
    bool of_second = false;
    for (const auto* points : {&data.shown, &data.other, &data.ghost, &data.second})
        for (const TimePoint* point : *points) {
            const Point at = place_of(places, data, *point);
            const float away = std::hypot(at.x - mouse.x, at.y - mouse.y);
            if (away < least) least = away, nearest = point, of_second = points == &data.second;
        }
    if (!nearest) return std::nullopt;
    const Point at = place_of(places, data, *nearest);
    if (!places.plot.contains(at)) return std::nullopt;
    // The readout has its time.
    const bool read_out = !of_second && under(places, data, mouse) == nearest;
    const TimeSource& source = of_second ? *data.second_source : *data.source;
    return Spot{
        {at.x - 9, at.y - 7, 18, 14},
        "*Kernel " + rung_number(nearest->settings.rung) + ", " +
            lab::size_words(nearest->settings, power_or_grouped) + "*\n" +
            (read_out ? source_sentence(*nearest, source) : time_sentence(*nearest, source)),
        nearest->settings};
}

// Without a curve, the keyboard too reaches the settings that have times.
std::vector<Spot> spots(const Canvas&, const DrawContext& context, Rect area) {
    const Data data = curves_of(context);
    if (!has_size(data) || has_curves(data)) return {};
    const auto way = spot_of_nearby(context, area);
    return way ? std::vector{*way} : std::vector<Spot>{};
}

Note note(const DrawContext& context) {
    const Data data = curves_of(context);
    if (!data.source) return "";
    const bool recorded = data.source->kind == lab::TimeKind::recorded;
    const std::string device = short_device(data.source->device);
    if (data.shown.size() == 1 && recorded)
        return note_of_parts({"only this size is recorded", device});
    if (data.few && recorded)
        return note_of_parts(
            {"only " + count_word(std::ssize(data.shown)) + " sizes are recorded", device});
    if (data.source->kind == lab::TimeKind::modelled) return "a formula for " + device;
    if (recorded) return note_of_parts({device, data.source->when});
    std::size_t samples = 0;
    for (const TimePoint* point : data.shown)
        samples = std::max(samples, point->time.samples.size());
    if (samples == 0) return "";
    return note_of_parts(
        {device, plural(samples, "sample") + (data.shown.size() > 1 ? " each" : "")});
}

bool fits(const lab::Run& run) {
    return run.request.settings.subject && run.request.settings.subject->size;
}

Badge badge_now(const DrawContext& context) {
    const Data data = curves_of(context);
    return has_curves(data) ? badge_of(data.source) : Badge::none;
}

std::string numbers(const DrawContext& context) {
    const TimeCurves curves = curves_of(context);
    if (!has_size(curves)) return "";
    const lab::Knob& size = *curves.settings.subject->size;
    std::vector<TimedRow> rows;
    for (const auto* series : {&curves.shown, &curves.other, &curves.second})
        for (const TimePoint* point : *series)
            rows.push_back({{rung_number(point->settings.rung), lab::rung_of(point->settings).title,
                             std::to_string(point->settings[size])},
                            point});
    return time_numbers({"kernel", "title", size.id}, rows);
}

const RegisterView registered{{.id = "timings",
                               .title = "Time by size",
                               .slot = Slot::card,
                               .order = 1,
                               .fits = fits,
                               .draw = draw,
                               .numbers = numbers,
                               .words = {.note = note, .badge = badge_now},
                               .pointing = {.spot = spot, .spots = spots, .plot = plot},
                               .needs = {.settings = curve_needs, .times_only = true}}};

}  // namespace
}  // namespace app::timings_view

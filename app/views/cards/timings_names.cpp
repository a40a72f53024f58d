// Finds free places for names. See timings_names.h.
#include "app/views/cards/timings_names.h"

#include <algorithm>
#include <optional>

#include "app/format.h"
#include "app/views/cards/device_key.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app {
namespace {

using Places = CurvePlaces;

// The area that a point of the shown kernel covers: median, interval and samples.
Rect covered(const Places& places, const TimeCurves& data, const TimePoint& point) {
    const Point at = place_of(places, data, point);
    float top = at.y - 3, bottom = at.y + 3;
    const auto cover = [&](double ms) {
        if (ms <= 0) return;
        const float y = std::clamp(places.y.at(ms), places.plot.y, places.plot.bottom());
        top = std::min(top, y - 2), bottom = std::max(bottom, y + 2);
    };
    cover(point.time.low_ms), cover(point.time.high_ms);
    for (const double sample : point.time.samples) cover(sample);
    return {at.x - 7, top, 14, bottom - top};
}

using Curve = std::vector<const TimePoint*>;

// Whether the line through these points runs through `box`.
bool passes(const Places& places, const TimeCurves& data, const Curve& curve, Rect box) {
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (crosses(place_of(places, data, *curve[i - 1]), place_of(places, data, *curve[i]), box))
            return true;
    return false;
}

enum class NamedCurve : std::uint8_t { shown, other, second, ghost, both };

const Curve& curve_of(const TimeCurves& data, NamedCurve who) {
    if (who == NamedCurve::ghost) return data.ghost;
    return who == NamedCurve::other    ? data.other
           : who == NamedCurve::second ? data.second
                                       : data.shown;
}

// All other curves.
std::vector<const Curve*> rest_of(const TimeCurves& data, NamedCurve who) {
    std::vector<const Curve*> rest;
    for (const NamedCurve one :
         {NamedCurve::shown, NamedCurve::other, NamedCurve::second, NamedCurve::ghost})
        if (&curve_of(data, one) != &curve_of(data, who)) rest.push_back(&curve_of(data, one));
    return rest;
}

// Whether a mark or the line of another curve is as near to `box` as its own mark, at `at`.
bool is_nearer(const Places& places, const TimeCurves& data, const Curve& curve, Rect box,
               Point at) {
    const float own = distance(box, at);
    const auto near = [&](const TimePoint* foreign) {
        return distance(box, place_of(places, data, *foreign)) <= own + 4;
    };
    return std::ranges::any_of(curve, near) ||
           passes(places, data, curve, box.inside(-own, -std::min(own, 6.f)));
}

struct NamePlace {
    Rect box;
    Point mark;  // mark on the curve that it names
};

// A place for a name, nearer to its own curve than to any of `rest`. The name of both kernels is
// where their marks overlap.
std::optional<NamePlace> place_for_name(const Places& places, const TimeCurves& data,
                                        NamedCurve who, const std::vector<const Curve*>& rest,
                                        float width, float height) {
    const bool both = who == NamedCurve::both,
               above_first = who == NamedCurve::other || who == NamedCurve::ghost;
    const Curve& own = curve_of(data, who);
    const auto shared = [&](Point at) {
        return std::ranges::any_of(data.other, [&](const TimePoint* foreign) {
            return distance({at.x, at.y, 0, 0}, place_of(places, data, *foreign)) < 8;
        });
    };
    for (auto point = own.rbegin(); point != own.rend(); ++point) {
        const Point at = place_of(places, data, **point);
        if (both && !shared(at)) continue;
        const float above = at.y - height - 6, below = at.y + 8, level = at.y - height / 2;
        const float left = at.x - width - 12, under = at.x - width / 2;
        for (const Point corner :
             {Point{at.x + 12, level}, Point{left, level},
              Point{under, above_first ? above : below}, Point{under, above_first ? below : above},
              Point{left, above}, Point{left, below}, Point{at.x + 8, below},
              Point{at.x + 8, above}}) {
            const Rect box{corner.x, corner.y, width, height};
            const auto nearer = [&](const Curve* curve) {
                return !both && is_nearer(places, data, *curve, box, at);
            };
            if (places.taken.is_free(box) && std::ranges::none_of(rest, nearer))
                return NamePlace{box, at};
        }
    }
    return std::nullopt;
}

// "kernel 5"; beside a second device "5, H200", longest first.
std::vector<std::string> names_of_curve(const TimeCurves& data, NamedCurve who) {
    const auto [low, high] = std::minmax(data.settings.rung, data.other_rung);
    // A ghost behind a few sizes is the same kernel with other settings, not the shown one.
    if (who == NamedCurve::ghost && data.few)
        return {"other settings: " + data.ghost_name, "otherwise: " + data.ghost_name,
                data.ghost_name};
    if (who == NamedCurve::ghost) return {data.ghost_name};
    if (who == NamedCurve::both)
        return {"kernels " + rung_number(low) + " and " + rung_number(high)};
    const std::string number =
        rung_number(who == NamedCurve::other ? data.other_rung : data.settings.rung);
    if (!data.second_source) return {"kernel " + number};
    std::vector<std::string> forms;
    for (const ClockNames& names : clock_name_forms(*data.source, *data.second_source))
        forms.push_back(number + ", " + (who == NamedCurve::second ? names.second : names.first));
    return forms;
}

// The sides of a curve on which its name may be.
struct Sides {
    bool above = true, below = true;
};

// A place away from close curves: to the lower right of a mark, or to the upper left.
std::optional<NamePlace> place_with_leader(const Places& places, const TimeCurves& data,
                                           const Curve& own, float width, float height,
                                           Sides sides) {
    for (auto point = own.rbegin(); point != own.rend(); ++point)
        for (const float away : {1.6f * height, 2.8f * height, 4 * height}) {
            const Point at = place_of(places, data, **point);
            const Rect below{at.x + away, at.y + away, width, height},
                above{at.x - away - width, at.y - away - height, width, height};
            if (sides.below && places.taken.is_free(below)) return NamePlace{below, at};
            if (sides.above && places.taken.is_free(above)) return NamePlace{above, at};
        }
    return std::nullopt;
}

// A line from a name to its mark; no other name may cover it.
void draw_leader(Canvas& canvas, Places& places, const NamePlace& place) {
    const Point from{std::clamp(place.mark.x, place.box.x, place.box.right()),
                     std::clamp(place.mark.y, place.box.y, place.box.bottom())};
    canvas.line(from, place.mark, Role::text3);
    places.taken.lines.push_back({from, place.mark});
}

// Whether two curves part at the largest size of both: curves that are one line have one name.
bool part(const Places& places, const TimeCurves& data) {
    constexpr float least = 4;
    const lab::Knob& size = *data.settings.subject->size;
    const auto reaches = [&](const Curve& curve) { return curve.back()->settings[size]; };
    if (data.shown.empty() || data.other.empty() || reaches(data.shown) != reaches(data.other))
        return false;
    const float shown = place_of(places, data, *data.shown.back()).y,
                other = place_of(places, data, *data.other.back()).y;
    return std::abs(shown - other) >= least;
}

// The slower curve's name is above it, the faster one's below: no leader crosses the other curve.
Sides sides_of(const TimeCurves& data, NamedCurve who) {
    if (who == NamedCurve::ghost || data.other.empty() || data.shown.empty()) return {};
    const bool other = data.other.back()->time.median_ms > data.shown.back()->time.median_ms;
    const bool slower = other == (who == NamedCurve::other);
    return {.above = slower, .below = !slower};
}

// Returns whether the name has room. With `may_be_led` it may be away from its curve, with a
// leader.
bool draw_name(Canvas& canvas, Places& places, const TimeCurves& data, NamedCurve who,
               const Metrics& metrics, bool may_be_led) {
    const TextStyle style =
        who == NamedCurve::shown
            ? strong(micro_style(metrics))
            : micro_style(metrics, who == NamedCurve::ghost ? Role::text3 : Role::text2);
    const float height = metrics.micro * 1.4f;
    for (const std::string& label : names_of_curve(data, who)) {
        const float width = canvas.width(label, style);
        auto found = place_for_name(places, data, who, rest_of(data, who), width, height);
        // A ghost may be close to the shown curve everywhere: a leader says whose name it is.
        const bool led = !found && may_be_led;
        if (led)
            found = place_with_leader(places, data, curve_of(data, who), width, height,
                                      sides_of(data, who));
        if (led && !found && who == NamedCurve::ghost)
            found = place_for_name(places, data, who, {}, width, height);
        if (!found) continue;
        if (led) draw_leader(canvas, places, *found);
        canvas.text({found->box.x, found->box.middle_y()}, label, style);
        places.taken.boxes.push_back(found->box);
        return true;
    }
    return false;
}

// The first free place from the top, searched from the right.
std::optional<Rect> free_place(const Places& places, float w, float h) {
    const Rect& plot = places.plot;
    const float left = plot.x + 8, right = plot.right() - w, step = std::max(h, 16.f);
    for (float y = plot.y + 2; y + h <= plot.bottom(); y += h / 2)
        for (float along = 0; left + along <= right; along += step) {
            const Rect box{right - along, y, w, h};
            if (places.taken.is_free(box)) return box;
        }
    return std::nullopt;
}

// The launch floor of each device, longest first.
std::vector<std::string> floor_words(const TimeCurves& data) {
    const std::string first = time_text(data.floor_ms), second = time_text(data.second_floor_ms);
    if (!data.second_source) return {"launch floor " + first};
    std::vector<std::string> forms;
    for (const ClockNames& names : clock_name_forms(*data.source, *data.second_source)) {
        const std::string one = names.first + " " + first, other = names.second + " " + second;
        forms.push_back("launch floor: " + (data.floor_ms > 0 ? one : "") +
                        (data.floor_ms > 0 && data.second_floor_ms > 0 ? ", " : "") +
                        (data.second_floor_ms > 0 ? other : ""));
    }
    return forms;
}

// At the right: the small sizes at the left take about as long as an empty launch.
std::optional<Rect> place_for_floor(const Places& places, const TimeCurves& data, float w,
                                    float h) {
    const float most = std::max(data.floor_ms, data.second_floor_ms);
    const float top = std::clamp(places.y.at(data.floor_ms), places.plot.y, places.plot.bottom());
    const float x = places.plot.right() - 8 - w, zone = places.plot.bottom() - top;
    if (w > places.plot.w * .8f) return std::nullopt;
    if (data.floor_ms > 0 && zone >= h) return Rect{x, top + (zone - h) / 2, w, h};
    const Rect above{x, places.y.at(most) - h - 2, w, h};
    return places.taken.is_free(above) ? std::optional(above) : std::nullopt;
}

}  // namespace

Point place_of(const Places& places, const TimeCurves& data, const TimePoint& point) {
    return {places.x.at(double(point.settings[*data.settings.subject->size])),
            places.y.at(point.time.median_ms)};
}

void curves_are_drawn(Places& places, const TimeCurves& data) {
    const Rect& plot = places.plot;
    TakenPlaces& taken = places.taken;
    taken.within = {plot.x, plot.y, plot.w + 8, plot.h};
    const float now = places.x.at(double(data.settings[*data.settings.subject->size]));
    taken.boxes.push_back({now - 3, plot.y, 6, plot.h});
    const float floor = places.y.at(data.floor_ms);
    if (data.floor_ms > 0)
        taken.boxes.push_back({plot.x, floor, plot.w + 8, plot.bottom() + 1 - floor});
    for (const TimePoint* point : data.shown) taken.boxes.push_back(covered(places, data, *point));
    for (const Curve* curve : {&data.shown, &data.other, &data.second, &data.ghost}) {
        const float half = curve == &data.second ? 6 : 4;
        std::optional<Point> before;
        for (const TimePoint* point : *curve) {
            const Point at = place_of(places, data, *point);
            taken.boxes.push_back({at.x - half, at.y - half, 2 * half, 2 * half});
            if (before) taken.lines.push_back({*before, at});
            before = at;
        }
    }
}

void draw_names(Canvas& canvas, Places& places, const TimeCurves& data, const Metrics& metrics) {
    const auto draw = [&](NamedCurve who, bool led) {
        return draw_name(canvas, places, data, who, metrics, led);
    };
    const auto draw_two = [&](bool led) {
        const bool other = !data.other.empty() && draw(NamedCurve::other, led);
        return draw(NamedCurve::shown, led) || other;
    };
    if (!data.ghost.empty()) draw(NamedCurve::ghost, true);
    if (!data.second.empty()) draw(NamedCurve::second, false);
    if (data.shown.empty() || (data.other.empty() && data.second.empty())) return;
    if (draw_two(false) || (part(places, data) && draw_two(true))) return;
    draw(NamedCurve::both, false);
}

bool draw_floor_name(Canvas& canvas, Places& places, const TimeCurves& data, const Metrics& m) {
    const float most = std::max(data.floor_ms, data.second_floor_ms);
    if (most <= 0 || (places.zoomed && most < places.y.low)) return false;
    const TextStyle style = micro_style(m, Role::text2);
    for (const std::string& words : floor_words(data)) {
        const float w = canvas.width(words, style) + m.px(10);
        const auto box = place_for_floor(places, data, w, m.micro * 1.5f);
        if (!box) continue;
        canvas.fill(*box, Role::panel, 3);
        canvas.text({box->x + m.px(5), box->middle_y()}, words, style);
        places.taken.boxes.push_back(*box);
        return true;
    }
    return false;
}

void draw_key(Canvas& canvas, const Places& places, const TimeCurves& data, const Metrics& m,
              bool floors, const std::function<void(Point)>& draw_first) {
    if (!data.second_source) return;
    const auto names = clock_name_forms(*data.source, *data.second_source);
    const auto with_floor = [](const std::string& name, double ms) {
        return ms > 0 ? name + ", floor " + time_text(ms) : name;
    };
    std::vector<ClockNames> forms;
    for (const ClockNames& two : names)
        if (floors)
            forms.emplace_back(with_floor(two.first, data.floor_ms),
                               with_floor(two.second, data.second_floor_ms));
    const DeviceMarks marks = point_marks(canvas, m, draw_first);
    const float y = places.key.middle_y();
    // A key with floors may begin left of the plot, below the numbers of its axis.
    for (const float x : {places.plot.x, places.key.x})
        if (!forms.empty() &&
            device_key(canvas, {x, y}, places.plot.right() - x, forms, m, marks) > 0)
            return;
    device_key(canvas, {places.plot.x, y}, places.plot.w, names, m, marks);
}

void draw_missing(Canvas& canvas, Places& places, const TimeCurves& data, const Metrics& m) {
    const TextStyle style = micro_style(m, Role::text2);
    const float height = m.micro * 1.4f;
    for (const std::vector<std::string>& forms : data.missing)
        for (const std::string& words : forms) {
            const auto box = free_place(places, canvas.width(words, style), height);
            if (!box) continue;
            canvas.text({box->x, box->middle_y()}, words, style);
            places.taken.boxes.push_back({places.plot.x, box->y, places.plot.w, box->h});
            break;
        }
}

}  // namespace app

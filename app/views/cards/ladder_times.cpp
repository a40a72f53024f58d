// Draws digits and devices in the tiles of a ladder. See ladder_times.h.
#include "app/views/cards/ladder_times.h"

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/views/cards/spots.h"
#include "app/views/marks.h"

namespace app {
namespace {

// The shape tells the kind of clock, as the badge in the card's head does in a word.
float draw_clock(Canvas& canvas, Point left, lab::TimeKind kind, const Metrics& m) {
    const float size = m.badge, h = size * 1.5f;
    const Rect box{left.x, left.y - h / 2, size * 1.9f, h};
    const Point at{box.middle_x(), left.y};
    if (kind == lab::TimeKind::measured) canvas.fill(box, Role::raised, h / 2);
    if (kind == lab::TimeKind::recorded) canvas.outline(box, Role::stroke, h / 2, 1.25f);
    if (kind == lab::TimeKind::modelled) canvas.dashed_outline(box, Role::text3, 0, 1.25f);
    if (kind == lab::TimeKind::measured) icon::stopwatch(canvas, at, size * .95f, Role::text);
    if (kind == lab::TimeKind::recorded) icon::record(canvas, at, size, Role::text);
    if (kind == lab::TimeKind::modelled) icon::tilde(canvas, at, size * .9f, Role::text);
    return box.w + m.px(8);
}

float clock_and_digits(const Canvas& canvas, const TimePoint& point, const Metrics& m) {
    return m.badge * 1.9f + m.px(8) +
           canvas.width(time_text(point.time.median_ms), mono_style(m.value, Role::text));
}

}  // namespace

float draw_digits(Canvas& canvas, Point left, float room, const TimePoint& point,
                  const TimeSource& source, const Metrics& m) {
    const TextStyle digits = mono_style(m.value, Role::text, Font::mono_medium);
    const std::string words = time_text(point.time.median_ms);
    const float x = left.x + draw_clock(canvas, left, source.kind, m);
    const float w = text_fitting(canvas, {x, left.y}, left.x + room - x, digits, {words});
    if (point.wrong && w > 0) canvas.line({x, left.y}, {x + w, left.y}, Role::bad, 2);
    return w > 0 ? x + w - left.x : 0;
}

void draw_two_times(Canvas& canvas, std::array<const TimePoint*, 2> times, Rect row,
                    const TimeSource& first, const TimeSource& second, const Metrics& m) {
    const TextStyle plain = small_style(m, Role::text3);
    const float y = row.middle_y(), gap = m.px(6), apart = m.px(16);
    const auto draw_one = [&](const TimePoint& point, const TimeSource& source,
                              const std::string& name) {
        const float w = draw_digits(canvas, {row.x, y}, row.w, point, source, m);
        row.cut_left(w + gap);
        if (w > 0) row.cut_left(text_fitting(canvas, {row.x, y}, row.w, plain, {name}) + apart);
    };
    const auto forms = clock_name_forms(first, second);
    for (const ClockNames& names : forms) {
        const auto wide = [&](const TimePoint* point, const std::string& name) {
            return point ? clock_and_digits(canvas, *point, m) + gap + canvas.width(name, plain)
                         : 0;
        };
        const float all = wide(times[0], names.first) + wide(times[1], names.second) + apart;
        const bool both = all <= row.w;
        if (!both && &names != &forms.back()) continue;
        if (times[0]) draw_one(*times[0], first, names.first);
        if (times[1] && (both || !times[0])) draw_one(*times[1], second, names.second);
        return;
    }
}

}  // namespace app

// The card "Time by knob": for each knob but the size, a bar for each value, linear from zero, all
// else unchanged. It opens at the knob turned last; a click on a name above goes to that knob's
// bars.
#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/series.h"
#include "app/time_numbers.h"
#include "app/view.h"
#include "app/views/cards/broken_scale.h"
#include "app/views/cards/knob_times.h"
#include "app/views/cards/recorded_nearby.h"
#include "app/views/cards/spots.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "lab/asked.h"
#include "lab/host_side.h"
#include "lab/time/compare.h"
#include "lab/words.h"

namespace app::by_knob_view {
namespace {

using Data = TimesByKnob;

// A row of the card: a knob's head, or one of its values.
struct Row {
    const KnobTimes* knob = nullptr;
    const KnobTime* value = nullptr;  // nullptr: a head
};

std::vector<Row> rows_of(const Data& data) {
    std::vector<Row> rows;
    for (const KnobTimes& knob : data.knobs) {
        rows.push_back({&knob});
        for (const KnobTime& value : knob.values) rows.push_back({&knob, &value});
    }
    return rows;
}

bool is_set(const Data& data, const Row& row) {
    return row.value && row.value->settings == data.settings;
}

std::string value_name(const Row& row) {
    const lab::Knob& knob = *row.knob->knob;
    const lab::Settings& settings = row.value->settings;
    return knob.role == lab::Knob::Role::type ? lab::choice_title(settings, knob, settings[knob])
                                              : app::value_name(knob, settings[knob]);
}

struct Places {
    Rect names, rows;
    float row = 0, title = 0, time = 0;
    int first = 0, shown = 0;
    Rect at(int line) const {
        return {rows.x, rows.y + static_cast<float>(line) * row, rows.w, row};
    }
};

// The first row: the head of the knob turned last, or the row from which its set value is in sight.
int first_row(const Data& data, const std::vector<Row>& rows, int shown, int asked) {
    const int last = std::max(0, static_cast<int>(rows.size()) - shown);
    if (asked >= 0) return std::min(asked, last);
    const auto head = std::ranges::find(rows, &data.knobs[data.turned], &Row::knob);
    const auto set =
        std::find_if(head, rows.end(), [&](const Row& row) { return is_set(data, row); });
    const int top = static_cast<int>(head - rows.begin()),
              at = static_cast<int>(set - rows.begin());
    return std::min(std::max(top, at - shown + 2), last);
}

Places places_of(const Canvas& canvas, const Data& data, const std::vector<Row>& rows, int asked,
                 Rect area, const Metrics& m) {
    Places places;
    if (data.knobs.size() > 1) places.names = area.cut_top(m.small * 1.7f);
    places.rows = area;
    const float least = m.small * 1.3f, most = m.small * 2;
    const int count = static_cast<int>(rows.size());
    places.shown = std::clamp(static_cast<int>(area.h / least), 1, std::max(1, count));
    places.row = std::clamp(area.h / static_cast<float>(places.shown), least, most);
    places.first = first_row(data, rows, places.shown, asked);
    places.time = canvas.width("000.0 µs", mono_style(m.small, Role::text, Font::mono_bold));
    for (const Row& row : rows)
        if (row.value)
            places.title =
                std::max(places.title, canvas.width(value_name(row), strong(small_style(m))));
    places.title = std::min(places.title, area.w * .38f);
    return places;
}

// Places of the knobs' names above the rows. Where not all fit, from the name before the knob whose
// rows are at the top.
std::vector<std::pair<Rect, const KnobTimes*>> names_of(const Canvas& canvas, const Data& data,
                                                        const std::vector<Row>& rows,
                                                        const Places& places, const Metrics& m) {
    std::vector<std::pair<Rect, const KnobTimes*>> all;
    if (places.names.h <= 0) return all;
    const TextStyle style = strong(micro_style(m));
    const auto width = [&](const KnobTimes& each) { return canvas.width(each.knob->title, style); };
    const float gap = m.px(14);
    float needed = -gap;
    for (const KnobTimes& each : data.knobs) needed += width(each) + gap;
    const auto top = rows[static_cast<std::size_t>(places.first)].knob - data.knobs.data();
    const bool part = needed > places.names.w;
    float x = places.names.x;
    for (std::size_t i = part ? static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, top - 1)) : 0;
         i < data.knobs.size(); ++i) {
        const float w = width(data.knobs[i]);
        if (x + w > places.names.right() && !all.empty()) break;
        all.emplace_back(Rect{x, places.names.y, w, places.names.h - m.px(4)}, &data.knobs[i]);
        x += w + gap;
    }
    return all;
}

void draw_names(Canvas& canvas, const Data& data, const std::vector<Row>& rows,
                const Places& places, const Metrics& m) {
    const KnobTimes* top = rows[static_cast<std::size_t>(places.first)].knob;
    const auto names = names_of(canvas, data, rows, places, m);
    for (const auto& [box, knob] : names) {
        const TextStyle style = micro_style(m, knob == top ? Role::text : Role::text2);
        canvas.text({box.x, box.middle_y()}, knob->knob->title,
                    knob == top ? strong(style) : style);
        if (knob == top) canvas.fill({box.x, box.bottom(), box.w, 2}, Role::accent, 1);
        if (knob == names.back().second && knob != &data.knobs.back())
            canvas.text({box.right() + m.px(6), box.middle_y()}, "…", micro_style(m));
    }
}

void draw_head(Canvas& canvas, const Row& row, Rect line, const Metrics& m) {
    const TextStyle style = strong(small_style(m, Role::text));
    const float used = canvas.width(row.knob->knob->title, style) + m.px(12);
    canvas.text({line.x, line.middle_y()}, row.knob->knob->title, style);
    text_fitting(canvas, {line.x + used, line.middle_y()}, line.w - used,
                 micro_style(m, Role::text3), row.knob->verdict);
}

void draw_time(Canvas& canvas, const DrawContext& context, const Data& data, const Row& row,
               Rect line, Rect bars) {
    const Metrics& m = context.metrics;
    const TimePoint& point = *row.value->point;
    const bool set = is_set(data, row);
    const float y = line.middle_y(), thick = std::min(m.small, line.h * .62f);
    const auto at = [&](double ms) {
        return bars.x + bars.w * static_cast<float>(ms / row.knob->longest_ms);
    };
    const std::string id = "by_knob." + row.knob->knob->id + "." + value_name(row);
    const float end = bars.x + eased(context, id, at(point.time.median_ms) - bars.x);
    time_box(canvas, {bars.x, y - thick / 2, std::max(2.f, end - bars.x), thick},
             {.chosen = set,
              .warm = lab::warm(point.time),
              .modelled = data.source->kind == lab::TimeKind::modelled});
    draw_whisker(canvas, at(lab::least_ms(point.time)), at(lab::most_ms(point.time)), y,
                 thick * .42f);
    const std::string words = time_text(point.time.median_ms);
    const TextStyle style = aligned(
        mono_style(m.small, set ? Role::text : Role::text2, set ? Font::mono_bold : Font::mono),
        Align::right);
    canvas.text({line.right(), y}, words, style);
    if (point.wrong)
        canvas.line({line.right() - canvas.width(words, style), y}, {line.right(), y}, Role::bad,
                    2);
}

// Longest first.
std::vector<std::string> why_no_bar(const DrawContext& context, const Data& data, const Row& row) {
    const lab::Settings& settings = row.value->settings;
    if (const auto why = lab::refusal(settings)) return reason_in_brief(*why);
    if (lab::unlike_copies(settings, data.settings))
        return {"no copies are timed here, so no like time", "no copies, no like time",
                "no like time"};
    if (lab::unfit_launch(settings)) return {"no thread ran, so no time", "no thread ran"};
    const auto regime = other_regime_words(context.series, settings, *data.source);
    return regime.empty() ? no_time_of(context.series, settings) : regime;
}

void draw_value(Canvas& canvas, const DrawContext& context, const Data& data, const Row& row,
                const Places& places, Rect line) {
    const Metrics& m = context.metrics;
    const float indent = m.px(10), y = line.middle_y();
    const TextStyle style = is_set(data, row) ? strong(small_style(m, Role::text)) : small_style(m);
    canvas.text({line.x + indent, y}, fitted(canvas, value_name(row), places.title, style), style);
    const float left = indent + places.title + m.px(12);
    const Rect bars{line.x + left, line.y, line.w - left - places.time - m.px(12), line.h};
    if (row.value->point) return draw_time(canvas, context, data, row, line, bars);
    text_fitting(canvas, {bars.x, y}, line.right() - bars.x, micro_style(m, Role::text3),
                 why_no_bar(context, data, row));
}

std::string why_nothing(const DrawContext& context, const Data& data) {
    const bool timed = data.source && context.series.on_any_day(data.settings, *data.source);
    return timed ? "No knob has times at two or more values with all other knobs unchanged."
                 : why_no_time(context);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = times_by_knob(context);
    const std::vector<Row> rows = rows_of(data);
    if (rows.empty() && data.awaited)
        return nothing(canvas, area, "Waiting for the times.", context.metrics);
    if (rows.empty()) return nothing_timed(canvas, context, area, why_nothing(context, data));
    const Places places = places_of(canvas, data, rows, context.first_row, area, context.metrics);
    draw_names(canvas, data, rows, places, context.metrics);
    for (int line = 0; line < places.shown; ++line) {
        const Row& row = rows[static_cast<std::size_t>(places.first + line)];
        const Rect at = places.at(line);
        if (row.value) {
            draw_value(canvas, context, data, row, places, at);
            continue;
        }
        if (line > 0) canvas.line({at.x, at.y}, {at.right(), at.y}, Colour{Role::stroke, .6f});
        draw_head(canvas, row, at, context.metrics);
    }
}

RowsInSight card_rows(const Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = times_by_knob(context);
    const std::vector<Row> rows = rows_of(data);
    if (rows.empty()) return {};
    const Places places = places_of(canvas, data, rows, context.first_row, area, context.metrics);
    return {places.first, places.shown, static_cast<int>(rows.size())};
}

std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const Data data = times_by_knob(context);
    const std::vector<Row> rows = rows_of(data);
    if (rows.empty()) return data.awaited ? std::nullopt : spot_of_nearby(context, area);
    const Places places = places_of(canvas, data, rows, context.first_row, area, context.metrics);
    const int line = static_cast<int>(std::floor((mouse.y - places.rows.y) / places.row));
    if (line < 0 || line >= places.shown) return std::nullopt;
    const Row& row = rows[static_cast<std::size_t>(places.first + line)];
    if (!row.value) {
        const std::vector<std::string>& verdict = row.knob->verdict;
        return Spot{places.at(line), "*" + row.knob->knob->title + "*\n" +
                                         (verdict.empty() ? "" : capitalised(verdict[0]) + ".\n") +
                                         "A bar is as long as its time, from zero to the longest "
                                         "time of this knob.\n" +
                                         row.knob->knob->hint};
    }
    const lab::Knob& knob = *row.knob->knob;
    const std::string unit = knob.kind == lab::Knob::Kind::choice
                                 ? ""
                                 : " " + lab::unit_of(row.value->settings[knob], knob.unit);
    const std::string head = "*" + knob.title + ": " + value_name(row) + unit + "*\n";
    if (!row.value->point) {
        const std::vector<std::string> why = why_no_bar(context, data, row);
        return Spot{places.at(line), head + (why.empty() ? "" : capitalised(why.front()) + ".")};
    }
    return Spot{places.at(line), head + time_sentence(*row.value->point, *row.value->day),
                row.value->settings};
}

// A click on a name brings its bars to the top. Without bars, a spot leads to recorded settings.
std::vector<Spot> spots(const Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = times_by_knob(context);
    const std::vector<Row> rows = rows_of(data);
    std::vector<Spot> all;
    if (rows.empty()) {
        if (auto way = data.awaited ? std::nullopt : spot_of_nearby(context, area))
            all.push_back(std::move(*way));
        return all;
    }
    const Places places = places_of(canvas, data, rows, context.first_row, area, context.metrics);
    for (const auto& [box, knob] : names_of(canvas, data, rows, places, context.metrics)) {
        Spot spot{box, "Go to the times over " + uncapitalised(knob->knob->title)};
        const auto head = std::ranges::find(rows, knob, &Row::knob);
        spot.row = static_cast<int>(head - rows.begin());
        all.push_back(std::move(spot));
    }
    return all;
}

Note note(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    const auto source = settings.subject ? context.series.source(settings) : std::nullopt;
    if (!source) return "";
    return note_of_parts(
        {lab::size_words(settings, power_or_grouped), short_device(source->device)});
}

Badge badge_now(const DrawContext& context) {
    const Data data = times_by_knob(context);
    return data.knobs.empty() ? Badge::none : badge_of(data.source);
}

bool fits(const lab::Run& run) { return has_knobs_to_time(run.request.settings); }

std::string numbers(const DrawContext& context) {
    const Data data = times_by_knob(context);
    std::vector<TimedRow> rows;
    for (const Row& row : rows_of(data))
        if (row.value && row.value->point)
            rows.push_back({{row.knob->knob->id,
                             lab::worded(*row.knob->knob, row.value->settings[*row.knob->knob])},
                            row.value->point});
    return time_numbers({"knob", "value"}, rows);
}

const RegisterView registered{
    {.id = "by_knob",
     .title = "Time by knob",
     .slot = Slot::card,
     .order = 9,
     .fits = fits,
     .draw = draw,
     .numbers = numbers,
     .words = {.note = note, .badge = badge_now},
     .pointing = {.spot = spot, .spots = spots, .rows = card_rows},
     .needs = {.settings = knob_needs, .times_only = true, .recorded_only = true}}};

}  // namespace
}  // namespace app::by_knob_view

// The card "Kernels compared": a bar for each rung at the same settings, linear from zero, its
// interval as a whisker, and a sentence that names a winner only where intervals part. Bars of warm
// times are hollow; those of a second device are hatched, below the first one's. In high rows names
// are above their bars. A far longer bar is broken; for times far apart the scale is logarithmic.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/cards/broken_scale.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/device_key.h"
#include "app/views/cards/plot.h"
#include "app/views/cards/spots.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "lab/library.h"
#include "lab/time/compare.h"

namespace app {
namespace {

using Bar = ComparedBar;
using Data = ComparedTimes;

// Bars this many times longer than the next are broken: where bars are short; where they are long.
constexpr double far_longer_beside = 2.5, far_longer = 6;

bool is_warm(const Bar& bar) { return bar.point && lab::warm(bar.point->time); }

struct Places {
    Rect rows, sentence;
    Rect cause;  // in a high card: the count that changed most
    Rect more;   // words about rows out of sight
    Rect axis;   // below the bars of a log scale
    float row = 0, title = 0, time = 0;
    int first = 0, shown = 0;
    bool above = false;   // names above their bars
    bool beside = false;  // numbers of two devices side by side, else stacked
    std::string unit;     // unit of all numbers, where it is written once
    // Width for one number; two numbers have equal widths.
    float number() const { return beside ? time / 2 : time; }
};

float words_of_times(const Canvas& canvas, const Metrics& m) {
    return canvas.width("000.0 µs", mono_style(m.small, Role::text, Font::mono_bold)) + m.px(4);
}

// A time, without `unit` where that is written once for all.
std::string number_text(double ms, const std::string& unit) {
    std::string text = time_text(ms);
    if (!unit.empty()) text.resize(text.rfind(' '));
    return text;
}

// Side by side, a number has a sample before it and smaller digits; all are as wide as the widest.
float sample_beside(const Metrics& m) { return m.px(9); }
float number_beside(const Canvas& canvas, const Data& data, const std::string& unit,
                    const Metrics& m) {
    float widest = 0;
    for (const Bar& bar : data.bars)
        for (const TimePoint* point : {bar.point, bar.second})
            if (point)
                widest = std::max(widest,
                                  canvas.width(number_text(point->time.median_ms, unit),
                                               mono_style(m.micro, Role::text, Font::mono_bold)));
    return widest + sample_beside(m) + m.px(13);
}

// A bar below its name leaves a gap before the next name; with two devices it is half as thick.
float thickness(const Places& places, float row, const Metrics& m, bool two) {
    const float one =
        places.above ? std::max(m.small * .9f, row * .55f) : std::min(m.small, places.row * .62f);
    return two ? std::min(one, std::max(m.small * .45f, (row - 4) / 2.4f)) : one;
}

// A name above its bar takes at most half of the row.
float name_height(const Places& places, const Metrics& m) {
    return std::min(places.row * .5f, m.small * 1.9f);
}

// Numbers of two devices are stacked where their bars are far enough apart.
bool numbers_stack(const Places& places, const Metrics& m) {
    const float row = places.row - (places.above ? name_height(places, m) : 0);
    return thickness(places, row, m, true) * 1.16f > (m.small + m.micro) * .55f;
}

// The first row: as the user scrolled, else around the shown kernel, with the one before or ahead
// if both fit.
int first_row(const Data& data, const Places& places, int count, const DrawContext& context) {
    int first = context.first_row;
    if (first < 0) {
        first = data.settings.rung - places.shown / 2;
        const auto [low, high] = std::minmax({data.settings.rung, row_beside(data)});
        if (high - low < places.shown) first = std::clamp(first, high - places.shown + 1, low);
    }
    return std::clamp(first, 0, std::max(0, count - places.shown));
}

// The scale between names and numbers. It covers all rows, so that scrolling does not change it.
BrokenScale scale_of(const Places& places, const Data& data, const Metrics& m) {
    const float title = places.title > 0 ? places.title + m.px(12) : 0,
                from = places.rows.x + m.small * 1.6f + title,
                to = places.rows.right() - places.time - m.px(6);
    if (places.axis.h > 0)
        return BrokenScale::logarithmic(shortest_ms(data), longest_ms(data) * 1.02, from, to);
    const double too_long = places.beside ? far_longer_beside : far_longer;
    return BrokenScale::of(end_of_scale(data, too_long), longest_ms(data), from, to, m);
}

Places places_of(const Canvas& canvas, const Data& data, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    Places places;
    const int count = std::max(1, static_cast<int>(data.bars.size()));
    const float least = metrics.micro * 1.15f, two_lines = metrics.small * 2.6f;
    places.above = area.h > (two_lines + 1) * static_cast<float>(count + 1);
    const float cause = metrics.micro * 2.8f;
    // With two devices the verdict may take two lines.
    const float easy_row = metrics.small * (places.above ? 2.6f : data.second ? 1.8f : 1.3f);
    if ((!data.second || area.h > metrics.px(330)) &&
        area.h > easy_row * static_cast<float>(count) + metrics.small * 1.9f + cause)
        places.cause = area.cut_bottom(cause);
    const float below =
        sentence_height(data, area.h, least * static_cast<float>(count), places.above, metrics);
    if (below > 0) places.sentence = area.cut_bottom(below);
    const float axis = far_apart(data, far_longer) ? least : 0;
    if (area.h - axis < least * static_cast<float>(count)) places.more = area.cut_bottom(least);
    places.axis = area.cut_bottom(axis);
    places.rows = area;
    const float row = std::max(area.h / static_cast<float>(count), least);
    places.shown = std::clamp(static_cast<int>(area.h / row + .01f), 1, count);
    const float most = metrics.small * (places.above ? 5.6f : 2.3f);
    places.row = std::clamp(area.h / static_cast<float>(places.shown), least, most);
    places.first = first_row(data, places, count, context);
    places.time = words_of_times(canvas, metrics);
    places.beside = data.second && !numbers_stack(places, metrics);
    if (places.beside && area.w < metrics.px(420)) places.unit = unit_of_all(data);
    if (places.beside) places.time = 2 * number_beside(canvas, data, places.unit, metrics);
    if (places.above) return places;
    float widest = 0;
    for (const Bar& bar : data.bars)
        widest = std::max(
            widest, canvas.width(lab::rung_of(bar.settings).title, strong(small_style(metrics))));
    // Short names matter more than long bars, long bars more than long names.
    const float room = area.w - places.time - metrics.small * 2.2f - metrics.px(24);
    const float least_bars = metrics.px(places.beside ? 70 : 30);
    const float short_name = std::min(room - least_bars, metrics.px(100));
    const float most_title = std::min(widest, std::max(room * .55f, short_name));
    for (const Bar& bar : data.bars)  // the width of the names as shortened
        for (const TextStyle& style : {small_style(metrics), strong(small_style(metrics))}) {
            const std::string name = name_in(canvas, bar, most_title, style);
            places.title = std::max(places.title, canvas.width(name, style));
        }
    return places;
}

void draw_body(Canvas& canvas, Rect box, const Data& data, const Bar& bar) {
    time_box(canvas, box,
             {.chosen = bar.rung == data.settings.rung,
              .warm = is_warm(bar),
              .modelled = data.source->kind == lab::TimeKind::modelled});
}

Colour inside(const Data& data, const Bar& bar) {
    const bool filled = bar.rung == data.settings.rung && !is_warm(bar) &&
                        data.source->kind != lab::TimeKind::modelled;
    return filled ? on_work(true) : Colour{Role::text};
}

// On a logarithmic scale the dot's place tells the time, not the bar's length.
void draw_dot(Canvas& canvas, Rect box, const Data& data, const Bar& bar) {
    draw_body(canvas, box.inside(0, box.h * .38f), data, bar);
    canvas.circle({box.right(), box.middle_y()}, box.h * .42f,
                  bar.rung == data.settings.rung ? Role::accent : Role::other_series);
}

void draw_broken(Canvas& canvas, const BrokenScale& x, Rect box, const Data& data, const Bar& bar,
                 bool second, const Metrics& m) {
    draw_length(canvas, x, box, length_words(data, bar, x.whole.high, second),
                micro_style(m, second ? Colour{Role::text} : inside(data, bar)),
                {.hatched = second, .close = data.second.has_value()}, m);
    draw_break(canvas, x, box, m);
}

// Marks the bar that the lengths of broken bars are multiples of.
void draw_own_measure(Canvas& canvas, const BrokenScale& x, Rect box, float high, const Data& data,
                      const Bar& bar, const Metrics& m) {
    const Bar* measure = x.breaks(x.longest) ? measure_of(data, x.whole.high, false) : nullptr;
    if (measure && measure->rung == bar.rung)
        draw_measure(canvas, x, box, high, micro_style(m, inside(data, bar)), m);
}

// A sample of its bar before a number.
void draw_sample(Canvas& canvas, float x, float y, const Data& data, const Bar& bar, bool second,
                 const Metrics& m) {
    const float size = sample_beside(m);
    const Rect box{x, y - size / 2, size, size};
    if (second)
        second_box(canvas, box, 2);
    else
        draw_body(canvas, box, data, bar);
}

// The key of devices, with bars as above: the first device's are the chosen kernel's and the
// others'.
DeviceMarks bar_marks(Canvas& canvas, const Data& data, const Metrics& m) {
    const float w = m.px(12), h = m.micro * .8f, next = w + m.px(3);
    std::vector<Bar> samples;
    for (const bool chosen : {true, false}) {
        const auto same = std::ranges::find_if(data.bars, [&](const Bar& bar) {
            return bar.point && (bar.rung == data.settings.rung) == chosen;
        });
        if (same != data.bars.end()) samples.push_back(*same);
    }
    DeviceMarks marks{float(samples.size()) * next - m.px(3), w, {}, {}};
    marks.draw_first = [=, &canvas, &data](Point at) {
        for (std::size_t i = 0; i < samples.size(); ++i)
            draw_body(canvas, {at.x + float(i) * next, at.y - h / 2, w, h}, data, samples[i]);
    };
    marks.draw_second = [=, &canvas](Point at) {
        second_box(canvas, {at.x, at.y - h / 2, w, h}, 2);
    };
    return marks;
}

// Draws a time at the right end of `row`, struck out where the result was wrong.
void draw_number(Canvas& canvas, const Places& places, const Data& data, const Bar& bar, Rect row,
                 float y, TextStyle style, bool second, const Metrics& m) {
    const TimePoint& point = second ? *bar.second : *bar.point;
    const std::string words = number_text(point.time.median_ms, places.unit);
    if (places.beside) style.size = m.micro;
    style = aligned(style, Align::right);
    const float right = places.beside && !second ? row.right() - places.number() : row.right();
    const float wide = canvas.width(words, style);
    canvas.text({right, y}, words, style);
    if (point.wrong) canvas.line({right - wide, y}, {right, y}, Role::bad, 2);
    const float sample = right - wide - sample_beside(m) - m.px(4);
    if (places.beside) draw_sample(canvas, sample, y, data, bar, second, m);
}

// In place of the bar of one of two devices: why it has no time.
void draw_missing(Canvas& canvas, const Places& places, const std::vector<std::string>& why,
                  const std::string& device, Rect row, float y, const Metrics& m) {
    if (places.beside) return;  // only its number is missing
    const std::string plain = "no time on " + device;
    text_fitting(canvas, {row.x, y}, row.w - places.time, micro_style(m),
                 {why.empty() ? plain : device + ": " + why.front(), plain, "no time"});
}

// The second device's bar: hatched, with its own interval, and its time below or after the first
// one's. `row` includes the number.
void draw_second(Canvas& canvas, const Places& places, const Data& data, const BrokenScale& x,
                 const Bar& bar, Rect row, float y, float height, const Metrics& m) {
    const lab::Time& time = bar.second->time;
    const Rect box{x.whole.from, y - height / 2, std::max(2.f, x.at(time.median_ms) - x.whole.from),
                   height};
    const float low = x.at(lab::least_ms(time), time.median_ms),
                high = x.at(lab::most_ms(time), time.median_ms);
    second_box(canvas, box);
    // A thin line is lost over hatching.
    canvas.line({low, y}, {high, y}, Role::panel, 4);
    draw_whisker(canvas, low, high, y, height * .42f);
    if (x.breaks(time.median_ms)) draw_broken(canvas, x, box, data, bar, true, m);
    draw_number(canvas, places, data, bar, row, places.beside ? row.middle_y() : y,
                mono_style(m.micro, Role::text2, Font::mono), true, m);
}

// Draws number and name, cut off the row: above the bar, or at its left. Returns whether the row
// may have a time: none is shown without its device.
bool name_row(Canvas& canvas, const Places& places, const Data& data, const Bar& bar, Rect& row,
              const Metrics& metrics) {
    const bool chosen = bar.rung == data.settings.rung;
    const TextStyle words = chosen ? strong(small_style(metrics)) : small_style(metrics);
    const Rect line = places.above ? row.cut_top(name_height(places, metrics)) : row;
    if (!lab::is_library(bar.settings))
        canvas.text({line.x, line.middle_y()}, rung_number(bar.rung), words);
    if (bar.rung == data.before) outline_words(canvas, line, rung_number(bar.rung), words);
    const float number = metrics.small * 1.6f, room = places.above ? line.w - number : places.title;
    row.cut_left(number);
    const std::string name = room > 0 ? name_in(canvas, bar, room, words) : "";
    if (!name.empty()) canvas.text({line.x + number, line.middle_y()}, name, words);
    if (places.title > 0) row.cut_left(places.title + metrics.px(12));
    return !bar.own || !name.empty();
}

// Middles and thickness of the bars of two devices.
struct Two {
    float first = 0, second = 0, thick = 0;
};

// Draws the second device's bar in a row, and words where one device has no time.
void draw_both(Canvas& canvas, const Places& places, const Data& data, const Bar& bar,
               const BrokenScale& x, Rect row, Two at, const Metrics& m) {
    const ClockNames names = clock_name_forms(*data.source, *data.second).back();
    if (!bar.point) draw_missing(canvas, places, bar.other_regime, names.first, row, at.first, m);
    if (bar.own) return;  // a bar with its own device has no second time
    if (bar.second)
        draw_second(canvas, places, data, x, bar, row, at.second, at.thick, m);
    else
        draw_missing(canvas, places, bar.second_regime, names.second, row, at.second, m);
}

void draw_bar(Canvas& canvas, const DrawContext& context, const Places& places, const Data& data,
              const Bar& bar, const BrokenScale& x, Rect row) {
    const Metrics& metrics = context.metrics;
    const bool chosen = bar.rung == data.settings.rung;
    if (!name_row(canvas, places, data, bar, row, metrics)) return;
    if (!bar.point && !bar.second) return draw_reason(canvas, data, bar, row, metrics);
    const bool two = data.second.has_value();
    const float middle = row.middle_y(), thick = thickness(places, row.h, metrics, two),
                y = two ? middle - thick * .58f : middle;
    if (two)
        draw_both(canvas, places, data, bar, x, row, {y, middle + thick * .58f, thick}, metrics);
    if (!bar.point) return;
    const lab::Time& time = bar.point->time;
    draw_number(canvas, places, data, bar, row, places.beside ? middle : y,
                mono_style(metrics.small, chosen ? Role::text : Role::text2,
                           chosen ? Font::mono_bold : Font::mono),
                false, metrics);
    row.cut_right(places.time);
    if (row.w < metrics.px(20)) return;
    const auto at = [&](const char* what, double ms) {
        const std::string id = "compared." + std::to_string(bar.rung) + what;
        return row.x + eased(context, id, x.at(ms, time.median_ms) - row.x);
    };
    const Rect box{row.x, y - thick / 2, std::max(2.f, at("", time.median_ms) - row.x), thick};
    const float high = at(".high", lab::most_ms(time));
    if (bar.ghost) draw_outline(canvas, x, bar.ghost->time.median_ms, y, thick, metrics);
    if (x.whole.logarithmic)
        draw_dot(canvas, box, data, bar);
    else
        draw_body(canvas, box, data, bar);
    draw_whisker(canvas, at(".low", lab::least_ms(time)), high, y, thick * .42f);
    if (x.breaks(time.median_ms)) draw_broken(canvas, x, box, data, bar, false, metrics);
    if (!two) draw_own_measure(canvas, x, box, high, data, bar, metrics);
    if (is_warm(bar) && places.sentence.h <= 0)
        draw_warm(canvas, box, std::max(high, box.right()), row, metrics);
}

// The key of devices, the key of hollow bars, then the verdict.
void draw_sentence(Canvas& canvas, const Places& places, const Data& data, Rect area,
                   const Metrics& metrics) {
    const float below =
        places.rows.y + float(places.shown) * places.row + places.more.h + places.axis.h;
    const float y = std::min(places.sentence.middle_y(), below + metrics.small * 1.2f);
    const TextStyle style = small_style(metrics, Role::text3);
    const std::string words = data.shaped.empty() ? verdict_of(data) : data.shaped;
    float x = area.x;
    if (data.second) {
        const std::string& unit = places.unit;
        const float said = unit.empty() ? 0 : canvas.width("in " + unit, style) + metrics.px(12);
        if (said > 0) canvas.text({area.right(), y}, "in " + unit, aligned(style, Align::right));
        area.w -= said;
        const float key = device_key(canvas, {x, y}, area.right() - x,
                                     clock_name_forms(*data.source, *data.second), metrics,
                                     bar_marks(canvas, data, metrics));
        x += key > 0 ? key + metrics.px(14) : 0;
    }
    if (std::ranges::any_of(data.bars, is_warm)) {
        const Rect sample{x, y - metrics.small * .4f, metrics.px(18), metrics.small * .8f};
        const float words = text_fitting(canvas, {sample.right() + metrics.px(6), y},
                                         area.right() - sample.right() - metrics.px(6), style,
                                         {"warm caches", "warm"});
        if (words > 0) {
            canvas.fill(sample, Colour{Role::other_series, .15f}, 3);
            canvas.outline(sample, Role::stroke, 3, 1.6f);
            x = sample.right() + metrics.px(20) + words;
        }
    }
    if (words.empty())
        return void(text_fitting(canvas, {x, y}, area.right() - x, style, recorded_words(data)));
    const std::string all = data.larger.empty() ? words : words + " " + data.larger;
    if (text_fitting(canvas, {x, y}, area.right() - x, style, {all}) > 0) return;
    const Rect two{x, places.sentence.y, area.right() - x, places.sentence.h};
    if (!data.larger.empty() && two.h > metrics.small * 2.5f &&
        paragraph_fitting(canvas, two, all, style, 1.25f) > 0)
        return;
    if (text_fitting(canvas, {x, y}, area.right() - x, style, {words}) > 0) return;
    const float top = y + metrics.small * (x > area.x ? .8f : -.7f);
    const float bottom = places.cause.h > 0 ? places.cause.y : area.bottom();
    paragraph_fitting(canvas, {area.x, top, area.w, bottom - top}, words, style, 1.3f);
}

// Says how many rows are out of sight: no row is left out in silence.
void draw_more(Canvas& canvas, const Places& places, const Data& data, const Metrics& m) {
    const int above = places.first,
              below = static_cast<int>(data.bars.size()) - places.first - places.shown;
    if (places.more.h <= 0 || above + below <= 0) return;
    text_fitting(canvas, {places.more.x, places.more.middle_y()}, places.more.w,
                 micro_style(m, Role::text3), rows_left_out(above, below));
}

RowsInSight card_rows(const Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = compared_times(context);
    if (data.bars.empty()) return {};
    const Places places = places_of(canvas, data, context, area);
    return {places.first, places.shown, static_cast<int>(data.bars.size())};
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = compared_times(context);
    if (!data.settings.subject) return nothing(canvas, area, "No lesson is open.", context.metrics);
    const bool any =
        std::ranges::any_of(data.bars, [](const Bar& bar) { return bar.point || bar.second; });
    if (!any) return nothing(canvas, area, why_no_time(context), context.metrics);
    const Places places = places_of(canvas, data, context, area);
    draw_more(canvas, places, data, context.metrics);
    const BrokenScale x = scale_of(places, data, context.metrics);
    const Rect bars{x.whole.from, places.rows.y, x.end - x.whole.from,
                    static_cast<float>(places.shown) * places.row};
    x.draw_round_times(canvas, bars, {bars.x, bars.bottom(), bars.w, places.axis.h}, places.rows,
                       context.metrics);
    for (int i = 0; i < places.shown; ++i) {
        const Bar& bar = data.bars[static_cast<std::size_t>(places.first + i)];
        const Rect row{places.rows.x, places.rows.y + float(i) * places.row, places.rows.w,
                       places.row};
        draw_bar(canvas, context, places, data, bar, x, row);
        // A line between groups that do different work.
        if (i > 0 &&
            other_work(bar.settings, data.bars[std::size_t(places.first + i - 1)].settings))
            canvas.line({row.x, row.y}, {row.right(), row.y}, Role::stroke);
    }
    if (places.sentence.h > 0) draw_sentence(canvas, places, data, area, context.metrics);
    if (places.cause.h <= 0) return;
    for (const std::string& words : cause_words(context, data))
        if (paragraph_fitting(canvas, places.cause, words,
                              micro_style(context.metrics, Role::text3), 1.3f) > 0)
            return;
}

std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const Data data = compared_times(context);
    const bool any = std::ranges::any_of(data.bars, [](const Bar& bar) { return bar.point; });
    if (!any || !area.contains(mouse)) return std::nullopt;
    const Places places = places_of(canvas, data, context, area);
    if (data.recorded && verdict_of(data).empty() && places.sentence.contains(mouse))
        return Spot{places.sentence, recorded_words(data).front(), *data.recorded};
    const int line = static_cast<int>((mouse.y - places.rows.y) / places.row);
    if (line < 0 || line >= places.shown) return std::nullopt;
    const Bar& bar = data.bars[static_cast<std::size_t>(places.first + line)];
    Spot found{{places.rows.x, places.rows.y + static_cast<float>(line) * places.row, places.rows.w,
                places.row},
               words_of(data, bar)};
    if (!lab::is_library(bar.settings))
        found.settings = bar.settings;
    else if (!lab::on_processor(bar.settings))  // can't be opened, but has a program
        found.library = lab::rung_of(bar.settings).id;
    return found;
}

// The keyboard reaches the offered settings here, and the kernels in their ladder.
std::vector<Spot> spots(const Canvas& canvas, const DrawContext& context, Rect area) {
    const Data data = compared_times(context);
    const bool any = std::ranges::any_of(data.bars, [](const Bar& bar) { return bar.point; });
    if (!any || !data.recorded || !verdict_of(data).empty()) return {};
    const Places places = places_of(canvas, data, context, area);
    if (places.sentence.h <= 0) return {};
    return {Spot{places.sentence, recorded_words(data).front(), *data.recorded}};
}

Note note(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.subject || !settings.subject->size) return "";
    const std::optional<TimeSource> source = context.series.source(settings);
    return note_of_parts(
        {lab::size_words(settings, power_or_grouped), source ? short_device(source->device) : ""});
}

Badge badge_now(const DrawContext& context) {
    const Data data = compared_times(context);
    const bool any = std::ranges::any_of(data.bars, [](const Bar& bar) { return bar.point; });
    return any ? badge_of(data.source) : Badge::none;
}

bool fits(const lab::Run& run) { return on_a_ladder(run.request.settings); }

const RegisterView registered{{.id = "rungs_compared",
                               .title = "Kernels compared",
                               .slot = Slot::card,
                               .order = 2,
                               .fits = fits,
                               .draw = draw,
                               .numbers = compared_numbers,
                               .words = {.note = note, .badge = badge_now},
                               .pointing = {.spot = spot, .spots = spots, .rows = card_rows},
                               .needs = {.settings = compared_needs, .times_only = true}}};

}  // namespace

}  // namespace app

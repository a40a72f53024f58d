// See clock_picture.h.
#include "app/views/timeline/clock_picture.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/views/cards/plot.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "app/views/timeline/clock_spans.h"

namespace app {
namespace {

using lab::Clock;

constexpr int row_count = 3;
enum Row : std::uint8_t { host_row, device_row, measured_row };

struct ClockPlaces {
    Rect side, names, rows, axis, words;
    float pitch = 0;
    double whole = 1;
    explicit operator bool() const { return pitch > 0; }
    float at(double length) const { return rows.x + rows.w * static_cast<float>(length / whole); }
    Rect row(Row row) const {
        return {rows.x, rows.y + pitch * static_cast<float>(row), rows.w, pitch};
    }
    // A box in the middle of a row; at least a line.
    Rect box(Row in, double from, double to) const {
        const Rect there = row(in);
        const float high = pitch * .46f;
        return {at(from), there.middle_y() - high / 2, std::max(at(to) - at(from), 2.f), high};
    }
    // One of the three lines in the last row.
    float line_y(std::size_t clock) const {
        return row(measured_row).y + pitch * (.22f + .28f * static_cast<float>(clock));
    }
};

ClockPlaces places_of(const Metrics& metrics, Rect area, double whole) {
    ClockPlaces places;
    if (area.w < metrics.px(220) || area.h < metrics.px(90) || !(whole > 0)) return places;
    places.side = cut_side(area, metrics, {640, 200, .24f, 170, 250});
    if (area.h >= metrics.px(170)) places.words = area.cut_bottom(metrics.small * 2.2f);
    if (area.w >= metrics.px(300)) places.names = area.cut_left(metrics.small * 6.6f);
    places.axis = area.cut_bottom(metrics.micro * 2.2f);
    places.rows = area;
    const float pitch = std::min(area.h / row_count, metrics.px(150));
    if (pitch < metrics.small * 1.4f) return places;
    places.pitch = pitch;
    places.rows.h = pitch * row_count;
    places.axis.y = places.rows.bottom();
    places.whole = 1.04 * whole;  // the last mark is not cut
    return places;
}

struct Drawn {
    Canvas& canvas;
    const Metrics& metrics;
    const ClockSpans& spans;
    ClockPlaces places;
};

void draw_row_names(const Drawn& to) {
    if (to.places.names.w <= 0) return;
    const char* const names[] = {"Host", "Device", "Measured by"};
    for (int row = 0; row < row_count; ++row)
        text_fitting(to.canvas, {to.places.names.x, to.places.row(Row(row)).middle_y()},
                     to.places.names.w - to.metrics.px(8), small_style(to.metrics, Role::text),
                     {names[row]});
}

void draw_tracks_of_clocks(const Drawn& to) {
    for (const Row row : {host_row, device_row})
        to.canvas.fill(to.places.box(row, 0, to.places.whole), Role::sunk, 3);
}

// Lengths that are no times have no axis.
void draw_axis_of_clocks(const Drawn& to) {
    if (!to.spans.known()) return;
    const Rect& rows = to.places.rows;
    const Scale scale{0, to.places.whole, false, rows.x, rows.right()};
    const int most = std::max(2, static_cast<int>(rows.w / to.metrics.px(64)));
    std::vector<AxisText> labels;
    for (const double tick : linear_ticks(to.places.whole, most)) {
        labels.push_back({tick, tick == 0 ? "0" : round_time_text(tick)});
        to.canvas.line({scale.at(tick), rows.y}, {scale.at(tick), rows.bottom()}, Role::line);
    }
    draw_below(to.canvas, scale, rows.bottom() + to.metrics.micro * 1.2f,
               {rows.x - to.metrics.px(8), 0, rows.w + to.metrics.px(16), 1}, labels, to.metrics);
}

// A box with its name inside, or right of it where it is too narrow.
void draw_named_box(const Drawn& to, Rect box, bool chosen, const std::vector<std::string>& names) {
    if (to.spans.known())
        work_cell(to.canvas, box, chosen, std::min(3.f, box.w / 3));
    else
        to.canvas.dashed_outline(box, chosen ? Role::accent : Role::text3, 3, 1.4f);
    const TextStyle inside =
        mono_style(to.metrics.digits, to.spans.known() ? on_work(chosen) : Colour(Role::text));
    if (text_fitting(to.canvas, {box.middle_x(), box.middle_y()}, box.w - 6,
                     aligned(inside, Align::centre), names) > 0)
        return;
    const float x = box.right() + to.metrics.px(6);
    text_fitting(to.canvas, {x, box.middle_y()}, to.places.rows.right() - x,
                 mono_style(to.metrics.digits, Role::text), {names.back()});
}

void draw_host(const Drawn& to) {
    const ClockSpans& spans = to.spans;
    if (spans.shown == Clock::host_waits) {
        const Rect wait = to.places.box(host_row, spans.launched, spans.waited);
        to.canvas.hatch(wait, Role::text2, to.metrics.px(8), 1.2f);
        to.canvas.outline(wait, Role::text2, 3, 1.3f);
        const TextStyle style = mono_style(to.metrics.digits, Role::text);
        const std::string words =
            fitting(to.canvas, wait.w * .7f, style, {"cudaDeviceSynchronize()", "waits"});
        const float wide = to.canvas.width(words, style) + to.metrics.px(12);
        if (!words.empty()) {
            to.canvas.fill({wait.middle_x() - wide / 2, wait.y + 2, wide, wait.h - 4}, Role::sunk);
            to.canvas.text({wait.middle_x(), wait.middle_y()}, words,
                           aligned(style, Align::centre));
        }
    }
    const bool waits = spans.shown == Clock::host_waits;
    draw_named_box(to, to.places.box(host_row, 0, spans.launched), false,
                   waits ? std::vector<std::string>{"launch", ""}
                         : std::vector<std::string>{"launch call", "launch"});
}

// A reading of the clock, or an event: a line through its row, with a triangle on top.
void draw_reading(const Drawn& to, Row row, double at) {
    const Rect there = to.places.row(row), box = to.places.box(row, at, at);
    const float x = to.places.at(at), size = std::min(to.metrics.px(9), (box.y - there.y) * .8f);
    to.canvas.line({x, box.y - 1}, {x, box.bottom() + 3}, Role::accent, 2);
    const Point corners[] = {
        {x, box.y}, {x - size * .7f, box.y - size}, {x + size * .7f, box.y - size}};
    to.canvas.polygon(corners, Role::accent);
}

void draw_readings(const Drawn& to) {
    const Row row = to.spans.shown == Clock::events ? device_row : host_row;
    const auto [from, end] = to.spans.span(to.spans.shown);
    draw_reading(to, row, from);
    draw_reading(to, row, end);
    for (const double at : {from, end})
        to.canvas.dashed_line({to.places.at(at), to.places.box(row, at, at).bottom() + 3},
                              {to.places.at(at), to.places.line_y(std::size_t(to.spans.shown))},
                              Colour(Role::accent, .6f), 1.2f);
}

std::string span_words(const ClockSpans& spans, Clock clock) {
    const std::string name(name_of(clock));
    return spans.time(clock) ? name + ": " + time_text(*spans.time(clock)) : name;
}

// The span of each clock, that of the shown one in strength.
void draw_spans(const Drawn& to) {
    for (const Clock clock : all_clocks) {
        const bool shown = clock == to.spans.shown;
        const Colour colour = shown ? Role::accent : Role::text3;
        const auto [from, end] = to.spans.span(clock);
        const float y = to.places.line_y(static_cast<std::size_t>(clock)), x = to.places.at(from),
                    right = std::max(to.places.at(end), x + 2), tip = to.places.pitch * .06f;
        to.canvas.line({x, y}, {right, y}, colour, shown ? 2.4f : 1.3f);
        for (const float at : {x, right})
            to.canvas.line({at, y - tip}, {at, y + tip}, colour, shown ? 2.4f : 1.3f);
        TextStyle style = micro_style(to.metrics, shown ? Role::text : Role::text2);
        if (shown) style = strong(style);
        const std::string words = span_words(to.spans, clock);
        const float gap = to.metrics.px(8), wide = to.canvas.width(words, style);
        const bool behind = right + gap + wide <= to.places.rows.right();
        const float left = behind ? right + gap : std::max(x, right - wide - gap);
        if (!behind)
            to.canvas.fill(
                {left - 3, y - to.metrics.micro * .7f, wide + 6, to.metrics.micro * 1.4f},
                Role::panel);
        text_fitting(to.canvas, {left, y}, to.places.rows.right() - left, style, {words});
    }
}

std::vector<std::string> source_forms(const ClockSpans& spans) {
    if (!spans.known())
        return {
            "A model: lengths are no times. No times by events and by a host clock are known "
            "of one device at these settings.",
            "A model: lengths are no times, as none are known at these settings.",
            "A model: lengths are no times."};
    const std::string kind = spans.kind == lab::TimeKind::measured ? "Measured" : "Recorded",
                      device = short_device(spans.device);
    return {kind + " on " + device +
                ", each clock in runs of its own. No clock says when the "
                "kernel begins: that is drawn by estimate.",
            kind + " on " + device + ". Where the kernel begins is an estimate.",
            kind + ", the kernel's begin by estimate"};
}

void draw_side_of_clocks(const Drawn& to) {
    Rect column = to.places.side;
    const auto& time = to.spans.time(to.spans.shown);
    const std::string by = "by " + std::string(name_of(to.spans.shown));
    const std::string whole = time ? time_text(*time) : "no time yet";
    const char* const note = to.spans.shown == Clock::events       ? "the kernel"
                             : to.spans.shown == Clock::host_waits ? "launch, kernel and wait"
                                                                   : "the launch, not the kernel";
    if (column.h < to.metrics.small * 3)
        return void(text_fitting(to.canvas, {column.x, column.middle_y()}, column.w,
                                 strong(small_style(to.metrics)),
                                 {whole + " " + by + ": " + note, whole + " " + by, whole}));
    big_number(to.canvas, column, whole, by, note, to.metrics, false);
    column.cut_top(to.metrics.number_gap);
    const auto& kernel = to.spans.time(Clock::events);
    if (to.spans.known() && kernel && to.spans.shown != Clock::events)
        big_number(to.canvas, column, time_text(*kernel), "by events", "the same kernel",
                   to.metrics, false);
}

}  // namespace

void draw_clocks(Canvas& canvas, const DrawContext& context, Rect area) {
    const ClockSpans spans = clock_spans(context);
    const Drawn to{canvas, context.metrics, spans, places_of(context.metrics, area, spans.whole())};
    if (!to.places)
        return nothing(canvas, area, "Too little room for a timeline.", context.metrics);
    draw_tracks_of_clocks(to);
    draw_axis_of_clocks(to);
    draw_row_names(to);
    draw_host(to);
    draw_named_box(to, to.places.box(device_row, spans.begins, spans.ends), true, {"kernel"});
    draw_readings(to);
    draw_spans(to);
    if (to.places.words.h > 0)
        text_fitting(canvas, {to.places.words.x, to.places.words.y + to.places.words.h * .6f},
                     to.places.words.w, small_style(context.metrics, Role::text3),
                     source_forms(spans));
    draw_side_of_clocks(to);
}

std::optional<Spot> spot_of_clocks(const DrawContext& context, Rect area, Point at) {
    const ClockSpans spans = clock_spans(context);
    const ClockPlaces places = places_of(context.metrics, area, spans.whole());
    if (!places || !places.rows.contains(at)) return std::nullopt;
    const auto timed = [&](Clock clock) {
        return spans.time(clock) ? ": " + time_text(*spans.time(clock)) : std::string{};
    };
    const Rect kernel = places.box(device_row, spans.begins, spans.ends);
    if (kernel.contains(at))
        return Spot{kernel, "*Kernel*" + timed(Clock::events) +
                                ", the same by each clock.\nEvents before and behind it in its "
                                "stream are reached as it begins and ends."};
    const Rect launch = places.box(host_row, 0, spans.launched);
    if (launch.contains(at))
        return Spot{launch, "*Launch*" + timed(Clock::host_does_not_wait) +
                                ".\nThe call puts the kernel into a queue and returns. It does not "
                                "wait for the kernel."};
    const Rect wait = places.box(host_row, spans.launched, spans.waited);
    if (spans.shown == Clock::host_waits && wait.contains(at))
        return Spot{wait,
                    "*cudaDeviceSynchronize()* returns when the kernel has ended. Only then "
                    "the host reads its clock again."};
    return std::nullopt;
}

std::string claim_of_clocks(const DrawContext& context) {
    switch (clock_spans(context).shown) {
        case Clock::events: return "Two events enclose the kernel";
        case Clock::host_waits: return "The host waits, then reads its clock";
        case Clock::host_does_not_wait: return "The clock stops when the launch has returned";
    }
    return "";
}

std::string sentence_of_clocks(const DrawContext& context) {
    const ClockSpans spans = clock_spans(context);
    const auto told = [&](Clock clock, const char* before, const char* behind) {
        const auto& time = spans.time(clock);
        return time ? before + time_text(*time) + behind : std::string{};
    };
    const std::string words =
        told(Clock::events, "The kernel takes *", "* by events. ") +
        told(Clock::host_waits, "A clock of the host that waits shows *", "*. ") +
        told(Clock::host_does_not_wait, "A clock of the host that does not wait shows *",
             "*: the launch alone.");
    if (spans.known()) return words;
    return words + "The kernel is the same by each clock, and not all have *a time yet* here.";
}

Note note_of_clocks(const DrawContext& context) {
    return clock_spans(context).known() ? "one launch" : "one launch; no times yet";
}

Badge badge_of_clocks(const DrawContext& context) {
    const ClockSpans spans = clock_spans(context);
    return spans.known() ? badge_of(spans.kind) : Badge::none;
}

std::string numbers_of_clocks(const DrawContext& context) {
    const ClockSpans spans = clock_spans(context);
    std::string csv = "clock,time (ms),device\n";
    for (const Clock clock : all_clocks)
        csv += fmt::format("\"{}\",{},{}\n", name_of(clock),
                           spans.time(clock) ? fmt::format("{}", *spans.time(clock)) : "",
                           spans.device);
    return csv;
}

}  // namespace app

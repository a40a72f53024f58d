// Broken bars: which of them break, and their words. See broken_scale.h, and compared_times.h for
// the compared times.
#include "app/views/cards/broken_scale.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/format.h"
#include "app/views/cards/compared_times.h"
#include "app/views/marks.h"
#include "lab/library.h"
#include "lab/time/compare.h"

namespace app {
namespace {

// Share of the bars' room after the break. In pixels: the gap's lean and width, and the least room
// after it.
constexpr float behind_break = .24f, lean_of_break = 4, gap_of_break = 5, least_behind = 6;

}  // namespace

BrokenScale BrokenScale::of(double high, double longest, float from, float to,
                            const Metrics& metrics) {
    if (longest <= high) return {{0, high, false, from, to}, longest, to, to};
    const float gap = metrics.px(2 * lean_of_break + gap_of_break + 1);
    const float room = std::max(gap + metrics.px(least_behind), behind_break * (to - from));
    const float ends = std::max(from, to - room);
    return {{0, high, false, from, ends}, longest, to, std::min(to, ends + gap)};
}

BrokenScale BrokenScale::logarithmic(double shortest, double longest, float from, float to) {
    constexpr double least = .1;  // share of the room for the shortest bar
    const double low = shortest / std::pow(longest / shortest, least / (1 - least));
    to = std::max(from, to);
    return {{low, longest, true, from, to}, longest, to, to};
}

void BrokenScale::draw_round_times(Canvas& canvas, Rect rows, Rect axis, Rect row,
                                   const Metrics& metrics) const {
    if (!whole.logarithmic) return;
    std::vector<AxisText> texts;
    for (const double ms : log_ticks(whole.low, whole.high, 4)) {
        texts.push_back({ms, round_time_text(ms)});
        canvas.line({whole.at(ms), rows.y}, {whole.at(ms), axis.y}, Role::line);
    }
    draw_below(canvas, whole, axis.middle_y(), axis, texts, metrics);
    const TextStyle style = micro_style(metrics, Role::text3);
    const float y = axis.middle_y(), gap = metrics.px(6), right = row.right() - axis.right() - gap;
    if (text_fitting(canvas, {row.x, y}, axis.x - row.x - gap, style, {"log scale", "log"}) > 0)
        return;
    text_fitting(canvas, {row.right(), y}, right, aligned(style, Align::right),
                 {"log scale", "log"});
}

float BrokenScale::at(double value) const {
    if (whole.logarithmic) return std::clamp(whole.at(value), whole.from, whole.to);
    if (!breaks(value)) return std::min(whole.at(value), whole.to);
    const double share = std::log(value / whole.high) / std::log(longest / whole.high);
    return behind + (end - behind) * (.1f + .9f * static_cast<float>(std::min(share, 1.)));
}

float BrokenScale::at(double end_of_it, double around) const {
    return breaks(around) ? std::max(at(end_of_it), behind) : at(end_of_it);
}

void draw_break(Canvas& canvas, const BrokenScale& scale, Rect box, const Metrics& m) {
    const float lean = m.px(lean_of_break), gap = m.px(gap_of_break), y = box.y - m.px(3),
                foot = box.bottom() + m.px(3);
    const float x = scale.whole.to + lean;
    const Point corners[] = {
        {x + lean, y}, {x + lean + gap, y}, {x - lean + gap, foot}, {x - lean, foot}};
    canvas.polygon(corners, Role::panel);
    for (const float at : {0.f, gap})
        canvas.line({x + lean + at, y}, {x - lean + at, foot}, Role::text2, 1.4f);
}

void draw_outline(Canvas& canvas, const BrokenScale& scale, double value, float middle_y,
                  float height, const Metrics& m) {
    const float width = std::max(2.f, scale.at(value) - scale.whole.from);
    const Rect box{scale.whole.from, middle_y - height / 2 - 2, width, height + 4};
    canvas.outline(box, Role::stroke, 3, 1.2f);
    if (scale.breaks(value)) draw_break(canvas, scale, box, m);
}

void draw_length(Canvas& canvas, const BrokenScale& scale, Rect box,
                 const std::vector<std::string>& words, TextStyle style, LengthGround ground,
                 const Metrics& m) {
    // A bar lower than its words has them on a ground that is higher than the bar, as its break is.
    const bool low = box.h < style.size * .85f;
    if (low && ground.close) return;
    const float right = scale.whole.to - m.px(5);
    const float room = (right - box.x - m.px(5)) * (low ? .6f : 1.f);  // a ground hides it
    const auto fits = [&](const std::string& each) { return canvas.width(each, style) <= room; };
    const auto found = std::ranges::find_if(words, fits);
    if (found == words.end()) return;
    const float wide = canvas.width(*found, style) + m.px(4);
    if (low) {
        style.colour = Role::text;
        box = {box.x, box.middle_y() - style.size * .6f, box.w, style.size * 1.2f};
    }
    if (low || ground.hatched)
        canvas.fill({right - wide, box.y, wide + m.px(2), box.h}, Role::panel);
    canvas.text({right, box.middle_y()}, *found, aligned(style, Align::right));
}

void draw_measure(Canvas& canvas, const BrokenScale& scale, Rect box, float high, TextStyle style,
                  const Metrics& m) {
    const std::string words = "1 ×";
    const float width = canvas.width(words, style), gap = m.px(6);
    const float right = std::max(high, box.right()) + gap;
    if (right + width < scale.end) {
        style.colour = Role::text;
        canvas.text({right, box.middle_y()}, words, style);
    } else if (box.w > width + 4 * gap && box.h > style.size * .85f) {
        canvas.text({box.x + gap, box.middle_y()}, words, style);
    }
}

void draw_warm(Canvas& canvas, Rect box, float end, Rect row, const Metrics& m) {
    const TextStyle style = micro_style(m, Role::text2);
    const float width = canvas.width("warm", style), gap = m.px(8);
    const bool behind = end + gap + width < row.right() - m.px(6);
    if (!behind && width + 2 * gap > box.w) return;
    canvas.text({behind ? end + gap : box.x + gap, box.middle_y()}, "warm", style);
}

void draw_whisker(Canvas& canvas, float from, float to, float y, float half) {
    if (to - from < 1) return;
    canvas.line({from, y}, {to, y}, Role::text, 1.4f);
    canvas.line({from, y - half}, {from, y + half}, Role::text, 1.4f);
    canvas.line({to, y - half}, {to, y + half}, Role::text, 1.4f);
}

namespace {

// The longest time of each bar, longest first.
std::vector<double> longest_first(const ComparedTimes& data) {
    std::vector<double> all;
    for (const ComparedBar& bar : data.bars) {
        double most = 0;
        for (const TimePoint* point : {bar.point, bar.second})
            if (point) most = std::max(most, lab::most_ms(point->time));
        all.push_back(most);
    }
    std::ranges::sort(all, std::greater());
    return all;
}

constexpr double beyond = 1.2;  // end of the scale relative to the longest whole bar
// Logarithmic: the end is above 10 times the least time, or above a quarter of the bars break.
constexpr double too_far_apart = 10, most_broken = .25;

}  // namespace

double shortest_ms(const ComparedTimes& data) {
    double least = INFINITY;
    for (const ComparedBar& bar : data.bars)
        for (const TimePoint* point : {bar.point, bar.second, bar.ghost})
            if (point) least = std::min(least, point->time.median_ms);
    return least;
}

double end_of_scale(const ComparedTimes& data, double far) {
    const std::vector<double> longest = longest_first(data);
    for (std::size_t i = 1; 2 * i <= longest.size() && longest.size() > 2; ++i)
        if (longest[i] > 0 && longest[i - 1] > far * longest[i]) return beyond * longest[i];
    return longest_ms(data) * 1.02;
}

bool far_apart(const ComparedTimes& data, double far) {
    const double end = end_of_scale(data, far);
    const std::vector<double> longest = longest_first(data);
    const auto bars = std::ranges::count_if(longest, [](double ms) { return ms > 0; });
    const auto broken = std::ranges::count_if(longest, [&](double ms) { return ms > end; });
    return broken > most_broken * double(bars) || end > too_far_apart * shortest_ms(data);
}

const ComparedBar* measure_of(const ComparedTimes& data, double whole, bool second) {
    const auto ms = [&](const ComparedBar& one) {
        const TimePoint* point = second ? one.second : one.point;
        const bool counts = point && !point->wrong && point->time.median_ms <= whole;
        return counts ? point->time.median_ms : INFINITY;
    };
    const auto shown = std::ranges::find(data.bars, data.settings.rung, &ComparedBar::rung);
    const auto fastest = std::ranges::min_element(data.bars, {}, ms);
    const auto with = shown != data.bars.end() && std::isfinite(ms(*shown)) ? shown : fastest;
    return with == data.bars.end() || !std::isfinite(ms(*with)) ? nullptr : &*with;
}

std::vector<std::string> length_words(const ComparedTimes& data, const ComparedBar& bar,
                                      double whole, bool second) {
    const ComparedBar* with = measure_of(data, whole, second);
    if (!with) return {};
    const auto ms = [&](const ComparedBar& one) {
        return (second ? one.second : one.point)->time.median_ms;
    };
    const double times = ms(bar) / ms(*with);
    const std::string length =
        (times < 99.5 ? shortest(times, 2) : grouped(std::llround(times))) + " ×";
    return {length + " " + (lab::is_library(with->settings) ? "" : "kernel ") + number_of(*with),
            length};
}

}  // namespace app

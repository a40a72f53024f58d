// "Chance": where the samples of a run ended, and how their mean settles: the band around it
// narrows as one over the root of the number of samples. Registers itself as "chance".
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/paths/outcomes.h"

namespace app::chance_view {
namespace {

struct ChancePlaces {
    Rect bars, means, side;  // of a panel, with its title and its axis
};

ChancePlaces chance_places(const Metrics& metrics, Rect area) {
    ChancePlaces places;
    places.side = cut_side(area, metrics, {560, 190, .22f, 170, 240});
    if (area.w < metrics.px(420)) {
        places.means = area;
        return places;
    }
    places.bars = area.cut_left((area.w - metrics.side_gap) / 2);
    area.cut_left(metrics.side_gap);
    places.means = area;
    return places;
}

// A panel without its title and its axis: the plot.
struct Panel {
    Rect title, plot, axis;
};

Panel panel_of(Rect area, const Metrics& metrics) {
    Panel panel;
    panel.title = area.cut_top(metrics.small * 2);
    panel.axis = area.cut_bottom(metrics.micro * 2);
    panel.plot = area;
    return panel;
}

// A multiple of `step`; zero is 0 and never "-0".
double on_step(double value, double step) { return std::round(value / step) * step + 0.; }

// The unit of an axis, at its right end; returns the left end of the words.
float name_axis(Canvas& canvas, const Panel& panel, const std::string& unit,
                const Metrics& metrics) {
    const TextStyle style = aligned(micro_style(metrics), Align::right);
    canvas.text({panel.axis.right(), panel.axis.middle_y()}, unit, style);
    return panel.axis.right() - canvas.width(unit, style) - metrics.px(8);
}

// Numbers below the axis, up to `end`, each at its place, as many as have room.
template <class Place>
void draw_axis(Canvas& canvas, const Panel& panel, double first, double last, double step,
               const Place& place, float end, const Metrics& metrics) {
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    float free_from = panel.axis.x;
    for (double at = std::ceil(first / step - 1e-9) * step; at <= last + step * 1e-9; at += step) {
        const std::string words =
            step >= 1 ? grouped(std::llround(at)) : shortest(on_step(at, step), 4);
        const float x = place(at), half = canvas.width(words, style) / 2;
        if (x - half < free_from || x + half > end) continue;
        canvas.text({x, panel.axis.middle_y()}, words, style);
        free_from = x + half + metrics.px(8);
    }
}

// Lines through the plot at both ends of the range that pays.
void draw_bounds(Canvas& canvas, const Outcomes& outcomes, const Panel& panel, const auto& place) {
    for (const double at : {outcomes.worth_from, outcomes.worth_to}) {
        const float x = place(at);
        if (x < panel.plot.x || x > panel.plot.right()) continue;
        canvas.line({x, panel.plot.y}, {x, panel.plot.bottom()}, Role::text3, 1.5f);
    }
}

// The bars, the words along their axis, and the range in which a sample has a value. The tallest
// bar shows its count, so that the others can be compared with it.
Panel bars_panel(Canvas& canvas, const Outcomes& outcomes, Rect area, const Metrics& metrics) {
    Panel panel = panel_of(area, metrics);
    text_fitting(canvas, {panel.title.x, panel.title.middle_y()}, panel.title.w,
                 strong(small_style(metrics)), {outcomes.along_words});
    if (!outcomes.worth_words.empty() && panel.plot.h > metrics.px(140)) {
        const Rect words = panel.plot.cut_top(metrics.small * 1.7f);
        text_fitting(
            canvas, {words.x, words.middle_y()}, words.w, small_style(metrics),
            {"A " + outcomes.noun + " " + outcomes.worth_words, capitalised(outcomes.worth_words)});
    }
    panel.plot.cut_top(metrics.micro * 1.7f);
    return panel;
}

void draw_bars(Canvas& canvas, const Outcomes& outcomes, Rect area, const Metrics& metrics) {
    if (outcomes.bars.empty() || area.w <= 0) return;
    const Panel panel = bars_panel(canvas, outcomes, area, metrics);
    const float width = panel.plot.w / static_cast<float>(outcomes.bars.size());
    const auto tallest = std::ranges::max_element(outcomes.bars, {}, &OutcomeBar::samples);
    const auto most = tallest->samples;
    for (std::size_t i = 0; i < outcomes.bars.size(); ++i) {
        const OutcomeBar& bar = outcomes.bars[i];
        const auto high = [&](std::int64_t samples) {
            return panel.plot.h * static_cast<float>(samples) / static_cast<float>(most);
        };
        const float x = panel.plot.x + static_cast<float>(i) * width, foot = panel.plot.bottom();
        const float gap = width > 6 ? 1.f : .5f;
        const Rect all{x + gap, foot - high(bar.samples), width - 2 * gap, high(bar.samples)};
        if (bar.samples > bar.worth) canvas.outline(all, Role::stroke, 2);
        if (bar.worth > 0)
            canvas.fill({all.x, foot - high(bar.worth), all.w, high(bar.worth)}, Role::accent, 2);
    }
    canvas.line({panel.plot.x, panel.plot.bottom()}, {panel.plot.right(), panel.plot.bottom()},
                Role::line);
    const double first = outcomes.bars.front().low, step = outcomes.bar_width;
    const auto place = [&](double at) {
        return panel.plot.x + static_cast<float>((at - first) / step) * width;
    };
    const std::string count = plural(most, outcomes.noun);
    const TextStyle style = aligned(micro_style(metrics, Role::text2), Align::centre);
    const float half = canvas.width(count, style) / 2;
    canvas.text({std::clamp(place(tallest->low + step / 2), panel.plot.x + half,
                            std::max(panel.plot.x + half, panel.plot.right() - half)),
                 panel.plot.y - metrics.micro * .8f},
                count, style);
    if (!outcomes.worth_words.empty()) draw_bounds(canvas, outcomes, panel, place);
    draw_axis(canvas, panel, first, outcomes.bars.back().low + step, 5 * step, place,
              panel.axis.right(), metrics);
}

// The range in which means are drawn.
struct MeanRange {
    double low = 0, high = 1;
};

// The sample counts at which means are drawn: one for every two pixels.
std::vector<std::size_t> drawn_after(const Outcomes& outcomes, float width) {
    const auto all = double(outcomes.samples());
    const int columns = std::max(1, static_cast<int>(width / 2));
    const double first = std::min(1., 2 / all);
    std::vector<std::size_t> after;
    for (int column = 0; column <= columns; ++column) {
        const double share = first + (1 - first) * column / double(columns);
        after.push_back(std::max<std::size_t>(std::size_t(std::llround(all * share)), 1));
    }
    return after;
}

// The range of the last band, and of earlier bands that are not far away.
MeanRange mean_range(const Outcomes& outcomes, const std::vector<std::size_t>& after) {
    const lab::SampleMean& last = outcomes.means.back();
    const double far = last.half > 0 ? 6 * last.half : std::max(.5, std::abs(last.mean));
    const MeanRange most{last.mean - far, last.mean + far};
    if (last.half <= 0) return most;
    MeanRange range{last.mean - last.half, last.mean + last.half};
    for (const std::size_t samples : after) {
        const lab::SampleMean& so_far = outcomes.means[samples - 1];
        range.low = std::min(range.low, so_far.mean - so_far.half);
        range.high = std::max(range.high, so_far.mean + so_far.half);
    }
    const double air = last.half / 4;
    return {std::max(most.low, range.low - air), std::min(most.high, range.high + air)};
}

// The band after some number of samples.
struct BandPlace {
    Point top, middle, foot;
};

BandPlace band_place(const Outcomes& outcomes, Rect plot, const MeanRange& range,
                     std::size_t samples) {
    const lab::SampleMean& so_far = outcomes.means[samples - 1];
    const float share = static_cast<float>(double(samples) / double(outcomes.samples()));
    const auto place = [&](double value) {
        const double up = (value - range.low) / (range.high - range.low);
        return Point{plot.x + plot.w * share,
                     plot.bottom() - plot.h * static_cast<float>(std::clamp(up, 0., 1.))};
    };
    return {place(so_far.mean + so_far.half), place(so_far.mean), place(so_far.mean - so_far.half)};
}

void draw_band(Canvas& canvas, const Outcomes& outcomes, Rect plot, const MeanRange& range,
               const std::vector<std::size_t>& after) {
    std::vector<BandPlace> places;
    for (const std::size_t samples : after)
        places.push_back(band_place(outcomes, plot, range, samples));
    constexpr float over = .6f;  // extends into the next one, so that no seam shows
    for (std::size_t i = 1; i < places.size(); ++i) {
        const BandPlace &a = places[i - 1], &b = places[i];
        const Point band[] = {a.top,
                              {std::min(b.top.x + over, plot.right()), b.top.y},
                              {std::min(b.foot.x + over, plot.right()), b.foot.y},
                              a.foot};
        canvas.polygon(band, Colour(Role::accent, .22f).on(Role::panel));
    }
    for (std::size_t i = 1; i < places.size(); ++i)
        canvas.line(places[i - 1].middle, places[i].middle, Role::accent, 2);
}

void draw_mean_names(Canvas& canvas, Rect names, Rect plot, const MeanRange& range,
                     const Metrics& metrics) {
    const double step = round_step(range.high - range.low, 5);
    const TextStyle style = aligned(micro_style(metrics), Align::right);
    for (double at = std::ceil(range.low / step) * step; at <= range.high; at += step) {
        const double share = (at - range.low) / (range.high - range.low);
        const float y = plot.bottom() - plot.h * static_cast<float>(share);
        if (y < plot.y + metrics.micro / 2 || y > plot.bottom() - metrics.micro / 2) continue;
        canvas.line({plot.x, y}, {plot.right(), y}, Role::line);
        text_fitting(canvas, {names.right() - metrics.px(6), y}, names.w, style,
                     {shortest(on_step(at, step), 3)});
    }
}

void draw_means(Canvas& canvas, const Outcomes& outcomes, Rect area, const Metrics& metrics) {
    const Rect names = area.cut_left(metrics.micro * 3.4f);
    const Panel panel = panel_of(area, metrics);
    const std::vector<std::size_t> after = drawn_after(outcomes, panel.plot.w);
    const MeanRange range = mean_range(outcomes, after);
    const std::string many = outcomes.noun + "s";
    text_fitting(canvas, {panel.title.x, panel.title.middle_y()}, panel.title.w,
                 strong(small_style(metrics)),
                 {"Mean by number of " + many +
                      ", with its 95 % "
                      "band",
                  "Mean, with its 95 % band"});
    draw_mean_names(canvas, names, panel.plot, range, metrics);
    draw_band(canvas, outcomes, panel.plot, range, after);
    canvas.line({panel.plot.x, panel.plot.bottom()}, {panel.plot.right(), panel.plot.bottom()},
                Role::line);
    const auto all = double(outcomes.samples());
    const auto place = [&](double at) {
        return panel.plot.x + panel.plot.w * static_cast<float>(at / all);
    };
    draw_axis(canvas, panel, 1, all, std::max(1., round_step(all, 6)), place,
              name_axis(canvas, panel, many, metrics), metrics);
}

// As many digits as give the uncertainty two: "0.412" for 0.03.
std::string in_digits(double value, double half) {
    const double places = half > 0 ? std::ceil(-std::log10(half)) + 1 : 3;
    return fixed(value, static_cast<int>(std::clamp(places, 0., 8.)));
}

// The run with the most samples, if it has more than the picture; nullptr: none.
const lab::Run* larger_run(const lab::Result& result, const Outcomes& drawn) {
    const lab::Run* found = nullptr;
    auto most = std::uint64_t(drawn.samples());
    for (const auto* run : {result.counted.get(), result.timed.get()})
        if (run && run->sample_mean.samples > most) found = run, most = run->sample_mean.samples;
    return found;
}

// The mean of a run with more samples, and the device that ran it.
void larger_number(Canvas& canvas, Rect& column, const lab::Run& run, const Outcomes& outcomes,
                   const Metrics& metrics) {
    const lab::SampleMean& mean = run.sample_mean;
    big_number(canvas, column, in_digits(mean.mean, mean.half),
               "from " + plural(mean.samples, outcomes.noun),
               "± " + in_digits(mean.half, mean.half) + ", " + run.device.name, metrics, false);
    column.cut_top(metrics.number_gap);
}

void draw_chance_side(Canvas& canvas, Rect column, const Outcomes& outcomes, const lab::Run* larger,
                      const Metrics& metrics) {
    const lab::SampleMean& last = outcomes.means.back();
    const std::string mean = in_digits(last.mean, last.half),
                      half = in_digits(last.half, last.half);
    if (column.h < metrics.px(100)) {
        const std::string doubt = last.half > 0 ? " ± " + half : "";
        text_fitting(canvas, {column.x, column.middle_y()}, column.w, strong(small_style(metrics)),
                     {mean + doubt + " on average", mean + doubt, mean});
        return;
    }
    big_number(canvas, column, mean, "on average",
               last.half > 0             ? "± " + half + ", 19 times in 20"
               : outcomes.samples() == 1 ? "of one " + outcomes.noun
                                         : "all equal so far",
               metrics, false);
    column.cut_top(metrics.number_gap);
    if (larger && column.h > metrics.px(240))
        larger_number(canvas, column, *larger, outcomes, metrics);
    big_number(canvas, column, percent(double(outcomes.worth) / double(outcomes.samples())),
               outcomes.samples() == 1 ? "is worth something" : "are worth something",
               grouped(outcomes.worth) + " of " + plural(outcomes.samples(), outcomes.noun),
               metrics, false);
    column.cut_top(metrics.number_gap);
    KeyColumn key(canvas, column, metrics);
    const std::string_view whole = outcomes.worth_of;
    key.entry(Sample::chosen, {whole.empty() ? "pays" : whole, "pays"});
    key.entry(Sample::idle, {"pays nothing"});
}

constexpr const char* no_samples = "This run left no samples.";

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Metrics& metrics = context.metrics;
    if (!outcomes(run)) return nothing(canvas, area, no_samples, metrics);
    if (area.w < metrics.px(160) || area.h < metrics.px(120))
        return nothing(canvas, area, "Too little room for samples.", metrics);
    const Outcomes& made = outcomes(run);
    const ChancePlaces places = chance_places(metrics, area);
    if (made.samples() == 1) {
        const Rect both{area.x, places.means.y, places.means.right() - area.x, places.means.h};
        nothing(canvas, both, "One " + made.noun + " has no spread to draw.", metrics);
        return draw_chance_side(canvas, places.side, made, larger_run(context.result, made),
                                metrics);
    }
    draw_bars(canvas, made, places.bars, metrics);
    draw_means(canvas, made, places.means, metrics);
    draw_chance_side(canvas, places.side, made, larger_run(context.result, made), metrics);
}

std::string claim(const DrawContext& context) {
    const Outcomes& made = outcomes(context.picture());
    if (!made) return "No samples";
    const lab::SampleMean& last = made.means.back();
    const std::string worth = "Worth " + in_digits(last.mean, last.half);
    if (made.samples() == 1) return worth + ", from one " + made.noun + " alone";
    if (last.half == 0) return worth + " from " + plural(made.samples(), made.noun) + ", all equal";
    return worth + " ± " + in_digits(last.half, last.half);
}

std::string sentence(const DrawContext& context) {
    const Outcomes& made = outcomes(context.picture());
    if (!made) return no_samples;
    if (made.samples() == 1)
        return "One " + made.noun +
               " has *no spread*. Only more of them show how far its worth "
               "is " +
               "from the mean of all.";
    return "*" + grouped(made.worth) + " of " + plural(made.samples(), made.noun) + "* " +
           (made.worth == 1 ? "is" : "are") +
           " worth something. The band around their mean narrows as one over the root of their "
           "number: a tenth of the band takes *a hundred times as many*.";
}

bool fits(const lab::Run& run) { return bool(outcomes(run)); }

// Results include the threads of all blocks.
std::string note(const DrawContext&) { return "every block"; }

const RegisterView registered{{.id = "chance",
                               .title = "Chance",
                               .slot = Slot::memory,
                               .order = 10,
                               .fits = fits,
                               .draw = draw,
                               .words = {.claim = claim, .sentence = sentence, .note = note}}};

}  // namespace
}  // namespace app::chance_view

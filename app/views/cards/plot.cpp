// Draws scales, ticks and axes of plots. See plot.h.
#include "app/views/cards/plot.h"

#include <algorithm>
#include <cmath>

#include "app/views/marks.h"

namespace app {

float Scale::at(double value) const {
    const double share =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return static_cast<float>(from + (to - from) * share);
}

double Scale::value_at(float pixel) const {
    const double share = (pixel - from) / (to - from);
    return logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
}

Scale part_of(const Scale& scale, double from, double to) {
    const auto at = [&](double share) {
        return scale.value_at(
            static_cast<float>(scale.from + (double(scale.to) - scale.from) * share));
    };
    return {at(from), at(to), scale.logarithmic, scale.from, scale.to};
}

std::vector<double> ticks_within(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(high > low) || most < 2) return ticks;
    const double least = (high - low) / (most - 1),
                 power = std::pow(10., std::floor(std::log10(least)));
    double step = 10 * power;
    for (const double digit : {5., 2., 1.})
        if (digit * power >= least * .9999) step = digit * power;
    for (double i = std::ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); ++i)
        ticks.push_back(i * step);
    return ticks;
}

std::vector<double> log_ticks(double low, double high, int most) {
    const int first = static_cast<int>(std::floor(std::log10(low))) - 1;
    const int last = static_cast<int>(std::ceil(std::log10(high))) + 1;
    // The lowest decade stays when others are dropped: low points need a line below them.
    const int lowest = static_cast<int>(std::ceil(std::log10(low * .999)));
    const auto collect = [&](std::initializer_list<double> within, int every) {
        std::vector<double> ticks;
        for (int decade = first; decade <= last; ++decade)
            for (const double digit : within) {
                const double value = digit * std::pow(10., decade);
                const bool kept = ((decade - lowest) % every + every) % every == 0;
                if (kept && value >= low * .999 && value <= high * 1.001) ticks.push_back(value);
            }
        return ticks;
    };
    for (const auto& within : {std::initializer_list<double>{1, 2, 5}, {1, 3}, {1}}) {
        auto ticks = collect(within, 1);
        if (ticks.size() <= static_cast<std::size_t>(most)) return ticks;
    }
    for (int every = 2;; ++every) {
        auto ticks = collect({1}, every);
        if (ticks.size() <= static_cast<std::size_t>(most)) return ticks;
    }
}

std::vector<double> linear_ticks(double high, int most) {
    std::vector<double> ticks;
    if (!(high > 0) || most < 2) return {0};
    const double least = high / (most - 1);
    const double power = std::pow(10., std::floor(std::log10(least)));
    double step = power;
    for (const double digit : {1., 2., 5., 10.})
        if (digit * power >= least * .9999) {
            step = digit * power;
            break;
        }
    for (int i = 0; i * step <= high * 1.0001; ++i) ticks.push_back(i * step);
    return ticks;
}

std::vector<double> binary_ticks(double low, double high, int most) {
    const int first = static_cast<int>(std::ceil(std::log2(low) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log2(high) + 1e-9));
    int every = 1;
    while ((last - first) / every + 1 > std::max(most, 1)) ++every;
    std::vector<double> ticks;
    for (int power = last; power >= first; power -= every) ticks.push_back(std::pow(2., power));
    std::reverse(ticks.begin(), ticks.end());
    return ticks;
}

Scale log_scale(double low, double high, float from, float to) {
    constexpr double most_decades = 1e12;  // a scale of logarithms has no zero
    if (!(high > 0)) high = 1;
    low = std::max(low, high / most_decades);
    if (high / low < 4) {  // a single point still gets an axis
        const double middle = std::sqrt(low * high);
        low = middle / 2, high = middle * 2;
    }
    const double room = std::pow(high / low, .06);
    return {low / room, high * room, true, from, to};
}

bool crosses(Point a, Point b, Rect box) {
    const float from = std::max(a.x, box.x), to = std::min(b.x, box.right());
    if (from > to || b.x <= a.x) return false;
    const auto y = [&](float x) { return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x); };
    return std::max(y(from), y(to)) > box.y && std::min(y(from), y(to)) < box.bottom();
}

float distance(Rect box, Point at) {
    return std::hypot(at.x - std::clamp(at.x, box.x, box.right()),
                      at.y - std::clamp(at.y, box.y, box.bottom()));
}

bool TakenPlaces::meets(Rect box) const {
    return std::ranges::any_of(boxes, [&](Rect one) { return one.meets(box); }) ||
           std::ranges::any_of(lines,
                               [&](DrawnLine one) { return crosses(one.from, one.to, box); });
}

bool TakenPlaces::is_free(Rect box) const {
    return box.x >= within.x && box.right() <= within.right() && box.y >= within.y &&
           box.bottom() <= within.bottom() && !meets(box);
}

void draw_below(Canvas& canvas, const Scale& scale, float y, Rect within,
                const std::vector<AxisText>& labels, const Metrics& metrics) {
    struct Placed {
        float left, right;
    };
    std::vector<Placed> taken;
    const auto place = [&](const AxisText& label) {
        TextStyle style = micro_style(metrics, label.strong ? Role::text : Role::text3);
        if (label.strong) style.font = Font::semibold;
        style.align = Align::centre;
        const float width = canvas.width(label.text, style);
        if (width > within.w) return;
        const float x =
            std::clamp(scale.at(label.value), within.x + width / 2, within.right() - width / 2);
        for (const Placed& other : taken)
            if (x - width / 2 < other.right + metrics.px(8) &&
                x + width / 2 > other.left - metrics.px(8))
                return;
        taken.push_back({x - width / 2, x + width / 2});
        canvas.text({x, y}, label.text, style);
    };
    for (const AxisText& label : labels)
        if (label.strong) place(label);
    if (!labels.empty()) place(labels.front()), place(labels.back());
    for (const AxisText& label : labels) place(label);
}

// Marks at the axis for decades and digits between them, which show that it is logarithmic.
static void draw_between(Canvas& canvas, const Scale& scale, Rect plot, const Metrics& metrics) {
    if (!scale.logarithmic || !(scale.low > 0)) return;
    const float decade = std::fabs(scale.at(10 * scale.low) - scale.at(scale.low));
    const bool all = decade > metrics.px(22), some = decade > metrics.px(9);
    const auto first = static_cast<int>(std::floor(std::log10(scale.low)));
    const auto last = static_cast<int>(std::ceil(std::log10(scale.high)));
    for (int power = first; power <= last; ++power)
        for (int digit = 1; digit <= 9; ++digit) {
            const bool drawn = digit == 1 || all || (some && (digit == 2 || digit == 5));
            const double value = digit * std::pow(10., power);
            if (!drawn || value < scale.low || value > scale.high) continue;
            const float y = scale.at(value), long_as = metrics.px(digit == 1 ? 5 : 3);
            canvas.line({plot.x, y}, {plot.x + long_as, y}, Role::stroke);
        }
}

void draw_rows(Canvas& canvas, const Scale& scale, Rect plot, const std::vector<AxisText>& labels,
               const Metrics& metrics) {
    float last = 1e9f;
    TextStyle style = micro_style(metrics, Role::text3);
    style.align = Align::right;
    style.tabular = true;
    for (const AxisText& label : labels) {
        const float y = scale.at(label.value);
        canvas.line({plot.x, y}, {plot.right(), y}, Role::line);
        if (std::fabs(last - y) < metrics.micro * 1.5f) continue;
        canvas.text({plot.x - metrics.px(10), y}, label.text, style);
        last = y;
    }
    draw_between(canvas, scale, plot, metrics);
}

std::vector<double> fine_ticks(const Scale& scale, int most) {
    std::vector<double> ticks = log_ticks(scale.low, scale.high, most);
    if (ticks.size() > 2 || most < 6) return ticks;
    ticks.clear();
    for (double decade = std::pow(10., std::floor(std::log10(scale.low))); decade < scale.high;
         decade *= 10)
        for (const double digit : {1., 1.5, 2., 3., 4., 5., 6., 8.})
            if (const double value = digit * decade; value >= scale.low && value <= scale.high)
                ticks.push_back(value);
    return ticks;
}

DrawnLine draw_limit(Canvas& canvas, Rect plot, const Scale& across, const Scale& up, bool dashed,
                     Colour colour, const std::function<double(double)>& height) {
    const auto point = [&](double x) { return Point{across.at(x), up.at(height(x))}; };
    DrawnLine line{point(across.low), point(across.high)};
    // The line is straight on these axes, so its ends are cut in proportion.
    const auto cut = [&](Point& end, Point other) {
        for (const float edge : {plot.y, plot.bottom()}) {
            const bool outside = edge == plot.y ? end.y < edge : end.y > edge;
            if (!outside || other.y == end.y) continue;
            end.x += (other.x - end.x) * (edge - end.y) / (other.y - end.y);
            end.y = edge;
        }
    };
    cut(line.to, line.from);
    cut(line.from, line.to);
    if (dashed)
        canvas.dashed_line(line.from, line.to, colour, 1.6f);
    else
        canvas.line(line.from, line.to, colour, 1.6f);
    return line;
}

}  // namespace app

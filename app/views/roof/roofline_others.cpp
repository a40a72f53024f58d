// Draws kernels of other lessons. See roofline_others.h.
#include "app/views/roof/roofline_others.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "app/format.h"
#include "app/views/rungs.h"

namespace app {
namespace {

// A kernel of the ladder that would hide most of a mark at `at`; nullptr: none.
const RooflineDot* covering(const RooflineChart& chart, const RooflineAxes& axes, Point at,
                            const Metrics& metrics) {
    const auto hides = [&](const RooflineDot& dot) {
        const Point own = axes.at(dot);
        return std::hypot(own.x - at.x, own.y - at.y) < metrics.px(6);
    };
    const auto found = std::ranges::find_if(chart.dots, hides);
    return found == chart.dots.end() ? nullptr : &*found;
}

// Lines from a lesson's lowest kernel to its highest, so that each kernel belongs to the name at
// one of them.
void draw_stems(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes) {
    std::map<const lab::Subject*, std::vector<Point>> lessons;
    for (const RooflineDot& dot : chart.others)
        if (axes.shows(dot)) lessons[dot.point->settings.subject.get()].push_back(axes.at(dot));
    for (auto& [lesson, dots] : lessons) {
        std::ranges::sort(dots, std::greater{}, &Point::y);
        for (std::size_t i = 1; i < dots.size(); ++i)
            canvas.line(dots[i - 1], dots[i], Role::stroke, 1.2f);
    }
}

}  // namespace

void roofline_others(Canvas& canvas, const RooflineChart& chart, const RooflineAxes& axes,
                     const Metrics& metrics) {
    draw_stems(canvas, chart, axes);
    for (const RooflineDot& dot : chart.others) {
        if (!axes.shows(dot)) continue;
        const Point at = axes.at(dot);
        const Colour colour = dot.point->wrong ? Role::bad : Role::text3;
        canvas.circle(at, metrics.px(3) + 1.5f, Role::panel);
        if (const RooflineDot* own = covering(chart, axes, at, metrics)) {
            canvas.ring(axes.at(*own), axes.radii.at(own) + metrics.px(4), colour, 1.2f);
            continue;
        }
        if (chart.modelled() || dot.point->wrong)
            canvas.ring(at, metrics.px(3), colour, 1.4f);
        else
            canvas.circle(at, metrics.px(3), colour);
    }
}

std::vector<NamedLesson> lessons_under(const RooflineChart& chart, const RooflineAxes& axes) {
    std::vector<NamedLesson> all;
    const lab::Subject* last = nullptr;
    std::int64_t kernels = 0;
    for (const RooflineDot& dot : chart.others) {
        if (!axes.shows(dot)) continue;
        const lab::Subject* subject = dot.point->settings.subject.get();
        if (subject != last) all.emplace_back(), kernels = 0;
        NamedLesson& named = all.back();
        last = subject, ++kernels;
        if (!named.lowest || dot.high < named.lowest->high) named.lowest = &dot;
        const std::int64_t all_of_it = std::ssize(subject->rungs);
        named.forms = {subject->title + ", " +
                           (kernels < all_of_it ? grouped(kernels) + " of " : std::string()) +
                           plural(all_of_it, "kernel"),
                       subject->title};
    }
    return all;
}

std::string other_heading(const RooflineDot& dot) {
    const lab::Settings& settings = dot.point->settings;
    const std::string size = lab::size_words(settings, power_or_grouped);
    return "*" + settings.subject->title + ", kernel " + rung_number(dot.rung) +
           "*: " + settings.subject->rungs[std::size_t(dot.rung)].title +
           (size.empty() ? "" : ", " + size) + "\n";
}

}  // namespace app

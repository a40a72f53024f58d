// Cuts the window. Pure: called by the shell each frame and by tests at absurd sizes.
#include "app/frame.h"

#include <algorithm>

namespace app {

namespace {

// Where every pixel counts, the bars are lower.
Metrics for_small(Metrics metrics) {
    metrics.top -= 4;
    metrics.status -= 2;
    metrics.gap -= 2;
    return metrics;
}

float chosen(float own, float dragged, float least, float most) {
    return dragged > 0 ? std::clamp(dragged, least, most) : own;
}

// Never less than nothing: a window may be smaller than its bars.
Rect at_least_nothing(Rect r) { return {r.x, r.y, std::max(0.f, r.w), std::max(0.f, r.h)}; }

}  // namespace

Mode mode_of(float width, float height) {
    if (width < 900 || height < 600) return Mode::small;
    if (width < 1200) return Mode::narrow;
    return width >= 1600 && height >= 900 ? Mode::wide : Mode::compact;
}

Density usual_density(float width, float height) {
    return mode_of(width, height) == Mode::wide ? Density::desk : Density::laptop;
}

Frame cut_frame(float width, float height, const Metrics& metrics, PaneWidths widths) {
    Frame frame;
    frame.mode = mode_of(width / metrics.unit, height / metrics.unit);
    frame.window = {0, 0, width, height};
    const Metrics m = frame.mode == Mode::small ? for_small(metrics) : metrics;
    Rect rest = frame.window;
    frame.top = rest.cut_top(std::min(m.top, height / 2));
    frame.status = rest.cut_bottom(std::min(m.status, rest.h / 2));
    if (frame.has_rail()) frame.rail = rest.cut_left(chosen(m.rail, widths.rail, 200, 380));
    rest = rest.inside(m.gap, m.gap);
    if (frame.has_cards()) {
        frame.cards = rest.cut_bottom(m.cards);
        rest.cut_bottom(m.gap);
    }
    if (frame.has_source()) {
        frame.source = rest.cut_right(chosen(m.source, widths.source, 300, 600));
        rest.cut_right(m.gap);
    }
    frame.stage = rest;
    for (Rect* r :
         {&frame.top, &frame.status, &frame.rail, &frame.stage, &frame.source, &frame.cards})
        *r = at_least_nothing(*r);
    return frame;
}

}  // namespace app

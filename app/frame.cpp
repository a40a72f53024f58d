// Cuts the window. Pure: called by the shell each frame and by tests at absurd sizes.
#include "app/frame.h"

#include <algorithm>

namespace app {

namespace {

// In a small window the bars are lower.
Metrics for_small(Metrics metrics) {
    metrics.top -= 4;
    metrics.status -= 2;
    metrics.gap -= 2;
    return metrics;
}

float chosen(float own, float dragged, float least, float most) {
    return dragged > 0 ? std::clamp(dragged, least, most) : own;
}

// Heights and widths of ui/spec section 5, at a density's own unit.
constexpr float small_width = 900, small_height = 600;
constexpr float least_folded = 500;  // of the window's height, for folded panes
constexpr float low_window = 700;    // below it cards are beside the stage, not below it
constexpr float least_beside = 720;  // of the window's width, for cards beside the stage
constexpr float least_with_rail = 960;
constexpr float least_below = 520;  // of the window's height, for a card below the stage
constexpr float least_stage = 400;  // of its height, before cards below it give way
constexpr float least_card = 170;   // of a card's height there

struct Room {
    float w, h;
};

bool keeps_rail(Mode mode, Room room) { return mode != Mode::small || room.w >= least_with_rail; }

bool cards_beside(Mode mode, Room room) {
    if (mode == Mode::small) return room.w >= least_beside;
    return mode == Mode::narrow && room.h < low_window && room.w >= least_with_rail;
}

// Cuts a column of cards at the right of the stage: times and counts stay visible where a row of
// cards would take the stage's height.
void cut_column(Frame& frame, Rect& rest, const Metrics& m) {
    frame.cards = rest.cut_right(std::clamp(rest.w * .38f, m.px(250), m.px(400)));
    rest.cut_right(m.gap);
    const bool two = frame.cards.h >= 2 * m.px(170) + m.gap;
    frame.places = {two ? 2 : 1, true, false};
}

void cut_row(Frame& frame, Rect& rest, const Metrics& m, int count) {
    const float left = rest.h - m.gap - m.px(least_stage);
    frame.cards = rest.cut_bottom(std::clamp(left, std::min(m.px(least_card), m.cards), m.cards));
    rest.cut_bottom(m.gap);
    frame.places = {count, false, count == 1};
}

// Cuts the stage and a card at its right; an open code pane is above that card.
void cut_folded(Frame& frame, Rect& rest, const Metrics& m, PaneWidths widths, OpenPanes open) {
    if (open.rail) frame.rail = rest.cut_left(chosen(m.rail, widths.rail, 200, rail_most));
    rest = rest.inside(m.gap, m.gap);
    const float usual = std::clamp(rest.w * (open.source ? .42f : .34f), m.px(280), m.px(420));
    Rect column = rest.cut_right(chosen(usual, open.source ? widths.source : 0, 300, source_most));
    rest.cut_right(m.gap);
    if (open.source) {
        frame.source = column.cut_top((column.h - m.gap) * .55f);
        column.cut_top(m.gap);
    }
    frame.cards = column;
    frame.places = {1, true, false};
}

void cut_beside(Frame& frame, Rect& rest, const Metrics& m, PaneWidths widths, Room room) {
    const bool small = frame.mode == Mode::small, full = frame.mode <= Mode::compact;
    if (keeps_rail(frame.mode, room))
        frame.rail = rest.cut_left(chosen(m.rail, widths.rail, 200, rail_most));
    rest = rest.inside(m.gap, m.gap);
    if (cards_beside(frame.mode, room))
        cut_column(frame, rest, m);
    else if (!small || room.h >= least_below)
        cut_row(frame, rest, m, full ? 3 : 1);
    if (full) {
        frame.source = rest.cut_right(chosen(m.source, widths.source, 300, source_most));
        rest.cut_right(m.gap);
    }
}

// Sizes are never negative: a window may be smaller than its bars.
Rect at_least_nothing(Rect r) { return {r.x, r.y, std::max(0.f, r.w), std::max(0.f, r.h)}; }

}  // namespace

Mode mode_of(float width, float height) {
    if (width < small_width || height < small_height) return Mode::small;
    if (width < 1200) return Mode::narrow;
    return width >= 1600 && height >= 900 ? Mode::wide : Mode::compact;
}

Density usual_density(float width, float height) {
    return mode_of(width, height) == Mode::wide ? Density::desk : Density::laptop;
}

Frame frame_without_cards(Frame frame) {
    if (!frame.has_cards()) return frame;
    const bool beside = frame.cards.x >= frame.stage.right();
    if (beside && !frame.has_source())
        frame.stage.w = frame.cards.right() - frame.stage.x;
    else if (beside || frame.cards.y < frame.stage.bottom())
        return frame;
    else
        frame.stage.h = frame.cards.bottom() - frame.stage.y;
    if (frame.has_source()) frame.source.h = std::max(frame.source.h, frame.stage.h);
    frame.cards = {};
    frame.places.count = 0;
    return frame;
}

float scale_of(float content, int percent, Density density, int width, int height) {
    const float own = density == Density::projector
                          ? std::max(content, std::min(static_cast<float>(width) / 1280,
                                                       static_cast<float>(height) / 720))
                          : content;
    return std::clamp(own * static_cast<float>(percent) / 100, .5f, 12.f);
}

Frame cut_frame(float width, float height, const Metrics& metrics, PaneWidths widths,
                OpenPanes open) {
    const Room room{width / metrics.unit, height / metrics.unit};
    Frame frame;
    frame.mode = mode_of(room.w, room.h);
    frame.window = {0, 0, width, height};
    // A projector's window is 720 high, less the system's bars.
    frame.folds = metrics.folds && room.w >= small_width && room.h >= least_folded;
    const Metrics m = frame.mode == Mode::small ? for_small(metrics) : metrics;
    Rect rest = frame.window;
    frame.top = rest.cut_top(std::min(m.top, height / 2));
    frame.status = rest.cut_bottom(std::min(m.status, rest.h / 2));
    if (frame.folds)
        cut_folded(frame, rest, m, widths, open);
    else
        cut_beside(frame, rest, m, widths, room);
    frame.stage = rest;
    for (Rect* r :
         {&frame.top, &frame.status, &frame.rail, &frame.stage, &frame.source, &frame.cards})
        *r = at_least_nothing(*r);
    return frame;
}

}  // namespace app

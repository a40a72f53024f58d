// How the window is cut into regions, by its logical size: ui/spec section 5.
#pragma once

#include <cstdint>

#include "app/draw/canvas.h"
#include "app/view.h"

namespace app {

enum class Mode : std::uint8_t { wide, compact, narrow, small };

// What a person dragged: widths of the side panes; 0 is the mode's own.
struct PaneWidths {
    float rail = 0, source = 0;
    bool operator==(const PaneWidths&) const = default;
};

// Which side panes a person opened, where they are folded away at first.
struct OpenPanes {
    bool rail = false, source = false;
};

// How many cards stand beside each other, or over each other; further ones are tabs of the last.
struct CardPlaces {
    int count = 0;
    bool over_each_other = false;
    bool tabs_above = false;  // there is one place: its tabs have a row of their own
};

// What has no place here is a drawer; where panes fold, an open one takes room from its neighbours
// and covers nothing.
struct Frame {
    Mode mode = Mode::wide;
    bool folds = false;
    Rect window, top, rail, stage, source, cards, status;
    CardPlaces places;
    bool has_rail() const { return rail.w > 0; }
    bool has_source() const { return source.w > 0; }
    bool has_cards() const { return places.count > 0; }
};

/// As wide as panes can be dragged.
constexpr float rail_most = 380, source_most = 600;

/// Below this there is room for a sentence only.
constexpr float least_width = 480, least_height = 300;

/// By the room that there is: logical pixels, at a density's own unit.
Mode mode_of(float width, float height);
/// Of a window for which none was chosen.
Density usual_density(float width, float height);
Frame cut_frame(float width, float height, const Metrics& metrics, PaneWidths widths = {},
                OpenPanes open = {});
/// Framebuffer pixels of a logical one. `content`: the display's own; `percent`: what a person
/// chose. At a projector's density the window is laid out as one of 1280 x 720 at least, so that
/// letters grow with it: what is read from the last row is a share of the wall, not a count of
/// pixels.
float scale_of(float content, int percent, Density density, int width, int height);

}  // namespace app

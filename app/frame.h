// Cuts the window into regions by its logical size: ui/spec section 5.
#pragma once

#include <cstdint>

#include "app/draw/canvas.h"
#include "app/view.h"

namespace app {

enum class Mode : std::uint8_t { wide, compact, narrow, small };

// Widths of the side panes, dragged by the user; 0 is the mode's own width.
struct PaneWidths {
    float rail = 0, source = 0;
    bool operator==(const PaneWidths&) const = default;
};

// Side panes that the user opened where they are folded at first.
struct OpenPanes {
    bool rail = false, source = false;
};

// The number of places for cards, side by side or stacked; further cards are tabs of the last
// place.
struct CardPlaces {
    int count = 0;
    bool over_each_other = false;
    bool tabs_above = false;  // the only place has a row of tabs above it
};

// The regions of the window. A region without a place is a drawer. Where panes fold, an open pane
// takes room from its neighbours and covers nothing.
struct Frame {
    Mode mode = Mode::wide;
    bool folds = false;
    Rect window, top, rail, stage, source, cards, status;
    CardPlaces places;
    bool has_rail() const { return rail.w > 0; }
    bool has_source() const { return source.w > 0; }
    bool has_cards() const { return places.count > 0; }
};

/// The greatest widths of dragged panes.
constexpr float rail_most = 380, source_most = 600;

/// Below this size there is room only for a sentence.
constexpr float least_width = 480, least_height = 300;

/// The mode for a size in logical pixels, divided by the density's unit.
Mode mode_of(float width, float height);
/// The density of a window where the user chose none.
Density usual_density(float width, float height);
Frame cut_frame(float width, float height, const Metrics& metrics, PaneWidths widths = {},
                OpenPanes open = {});
/// Gives the cards' room to the stage where the cards are below it.
Frame frame_without_cards(Frame frame);
/// Framebuffer pixels per logical pixel. `content`: the display's own scale; `percent`: the user's
/// choice. At a projector's density the window is laid out as at least 1280 x 720, so that letters
/// grow with the window: what the last row can read is a share of the wall, not a number of pixels.
float scale_of(float content, int percent, Density density, int width, int height);

}  // namespace app

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

struct Frame {
    Mode mode = Mode::wide;
    Rect window, top, rail, stage, source, cards, status;
    bool has_rail() const { return mode != Mode::small; }
    bool has_source() const {
        return mode == Mode::wide || mode == Mode::compact;
    }  // else it is a drawer
    bool has_cards() const { return mode != Mode::small; }
};

/// Below this there is room for a sentence only.
constexpr float least_width = 480, least_height = 300;

/// By the room that there is: logical pixels, at a density's own unit.
Mode mode_of(float width, float height);
/// Of a window for which none was chosen.
Density usual_density(float width, float height);
Frame cut_frame(float width, float height, const Metrics& metrics, PaneWidths widths = {});

}  // namespace app

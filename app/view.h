// A view is one picture: a function of a run and a cursor. It registers itself from its own file in app/views/.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/canvas.h"
#include "lab/run.h"

namespace app {

// Where the viewer stands in a run. Playback moves nothing else.
struct Cursor {
    int step = 0;                   // into Run::steps; -1: before the first
    float fraction = 1;             // of the step's motion, 0..1
    int lens = 0;                   // first column of the lens
    int lane = 0;                   // lens lane
    int warp = 0;                   // lens warp
    int axis = 2, slice = -1;       // of a field; -1: middle
    int version = -1;               // selected cell of the flow, -1 none
    Point mouse{-1, -1};            // logical; outside the view: negative
};

// Type and measure in force: wide, compact, presenter (spec sections 3 and 5).
struct Metrics {
    bool wide = true;
    float h1 = 23, h2 = 16, body = 15, small = 13.5f, micro = 12.5f, code = 14, value = 15, big = 38;
};

enum class Slot : std::uint8_t { thread, warp, memory, card };

struct View {
    std::string id;                 // "data_flow": what `shot --view` takes
    std::string title;
    Slot slot = Slot::warp;
    /// Whether it has something to show of this run.
    std::function<bool(const lab::Run&)> fits;
    /// Stage views: the claim (title) and one sentence for this cursor, filled from the run.
    std::function<std::string(const lab::Run&, const Cursor&)> claim, sentence;
    /// Draws into `area`. Pure: the same arguments give the same marks.
    std::function<void(Canvas&, const lab::Result&, const Cursor&, const Metrics&, Rect area)> draw;
    /// Where a click lands: may move the cursor. Optional.
    std::function<bool(const lab::Result&, Cursor&, const Metrics&, Rect area, Point click)> click;
    std::string badge = "counted";
    int order = 0;                  // among views of its slot
};

struct RegisterView {
    explicit RegisterView(View view);
};
std::span<const View* const> views();
const View* find_view(std::string_view id);

}  // namespace app

// Marks the cursor's step on "Timeline": the launch whose lanes it follows. Called by timeline.cpp.
#pragma once

#include <string>
#include <vector>

#include "app/views/timeline/places.h"

namespace app {

/// Points at the launch from above and below, because it may be as thin as a line. `lit`: lights
/// it, where its box is not lit.
void draw_launch(Canvas&, const Metrics&, const TimelinePlaces&, const lab::StepSpan&, bool lit);

// A launch of the drawn run, and the run's number of launches.
struct DrawnLaunch {
    int launch = 0;
    std::ptrdiff_t of = 0;
};
DrawnLaunch drawn_launch(const DrawContext&);

/// The words for what is lit, longest first: "launch 3 of 10, of this step", or "chunk of this
/// step, launch 23 of 160, drawn as 5 of 32". chunk or launch -1: none.
std::vector<std::string> step_words(const EngineTimes&, int chunk, int launch, const DrawnLaunch&);

/// Frames the work that the step's chunk awaits beside its own copy. Its legend fits `room`, and
/// returns the width used.
void draw_awaited(Canvas&, const Rect& box);
float awaited_legend(Canvas&, Point at, float room, const AwaitedBox&, const Metrics&);

}  // namespace app

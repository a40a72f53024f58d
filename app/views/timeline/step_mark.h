// Where on "Timeline" the step of the cursor is: the launch whose lanes it follows. Called by
// timeline.cpp.
#pragma once

#include <string>
#include <vector>

#include "app/views/timeline/places.h"

namespace app {

/// The launch is pointed at from above and below, as it may be as thin as a line; `lit` where its
/// box is not.
void draw_launch(Canvas&, const Metrics&, const TimelinePlaces&, const lab::StepSpan&, bool lit);

// A launch of the run that is drawn, and how many that has.
struct DrawnLaunch {
    int launch = 0;
    std::ptrdiff_t of = 0;
};
DrawnLaunch drawn_launch(const DrawContext&);

/// What is lit, the longest first: "launch 3 of 10, of this step", or "chunk of this step, launch
/// 23 of 160, drawn as 5 of 32". Of the two, -1 is none.
std::vector<std::string> step_words(const EngineTimes&, int chunk, int launch, const DrawnLaunch&);

/// What the chunk of the step waits for beside its own copy: framed, and said in so much room;
/// how much of it that took.
void draw_awaited(Canvas&, const Rect& box);
float awaited_legend(Canvas&, Point at, float room, const AwaitedBox&, const Metrics&);

}  // namespace app

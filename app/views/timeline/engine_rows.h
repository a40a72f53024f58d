// The rows beside "Timeline": how long each engine is at work. Called by timeline.cpp.
#pragma once

#include "app/engines.h"
#include "app/view.h"

namespace app {

/// What all rows would take.
float engine_rows_height(const Metrics&);
/// Of each engine; then what a sentence on two timelines names, where room is left.
void draw_engine_rows(Canvas&, const Metrics&, const EngineTimes&, Rect column);

}  // namespace app

// The rows beside "Timeline": how long each engine works. Called by timeline.cpp.
#pragma once

#include "app/engines.h"
#include "app/view.h"

namespace app {

/// Height of all rows.
float engine_rows_height(const Metrics&);
/// The engines; then, where room is left, the rows that a sentence on two timelines names.
void draw_engine_rows(Canvas&, const Metrics&, const EngineTimes&, Rect column);

}  // namespace app

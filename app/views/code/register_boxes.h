// The boxes below the code: the reads and writes of the lens lane in the running line. Called by
// source.cpp.
#pragma once

#include "app/view.h"

namespace app {

/// Draws the boxes side by side below their title; nothing where there is no room.
void draw_register_boxes(Canvas&, Rect, const lab::Run&, const Cursor&, const Metrics&);

}  // namespace app

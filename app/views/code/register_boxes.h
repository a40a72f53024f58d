// The boxes below the code: what the lens lane reads and writes in the running line. Called by
// source.cpp.
#pragma once

#include "app/view.h"

namespace app {

/// Side by side, under whose they are; nothing where there is no room.
void draw_register_boxes(Canvas&, Rect, const lab::Run&, const Cursor&, const Metrics&);

}  // namespace app

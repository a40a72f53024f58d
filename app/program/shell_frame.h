// A frame of the whole window: the shell's, with all regions and sheets.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// Draws a frame of `width` x `height` logical pixels.
void draw_frame(Shell& shell, Canvas& canvas, const Input& input, float width, float height);

}  // namespace app

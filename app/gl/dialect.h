// The OpenGL dialect of this build: 3.3 on a desktop, WebGL 2 in a page. One of two files is built:
// desktop_dialect.cpp or app/web/dialect.cpp.
#pragma once

#include "app/gl/field_painter.h"

namespace app {

ShaderDialect dialect_here();
/// Allocates the bound texture for a frame, in the colour order of most windows.
void make_room_for_frame(int width, int height);

}  // namespace app

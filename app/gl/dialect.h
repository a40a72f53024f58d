// How OpenGL is spoken to here: 3.3 on a desktop, WebGL 2 in a page. One of the two is built:
// desktop_dialect.cpp, or app/web/dialect.cpp.
#pragma once

#include "app/gl/field_painter.h"

namespace app {

ShaderDialect dialect_here();
/// Gives the texture that is bound room for a frame, in the order of colours of most windows.
void make_room_for_frame(int width, int height);

}  // namespace app

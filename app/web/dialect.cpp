// WebGL 2. See app/gl/dialect.h.
#include <glad/gl.h>

#include "app/gl/dialect.h"

namespace app {

ShaderDialect dialect_here() { return ShaderDialect::embedded; }

void make_room_for_frame(int width, int height) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
}

}  // namespace app

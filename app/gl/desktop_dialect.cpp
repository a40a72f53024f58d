// OpenGL 3.3 core. See dialect.h.
#include <glad/gl.h>

#include "app/gl/dialect.h"

namespace app {

ShaderDialect dialect_here() { return ShaderDialect::desktop; }

void make_room_for_frame(int width, int height) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
                 nullptr);
}

}  // namespace app

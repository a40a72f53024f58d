// One colour renderbuffer. See framebuffer.h.
#include "app/gl/framebuffer.h"

#include <glad/gl.h>

namespace app {

Framebuffer::~Framebuffer() {
    if (!framebuffer_) return;
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &colour_);
}

void Framebuffer::bind(int width, int height) {
    if (!framebuffer_) {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
        glGenFramebuffers(1, &framebuffer_);
        glGenRenderbuffers(1, &colour_);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
}

}  // namespace app

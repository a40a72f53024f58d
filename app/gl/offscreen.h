// OpenGL 3.3 without a window: EGL without a surface, with its own framebuffer. For shots, the tour
// and tests.
#pragma once

#include <optional>
#include <string>

#include "app/gl/framebuffer.h"

namespace app {

class Offscreen {
public:
    Offscreen();
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    /// Why there is no OpenGL, one sentence; empty where it works.
    const std::string& problem() const { return problem_; }
    /// "Mesa llvmpipe, OpenGL 4.5"
    std::string renderer() const;
    /// Binds a framebuffer of this size.
    void resize(int width, int height);

private:
    void* display_ = nullptr;
    void* context_ = nullptr;
    std::optional<Framebuffer> framebuffer_;  // destroyed before the context
    std::string problem_;
};

}  // namespace app

// OpenGL 3.3 without a window: EGL on no surface, with a framebuffer of its own. For shots, the
// tour and tests.
#pragma once

#include <string>

namespace app {

class Offscreen {
public:
    Offscreen();
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    /// Why there is none, one sentence; empty where there is.
    const std::string& problem() const { return problem_; }
    /// "Mesa llvmpipe, OpenGL 4.5"
    std::string renderer() const;
    /// Binds a framebuffer of this size.
    void resize(int width, int height);

private:
    void* display_ = nullptr;
    void* context_ = nullptr;
    unsigned framebuffer_ = 0, colour_ = 0;
    std::string problem_;
};

}  // namespace app

// A framebuffer that belongs to no window, for pictures that are saved.
#pragma once

namespace app {

class Framebuffer {
public:
    Framebuffer() = default;
    /// Binds the framebuffer that was bound before.
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    /// Binds it at this size, in pixels.
    void bind(int width, int height);

private:
    unsigned framebuffer_ = 0, colour_ = 0;
    int before_ = 0;
};

}  // namespace app

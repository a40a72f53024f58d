// A framebuffer to draw in that is no window's: of pictures that are kept.
#pragma once

namespace app {

class Framebuffer {
public:
    Framebuffer() = default;
    /// What was bound before it is bound again.
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    /// Binds it, of this size.
    void bind(int width, int height);

private:
    unsigned framebuffer_ = 0, colour_ = 0;
    int before_ = 0;
};

}  // namespace app

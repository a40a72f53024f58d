// Dear ImGui at work as a renderer: one context with its fonts, which turns a drawing function into
// pixels. With OpenGL, or without a display at all, where only texts are measured (SVG, tests).
#pragma once

#include <functional>
#include <memory>

#include "app/draw/canvas.h"
#include "app/draw/fonts.h"
#include "app/draw/png.h"
#include "app/draw/theme.h"
#include "app/gl/damage.h"

struct ImGuiContext;

namespace app {

class FieldPainter;
class BakedShapes;

class Painter {
public:
    /// `opengl`: a context is current and stays so. Without it draw() must not be called.
    explicit Painter(bool opengl);
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    const Fonts& fonts() const { return *fonts_; }
    const std::string& problem() const;
    /// One frame of `width` x `height` framebuffer pixels into the framebuffer that is bound. Only
    /// what differs from the last frame is drawn anew. The size comes from the window's back end
    /// where there is one.
    void draw(int width, int height, float scale, Tone tone,
              const std::function<void(Canvas&)>& paint);
    /// Whether OpenGL still does what it is told; asked by drawing a pixel and reading it.
    bool draws() const;
    /// The last frame; a window's own buffers need not hold it any more.
    Image last_frame() const;
    /// Without OpenGL: lets `use` measure texts.
    void measure(const std::function<void()>& use);

private:
    class LastFrame;
    ImGuiContext* context_ = nullptr;
    ImGuiContext* before_ = nullptr;  // another painter's
    bool opengl_;
    std::unique_ptr<Fonts> fonts_;
    std::unique_ptr<FieldPainter> fields_;
    std::unique_ptr<BakedShapes> baked_;
    Damage damage_;
    std::unique_ptr<LastFrame> last_frame_;
};

/// What the framebuffer that is bound holds, rows from the top.
Image read_pixels(int width, int height);

}  // namespace app

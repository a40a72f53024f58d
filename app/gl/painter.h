// Uses Dear ImGui as a renderer: one context with its fonts, which turns a drawing function into
// pixels. It works with OpenGL, or without a display, where it only measures texts (SVG, tests).
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
    /// `opengl`: an OpenGL context is current and stays current. Without it draw() must not be
    /// called.
    explicit Painter(bool opengl);
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    const Fonts& fonts() const { return *fonts_; }
    const std::string& problem() const;
    /// Draws one frame of `width` x `height` framebuffer pixels into the bound framebuffer. Only
    /// the differences from the last frame are redrawn. A window's back end, where there is one,
    /// sets the size.
    void draw(int width, int height, float scale, Tone tone,
              const std::function<void(Canvas&)>& paint);
    /// Whether OpenGL still works: draws one pixel and reads it back.
    bool draws() const;
    /// The pixels of the last frame; a window's own buffers may have lost them.
    Image last_frame() const;
    /// Without OpenGL: lets `use` measure texts.
    void measure(const std::function<void()>& use);

private:
    class LastFrame;
    ImGuiContext* context_ = nullptr;
    ImGuiContext* before_ = nullptr;  // the context of another painter
    bool opengl_;
    std::unique_ptr<Fonts> fonts_;
    std::unique_ptr<FieldPainter> fields_;
    std::unique_ptr<BakedShapes> baked_;
    Damage damage_;
    std::unique_ptr<LastFrame> last_frame_;
};

/// The pixels of the bound framebuffer, rows from the top.
Image read_pixels(int width, int height);

}  // namespace app

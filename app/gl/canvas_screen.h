// The canvas of the window: Dear ImGui's draw list in framebuffer pixels, so every scale is sharp.
#pragma once

#include <cstdint>

#include "app/draw/canvas.h"
#include "app/draw/fonts.h"
#include "app/draw/theme.h"

struct ImDrawList;

namespace app {

class FieldPainter;  // app/gl/field_painter.h
class BakedShapes;   // app/gl/baked_shapes.h

class CanvasScreen : public Canvas {
public:
    /// `scale`: framebuffer pixels per logical pixel. Without a painter, fields are drawn cell by
    /// cell; without `baked`, round corners are polygons.
    CanvasScreen(ImDrawList& list, const Fonts& fonts, Tone tone, float scale,
                 FieldPainter* painter = nullptr, BakedShapes* baked = nullptr);

    void fill(Rect, Colour, float radius = 0) override;
    void outline(Rect, Colour, float radius = 0, float width = 1) override;
    void dashed_outline(Rect, Colour, float radius = 0, float width = 1) override;
    void hatch(Rect, Colour, float step = 6, float width = 1.3f) override;
    void line(Point, Point, Colour, float width = 1) override;
    void dashed_line(Point, Point, Colour, float width = 1, float dash = 4) override;
    void curve(Point, Point, Point, Point, Colour, float width = 1) override;
    void polygon(std::span<const Point>, Colour) override;
    void circle(Point centre, float radius, Colour) override;
    void ring(Point centre, float radius, Colour, float width = 1) override;
    void text(Point at, std::string_view, const TextStyle&) override;
    float width(std::string_view, const TextStyle&) const override;
    void push_clip(Rect) override;
    void pop_clip() override;
    void field(Rect, std::span<const float> values, int columns, int rows) override;
    void live_field(Rect, std::uint32_t texture, int columns, int rows, bool levels) override;

private:
    struct Pixel {
        float x, y;
    };
    std::uint32_t packed(Colour) const;
    Pixel pixel(Point at) const { return {at.x * scale_, at.y * scale_}; }
    float snapped(float value) const;  // to whole framebuffer pixels

    ImDrawList& list_;
    const Fonts& fonts_;
    Tone tone_;
    float scale_;
    FieldPainter* painter_;
    BakedShapes* baked_;
};

}  // namespace app

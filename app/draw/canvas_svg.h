// Writes every figure as SVG, for slides. Needs no OpenGL.
#pragma once

#include <string>

#include "app/draw/canvas.h"
#include "app/draw/fonts.h"
#include "app/draw/theme.h"

namespace app {

class CanvasSvg : public Canvas {
public:
    CanvasSvg(const Fonts& fonts, Tone tone) : fonts_(fonts), tone_(tone) {}
    /// The whole SVG file with all that was drawn so far; `width` x `height` logical pixels.
    std::string document(float width, float height) const;

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

private:
    std::string paint(const char* attribute, Colour) const;  // fill="#..." with its opacity
    std::string stroke(Colour, float width) const;
    void element(const std::string& text);

    const Fonts& fonts_;
    Tone tone_;
    std::string body_;
    int clips_ = 0;  // ids given out
    int depth_ = 0;  // groups open
};

}  // namespace app

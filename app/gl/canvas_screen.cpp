// Draws for the window and for pictures of it. Fills are snapped to whole framebuffer pixels and
// lines of one pixel are filled rectangles: crisp at every scale.
#include "app/gl/canvas_screen.h"

#include <algorithm>
#include <cmath>

#include "app/draw/field_colours.h"
#include "app/gl/baked_shapes.h"
#include "app/gl/field_painter.h"
#include "imgui.h"
#include "imgui_internal.h"

namespace app {

CanvasScreen::CanvasScreen(ImDrawList& list, const Fonts& fonts, Tone tone, float scale,
                           FieldPainter* painter, BakedShapes* baked)
    : list_(list), fonts_(fonts), tone_(tone), scale_(scale), painter_(painter), baked_(baked) {}

std::uint32_t CanvasScreen::packed(Colour colour) const {
    const std::uint32_t value = rgb(colour, tone_);
    const int alpha = static_cast<int>(std::clamp(colour.opacity(), 0.f, 1.f) * 255 + .5f);
    return IM_COL32(value >> 16 & 255, value >> 8 & 255, value & 255, alpha);
}

float CanvasScreen::snapped(float value) const { return std::floor(value * scale_ + .5f); }

void CanvasScreen::fill(Rect r, Colour colour, float radius) {
    if (!(r.w > 0 && r.h > 0)) return;
    const ImVec2 from{snapped(r.x), snapped(r.y)};
    ImVec2 to{snapped(r.right()), snapped(r.bottom())};
    to = {std::max(to.x, from.x + 1), std::max(to.y, from.y + 1)};
    if (radius > 0 && baked_ && baked_->fill(list_, from, to, radius * scale_, packed(colour)))
        return;
    list_.AddRectFilled(from, to, packed(colour), radius * scale_);
}

void CanvasScreen::outline(Rect r, Colour colour, float radius, float width) {
    if (!(r.w > 0 && r.h > 0)) return;
    const ImVec2 from{snapped(r.x), snapped(r.y)}, to{snapped(r.right()), snapped(r.bottom())};
    if (baked_ && baked_->outline(list_, from, to, radius * scale_, width * scale_, packed(colour)))
        return;
    const float half = width * scale_ / 2;
    list_.PathRect({from.x + half, from.y + half}, {to.x - half, to.y - half},
                   std::max(0.f, radius * scale_ - half));
    list_.PathStroke(packed(colour), ImDrawFlags_Closed, width * scale_);
}

void CanvasScreen::dashed_outline(Rect r, Colour colour, float radius, float width) {
    const float inset = std::min({radius * .6f, r.w / 3, r.h / 3});
    const float half = width / 2;
    const float left = r.x + half, top = r.y + half, right = r.right() - half,
                bottom = r.bottom() - half;
    dashed_line({r.x + inset, top}, {r.right() - inset, top}, colour, width);
    dashed_line({right, r.y + inset}, {right, r.bottom() - inset}, colour, width);
    dashed_line({r.right() - inset, bottom}, {r.x + inset, bottom}, colour, width);
    dashed_line({left, r.bottom() - inset}, {left, r.y + inset}, colour, width);
}

void CanvasScreen::hatch(Rect r, Colour colour, float step, float width) {
    width = hatch_width(tone_, width);
    if (!(r.w > 0 && r.h > 0) || step < 1) return;
    const ImVec2 low{snapped(r.x), snapped(r.y)}, high{snapped(r.right()), snapped(r.bottom())};
    if (baked_ && baked_->hatch(list_, low, high, step * scale_, width * scale_, packed(colour)))
        return;
    push_clip(r);
    const std::uint32_t value = packed(colour);
    const float phase = std::fmod(r.x + r.y, step);  // on the screen, so that neighbours line up
    for (float k = -r.h - phase; k < r.w + step; k += step) {
        const Pixel from = pixel({r.x + k, r.bottom()}), to = pixel({r.x + k + r.h, r.y});
        list_.AddLine({from.x, from.y}, {to.x, to.y}, value, width * scale_);
    }
    pop_clip();
}

void CanvasScreen::line(Point a, Point b, Colour colour, float width) {
    const float thin = std::max(1.f, std::floor(scale_)) / scale_;
    if (width <= 1.01f && a.y == b.y)
        return fill({std::min(a.x, b.x), a.y, std::fabs(b.x - a.x), thin}, colour);
    if (width <= 1.01f && a.x == b.x)
        return fill({a.x, std::min(a.y, b.y), thin, std::fabs(b.y - a.y)}, colour);
    const Pixel from = pixel(a), to = pixel(b);
    list_.PathLineTo({from.x, from.y});
    list_.PathLineTo({to.x, to.y});
    list_.PathStroke(packed(colour), 0, width * scale_);
}

void CanvasScreen::dashed_line(Point a, Point b, Colour colour, float width, float dash) {
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    if (!(length > 0) || dash < .5f || length > 20'000) return;
    const Point way{(b.x - a.x) / length, (b.y - a.y) / length};
    for (float k = 0; k < length; k += dash * 1.75f) {
        const float end = std::min(k + dash, length);
        line({a.x + way.x * k, a.y + way.y * k}, {a.x + way.x * end, a.y + way.y * end}, colour,
             width);
    }
}

void CanvasScreen::curve(Point a, Point b, Point c, Point d, Colour colour, float width) {
    const Pixel p = pixel(a), q = pixel(b), r = pixel(c), s = pixel(d);
    list_.AddBezierCubic({p.x, p.y}, {q.x, q.y}, {r.x, r.y}, {s.x, s.y}, packed(colour),
                         width * scale_);
}

void CanvasScreen::polygon(std::span<const Point> points, Colour colour) {
    if (points.size() < 3) return;
    for (Point point : points) {
        const Pixel p = pixel(point);
        list_.PathLineTo({p.x, p.y});
    }
    list_.PathFillConvex(packed(colour));
}

void CanvasScreen::circle(Point centre, float radius, Colour colour) {
    const Pixel p = pixel(centre);
    if (radius > 0) list_.AddCircleFilled({p.x, p.y}, radius * scale_, packed(colour));
}

void CanvasScreen::ring(Point centre, float radius, Colour colour, float width) {
    const Pixel p = pixel(centre);
    if (radius > 0) list_.AddCircle({p.x, p.y}, radius * scale_, packed(colour), 0, width * scale_);
}

void CanvasScreen::text(Point at, std::string_view words, const TextStyle& style) {
    const Face& face = fonts_[style.font];
    std::string own;
    if (face.name.empty()) words = own = in_letters_of(face, words);
    const float size = style.size * face.line_per_em * scale_;
    if (words.empty() || size < 1) return;
    const float part = style.align == Align::centre ? .5f : style.align == Align::right ? 1.f : 0.f;
    const float left = part > 0 ? at.x - part * width(words, style) : at.x;
    const Pixel corner{std::floor(left * scale_ + .5f), std::floor(at.y * scale_ - size / 2 + .5f)};
    const std::uint32_t value = packed(style.colour);
    if (!needs_walk(words, style))
        return list_.AddText(face.font, size, {corner.x, corner.y}, value, words.data(),
                             words.data() + words.size());
    float x = corner.x;
    walk_text(face, size, words, style.tabular, [&](char32_t c, float advance, float shift) {
        if (c != ' ')
            face.font->RenderChar(&list_, size, {std::floor(x + shift + .5f), corner.y}, value,
                                  static_cast<ImWchar>(c));
        x += advance;
    });
}

float CanvasScreen::width(std::string_view words, const TextStyle& style) const {
    return text_width(fonts_, words, style, scale_);
}

void CanvasScreen::push_clip(Rect r) {
    const float right = std::max(r.x, r.right()), bottom = std::max(r.y, r.bottom());
    list_.PushClipRect({snapped(r.x), snapped(r.y)}, {snapped(right), snapped(bottom)}, true);
}

void CanvasScreen::pop_clip() { list_.PopClipRect(); }

void CanvasScreen::live_field(Rect r, std::uint32_t texture, int columns, int rows, bool levels) {
    if (!painter_) return;
    const Rect pixels{r.x * scale_, r.y * scale_, r.w * scale_, r.h * scale_};
    painter_->draw(list_, pixels, texture, columns, rows, levels ? scale_ : 0);
}

void CanvasScreen::field(Rect r, std::span<const float> values, int columns, int rows) {
    if (!(r.w > 0 && r.h > 0) || columns < 1 || rows < 1) return;
    if (values.size() < static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) return;
    const Rect pixels{snapped(r.x), snapped(r.y), snapped(r.right()) - snapped(r.x),
                      snapped(r.bottom()) - snapped(r.y)};
    if (painter_) return painter_->draw(list_, pixels, values, columns, rows, scale_);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            fill({r.x + r.w * static_cast<float>(x) / static_cast<float>(columns),
                  r.y + r.h * static_cast<float>(y) / static_cast<float>(rows),
                  r.w / static_cast<float>(columns), r.h / static_cast<float>(rows)},
                 Colour::of(field_colour(
                     values[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                            static_cast<std::size_t>(x)])));
}

}  // namespace app

// The drawing surface of all pictures. Back ends: the screen (Dear ImGui), SVG, and one that only
// records texts and boxes, for tests of overlap. All lengths are logical pixels; colours are roles
// of the theme.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct Point {
    float x = 0, y = 0;
};

// A rectangle. The cut functions take a strip off one side and return it: cut_top(h) returns the
// top h pixels and keeps the rest.
struct Rect {
    float x = 0, y = 0, w = 0, h = 0;
    float right() const { return x + w; }
    float bottom() const { return y + h; }
    float middle_x() const { return x + w / 2; }
    float middle_y() const { return y + h / 2; }
    Rect inside(float dx, float dy) const { return {x + dx, y + dy, w - 2 * dx, h - 2 * dy}; }
    Rect inside(float d) const { return inside(d, d); }
    Rect cut_top(float height) {
        Rect r{x, y, w, height};
        y += height;
        h -= height;
        return r;
    }
    Rect cut_bottom(float height) {
        h -= height;
        return {x, y + h, w, height};
    }
    Rect cut_left(float width) {
        Rect r{x, y, width, h};
        x += width;
        w -= width;
        return r;
    }
    Rect cut_right(float width) {
        w -= width;
        return {x + w, y, width, h};
    }
    bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
    bool meets(Rect r) const {
        return x < r.right() && r.x < right() && y < r.bottom() && r.y < bottom();
    }
    /// The intersection; its width or height is negative where the rectangles do not meet.
    Rect common(Rect r) const {
        const float left = x > r.x ? x : r.x, top = y > r.y ? y : r.y;
        const float end = right() < r.right() ? right() : r.right();
        const float foot = bottom() < r.bottom() ? bottom() : r.bottom();
        return {left, top, end - left, foot - top};
    }
    bool operator==(const Rect&) const = default;
};

// Colour roles of ui/spec section 2; app/draw/theme.cpp has their values in each theme.
enum class Role : std::uint8_t {
    bg,
    rail,
    panel,
    sunk,
    raised,
    hover,
    selected,
    line,
    stroke,
    text,
    text2,
    text3,
    accent,
    accent_text,
    ink,
    waste,
    good,
    bad,
    guess,
    cell_done,
    past_arrow,
    future_outline,
    other_series,
    idle_value,
    count_,
};

// A role with an opacity: accent at 7 % is Colour{Role::accent, .07f}. Where `fixed` is set, `rgb`
// replaces the role (fields of values).
struct Colour {
    Role role = Role::text;
    float alpha = 1;
    std::uint32_t rgb = 0;  // 0xRRGGBB where `fixed`
    bool fixed = false;
    std::optional<Role> ground{};  // background to mix with by `alpha`: the result is opaque
    bool letters = false;          // drawn as white or ink, whichever is readable on it
    Colour(Role r, float a = 1) : role(r), alpha(a) {}
    static Colour of(std::uint32_t value, float a = 1) {
        Colour c{Role::text, a};
        c.rgb = value;
        c.fixed = true;
        return c;
    }
    float opacity() const { return ground ? 1 : alpha; }
    /// The opaque colour that this colour gives on a background of that role.
    Colour on(Role role) const {
        Colour c = *this;
        c.ground = role;
        return c;
    }
    /// The colour of letters on this colour: white or ink, by its lightness in the current theme.
    Colour read() const {
        Colour c = *this;
        c.letters = true;
        return c;
    }
};

enum class Font : std::uint8_t { regular, medium, semibold, display, mono, mono_medium, mono_bold };
enum class Align : std::uint8_t { left, centre, right };

constexpr std::string_view thin_space = "\u2009";  // between groups of three digits

struct TextStyle {
    Font font = Font::regular;
    float size = 13.5f;  // em, logical pixels
    Colour colour = Role::text2;
    Align align = Align::left;
    bool tabular = false;  // digits of equal width
    bool plain = false;    // paragraph() draws stars and backquotes as letters
};

class Canvas {
public:
    virtual ~Canvas() = default;
    virtual void fill(Rect, Colour, float radius = 0) = 0;
    virtual void outline(Rect, Colour, float radius = 0, float width = 1) = 0;
    virtual void dashed_outline(Rect, Colour, float radius = 0, float width = 1) = 0;
    virtual void hatch(Rect, Colour, float step = 6, float width = 1.3f) = 0;
    virtual void line(Point, Point, Colour, float width = 1) = 0;
    virtual void dashed_line(Point, Point, Colour, float width = 1, float dash = 4) = 0;
    virtual void curve(Point, Point, Point, Point, Colour, float width = 1) = 0;  // cubic Bezier
    virtual void polygon(std::span<const Point>, Colour) = 0;                     // convex, filled
    virtual void circle(Point centre, float radius, Colour) = 0;
    virtual void ring(Point centre, float radius, Colour, float width = 1) = 0;
    /// One line of text. `at`: its left end, middle or right end (by style.align), and its vertical
    /// centre.
    virtual void text(Point at, std::string_view, const TextStyle&) = 0;
    virtual float width(std::string_view, const TextStyle&) const = 0;
    virtual void push_clip(Rect) = 0;
    virtual void pop_clip() = 0;
    /// A box of columns x rows values in [0, 1], x fastest: drawn by a shader on the screen, as an
    /// image in SVG.
    virtual void field(Rect, std::span<const float> values, int columns, int rows) = 0;
    /// field() from a texture that is on the GPU already (app/live.h); only the screen draws it.
    /// `levels`: with contour lines at every tenth of the range, for values that change slowly.
    virtual void live_field(Rect, std::uint32_t /*texture*/, int /*columns*/, int /*rows*/,
                            bool /*levels*/) {}
    /// All that follows belongs to this card until the next call, for the tests of overlap. An
    /// empty name ends the card.
    virtual void card(std::string_view /*name*/, Rect) {}
};

/// An S-curve with vertical tangents and an arrow head.
void arrow(Canvas&, Point from, Point to, Colour, float width = 2.4f, float head = 8);
/// Draws text wrapped at spaces, with *bold* and `code`. Returns the height used.
float paragraph(Canvas&, Rect, std::string_view, TextStyle, float line_height = 1.45f);
/// The height that paragraph() would take, without drawing.
float paragraph_height(const Canvas&, float width, std::string_view, TextStyle,
                       float line_height = 1.45f);

}  // namespace app

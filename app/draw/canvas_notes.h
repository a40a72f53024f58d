// The canvas of tests. It draws nothing. It records every text and every mark in drawing order,
// with place, colour and card.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/fonts.h"

namespace app {

struct NotedText {
    std::string text;
    Rect box;   // the area of the letters, capitals to descenders
    Rect clip;  // the part of the window where it is visible
    std::string card;
    TextStyle style;
    std::size_t marks_before = 0;  // number of marks drawn before it
};

enum class MarkKind : std::uint8_t {
    fill,
    outline,
    dashed_outline,
    hatch,
    line,
    dashed_line,
    curve,
    polygon,
    circle,
    ring,
    field,
};

// Everything that is not a text.
struct NotedMark {
    MarkKind kind{};
    Rect box;  // as given, or the bounding box of `points`
    Colour colour = Role::text;
    std::vector<Point> points{};  // lines and curves: from end to end; polygons: corners
    float width = 0, radius = 0;  // stroke width; radius of circles, rings and round corners
    Rect clip{};                  // the part of the window where it is visible
    std::string card{};
    std::vector<float> values{};  // field: its values
    int columns = 0, rows = 0;

    bool is(MarkKind k, Role role) const {
        return kind == k && !colour.fixed && colour.role == role;
    }
};

class CanvasNotes : public Canvas {
public:
    /// `longer`: stretches every text, so 1.33 stands for a language that needs a third more room.
    explicit CanvasNotes(const Fonts& fonts, float scale = 1, float longer = 1)
        : fonts_(fonts), scale_(scale), longer_(longer) {}

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
    void card(std::string_view name, Rect) override;

    struct Card {
        std::string name;
        Rect box;
    };
    std::vector<NotedText> texts;
    std::vector<NotedMark> marks;
    std::vector<Card> cards;

    /// The marks of one kind (and of one role), in drawing order.
    std::vector<NotedMark> of(MarkKind) const;
    std::vector<NotedMark> of(MarkKind, Role) const;
    /// The first text equal to `text`; nullptr where there is none.
    const NotedText* find(std::string_view text) const;

private:
    void note(MarkKind, Rect, Colour, float width, float radius);
    void note(MarkKind, std::span<const Point>, Colour, float width);
    Rect clip() const;

    const Fonts& fonts_;
    float scale_, longer_;
    std::vector<Rect> clips_;
    std::string card_;
};

/// One sentence for each text that overlaps another or leaves its card; empty where there is none.
std::vector<std::string> misplaced_texts(const CanvasNotes& notes);
/// One sentence for each text that its clip cuts off in part.
std::vector<std::string> cut_texts(const std::vector<NotedText>& texts);
/// One sentence for each text that a line or an edge of a box crosses, or that a later fill covers.
/// A mark counts only where no opaque box hides it before the text is drawn.
std::vector<std::string> crossed_texts(const std::vector<NotedText>& texts,
                                       const std::vector<NotedMark>& marks);

}  // namespace app

// The canvas of tests: draws nothing, notes every text and every mark, in the order in which they
// were drawn, with their place, their colour and the card they belong to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/fonts.h"

namespace app {

struct NotedText {
    std::string text;
    Rect box;   // what the letters cover, capitals to descenders
    Rect clip;  // what of the window it may cover
    std::string card;
    TextStyle style;
    std::size_t marks_before = 0;  // how many were drawn before it
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
    Rect box;  // as it was given, or around `points`
    Colour colour = Role::text;
    std::vector<Point> points{};  // of lines and curves from one end to the other, of polygons
    float width = 0, radius = 0;  // of the stroke; of circles, rings and round corners
    Rect clip{};                  // what of the window it may cover
    std::string card{};
    std::vector<float> values{};  // of a field
    int columns = 0, rows = 0;

    bool is(MarkKind k, Role role) const {
        return kind == k && !colour.fixed && colour.role == role;
    }
};

class CanvasNotes : public Canvas {
public:
    /// `longer` stretches every text: 1.33 stands for a language that needs a third more room.
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

    /// The marks of one kind, in the order in which they were drawn; those of one role.
    std::vector<NotedMark> of(MarkKind) const;
    std::vector<NotedMark> of(MarkKind, Role) const;
    /// The first text that is exactly this, nullptr where there is none.
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

/// Sentences about texts that overlap, or that leave their card; empty where all is well.
std::vector<std::string> misplaced_texts(const CanvasNotes& notes);
/// Sentences about texts of which a part can't be seen, because their clip ends in them.
std::vector<std::string> cut_texts(const std::vector<NotedText>& texts);
/// Sentences about texts that something is drawn through: a line, the edge of a box, or what is
/// filled over them. What an opaque box hides before the text comes is not seen.
std::vector<std::string> crossed_texts(const std::vector<NotedText>& texts,
                                       const std::vector<NotedMark>& marks);

}  // namespace app

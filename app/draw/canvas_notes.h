// The canvas of tests: draws nothing, notes every text and box with the card they belong to.
#pragma once

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
};

class CanvasNotes : public Canvas {
public:
    /// `longer` stretches every text: 1.33 stands for a language that needs a third more room.
    explicit CanvasNotes(const Fonts& fonts, float scale = 1, float longer = 1)
        : fonts_(fonts), scale_(scale), longer_(longer) {}

    void fill(Rect, Colour, float radius = 0) override;
    void outline(Rect, Colour, float = 0, float = 1) override { ++marks; }
    void dashed_outline(Rect, Colour, float = 0, float = 1) override { ++marks; }
    void hatch(Rect, Colour, float = 6, float = 1.3f) override { ++marks; }
    void line(Point, Point, Colour, float = 1) override { ++marks; }
    void dashed_line(Point, Point, Colour, float = 1, float = 4) override { ++marks; }
    void curve(Point, Point, Point, Point, Colour, float = 1) override { ++marks; }
    void polygon(std::span<const Point>, Colour) override { ++marks; }
    void circle(Point, float, Colour) override { ++marks; }
    void ring(Point, float, Colour, float = 1) override { ++marks; }
    void text(Point at, std::string_view, const TextStyle&) override;
    float width(std::string_view, const TextStyle&) const override;
    void push_clip(Rect) override;
    void pop_clip() override;
    void field(Rect, std::span<const float>, int, int) override { ++marks; }
    void card(std::string_view name, Rect) override;

    struct Card {
        std::string name;
        Rect box;
    };
    std::vector<NotedText> texts;
    std::vector<Card> cards;
    std::vector<Rect> fills;
    int marks = 0;  // everything that is not a text

private:
    const Fonts& fonts_;
    float scale_, longer_;
    std::vector<Rect> clips_;
    std::string card_;
};

/// Sentences about texts that overlap, or that leave their card; empty where all is well.
std::vector<std::string> misplaced_texts(const CanvasNotes& notes);

}  // namespace app

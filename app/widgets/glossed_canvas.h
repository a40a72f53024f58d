// A canvas that underlines words of the glossary in the texts drawn through it: each at its first
// occurrence in a card. At the end of the frame it knows their places, for the tooltips.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/glossary.h"

namespace app {

class GlossedCanvas : public Canvas {
public:
    explicit GlossedCanvas(Canvas& under) : under_(under) {}

    struct Underlined {
        Rect area;
        const Term* word = nullptr;
        std::string card;
    };
    /// The words of this frame so far; those of the topmost cards are last.
    const std::vector<Underlined>& words() const { return words_; }
    /// Draws what is still pending.
    void flush();

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
    void card(std::string_view name, Rect) override;

private:
    void add_tokens(Point at, std::string_view text, const TextStyle& style);
    void underline(std::size_t first, std::size_t count, const Term& word);
    bool in_sight(Rect area) const;

    Canvas& under_;
    std::string card_;
    bool glossed_ = false;  // whether words of this card are underlined
    std::vector<Rect> clips_;
    // The words of the current line: a paragraph draws its words one at a time.
    std::vector<std::string> tokens_;
    std::vector<Rect> areas_;
    float end_ = 0, baseline_ = 0;
    std::map<std::string, std::set<const Term*>> seen_;
    std::vector<Underlined> words_;
};

}  // namespace app

// Passes everything to the canvas below, and reads the texts. See glossed_canvas.h.
#include "app/widgets/glossed_canvas.h"

#include <algorithm>
#include <array>

#include "app/format.h"

namespace app {
namespace {

// Cards whose texts are controls, code, or entries of the glossary itself.
constexpr std::array<std::string_view, 13> left_alone{
    "",     "top bar", "rail", "source", "tooltip", "notice", "help",
    "open", "keep",    "kept", "change", "menu",    "figure"};

bool is_prose(const TextStyle& style) {
    return style.align == Align::left && style.font != Font::mono && style.font != Font::mono_bold;
}

}  // namespace

void GlossedCanvas::flush() {
    for (const TermIn& found : words_in(tokens_)) underline(found.first, found.count, *found.word);
    tokens_.clear();
    areas_.clear();
}

bool GlossedCanvas::in_sight(Rect area) const {
    return clips_.empty() || (area.x >= clips_.back().x - 1 && area.y >= clips_.back().y - 1 &&
                              area.right() <= clips_.back().right() + 1 &&
                              area.bottom() <= clips_.back().bottom() + 1);
}

void GlossedCanvas::underline(std::size_t first, std::size_t count, const Term& word) {
    const Rect &from = areas_[first], &to = areas_[first + count - 1];
    const Rect area{from.x, from.y, to.right() - from.x, from.h};
    if (!in_sight(area) || !seen_[card_].insert(&word).second) return;
    const float y = area.bottom() - 1, dot = std::max(1.f, area.h * .07f);
    under_.dashed_line({area.x, y}, {area.right(), y}, Colour{Role::text3, .75f}, dot, dot * 1.6f);
    words_.push_back({area, &word, card_});
}

void GlossedCanvas::add_tokens(Point at, std::string_view text, const TextStyle& style) {
    const float height = style.size * 1.3f;
    for (std::size_t i = 0; i < text.size();) {
        if (!is_letter(text[i])) {
            // "sectors, wavefronts" are two words, "bank conflicts" is one
            if (text[i] != ' ') flush();
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && is_letter(text[end])) ++end;
        const float left = at.x + under_.width(text.substr(0, i), style);
        const float wide = under_.width(text.substr(i, end - i), style);
        tokens_.emplace_back(text.substr(i, end - i));
        areas_.push_back({left, at.y - height / 2, wide, height});
        i = end;
    }
}

void GlossedCanvas::text(Point at, std::string_view words, const TextStyle& style) {
    const bool follows = at.y == baseline_ && at.x >= end_ - 1 && at.x < end_ + style.size * .6f;
    if (!follows) flush();
    under_.text(at, words, style);
    if (!glossed_ || !is_prose(style)) return flush();
    end_ = at.x + under_.width(words, style), baseline_ = at.y;
    add_tokens(at, words, style);
}

void GlossedCanvas::card(std::string_view name, Rect area) {
    flush();
    card_ = name;
    glossed_ = std::ranges::find(left_alone, name) == left_alone.end();
    under_.card(name, area);
}

void GlossedCanvas::push_clip(Rect area) {
    flush();
    clips_.push_back(clips_.empty() ? area : clips_.back().common(area));
    under_.push_clip(area);
}

void GlossedCanvas::pop_clip() {
    flush();
    if (!clips_.empty()) clips_.pop_back();
    under_.pop_clip();
}

float GlossedCanvas::width(std::string_view text, const TextStyle& style) const {
    return under_.width(text, style);
}

// --- marks end the pending line of words

void GlossedCanvas::fill(Rect r, Colour colour, float radius) {
    flush();
    under_.fill(r, colour, radius);
}
void GlossedCanvas::outline(Rect r, Colour colour, float radius, float width) {
    flush();
    under_.outline(r, colour, radius, width);
}
void GlossedCanvas::dashed_outline(Rect r, Colour colour, float radius, float width) {
    flush();
    under_.dashed_outline(r, colour, radius, width);
}
void GlossedCanvas::hatch(Rect r, Colour colour, float step, float width) {
    flush();
    under_.hatch(r, colour, step, width);
}
void GlossedCanvas::line(Point a, Point b, Colour colour, float width) {
    flush();
    under_.line(a, b, colour, width);
}
void GlossedCanvas::dashed_line(Point a, Point b, Colour colour, float width, float dash) {
    flush();
    under_.dashed_line(a, b, colour, width, dash);
}
void GlossedCanvas::curve(Point a, Point b, Point c, Point d, Colour colour, float width) {
    flush();
    under_.curve(a, b, c, d, colour, width);
}
void GlossedCanvas::polygon(std::span<const Point> points, Colour colour) {
    flush();
    under_.polygon(points, colour);
}
void GlossedCanvas::circle(Point centre, float radius, Colour colour) {
    flush();
    under_.circle(centre, radius, colour);
}
void GlossedCanvas::ring(Point centre, float radius, Colour colour, float width) {
    flush();
    under_.ring(centre, radius, colour, width);
}
void GlossedCanvas::field(Rect r, std::span<const float> values, int columns, int rows) {
    flush();
    under_.field(r, values, columns, rows);
}
void GlossedCanvas::live_field(Rect r, std::uint32_t texture, int columns, int rows, bool levels) {
    flush();
    under_.live_field(r, texture, columns, rows, levels);
}

}  // namespace app

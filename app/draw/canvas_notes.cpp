// Notes texts and judges them. Used by tests only; it lives here because it must know all of
// Canvas.
#include "app/draw/canvas_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace app {

namespace {

Rect common(Rect a, Rect b) {
    const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::min(a.right(), b.right()) - x, std::min(a.bottom(), b.bottom()) - y};
}

constexpr Rect everything{-1e6f, -1e6f, 2e6f, 2e6f};

}  // namespace

void CanvasNotes::fill(Rect r, Colour, float) {
    fills.push_back(r);
    ++marks;
}

void CanvasNotes::text(Point at, std::string_view words, const TextStyle& style) {
    if (words.find_first_not_of(' ') == std::string_view::npos) return;
    const float w = width(words, style);
    const float left = style.align == Align::centre  ? at.x - w / 2
                       : style.align == Align::right ? at.x - w
                                                     : at.x;
    // capitals, and what hangs below the line
    const Rect box{left, at.y - style.size * .36f, w, style.size * .86f};
    texts.push_back(
        {std::string(words), box, clips_.empty() ? everything : clips_.back(), card_, style});
}

float CanvasNotes::width(std::string_view words, const TextStyle& style) const {
    return text_width(fonts_, words, style, scale_) * longer_;
}

void CanvasNotes::push_clip(Rect r) {
    clips_.push_back(clips_.empty() ? r : common(clips_.back(), r));
}

void CanvasNotes::pop_clip() { clips_.pop_back(); }

void CanvasNotes::card(std::string_view name, Rect r) {
    card_ = name;
    if (!name.empty()) cards.push_back({card_, r});
}

std::vector<std::string> misplaced_texts(const CanvasNotes& notes) {
    std::vector<std::string> found;
    for (const CanvasNotes::Card& card : notes.cards)
        for (const NotedText& text : notes.texts) {
            if (text.card != card.name) continue;
            const Rect seen = common(text.box, text.clip);
            if (seen.w <= 0 || seen.h <= 0) continue;
            const bool inside = seen.x >= card.box.x - .5f &&
                                seen.right() <= card.box.right() + .5f &&
                                seen.y >= card.box.y - 2 && seen.bottom() <= card.box.bottom() + 2;
            if (!inside) found.push_back(fmt::format("\"{}\" leaves {}", text.text, card.name));
        }
    for (std::size_t i = 0; i < notes.texts.size(); ++i)
        for (std::size_t k = i + 1; k < notes.texts.size(); ++k) {
            const NotedText &a = notes.texts[i], &b = notes.texts[k];
            if (a.card != b.card) continue;
            const Rect both = common(common(a.box, a.clip), common(b.box, b.clip));
            if (both.w > .8f && both.h > .8f)
                found.push_back(
                    fmt::format("\"{}\" overlaps \"{}\" in {}", a.text, b.text, a.card));
        }
    return found;
}

}  // namespace app

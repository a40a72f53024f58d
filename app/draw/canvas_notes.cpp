// Records texts and marks, and checks texts. Used only by tests; it is here because it must know
// all of Canvas.
#include "app/draw/canvas_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace app {

namespace {

constexpr Rect everything{-1e6f, -1e6f, 2e6f, 2e6f};

}  // namespace

Rect CanvasNotes::clip() const { return clips_.empty() ? everything : clips_.back(); }

void CanvasNotes::note(MarkKind kind, Rect box, Colour colour, float width, float radius) {
    marks.push_back({kind, box, colour, {}, width, radius, clip(), card_});
}

void CanvasNotes::note(MarkKind kind, std::span<const Point> points, Colour colour, float width) {
    Point least{1e9f, 1e9f}, most{-1e9f, -1e9f};
    for (const Point& at : points) {
        least = {std::min(least.x, at.x), std::min(least.y, at.y)};
        most = {std::max(most.x, at.x), std::max(most.y, at.y)};
    }
    note(kind, {least.x, least.y, most.x - least.x, most.y - least.y}, colour, width, 0);
    marks.back().points.assign(points.begin(), points.end());
}

void CanvasNotes::fill(Rect r, Colour colour, float radius) {
    note(MarkKind::fill, r, colour, 0, radius);
}
void CanvasNotes::outline(Rect r, Colour colour, float radius, float width) {
    note(MarkKind::outline, r, colour, width, radius);
}
void CanvasNotes::dashed_outline(Rect r, Colour colour, float radius, float width) {
    note(MarkKind::dashed_outline, r, colour, width, radius);
}
void CanvasNotes::hatch(Rect r, Colour colour, float, float width) {
    note(MarkKind::hatch, r, colour, width, 0);
}
void CanvasNotes::line(Point from, Point to, Colour colour, float width) {
    note(MarkKind::line, std::array{from, to}, colour, width);
}
void CanvasNotes::dashed_line(Point from, Point to, Colour colour, float width, float) {
    note(MarkKind::dashed_line, std::array{from, to}, colour, width);
}
void CanvasNotes::curve(Point a, Point b, Point c, Point d, Colour colour, float width) {
    note(MarkKind::curve, std::array{a, b, c, d}, colour, width);
}
void CanvasNotes::polygon(std::span<const Point> corners, Colour colour) {
    note(MarkKind::polygon, corners, colour, 0);
}
void CanvasNotes::circle(Point centre, float radius, Colour colour) {
    note(MarkKind::circle, Rect{centre.x, centre.y, 0, 0}.inside(-radius), colour, 0, radius);
}
void CanvasNotes::ring(Point centre, float radius, Colour colour, float width) {
    note(MarkKind::ring, Rect{centre.x, centre.y, 0, 0}.inside(-radius), colour, width, radius);
}

void CanvasNotes::field(Rect box, std::span<const float> values, int columns, int rows) {
    note(MarkKind::field, box, Role::text, 0, 0);
    marks.back().values.assign(values.begin(), values.end());
    marks.back().columns = columns, marks.back().rows = rows;
}

std::vector<NotedMark> CanvasNotes::of(MarkKind kind) const {
    std::vector<NotedMark> found;
    std::ranges::copy_if(marks, std::back_inserter(found),
                         [&](const NotedMark& mark) { return mark.kind == kind; });
    return found;
}

std::vector<NotedMark> CanvasNotes::of(MarkKind kind, Role role) const {
    std::vector<NotedMark> found;
    std::ranges::copy_if(marks, std::back_inserter(found),
                         [&](const NotedMark& mark) { return mark.is(kind, role); });
    return found;
}

const NotedText* CanvasNotes::find(std::string_view text) const {
    const auto found = std::ranges::find(texts, text, &NotedText::text);
    return found == texts.end() ? nullptr : &*found;
}

void CanvasNotes::text(Point at, std::string_view words, const TextStyle& style) {
    if (words.find_first_not_of(' ') == std::string_view::npos) return;
    const float w = width(words, style);
    const float left = style.align == Align::centre  ? at.x - w / 2
                       : style.align == Align::right ? at.x - w
                                                     : at.x;
    // from capitals to descenders
    const Rect box{left, at.y - style.size * .36f, w, style.size * .86f};
    texts.push_back({std::string(words), box, clip(), card_, style, marks.size()});
}

float CanvasNotes::width(std::string_view words, const TextStyle& style) const {
    return text_width(fonts_, words, style, scale_) * longer_;
}

void CanvasNotes::push_clip(Rect r) {
    clips_.push_back(clips_.empty() ? r : clips_.back().common(r));
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
            const Rect seen = text.box.common(text.clip);
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
            const Rect both = a.box.common(a.clip).common(b.box.common(b.clip));
            if (both.w > .8f && both.h > .8f)
                found.push_back(
                    fmt::format("\"{}\" overlaps \"{}\" in {}", a.text, b.text, a.card));
        }
    return found;
}

std::vector<std::string> cut_texts(const std::vector<NotedText>& texts) {
    std::vector<std::string> found;
    for (const NotedText& text : texts) {
        const Rect seen = text.box.common(text.clip);
        if (seen.w <= 0 || seen.h <= 0) continue;
        if (seen.w < text.box.w - 1 || seen.h < text.box.h - 2)
            found.push_back(fmt::format("\"{}\" is cut in {}", text.text, text.card));
    }
    return found;
}

namespace {

constexpr float faint = .3f, opaque = .75f;  // opacity that is hardly visible, and that hides

bool is_filled(const NotedMark& mark) {
    return mark.kind == MarkKind::fill || mark.kind == MarkKind::circle ||
           mark.kind == MarkKind::field || mark.kind == MarkKind::polygon;
}

// Whether the line between two points passes through the box.
bool passes(Point from, Point to, Rect r) {
    float first = 0, last = 1;
    const auto cut = [&](float at, float step, float low, float high) {
        if (std::abs(step) < 1e-6f) return at > low && at < high;
        const float a = (low - at) / step, b = (high - at) / step;
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
        return first < last;
    };
    return cut(from.x, to.x - from.x, r.x, r.right()) &&
           cut(from.y, to.y - from.y, r.y, r.bottom());
}

std::vector<Point> corners_of(Rect r) {
    return {{r.x, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}, {r.x, r.y}};
}

// The points of a mark's stroke.
std::vector<Point> stroke_of(const NotedMark& mark) {
    if (mark.kind == MarkKind::outline || mark.kind == MarkKind::dashed_outline)
        return corners_of(mark.box);
    if (mark.kind != MarkKind::curve) return mark.points;
    std::vector<Point> points;
    constexpr int steps = 24;
    for (int i = 0; i <= steps; ++i) {
        const float t = static_cast<float>(i) / steps, u = 1 - t;
        const float weights[] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
        Point at;
        for (std::size_t k = 0; k < 4; ++k) {
            at.x += weights[k] * mark.points[k].x;
            at.y += weights[k] * mark.points[k].y;
        }
        points.push_back(at);
    }
    return points;
}

bool goes_through(const NotedMark& mark, Rect letters) {
    const Rect seen = letters.common(mark.clip);
    if (seen.w <= 0 || seen.h <= 0) return false;
    const std::vector<Point> stroke = stroke_of(mark);
    for (std::size_t i = 1; i < stroke.size(); ++i)
        if (passes(stroke[i - 1], stroke[i], seen)) return true;
    return false;
}

bool is_hidden(const std::vector<NotedMark>& marks, std::size_t mark, const NotedText& text,
               Rect letters) {
    for (std::size_t i = mark + 1; i < text.marks_before; ++i) {
        const NotedMark& over = marks[i];
        const Rect both = letters.common(over.box.common(over.clip));
        if (over.kind == MarkKind::fill && over.colour.opacity() >= opaque &&
            both.w >= letters.w - 1 && both.h >= letters.h - 1)
            return true;
    }
    return false;
}

}  // namespace

std::vector<std::string> crossed_texts(const std::vector<NotedText>& texts,
                                       const std::vector<NotedMark>& marks) {
    std::vector<std::string> found;
    for (const NotedText& text : texts) {
        const Rect seen = text.box.common(text.clip);
        const Rect letters = seen.inside(std::min(1.5f, seen.w / 4), seen.h * .22f);
        if (letters.w <= 0 || letters.h <= 0) continue;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const NotedMark& mark = marks[i];
            if (mark.card != text.card || mark.colour.opacity() < faint) continue;
            const bool over = i >= text.marks_before;
            const Rect both = letters.common(mark.box.common(mark.clip));
            const bool filled = is_filled(mark);
            if (filled ? !over || both.w <= 0 || both.h <= 0 : !goes_through(mark, letters))
                continue;
            // Grid lines of a plot are faint, and lie behind the words.
            if (!over && (mark.is(mark.kind, Role::line) || is_hidden(marks, i, text, letters)))
                continue;
            found.push_back(fmt::format("something is drawn {} \"{}\" in {}",
                                        filled ? "over" : "through", text.text, text.card));
            break;
        }
    }
    return found;
}

}  // namespace app

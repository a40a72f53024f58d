// The drawing that all back ends share: arrows, and text wrapped into lines.
#include "app/draw/canvas.h"

#include <algorithm>
#include <array>

namespace app {

namespace {

// A run of text in one look that is never split; `gap` follows it within a line.
struct Word {
    std::string text;
    int look = 0;  // 0 plain, 1 *strong*, 2 `code`
    float width = 0;
    bool glued = false;    // joined to the word before: only the look changes
    bool newline = false;  // a line ends before it
    bool kept = false;     // on the same line as the word before, if both fit
};

TextStyle look_of(const TextStyle& style, int look) {
    TextStyle result = style;
    if (look == 1) result.font = style.font == Font::display ? Font::display : Font::semibold;
    if (look == 2) result.font = Font::mono_medium, result.size = style.size * .94f;
    if (look != 0 && !style.colour.fixed) result.colour = Colour(Role::text, style.colour.alpha);
    return result;
}

std::vector<Word> words_of(const Canvas& canvas, std::string_view text, const TextStyle& style) {
    std::vector<Word> words;
    Word word;
    auto flush = [&] {
        if (!word.text.empty()) {
            word.width = canvas.width(word.text, look_of(style, word.look));
            words.push_back(word);
            word.newline = false;
            word.glued = true;
        }
        word.text.clear();
    };
    for (char c : text) {
        const int look = style.plain ? 0 : c == '*' ? 1 : c == '`' ? 2 : 0;
        const bool inside_code = word.look == 2 && look == 1;
        if (look && !inside_code) {
            flush();
            word.look = word.look == look ? 0 : look;
        } else if (c == ' ' || c == '\n') {
            flush();
            word.glued = false;
            word.newline = word.newline || c == '\n';
        } else {
            word.text += c;
        }
    }
    flush();
    return words;
}

constexpr std::array<std::string_view, 18> units{"%",   "ns",  "µs",  "ms",   "s",    "B",
                                                 "KiB", "MiB", "GiB", "TiB",  "k",    "M",
                                                 "G",   "T",   "MHz", "GB/s", "TB/s", "GFLOP/s"};

// Whether `unit` is a unit after a number: "38" and "%,".
bool counts_in(const Word& number, const Word& unit) {
    if (number.text.empty() || number.text.back() < '0' || number.text.back() > '9') return false;
    const std::size_t sign = unit.text.find_last_not_of(".,;:)");
    const std::string_view bare = std::string_view(unit.text).substr(0, sign + 1);
    return std::ranges::find(units, bare) != units.end();
}

// Whether `group` continues the number: "268" and "435", "12" and "582,".
bool goes_on(const Word& number, const Word& group) {
    const auto digits = [](auto begin, auto end) {
        return std::find_if_not(begin, end, [](char c) { return c >= '0' && c <= '9'; }) - begin;
    };
    const auto before = digits(number.text.rbegin(), number.text.rend());
    return before >= 1 && before <= 3 && digits(group.text.begin(), group.text.end()) == 3;
}

// Keeps a number and its unit together, and keeps the last word of a paragraph from a line of its
// own.
void keep_together(std::vector<Word>& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        Word& word = words[i];
        if (word.glued || word.newline) continue;
        std::size_t behind = i + 1;
        while (behind < words.size() && words[behind].glued) ++behind;
        const bool last = behind == words.size() || words[behind].newline;
        word.kept = last || counts_in(words[i - 1], word) || goes_on(words[i - 1], word);
    }
}

// Width of `first` and the words glued to it.
float joined_width(std::span<const Word> words, std::size_t first) {
    float width = words[first].width;
    for (std::size_t next = first + 1; next < words.size() && words[next].glued; ++next)
        width += words[next].width;
    return width;
}

// joined_width() and the words kept on its line, as far as `most` has room.
float kept_width(std::span<const Word> words, std::size_t first, float space, float most) {
    float width = joined_width(words, first);
    for (std::size_t next = first + 1; next < words.size(); ++next) {
        if (words[next].glued) continue;
        const float more = width + space + joined_width(words, next);
        if (!words[next].kept || more > most) break;
        width = more;
    }
    return width;
}

}  // namespace

void arrow(Canvas& canvas, Point from, Point to, Colour colour, float width, float head) {
    const Point end{to.x, to.y - (to.y > from.y ? head : -head) * .8f};
    const float bend = (end.y - from.y) * .62f;
    canvas.curve(from, {from.x, from.y + bend}, {end.x, end.y - bend}, end, colour, width);
    const float back = to.y > from.y ? -head : head;
    const std::array<Point, 3> tip{
        {{to.x - head * .55f, to.y + back}, {to.x + head * .55f, to.y + back}, to}};
    canvas.polygon(tip, colour);
}

namespace {

// Places each word; `put` draws it or does nothing. Returns the height.
template <class Put>
float lay_out(const Canvas& canvas, Rect area, std::string_view text, const TextStyle& style,
              float line_height, Put put) {
    std::vector<Word> words = words_of(canvas, text, style);
    keep_together(words);
    const float space = canvas.width(" ", style), step = style.size * line_height;
    float x = area.x, y = area.y + step / 2;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Word& word = words[i];
        if (!word.glued && x > area.x) x += space;
        const bool full = !word.glued && x > area.x &&
                          x + kept_width(words, i, space, area.w) > area.right() + .5f;
        if (full || (word.newline && i > 0)) x = area.x, y += step;
        put(Point{x, y}, word);
        x += word.width;
    }
    return words.empty() ? 0 : y + step / 2 - area.y;
}

}  // namespace

float paragraph(Canvas& canvas, Rect area, std::string_view text, TextStyle style,
                float line_height) {
    style.align = Align::left;
    return lay_out(canvas, area, text, style, line_height, [&](Point at, const Word& word) {
        canvas.text(at, word.text, look_of(style, word.look));
    });
}

float paragraph_height(const Canvas& canvas, float width, std::string_view text, TextStyle style,
                       float line_height) {
    return lay_out(canvas, {0, 0, width, 0}, text, style, line_height, [](Point, const Word&) {});
}

}  // namespace app

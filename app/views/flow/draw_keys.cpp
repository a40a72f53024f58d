// Sorted keys: each has the colour and the hatch of its digit in the pass, and the digit itself
// where there is room. See painter.h.
#include <algorithm>
#include <array>

#include "app/format.h"
#include "app/views/flow/painter.h"

namespace app {

using namespace simulator;

namespace {

// From dark to light, so that the order shows without colour. None is the colour of the current
// row. Each stands out from white and from a dark panel.
constexpr std::array<std::uint32_t, most_digit_colours> digit_colours{
    0x6B30AF, 0x9331A4, 0xB7358F, 0xD53E72, 0xEA514C, 0xF56C00, 0xE99303, 0xDEB10A};

constexpr float bar_radius = 1.5f;

Colour colour_of(DigitGroup group, float strength = 1) {
    const int steps = most_digit_colours - 1;
    const int at = group.of == 1 ? 0 : group.which * steps / (group.of - 1);
    return Colour::of(digit_colours[static_cast<std::size_t>(at)], strength).on(Role::panel);
}

// Lines that stand out from the ground, but less than letters do.
Colour lines_on(Colour ground) {
    Colour colour = ground.read();
    colour.ground = {};
    colour.alpha = .75f * ground.alpha;
    return colour;
}

void lines(Canvas& canvas, Rect box, Colour colour, float apart, bool upright) {
    const float length = upright ? box.w : box.h;
    const int count = std::max(1, static_cast<int>(length / apart));
    for (int i = 0; i < count; ++i) {
        const float at = (static_cast<float>(i) + .5f) * length / static_cast<float>(count);
        if (upright)
            canvas.line({box.x + at, box.y}, {box.x + at, box.bottom()}, colour, 1.2f);
        else
            canvas.line({box.x, box.y + at}, {box.right(), box.y + at}, colour, 1.2f);
    }
}

void dots(Canvas& canvas, Rect box, Colour colour, float apart) {
    for (float y = box.y + apart / 2; y < box.bottom() - 1; y += apart)
        for (float x = box.x + apart / 2; x < box.right() - 1; x += apart)
            canvas.circle({x, y}, 1.2f, colour);
}

// Each of these few colours has its own pattern.
void pattern(Canvas& canvas, Rect box, DigitGroup group, Colour colour) {
    const int steps = most_digit_colours - 1;
    switch (group.of == 1 ? 0 : group.which * steps / (group.of - 1)) {
        case 1: return dots(canvas, box, colour, 6);
        case 2: return lines(canvas, box, colour, 4.5f, false);
        case 3: return canvas.hatch(box, colour, 6, 1.2f);
        case 4: return lines(canvas, box, colour, 5, true);
        case 5: return canvas.hatch(box, colour, 3.6f, 1.2f);
        case 6: lines(canvas, box, colour, 5, true); return lines(canvas, box, colour, 4.5f, false);
        case 7: return dots(canvas, box, colour, 3.6f);
        default: return;
    }
}

// The pass whose digit the keys show while this row is made.
int pass_at(const FlowLayout& layout, int row) {
    return row < 0 ? layout.keys.first : layout.rows[std::size_t(row)].pass;
}
FlowDigit digit_at(const FlowLayout& layout, int row) {
    return layout.keys.digit(pass_at(layout, row));
}

}  // namespace

bool FlowPainter::is_key(const FlowMark& mark) const {
    return mark.version && layout_.keys.is_key(mark.version);
}

DigitGroup FlowPainter::group(std::uint32_t version, const FlowDigit& digit) const {
    return group_of(digit, digit.of(flow_.versions[version].after));
}

Colour FlowPainter::key_colour(std::uint32_t version) const {
    return colour_of(group(version, digit_));
}

bool has_bar(const Metrics& metrics, float cell) { return cell > cell_of_two(metrics) * 1.35f; }

// Keys that are read now and keys that are written now have an outline; light tells the rows apart.
void FlowPainter::key(int r, int c, const FlowMark& mark, Rect box, float strength) {
    const bool source = is_source(r, c), target = r == now_ && mark.writes > 0 && !is_over();
    const FlowDigit& digit = digits_[static_cast<std::size_t>(r)];
    const Colour ground = colour_of(group(mark.version, digit), strength);
    Rect foot = box;
    const float numbers = cell_of_two(metrics_);
    if (has_bar(metrics_, box.h)) bar(mark, foot.cut_top(box.h - numbers), ground);
    canvas_.fill(foot, ground, radius());
    key_figures(mark, foot, digit, ground, source || target);
    if (source || target)
        canvas_.outline(box, source ? Role::accent : Role::text, radius(), 2);
    else if (box.h > foot.h)
        canvas_.outline(box, Colour{Role::future_outline, strength}, radius(), 1);
}

// The value above the digit and its hatch. Without room for both, the value on the hatch.
void FlowPainter::key_figures(const FlowMark& mark, Rect box, const FlowDigit& digit, Colour ground,
                              bool bold) {
    const float line = box.h * .46f;
    const bool two = line / 1.1f >= least_of_two();
    Rect lower = box.inside(2);
    if (two) lower.cut_top(lower.h * .5f);
    canvas_.push_clip(lower);
    pattern(canvas_, lower, group(mark.version, digit), lines_on(ground));
    canvas_.pop_clip();
    TextStyle style = digits(ground.read(), bold ? Font::mono_bold : Font::mono_medium);
    if (two) style.size = std::min(style.size, line / 1.1f);
    style = narrowed(style, mark.text, box.w - 2);
    const float from_middle = two ? line / 2 : 0;
    on_ground({box.middle_x(), box.middle_y() - from_middle},
              value(mark.version, mark.text, style, box.w - 2), style, ground, !two);
    if (two)
        on_ground({box.middle_x(), box.middle_y() + from_middle},
                  std::to_string(digit.of(flow_.versions[mark.version].after)), style, ground,
                  true);
}

void FlowPainter::on_ground(Point at, const std::string& text, const TextStyle& style,
                            Colour ground, bool patch) {
    const float w = canvas_.width(text, style) + px(3), h = style.size * 1.02f;
    if (patch) canvas_.fill({at.x - w / 2, at.y - h / 2, w, h}, ground);
    canvas_.text(at, text, style);
}

// The size of the key, relative to the largest key shown.
void FlowPainter::bar(const FlowMark& mark, Rect room, Colour ground) {
    const double part = largest_key_ == 0
                            ? 0
                            : static_cast<double>(flow_.versions[mark.version].after) /
                                  static_cast<double>(largest_key_);
    room = room.inside(px(4), 0);
    room.cut_top(px(4));
    const float height = room.h * static_cast<float>(part);
    canvas_.fill({room.x, room.bottom() - height, room.w, height + radius()}, ground, bar_radius);
}

FlowDigit digit_shown(const FlowLayout& layout, int now, int row) {
    const auto feeds = [&](const auto& cell) { return cell.first == row; };
    const bool is_read =
        now >= 0 && std::ranges::any_of(layout.rows[std::size_t(now)].doings.read, feeds);
    return digit_at(layout, is_read ? now : row);
}

void FlowPainter::find_digit() {
    if (!layout_.keys.any()) return;
    digit_ = digit_at(layout_, now_);
    for (int r = 0; r < std::ssize(layout_.rows); ++r)
        digits_.push_back(digit_shown(layout_, now_, r));
    for (const FlowRow& one : layout_.rows)
        for (const FlowMark& mark : one.marks)
            if (is_key(mark))
                largest_key_ = std::max(largest_key_, flow_.versions[mark.version].after);
}

namespace {

// The digits that share a colour: "0", "4 to 7"; if `brief`, only the first.
std::string digits_words(const FlowDigit& digit, DigitGroup group, bool brief) {
    const std::uint64_t each = (1ull << digit.bits) / static_cast<std::uint64_t>(group.of),
                        first = each * static_cast<std::uint64_t>(group.which);
    if (each == 1 || brief) return std::to_string(first);
    return std::to_string(first) + (each == 2 ? ", " : " to ") + std::to_string(first + each - 1);
}

// Which bits the digit has, at three lengths, and what the height of a cell's fill means.
std::vector<std::string> key_words(const FlowLayout& layout, int pass, bool bars) {
    const FlowDigit digit = layout.keys.digit(pass);
    const int passes = layout.keys.passes();
    const bool shared = 1 << digit.bits > group_of(digit, 0).of;
    const std::string of = "Digit of pass " + std::to_string(pass + 1) + " of " +
                           std::to_string(passes) + ": " + digit.words(),
                      briefly = "Digit: " + digit.words();
    const std::string high = bars ? "; height: key" : "";
    return {(passes > 1 ? of : briefly) + (shared ? "; colours: its upper 3 bits" : "") + high,
            briefly + (shared ? "; colours: its upper 3 bits" : "") + high,
            briefly + (shared ? ", by upper 3" : "") + high};
}

struct GroupSample {
    DigitGroup group;
    std::string words;
    float width = 0;  // with the gap before it
};

std::vector<GroupSample> key_samples(const Canvas& canvas, const FlowDigit& digit,
                                     const Metrics& metrics, bool brief) {
    std::vector<GroupSample> all;
    const int groups = group_of(digit, 0).of;
    for (int which = 0; which < groups; ++which) {
        GroupSample one{{which, groups}, digits_words(digit, {which, groups}, brief)};
        one.width =
            metrics.px(20) + metrics.small * 1.5f + canvas.width(one.words, small_style(metrics));
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace

// The colour of each digit, and the bits of the digit. Draws all samples or none.
void draw_digit_key(Canvas& canvas, const FlowLayout& layout, int row, const Metrics& metrics,
                    Rect area, bool bars) {
    const int pass = pass_at(layout, row);
    const std::vector<std::string> texts = key_words(layout, pass, bars);
    std::vector<GroupSample> samples;
    float room = 0;
    for (const bool brief : {false, true}) {
        samples = key_samples(canvas, layout.keys.digit(pass), metrics, brief);
        room = area.w;
        for (const GroupSample& one : samples) room -= one.width;
        if (canvas.width(texts.back(), small_style(metrics)) <= room) break;
    }
    if (canvas.width(texts.back(), small_style(metrics)) > room) return;
    area.cut_left(
        text_fitting(canvas, {area.x, area.middle_y()}, room, small_style(metrics), texts));
    for (const GroupSample& one : samples) {
        Rect place = area.cut_left(one.width);
        const Rect box{place.x + metrics.px(14), area.middle_y() - metrics.small * .6f,
                       metrics.small * 1.5f, metrics.small * 1.2f};
        const Colour ground = colour_of(one.group);
        canvas.fill(box, ground, 3);
        canvas.push_clip(box.inside(1));
        pattern(canvas, box.inside(1), one.group, lines_on(ground));
        canvas.pop_clip();
        canvas.text({box.right() + metrics.px(6), box.middle_y()}, one.words, small_style(metrics));
    }
}

}  // namespace app

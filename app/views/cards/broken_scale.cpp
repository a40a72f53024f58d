// Bars of which a few are broken. See broken_scale.h.
#include "app/views/cards/broken_scale.h"

#include <algorithm>
#include <cmath>

#include "app/views/marks.h"

namespace app {
namespace {

// Of the room for bars: what lies behind the break; in pixels: how far the gap leans and reaches,
// and what there is at least behind it.
constexpr float behind_break = .24f, lean_of_break = 4, gap_of_break = 5, least_behind = 6;

}  // namespace

BrokenScale BrokenScale::of(double high, double longest, float from, float to,
                            const Metrics& metrics) {
    if (longest <= high) return {{0, high, false, from, to}, longest, to, to};
    const float gap = metrics.px(2 * lean_of_break + gap_of_break + 1);
    const float room = std::max(gap + metrics.px(least_behind), behind_break * (to - from));
    const float ends = std::max(from, to - room);
    return {{0, high, false, from, ends}, longest, to, std::min(to, ends + gap)};
}

float BrokenScale::at(double value) const {
    if (!breaks(value)) return std::min(whole.at(value), whole.to);
    const double share = std::log(value / whole.high) / std::log(longest / whole.high);
    return behind + (end - behind) * (.1f + .9f * static_cast<float>(std::min(share, 1.)));
}

float BrokenScale::at(double end_of_it, double around) const {
    return breaks(around) ? std::max(at(end_of_it), behind) : at(end_of_it);
}

void draw_break(Canvas& canvas, const BrokenScale& scale, Rect box, const Metrics& m) {
    const float lean = m.px(lean_of_break), gap = m.px(gap_of_break), y = box.y - m.px(3),
                foot = box.bottom() + m.px(3);
    const float x = scale.whole.to + lean;
    const Point corners[] = {
        {x + lean, y}, {x + lean + gap, y}, {x - lean + gap, foot}, {x - lean, foot}};
    canvas.polygon(corners, Role::panel);
    for (const float at : {0.f, gap})
        canvas.line({x + lean + at, y}, {x - lean + at, foot}, Role::text2, 1.4f);
}

void draw_length(Canvas& canvas, const BrokenScale& scale, Rect box,
                 const std::vector<std::string>& words, TextStyle style, LengthGround ground,
                 const Metrics& m) {
    // A bar lower than its words has them on a ground that stands out of it, as its break does.
    const bool low = box.h < style.size * .85f;
    if (low && ground.close) return;
    const float right = scale.whole.to - m.px(5);
    const float room = (right - box.x - m.px(5)) * (low ? .6f : 1.f);  // a ground hides the bar
    const auto fits = [&](const std::string& each) { return canvas.width(each, style) <= room; };
    const auto found = std::ranges::find_if(words, fits);
    if (found == words.end()) return;
    const float wide = canvas.width(*found, style) + m.px(4);
    if (low) {
        style.colour = Role::text;
        box = {box.x, box.middle_y() - style.size * .6f, box.w, style.size * 1.2f};
    }
    if (low || ground.hatched)
        canvas.fill({right - wide, box.y, wide + m.px(2), box.h}, Role::panel);
    canvas.text({right, box.middle_y()}, *found, aligned(style, Align::right));
}

}  // namespace app

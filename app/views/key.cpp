// Draws keys. See key.h.
#include "app/views/key.h"

namespace app {

KeyEntries::KeyEntries(Canvas& canvas, Rect area, const Metrics& metrics, Colour words, bool draws)
    : canvas_(canvas),
      area_(area),
      metrics_(metrics),
      style_(small_style(metrics, words)),
      draws_(draws),
      at_{area.x, area.y + line() * .6f} {}

bool KeyEntries::find_room(float width) {
    Point next = at_;
    if (next.x + width > area_.right() && next.x > area_.x) next = {area_.x, next.y + line()};
    const bool fits =
        next.x + width <= area_.right() && next.y + metrics_.small * .6f <= area_.bottom();
    if (fits) at_ = next;  // else a shorter entry may fit
    return fits;
}

void KeyEntries::put(std::string_view words) {
    if (draws_) canvas_.text(at_, words, style_);
    at_.x += canvas_.width(words, style_) + metrics_.px(22);
}

void KeyEntries::head(std::string_view words) {
    put(words);
    at_.x -= metrics_.px(10);
}

bool KeyEntries::entry(float width, float height, std::string_view words,
                       const std::function<void(Rect)>& draw) {
    const float gap = width > 0 ? metrics_.px(7) : 0;
    if (!find_room(width + gap + canvas_.width(words, style_))) return false;
    if (draws_) draw({at_.x, at_.y - height / 2, width, height});
    at_.x += width + gap;
    put(words);
    return true;
}

bool KeyEntries::words(std::string_view words) {
    return entry(0, 0, words, [](Rect) {});
}

KeyColumn::KeyColumn(Canvas& canvas, Rect column, const Metrics& metrics, float line)
    : canvas_(canvas),
      column_(column),
      metrics_(metrics),
      line_(metrics.small * line),
      y_(column.y + metrics.small) {}

std::string KeyColumn::fit(float sample, std::initializer_list<std::string_view> words) const {
    if (y_ + metrics_.small > column_.bottom()) return "";
    return fitting(canvas_, column_.w - sample - gap(), small_style(metrics_), words);
}

void KeyColumn::entry(float width, std::initializer_list<std::string_view> words,
                      const std::function<void(Point, Point)>& draw) {
    const std::string fits = fit(width, words);
    if (fits.empty()) return;
    const Point left{column_.x, y_}, right{column_.x + width, y_};
    draw(left, right);
    canvas_.text({right.x + gap(), y_}, fits, small_style(metrics_));
    y_ += line_;
}

void KeyColumn::entry(Sample sample, std::initializer_list<std::string_view> words) {
    const std::string fits = fit(metrics_.small, words);
    if (fits.empty()) return;
    legend(canvas_, {column_.x, y_}, sample, fits, metrics_);
    y_ += line_;
}

void KeyColumn::words(std::initializer_list<std::string_view> words) {
    entry(-gap(), words, [](Point, Point) {});
}

}  // namespace app

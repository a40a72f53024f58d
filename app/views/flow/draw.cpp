// Draws a data-flow layout: a pure function of run and cursor. See painter.h.
#include "app/views/flow/painter.h"

#include <algorithm>
#include <cmath>

#include "app/draw/glides.h"
#include "app/views/flow/of_run.h"

namespace app {

using namespace simulator;

FlowPainter::FlowPainter(Canvas& canvas, const lab::Run& run, const FlowLayout& layout,
                         const Cursor& cursor, const Metrics& metrics, Rect area,
                         const LensWish& wish, Glides* glides)
    : canvas_(canvas),
      run_(run),
      flow_(*run.flow),
      layout_(layout),
      cursor_(cursor),
      metrics_(metrics),
      area_(area),
      glides_(glides),
      now_(row_now(layout, run.steps, cursor.step)),
      places_(places_of(layout, cursor, metrics, area, now_, wish)),
      cone_(chosen_way_in(layout, run, cursor)) {}

void FlowPainter::paint() {
    find_arrows();
    find_problems();
    find_digit();
    // The light fades in from row to row; within a row it stays.
    const auto here = static_cast<float>(now_);
    if (glides_) lit_ = 1 - std::min(1.f, std::abs(here - glides_->at("flow.row", here)));
    band();
    if (places_.map.w > 0) map();
    header();
    canvas_.push_clip({area_.x - 12, places_.cells.y - places_.height, area_.w + 24,
                       places_.cells.h + 2 * places_.height});
    for (const Time time : {Time::to_come, Time::past, Time::now}) arrows(time);
    pairs();
    canvas_.pop_clip();
    for (int r = places_.first_row; r < places_.first_row + places_.rows; ++r) row(r);
    threads();
}

int FlowPainter::step_of(std::uint32_t version) const { return layout_.steps[version]; }
int FlowPainter::step_of(const FlowMark& mark) const {
    return std::max(mark.step, step_of(mark.version));
}
FlowPainter::Time FlowPainter::time_of(const FlowArrow& arrow) const {
    const int step = step_of(arrow.version);
    if (step > cursor_.step) return Time::to_come;
    return arrow.row == now_ && !is_over() ? Time::now : Time::past;
}
bool FlowPainter::is_over() const {
    const bool row = now_ >= 0 && now_ < std::ssize(layout_.rows);
    return row && flow_row_is_over(run_, layout_.rows[std::size_t(now_)], cursor_.step);
}
bool FlowPainter::moving(int step) const { return step == cursor_.step && cursor_.fraction < 1; }
// Arrows draw themselves in the first six tenths of a step; targets fill in the rest.
float FlowPainter::drawn(int step) const {
    return moving(step) ? ease(std::min(cursor_.fraction / .6f, 1.f)) : 1;
}
float FlowPainter::filled(int step) const {
    return moving(step) ? std::clamp((cursor_.fraction - .6f) / .4f, 0.f, 1.f) : 1;
}
float FlowPainter::ease(float t) {
    return t < .5f ? 4 * t * t * t : 1 - std::pow(2 - 2 * t, 3.f) / 2;
}

// A layout has thousands of arrows; only those into cells of the lens are drawn.
void FlowPainter::find_arrows() {
    const auto place = [](const FlowArrow& arrow) { return std::pair{arrow.row, arrow.column}; };
    for (int r = places_.first_row + 1; r < places_.first_row + places_.rows; ++r)
        for (const int c : places_.shown) {
            const std::pair cell{r, c};
            auto arrow = std::ranges::lower_bound(layout_.arrows, cell, {}, place);
            for (; arrow != layout_.arrows.end() && place(*arrow) == cell; ++arrow)
                seen_.push_back(&*arrow);
        }
}
void FlowPainter::find_problems() {
    for (const FlowProblem& one : layout_.problems)
        if (places_.has_row(one.row)) problems_.insert({{one.row, one.column, one.kind}, &one});
}
// Whether a cell feeds the current row.
bool FlowPainter::is_source(int r, int c) const {
    return now_ >= 0 && !is_over() &&
           std::ranges::binary_search(layout_.rows[now_].doings.read, std::pair{r, c});
}
bool FlowPainter::in_cone(std::uint32_t version) const {
    return cone_.empty() || (version < cone_.size() && cone_[version]);
}
float FlowPainter::strength(const FlowArrow& arrow) const {
    const auto lit = [&](const auto& numbers) {
        return in_cone(numbers.first) && in_cone(numbers.second);
    };
    if (!cone_.empty())
        return lit(std::pair{arrow.source, arrow.version}) || std::ranges::any_of(arrow.others, lit)
                   ? 1
                   : .15f;
    return layout_.crowded && arrow.row != now_ ? .35f : 1;
}

void FlowPainter::band() {
    if (now_ < 0 || !places_.has_row(now_)) return;
    int above = layout_.rows[now_].doings.above;
    above = std::max({above, places_.first_row, now_ - 1});
    float top = places_.y_of(above) - px(7), bottom = places_.y_of(now_) + places_.height + px(7);
    if (glides_) top = glides_->at("flow.top", top), bottom = glides_->at("flow.bottom", bottom);
    canvas_.fill({area_.x - px(10), top, places_.right() - area_.x + px(20), bottom - top},
                 Colour{Role::accent, .07f}, 12);
}

void FlowPainter::row(int r) {
    name(r);
    for (const int c : places_.shown) mark(r, c);
}

bool FlowPainter::is_later(int r) const {
    const FlowRow& row = layout_.rows[r];
    return row.first_step > cursor_.step && row.kind != FlowRowKind::start;
}

// Keys that are read now show the digit of the reading pass, not of the pass that wrote them.
bool FlowPainter::shows_other_digit(int r) const {
    const auto row = static_cast<std::size_t>(r);
    return row < digits_.size() && layout_.sorts && layout_.rows[row].kind == FlowRowKind::stage &&
           digits_[row] != layout_.keys.digit(layout_.rows[row].pass);
}

// The line below a row's name, from long to short.
std::vector<std::string> FlowPainter::shares(int r) const {
    const FlowRow& row = layout_.rows[r];
    if (row.unset) return {"never written"};
    if (row.raced) return {"order not fixed"};
    if (shows_other_digit(r)) {
        const FlowDigit& digit = digits_[static_cast<std::size_t>(r)];
        return {"now read by " + digit.words(), "now by " + digit.words(), "now " + digit.places()};
    }
    if (!is_later(r)) return row_share(layout_, r);
    return {row.kind == FlowRowKind::input ? "read later" : "to come"};
}

void FlowPainter::name(int r) {
    if (places_.names.w <= 0) return;
    const FlowRow& row = layout_.rows[r];
    const bool later = is_later(r);
    const float y = places_.y_of(r) + places_.height / 2, line = metrics_.row_line;
    TextStyle style = small_style(metrics_, later ? Role::text3 : Role::text2);
    style.font = r == now_ ? Font::semibold : Font::medium;
    if (r == now_) style.colour = Role::text;
    const float width = places_.names.w - px(6);
    const bool last = r + 1 == places_.first_row + places_.rows;
    const bool low = places_.rows == 1 && places_.height / 2 + px(7) < line + metrics_.small * .6f;
    const bool shared = last ? !low && y + line + metrics_.micro * .6f < area_.bottom()
                             : places_.y_of(r + 1) - places_.y_of(r) > 2 * line + metrics_.small;
    // For keys that are read now, the name of the pass that wrote them goes without its digit.
    const std::string& longest = shows_other_digit(r) && !shared ? row.shorter : row.name;
    text_fitting(canvas_, {places_.names.x, shared || !last ? y - line : y}, width, style,
                 {longest, row.shorter, row.shortest});
    TextStyle below = micro_style(metrics_);
    below.tabular = true;
    if (row.raced || row.unset) below.colour = Role::bad;
    if (shared) text_fitting(canvas_, {places_.names.x, y + line}, width, below, shares(r));
    if (row.raced || row.unset)
        canvas_.line({places_.names.x - 6, places_.y_of(r) - 4},
                     {places_.names.x - 6, places_.y_of(r) + places_.height + 4}, Role::bad, 2);
}

void draw_flow(Canvas& canvas, const lab::Run& run, const FlowLayout& layout, const Cursor& cursor,
               const Metrics& metrics, Rect area, const LensWish& wish, Glides* glides) {
    FlowPainter(canvas, run, layout, cursor, metrics, area, wish, glides).paint();
}

}  // namespace app

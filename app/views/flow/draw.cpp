// Draws a data-flow layout: a pure function of run and cursor. See painter.h.
#include "app/views/flow/painter.h"

#include <algorithm>
#include <cmath>

namespace app {

using namespace simulator;

FlowPainter::FlowPainter(Canvas& canvas, const lab::Run& run, const FlowLayout& layout,
                         const Cursor& cursor, const Metrics& metrics, Rect area,
                         std::span<const int> columns)
    : canvas_(canvas),
      run_(run),
      flow_(*run.flow),
      layout_(layout),
      cursor_(cursor),
      metrics_(metrics),
      area_(area),
      now_(row_now(layout, run.steps, cursor.step)),
      places_(places_of(layout, cursor, metrics, area, now_, columns)) {
    const int versions = static_cast<int>(flow_.versions.size());
    if (cursor.version > 0 && cursor.version < versions)
        cone_ = backward_cone(flow_, static_cast<std::uint32_t>(cursor.version));
}

void FlowPainter::paint() {
    find_sources();
    find_readers();
    find_problems();
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
    return arrow.row == now_ ? Time::now : Time::past;
}
bool FlowPainter::moving(int step) const { return step == cursor_.step && cursor_.fraction < 1; }
// Arrows draw themselves in the first six tenths of a step, targets fill in the rest.
float FlowPainter::drawn(int step) const {
    return moving(step) ? ease(std::min(cursor_.fraction / .6f, 1.f)) : 1;
}
float FlowPainter::filled(int step) const {
    return moving(step) ? std::clamp((cursor_.fraction - .6f) / .4f, 0.f, 1.f) : 1;
}
float FlowPainter::ease(float t) {
    return t < .5f ? 4 * t * t * t : 1 - std::pow(2 - 2 * t, 3.f) / 2;
}

void FlowPainter::find_sources() {
    sources_.assign(layout_.rows.size(), std::vector<bool>(layout_.columns.size()));
    for (const FlowArrow& arrow : layout_.arrows)
        if (arrow.row == now_ && arrow.from_row != now_ && arrow.kind != EdgeKind::index &&
            arrow.live)
            sources_[arrow.from_row][arrow.from] = true;
    for (const FlowPair& pair : layout_.pairs) {
        if (pair.row != now_ || pair.row == 0) continue;
        sources_[pair.row - 1][pair.a] = sources_[pair.row - 1][pair.b] = true;
    }
}
// The last row that reads each version.
void FlowPainter::find_readers() {
    last_reader_.assign(flow_.versions.size(), -1);
    for (const FlowArrow& arrow : layout_.arrows)
        if (arrow.live && arrow.kind != EdgeKind::index)
            last_reader_[arrow.source] = std::max(last_reader_[arrow.source], arrow.row);
}
void FlowPainter::find_problems() {
    for (const FlowProblem& one : layout_.problems)
        problems_.insert({{one.row, one.column, one.kind}, &one});
    for (const FlowArrow& arrow : layout_.arrows) {
        if (layout_.rows[arrow.row].kind != FlowRowKind::output || !arrow.own) continue;
        if (arrow.from_row == arrow.row - 1) answers_.insert(arrow.source);
    }
}
bool FlowPainter::in_cone(std::uint32_t version) const {
    return cone_.empty() || (version < cone_.size() && cone_[version]);
}
float FlowPainter::strength(const FlowArrow& arrow) const {
    if (!cone_.empty()) return in_cone(arrow.version) && in_cone(arrow.source) ? 1 : .15f;
    return layout_.crowded && arrow.row != now_ ? .35f : 1;
}

void FlowPainter::band() {
    if (now_ < 0 || !places_.has_row(now_)) return;
    int above = now_;
    for (const FlowArrow& arrow : layout_.arrows)
        if (arrow.row == now_ && !arrow.stub) above = std::min(above, arrow.from_row);
    for (const FlowPair& pair : layout_.pairs)
        if (pair.row == now_) above = std::min(above, now_ - 1);
    above = std::max({above, places_.first_row, now_ - 1});
    const float top = places_.y_of(above) - px(7),
                bottom = places_.y_of(now_) + places_.height + px(7);
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

void FlowPainter::name(int r) {
    if (places_.names.w <= 0) return;
    const FlowRow& row = layout_.rows[r];
    const bool later = is_later(r);
    const float y = places_.y_of(r) + places_.height / 2, line = metrics_.row_line;
    TextStyle style = small_style(metrics_, later ? Role::text3 : Role::text2);
    style.font = r == now_ ? Font::semibold : Font::medium;
    if (r == now_) style.colour = Role::text;
    const float width = places_.names.w - px(6);
    const std::size_t comma = row.name.find(", ");
    const std::string shorter = row.name.substr(0, comma);
    const std::string shortest =
        row.name.starts_with("from ") ? row.name.substr(5) : flow_.arrays[row.array].name;
    text_fitting(canvas_, {places_.names.x, y - line}, width, style, {row.name, shorter, shortest});
    TextStyle below = micro_style(metrics_);
    below.tabular = true;
    std::string share = later && r != now_ ? "to come" : row_share(layout_, r);
    if (row.raced) share = "order by luck", below.colour = Role::bad;
    const std::string short_share = share.substr(0, share.rfind(' '));
    const bool last = r + 1 == places_.first_row + places_.rows;
    if (last || places_.y_of(r + 1) - places_.y_of(r) > 2 * line + metrics_.small)
        text_fitting(canvas_, {places_.names.x, y + line}, width, below, {share, short_share});
    if (row.raced)
        canvas_.line({places_.names.x - 6, places_.y_of(r) - 4},
                     {places_.names.x - 6, places_.y_of(r) + places_.height + 4}, Role::bad, 2);
}

void draw_flow(Canvas& canvas, const lab::Run& run, const FlowLayout& layout, const Cursor& cursor,
               const Metrics& metrics, Rect area, std::span<const int> columns) {
    FlowPainter(canvas, run, layout, cursor, metrics, area, columns).paint();
}

}  // namespace app

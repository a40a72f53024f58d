// Arrows and comparators between the rows. See painter.h.
#include "app/views/flow/painter.h"

#include <algorithm>
#include <array>

namespace app {

using namespace simulator;

namespace {

Point between(Point a, Point b, float t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

}  // namespace

FlowPainter::Look FlowPainter::look(const FlowArrow& arrow, Time time) const {
    Look made;
    if (time == Time::now) made = {Role::accent, arrow.own ? 2.f : 2.4f, arrow.own ? 0.f : px(8)};
    if (time == Time::now && arrow.own) made.colour = Colour{Role::accent, .5f};
    if (time == Time::to_come) made.colour = Role::future_outline;
    if (time != Time::to_come && layout_.keys.is_key(arrow.source)) {
        made.colour = key_colour(arrow.source);
        made.cased = time == Time::now;
        if (time == Time::past) made.colour = Colour{Role::past_arrow};
    }
    if (arrow.raced) made.colour = Role::bad;
    if (!arrow.live) made.colour.alpha *= .25f;
    made.colour.alpha *= strength(arrow);
    return made;
}

void FlowPainter::arrows(Time time) {
    for (const FlowArrow* seen : seen_) {
        const FlowArrow& arrow = *seen;
        if (time_of(arrow) != time || (arrow.paired && cone_.empty())) continue;
        if (arrow.kind == EdgeKind::index &&
            layout_.rows[arrow.from_row].kind != FlowRowKind::input)
            continue;
        const Look how = look(arrow, time);
        if (arrow.from_row == arrow.row)
            inside_row(arrow, how);
        else if (!places_.has_column(arrow.from))
            from_outside(arrow, how);
        else if (arrow.stub || !places_.has_row(arrow.from_row))
            from_above(arrow, how);
        else
            across(arrow, how, time);
    }
}

void FlowPainter::across(const FlowArrow& arrow, const Look& how, Time time) {
    const float t = time == Time::now ? drawn(step_of(arrow.version)) : 1;
    const Point from{places_.x_of(arrow.from), places_.y_of(arrow.from_row) + places_.height + 2};
    const Point to{places_.x_of(arrow.column),
                   places_.y_of(arrow.row) - (how.head > 0 ? 1.f : 3.f)};
    if (arrow.kind != EdgeKind::data) {
        canvas_.dashed_line(from, between(from, to, t), how.colour, how.width, 4);
        return;
    }
    if (arrow.own && arrow.row - arrow.from_row > 1 && past_cells(arrow, how, from, to)) return;
    if (arrow.own) {
        const Point end{to.x, to.y - (time == Time::now ? 4.f : 0.f)};
        if (how.cased)
            canvas_.line(from, between(from, end, t), Colour{Role::text, how.colour.alpha},
                         how.width + 1.6f);
        canvas_.line(from, between(from, end, t), how.colour, how.width);
        return;
    }
    s_curve(from, {to.x, to.y - how.head * .8f}, how, t, time == Time::now);
    if (how.head > 0 && t >= 1) head(to, how);
}

// An arrow from a row further above passes beside the cells between, so that it seems to go through
// none. False where there is no room, or no cell stands between.
bool FlowPainter::past_cells(const FlowArrow& arrow, const Look& how, Point from, Point to) {
    bool between_rows = false;
    for (int r = arrow.from_row + 1; r < arrow.row; ++r)
        between_rows = between_rows || layout_.rows[r].marks[arrow.column].version;
    const int away = arrow.row - arrow.from_row - 1;
    const float half = places_.cell / 2, aside = half + px(2) + px(3) * static_cast<float>(away);
    if (!between_rows || 2 * aside > places_.column) return false;
    const float x = from.x - aside, turn = px(10), edge = from.x - half * .6f;
    canvas_.curve({edge, from.y}, {edge, from.y + turn}, {x, from.y}, {x, from.y + turn},
                  how.colour, how.width);
    canvas_.line({x, from.y + turn}, {x, to.y - turn}, how.colour, how.width);
    canvas_.curve({x, to.y - turn}, {x, to.y}, {edge, to.y - turn}, {edge, to.y}, how.colour,
                  how.width);
    return true;
}

void FlowPainter::head(Point to, const Look& how) {
    const float w = how.head * .5f;
    const std::array<Point, 3> corners{Point{to.x, to.y}, Point{to.x - w, to.y - how.head},
                                       Point{to.x + w, to.y - how.head}};
    canvas_.polygon(corners, how.colour);
}

// A Bezier curve with vertical tangents, drawn up to `t`. A gap separates crossing curves.
void FlowPainter::s_curve(Point from, Point to, const Look& how, float t, bool gap) {
    const float bend = (to.y - from.y) * .62f;
    const Point b{from.x, from.y + bend}, c{to.x, to.y - bend};
    const Point ab = between(from, b, t), bc = between(b, c, t), cd = between(c, to, t);
    const Point abc = between(ab, bc, t), bcd = between(bc, cd, t), end = between(abc, bcd, t);
    if (gap && how.colour.alpha > .9f)
        canvas_.curve(from, ab, abc, end, Colour{Role::panel, .85f}, how.width + 3);
    if (how.cased)
        canvas_.curve(from, ab, abc, end, Colour{Role::text, how.colour.alpha}, how.width + 1.6f);
    canvas_.curve(from, ab, abc, end, how.colour, how.width);
}

// Between cells of one row: neither a barrier nor a shuffle orders them.
void FlowPainter::inside_row(const FlowArrow& arrow, const Look& how) {
    if (!places_.has_column(arrow.from)) return;
    const float y = places_.y_of(arrow.row),
                lift = std::min(places_.gap_above(arrow.row), px(26)) * .8f;
    const Point from{places_.x_of(arrow.from), y - 2}, to{places_.x_of(arrow.column), y - 2};
    canvas_.curve(from, {from.x, from.y - lift}, {to.x, to.y - lift}, to, how.colour, how.width);
    head(to, {how.colour, how.width, px(6)});
}

void FlowPainter::from_outside(const FlowArrow& arrow, const Look& how) {
    const bool right = arrow.from > arrow.column;
    const float gap = places_.gap_above(arrow.row);
    const Point to{places_.x_of(arrow.column), places_.y_of(arrow.row) - 2};
    const float reach = std::min(gap * .75f, px(34));
    const Point from{to.x + (right ? reach : -reach), to.y - gap * .62f};
    canvas_.dashed_line(from, to, how.colour, how.width, 3);
}

void FlowPainter::from_above(const FlowArrow& arrow, const Look& how) {
    const float gap = std::min(places_.gap_above(arrow.row) * .45f, px(16));
    const float aside = arrow.own ? 0.f : px(arrow.from > arrow.column ? 8 : -8);
    const Point to{places_.x_of(arrow.column), places_.y_of(arrow.row) - 2};
    canvas_.dashed_line({to.x + aside, to.y - gap}, to, how.colour, how.width, 2.5f);
}

void FlowPainter::pairs() {
    for (const FlowPair& pair : layout_.pairs) {
        if (!places_.has_row(pair.row) || pair.row == places_.first_row || pair.moved) continue;
        if (!places_.has_column(pair.a) && !places_.has_column(pair.b)) continue;
        const int step = pair.step >= 0 ? pair.step : layout_.rows[pair.row].last_step;
        const bool later = step > cursor_.step, current = pair.row == now_ && !later && !is_over();
        Colour colour = later ? Role::future_outline : current ? Role::accent : Role::past_arrow;
        const float gap = places_.gap_above(pair.row);
        const int lane = std::min(pair.a, pair.b) % 4;
        const float y = places_.y_of(pair.row) - gap * (.78f - .14f * static_cast<float>(lane));
        const float left = places_.cells.x, right = places_.right();
        const float a = std::clamp(places_.x_of(pair.a), left, right),
                    b = std::clamp(places_.x_of(pair.b), left, right);
        canvas_.line({a, y}, {b, y}, colour, current ? 2.f : 1.4f);
        for (const int c : {pair.a, pair.b})
            if (places_.has_column(c))
                canvas_.circle({places_.x_of(c), y}, current ? 3.4f : 2.4f, colour);
    }
}

}  // namespace app

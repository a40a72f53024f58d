// Draws a data-flow layout: the map, the lens, arrows, comparators, cells. A pure function of run
// and cursor.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/views/flow/places.h"
#include "app/views/flow/stage.h"
#include "app/views/flow/words.h"
#include "app/views/marks.h"

namespace app {

using namespace simulator;

namespace {

enum class Time : std::uint8_t { past, now, to_come };

Point between(Point a, Point b, float t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

class Painter {
public:
    Painter(Canvas& canvas, const lab::Run& run, const FlowLayout& layout, const Cursor& cursor,
            const Metrics& metrics, Rect area)
        : canvas_(canvas),
          run_(run),
          flow_(*run.flow),
          layout_(layout),
          cursor_(cursor),
          metrics_(metrics),
          area_(area),
          now_(row_now(layout, run.steps, cursor.step)),
          places_(places_of(layout, cursor, metrics, area, now_)) {
        const int versions = static_cast<int>(flow_.versions.size());
        if (cursor.version > 0 && cursor.version < versions)
            cone_ = backward_cone(flow_, static_cast<std::uint32_t>(cursor.version));
    }

    void paint() {
        find_sources();
        find_readers();
        find_problems();
        band();
        if (places_.map.w > 0)
            map();
        else
            header();
        canvas_.push_clip({area_.x - 12, places_.cells.y - places_.height, area_.w + 24,
                           places_.cells.h + 2 * places_.height});
        for (const Time time : {Time::to_come, Time::past, Time::now}) arrows(time);
        pairs();
        canvas_.pop_clip();
        for (int r = places_.first_row; r < places_.first_row + places_.rows; ++r) row(r);
    }

private:
    float px(float length) const { return metrics_.px(length); }

    // --- time
    int step_of(std::uint32_t version) const { return layout_.steps[version]; }
    int step_of(const FlowMark& mark) const { return std::max(mark.step, step_of(mark.version)); }
    Time time_of(const FlowArrow& arrow) const {
        const int step = step_of(arrow.version);
        if (step > cursor_.step) return Time::to_come;
        return arrow.row == now_ ? Time::now : Time::past;
    }
    bool moving(int step) const { return step == cursor_.step && cursor_.fraction < 1; }
    // Arrows draw themselves in the first six tenths of a step, targets fill in the rest.
    float drawn(int step) const {
        return moving(step) ? ease(std::min(cursor_.fraction / .6f, 1.f)) : 1;
    }
    float filled(int step) const {
        return moving(step) ? std::clamp((cursor_.fraction - .6f) / .4f, 0.f, 1.f) : 1;
    }
    static float ease(float t) {
        return t < .5f ? 4 * t * t * t : 1 - std::pow(2 - 2 * t, 3.f) / 2;
    }

    // --- who feeds the row that is now
    void find_sources() {
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
    void find_readers() {
        last_reader_.assign(flow_.versions.size(), -1);
        for (const FlowArrow& arrow : layout_.arrows)
            if (arrow.live && arrow.kind != EdgeKind::index)
                last_reader_[arrow.source] = std::max(last_reader_[arrow.source], arrow.row);
    }
    void find_problems() {
        for (const FlowProblem& one : layout_.problems)
            problems_.insert({{one.row, one.column, one.kind}, &one});
        for (const FlowArrow& arrow : layout_.arrows) {
            if (layout_.rows[arrow.row].kind != FlowRowKind::output || !arrow.own) continue;
            if (arrow.from_row == arrow.row - 1) answers_.insert(arrow.source);
        }
    }
    bool in_cone(std::uint32_t version) const {
        return cone_.empty() || (version < cone_.size() && cone_[version]);
    }
    float strength(const FlowArrow& arrow) const {
        if (!cone_.empty()) return in_cone(arrow.version) && in_cone(arrow.source) ? 1 : .15f;
        return layout_.crowded && arrow.row != now_ ? .35f : 1;
    }

    void band() {
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

    // --- the whole block, thin
    void map() {
        const Rect words{area_.x, places_.map.y, places_.map.x - area_.x, places_.map.h};
        const TextStyle small = small_style(metrics_);
        const std::string all =
            plural(static_cast<std::int64_t>(layout_.columns.size()), layout_.unit);
        if (words.w > 0) {
            canvas_.text({words.x, words.y + metrics_.small * .65f}, "Whole block", small);
            canvas_.text({words.x, words.y + metrics_.small * 2.1f}, all,
                         small_style(metrics_, Role::text3));
        }
        const int columns = static_cast<int>(layout_.columns.size());
        for (int r = 0; r < static_cast<int>(layout_.rows.size()); ++r)
            for (int first = 0; first < columns; first += warp_size)
                map_warp(r, first, std::min(first + warp_size, columns));
        lens();
        problems_outside();
    }

    void map_warp(int r, int first, int last) {
        const FlowRow& row = layout_.rows[r];
        int written = 0;
        for (int c = first; c < last; ++c) {
            const FlowMark& mark = row.marks[c];
            written += mark.writes > 0 && flow_.versions[mark.version].live;
        }
        for (const FlowPair& pair : layout_.pairs)
            if (pair.row == r && !row.written)
                written += (pair.a >= first && pair.a < last) + (pair.b >= first && pair.b < last);
        const float gap = columns_are_many() ? 1.5f : 0;
        Rect box = places_.map_at(layout_, r, static_cast<float>(first), static_cast<float>(last));
        box.w -= gap * 2;
        box.x += gap;
        canvas_.fill(box, Colour{Role::raised, .7f}, 1.5f);
        if (!written) return;
        box.w = std::max(2.f, box.w * static_cast<float>(std::min(written, last - first)) /
                                  static_cast<float>(last - first));
        const bool later = row.first_step > cursor_.step;
        canvas_.fill(box,
                     r == now_ ? Role::accent
                     : later   ? Role::future_outline
                               : Role::stroke,
                     1.5f);
    }
    bool columns_are_many() const {
        return layout_.columns.size() > static_cast<std::size_t>(warp_size);
    }

    void lens() {
        const Colour line{Role::text, .55f};
        const float end = static_cast<float>(places_.first_column + places_.columns);
        Rect box = places_.map_at(layout_, places_.first_row,
                                  static_cast<float>(places_.first_column), end);
        box.h =
            places_.map_at(layout_, places_.first_row + places_.rows - 1, 0, 1).bottom() - box.y;
        box = box.inside(-2, -3);
        const float below = places_.cells.y - 6, left = box.x + .75f, right = box.right();
        canvas_.line({left, box.bottom()}, {left, below}, line, 1.5f);
        const bool part = end < static_cast<float>(layout_.columns.size());
        const float turn = part ? std::min(right + px(90), places_.cells.right()) : right;
        if (part)
            canvas_.curve({right, box.bottom()}, {right, below}, {right + px(30), below},
                          {turn, below}, line, 1.5f);
        else
            canvas_.line({right - .75f, box.bottom()}, {right - .75f, below}, line, 1.5f);
        if (turn < places_.cells.right())
            canvas_.line({turn, below}, {places_.cells.right(), below}, line, 1.5f);
        canvas_.outline(box, Role::text, 4, 2);
        const std::string words = lens_words();
        const TextStyle style = small_style(metrics_, Role::text3);
        if (turn + px(8) + canvas_.width(words, style) < places_.cells.right())
            canvas_.text({right + px(40), places_.map.bottom() + metrics_.small * .62f}, words,
                         style);
        else
            canvas_.text({places_.cells.x + px(8), places_.map.bottom() + metrics_.small * .75f},
                         words, style);
    }

    std::string lens_words() const {
        if (places_.columns == static_cast<int>(layout_.columns.size()))
            return "the lens: rows " + std::to_string(places_.first_row + 1) + " to " +
                   std::to_string(places_.first_row + places_.rows) + " of " +
                   std::to_string(layout_.rows.size());
        const auto first = layout_.columns[places_.first_column];
        const auto last = layout_.columns[places_.first_column + places_.columns - 1];
        return "the lens: " + layout_.unit + "s " + std::to_string(first) + " to " +
               std::to_string(last);
    }

    // What is wrong where the lens does not look.
    void problems_outside() {
        std::array<std::vector<std::int64_t>, 2> cells;
        for (const FlowProblem& problem : layout_.problems) {
            if (places_.has_column(problem.column) && places_.has_row(problem.row)) continue;
            const Rect tick =
                places_.map_at(layout_, problem.row, static_cast<float>(problem.column),
                               static_cast<float>(problem.column + 1));
            canvas_.fill({tick.middle_x() - 1.5f, tick.y - 1, 3, tick.h + 2}, Role::bad, 1);
            cells[static_cast<int>(problem.kind)].push_back(flow_.versions[problem.version].cell);
        }
        std::string words;
        for (const FlowProblemKind kind : {FlowProblemKind::unwritten, FlowProblemKind::unused}) {
            auto& list = cells[static_cast<int>(kind)];
            if (list.empty()) continue;
            std::ranges::sort(list);
            const auto count = static_cast<std::int64_t>(list.size());
            words += words.empty() ? "" : "; ";
            words += kind == FlowProblemKind::unused
                         ? std::to_string(count) + " never used"
                         : std::to_string(count) + " read, never written";
            words += count == 1 ? " at " + std::to_string(list[0])
                                : " at " + std::to_string(list.front()) + "\u2026" +
                                      std::to_string(list.back());
        }
        if (words.empty()) return;
        TextStyle style = small_style(metrics_, Role::bad);
        style.align = Align::right;
        const Point at{places_.cells.right(), places_.map.bottom() + metrics_.small * .75f};
        icon::octagon(canvas_, {at.x - canvas_.width(words, style) - metrics_.small, at.y},
                      metrics_.small * .42f, Role::bad);
        canvas_.text(at, words, style);
    }

    void header() {
        if (places_.header.h <= 0) return;
        const float y = places_.header.middle_y() - px(3);
        if (places_.names.w > 0)
            canvas_.text({area_.x, y}, layout_.unit, small_style(metrics_, Role::text3));
        TextStyle style = mono_style(metrics_.micro, Role::text3, Font::mono);
        style.align = Align::centre;
        float end = -1e9f;
        for (int c = places_.first_column; c < places_.first_column + places_.columns; ++c) {
            const std::string number = std::to_string(layout_.columns[c]);
            const float half = canvas_.width(number, style) / 2;
            if (places_.x_of(c) - half < end + px(3)) continue;
            canvas_.text({places_.x_of(c), y}, number, style);
            end = places_.x_of(c) + half;
        }
    }

    // --- arrows
    struct Look {
        Colour colour = Role::past_arrow;
        float width = 1.4f, head = 0;
    };
    Look look(const FlowArrow& arrow, Time time) const {
        Look made;
        if (time == Time::now)
            made = {Role::accent, arrow.own ? 2.f : 2.4f, arrow.own ? 0.f : px(8)};
        if (time == Time::now && arrow.own) made.colour = Colour{Role::accent, .5f};
        if (time == Time::to_come) made.colour = Role::future_outline;
        if (arrow.raced) made.colour = Role::bad;
        if (!arrow.live) made.colour.alpha *= .25f;
        made.colour.alpha *= strength(arrow);
        return made;
    }

    void arrows(Time time) {
        for (const FlowArrow& arrow : layout_.arrows) {
            if (time_of(arrow) != time || !places_.has_row(arrow.row)) continue;
            if (!places_.has_column(arrow.column)) continue;
            if (arrow.row == places_.first_row || (arrow.paired && cone_.empty())) continue;
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

    void across(const FlowArrow& arrow, const Look& how, Time time) {
        const float t = time == Time::now ? drawn(step_of(arrow.version)) : 1;
        const Point from{places_.x_of(arrow.from),
                         places_.y_of(arrow.from_row) + places_.height + 2};
        const Point to{places_.x_of(arrow.column),
                       places_.y_of(arrow.row) - (how.head > 0 ? 1.f : 3.f)};
        if (arrow.kind != EdgeKind::data) {
            canvas_.dashed_line(from, between(from, to, t), how.colour, how.width, 4);
            return;
        }
        if (arrow.own) {
            const Point end{to.x, to.y - (time == Time::now ? 4.f : 0.f)};
            canvas_.line(from, between(from, end, t), how.colour, how.width);
            return;
        }
        s_curve(from, {to.x, to.y - how.head * .8f}, how, t, time == Time::now);
        if (how.head > 0 && t >= 1) head(to, how);
    }

    void head(Point to, const Look& how) {
        const float w = how.head * .5f;
        const std::array<Point, 3> corners{Point{to.x, to.y}, Point{to.x - w, to.y - how.head},
                                           Point{to.x + w, to.y - how.head}};
        canvas_.polygon(corners, how.colour);
    }

    // A Bezier curve with vertical tangents, drawn as far as `t`; crossings are kept apart by a
    // gap.
    void s_curve(Point from, Point to, const Look& how, float t, bool gap) {
        const float bend = (to.y - from.y) * .62f;
        const Point b{from.x, from.y + bend}, c{to.x, to.y - bend};
        const Point ab = between(from, b, t), bc = between(b, c, t), cd = between(c, to, t);
        const Point abc = between(ab, bc, t), bcd = between(bc, cd, t), end = between(abc, bcd, t);
        if (gap && how.colour.alpha > .9f)
            canvas_.curve(from, ab, abc, end, Colour{Role::panel, .85f}, how.width + 3);
        canvas_.curve(from, ab, abc, end, how.colour, how.width);
    }

    // Between cells of one row: no barrier, no shuffle orders them.
    void inside_row(const FlowArrow& arrow, const Look& how) {
        if (!places_.has_column(arrow.from)) return;
        const float y = places_.y_of(arrow.row),
                    lift = std::min(places_.gap_above(arrow.row), px(26)) * .8f;
        const Point from{places_.x_of(arrow.from), y - 2}, to{places_.x_of(arrow.column), y - 2};
        canvas_.curve(from, {from.x, from.y - lift}, {to.x, to.y - lift}, to, how.colour,
                      how.width);
        head(to, {how.colour, how.width, px(6)});
    }

    void from_outside(const FlowArrow& arrow, const Look& how) {
        const bool right = arrow.from >= places_.first_column + places_.columns;
        const float gap = places_.gap_above(arrow.row);
        const Point to{places_.x_of(arrow.column), places_.y_of(arrow.row) - 2};
        const float reach = std::min(gap * .75f, px(34));
        const Point from{to.x + (right ? reach : -reach), to.y - gap * .62f};
        canvas_.dashed_line(from, to, how.colour, how.width, 3);
    }

    void from_above(const FlowArrow& arrow, const Look& how) {
        const float gap = std::min(places_.gap_above(arrow.row) * .45f, px(16));
        const float aside = arrow.own ? 0.f : px(arrow.from > arrow.column ? 8 : -8);
        const Point to{places_.x_of(arrow.column), places_.y_of(arrow.row) - 2};
        canvas_.dashed_line({to.x + aside, to.y - gap}, to, how.colour, how.width, 2.5f);
    }

    void pairs() {
        for (const FlowPair& pair : layout_.pairs) {
            if (!places_.has_row(pair.row) || pair.row == places_.first_row || pair.moved) continue;
            if (!places_.has_column(pair.a) && !places_.has_column(pair.b)) continue;
            const int step = pair.step >= 0 ? pair.step : layout_.rows[pair.row].last_step;
            const bool later = step > cursor_.step, current = pair.row == now_ && !later;
            Colour colour = later     ? Role::future_outline
                            : current ? Role::accent
                                      : Role::past_arrow;
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

    // --- rows and cells
    void row(int r) {
        name(r);
        for (int c = places_.first_column; c < places_.first_column + places_.columns; ++c)
            mark(r, c);
    }

    bool is_later(int r) const {
        const FlowRow& row = layout_.rows[r];
        return row.first_step > cursor_.step && row.kind != FlowRowKind::start;
    }

    void name(int r) {
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
        text_fitting(canvas_, {places_.names.x, y - line}, width, style,
                     {row.name, shorter, shortest});
        TextStyle below = micro_style(metrics_);
        below.tabular = true;
        std::string share = later && r != now_ ? "to come" : row_share(layout_, r);
        if (row.raced) share = "order by luck", below.colour = Role::bad;
        const std::string short_share = share.substr(0, share.rfind(' '));
        text_fitting(canvas_, {places_.names.x, y + line}, width, below, {share, short_share});
        if (row.raced)
            canvas_.line({places_.names.x - 6, places_.y_of(r) - 4},
                         {places_.names.x - 6, places_.y_of(r) + places_.height + 4}, Role::bad, 2);
    }

    std::string value(const FlowMark& mark, const TextStyle& style, float room) const {
        const Version& version = flow_.versions[mark.version];
        const Type type = version.array < 0 ? Type::none : flow_.arrays[version.array].type;
        return compact_value(version.after, type, canvas_, style, room);
    }

    // A value too wide for its cell takes the room of an idle neighbour.
    bool grows(int r, int c) const {
        const auto& marks = layout_.rows[r].marks;
        if (c < 0 || c + 1 >= static_cast<int>(marks.size()) || !marks[c].writes) return false;
        if (marks[c + 1].writes || places_.cell > px(40) || is_later(r)) return false;
        const Version& version = flow_.versions[marks[c].version];
        const Type type = version.array < 0 ? Type::none : flow_.arrays[version.array].type;
        const std::string text = value_text(version.after, type, 4);
        return step_of(marks[c].version) <= cursor_.step &&
               canvas_.width(text, digits(Role::text)) > places_.cell - 2;
    }

    void mark(int r, int c) {
        if (grows(r, c - 1)) return;
        const FlowMark& mark = layout_.rows[r].marks[c];
        Rect box = places_.at(r, c);
        if (grows(r, c)) box.w = std::min(places_.cell + places_.column, px(42));
        const int step = mark.version ? step_of(mark) : -1;
        const bool later = mark.version ? step > cursor_.step : is_later(r);
        if (!mark.version || (later && !mark.writes)) {
            canvas_.circle({box.middle_x(), box.middle_y()}, 1.6f, Role::future_outline);
        } else if (later) {
            canvas_.outline(box, Role::future_outline, radius(), 1.25f);
        } else if (!mark.writes) {
            carried(r, c, mark, box);
        } else {
            written(r, c, mark, box, step);
        }
        if (mark.version && static_cast<int>(mark.version) == cursor_.version && !later)
            canvas_.outline(box.inside(-3), Role::text, radius() + 2, 2);
    }
    float radius() const { return std::min(7.f, places_.height * .24f); }

    TextStyle digits(Colour colour, Font font = Font::mono_medium) const {
        TextStyle style = mono_style(metrics_.figure, colour, font);
        style.align = Align::centre;
        return style;
    }

    // A value that nothing changed: dim, and boxed thinly where it is still to be read.
    void carried(int r, int c, const FlowMark& mark, Rect box) {
        if (is_later(r)) {
            canvas_.circle({box.middle_x(), box.middle_y()}, 1.6f, Role::future_outline);
            return;
        }
        const float faint = in_cone(mark.version) ? 1 : .3f;
        const bool source = sources_[r][c];
        if (source) {
            source_box(box);
        } else if (last_reader_[mark.version] > r) {
            canvas_.outline(box, Colour{Role::future_outline, faint}, radius(), 1.25f);
            if (r > places_.first_row)
                canvas_.dashed_line({box.middle_x(), places_.y_of(r - 1) + places_.height + 3},
                                    {box.middle_x(), box.y - 3},
                                    Colour{Role::future_outline, faint}, 1.4f, 2.5f);
        }
        const TextStyle style =
            source ? digits(Role::text, Font::mono_bold) : digits(Colour{Role::idle_value, faint});
        canvas_.text({box.middle_x(), box.middle_y()}, value(mark, style, box.w - 2), style);
        if (r == now_ && answers_.size() > 1 && places_.column > px(36) &&
            answers_.contains(mark.version))
            answer({box.right() - 1, box.y + 1});
    }

    void source_box(Rect box) {
        canvas_.fill(box, Colour{Role::accent, .18f}, radius());
        canvas_.outline(box, Role::accent, radius(), 2);
    }

    void written(int r, int c, const FlowMark& mark, Rect box, int step) {
        const Version& version = flow_.versions[mark.version];
        const FlowRow& row = layout_.rows[r];
        const float faint = in_cone(mark.version) ? 1 : .3f;
        const bool input = row.kind == FlowRowKind::input || row.kind == FlowRowKind::start;
        const bool target = r == now_ && !input, source = sources_[r][c] && !target;
        TextStyle style = digits(Colour{Role::text, faint});
        const float fill = filled(step);
        if (problem(r, c, FlowProblemKind::unused)) {
            canvas_.dashed_outline(box, Role::bad, radius(), 1.6f);
            style.colour = Role::bad;
        } else if (source) {
            source_box(box);
            style = digits(Role::text, Font::mono_bold);
        } else if (target && version.live && version.edges) {
            if (fill < 1) canvas_.outline(box, Role::future_outline, radius(), 1.25f);
            canvas_.fill(box, Colour{Role::accent, fill}, radius());
            style = digits(Colour{Role::ink, fill}, Font::mono_bold);
        } else if ((!version.live && !input) || (version.edges == 0 && !input)) {
            canvas_.outline(box, Colour{target ? Role::stroke : Role::future_outline, faint},
                            radius(), 1.25f);
            style.colour = Colour{version.live ? Role::text2 : Role::text3, faint * fill};
        } else {
            canvas_.fill(box, Colour{Role::cell_done, faint}, radius());
        }
        canvas_.text({box.middle_x(), box.middle_y()}, value(mark, style, box.w - 2), style);
        badges(r, c, mark, box);
    }

    void badges(int r, int c, const FlowMark& mark, Rect box) {
        TextStyle style = mono_style(px(11.5f), Role::text2, Font::mono_bold);
        style.align = Align::right;
        if (mark.writes > 1 && !layout_.rows[r].collapsed)
            canvas_.text({box.right() + 1, box.y - px(6)}, "\u00d7" + std::to_string(mark.writes),
                         style);
        if (const FlowProblem* read = problem(r, c, FlowProblemKind::unwritten)) {
            canvas_.dashed_outline(box.inside(-2), Role::bad, radius() + 1, 1.6f);
            style.colour = Role::bad;
            style.align = Align::centre;
            const Version& source = flow_.versions[read->version];
            canvas_.text({box.middle_x(), box.y - px(9)}, "? [" + std::to_string(source.cell) + "]",
                         style);
        } else if (r == now_ && places_.column > px(36) && answers_.contains(mark.version)) {
            answer({box.right() - 1, box.y + 1});
        }
    }

    // The last value of its column, on its way out: the lane holds its answer.
    void answer(Point at) {
        canvas_.circle(at, 5.5f, Role::panel);
        canvas_.circle(at, 4.5f, Role::good);
        icon::tick(canvas_, at, 6, Role::panel, 1.4f);
    }

    const FlowProblem* problem(int r, int c, FlowProblemKind kind) const {
        const auto found = problems_.find({r, c, kind});
        return found == problems_.end() ? nullptr : found->second;
    }

    Canvas& canvas_;
    const lab::Run& run_;
    const Flow& flow_;
    const FlowLayout& layout_;
    const Cursor& cursor_;
    const Metrics& metrics_;
    Rect area_;
    int now_ = -1;
    FlowPlaces places_;
    std::vector<bool> cone_;
    std::vector<std::vector<bool>> sources_;  // by row and column: feeds the row that is now
    std::vector<int> last_reader_;
    std::map<std::tuple<int, int, FlowProblemKind>, const FlowProblem*> problems_;
    std::set<std::uint32_t> answers_;  // versions that leave the block as they are
};

}  // namespace

void draw_flow(Canvas& canvas, const lab::Run& run, const FlowLayout& layout, const Cursor& cursor,
               const Metrics& metrics, Rect area) {
    Painter(canvas, run, layout, cursor, metrics, area).paint();
}

}  // namespace app

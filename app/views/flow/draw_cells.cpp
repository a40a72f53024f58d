// Cells: values that are written, carried or still to come. See painter.h.
#include "app/views/flow/painter.h"

#include <algorithm>

#include "app/draw/icons.h"
#include "app/format.h"

namespace app {

using namespace simulator;

std::string FlowPainter::value(std::uint32_t of, const std::string& text, const TextStyle& style,
                               float room) const {
    if (canvas_.width(text, style) <= room) return text;
    const Version& version = flow_.versions[of];
    const Type type = version.array < 0 ? Type::none : flow_.arrays[version.array].type;
    return compact_value(version.after, type, canvas_, style, room);
}

// A cell's value; for a pair both numbers, one above the other, where there is room.
void FlowPainter::figures(const FlowMark& mark, TextStyle style, Rect box) {
    const float room = box.w - 2, line = box.h * .46f, two = std::min(style.size, line / 1.1f);
    const bool pair = mark.first && two >= least_of_two();
    if (pair) style.size = two;
    style = narrowed(style, mark.text, room);
    const float from_middle = pair ? line / 2 : 0;
    canvas_.text({box.middle_x(), box.middle_y() + from_middle},
                 value(mark.version, mark.text, style, room), style);
    if (pair)
        canvas_.text({box.middle_x(), box.middle_y() - from_middle},
                     value(mark.first, mark.first_text, style, room), style);
}

// The smallest letters for two lines in a cell: on a projector the back row can still read them.
float FlowPainter::least_of_two() const { return metrics_.figure * .79f; }

// A whole number slightly wider than its room is written smaller, not rounded.
TextStyle FlowPainter::narrowed(TextStyle style, const std::string& text, float room) const {
    const float part = room / std::max(canvas_.width(text, style), 1.f);
    if (part < 1 && part >= .85f && text.find_first_of(".e") == text.npos) style.size *= part;
    return style;
}

// A value too wide for its cell extends into an idle neighbour.
bool FlowPainter::grows(int r, int c) const {
    const auto& marks = layout_.rows[r].marks;
    const int next = c < 0 ? -1 : places_.beside(c, 1);
    if (next < 0 || !marks[c].writes) return false;
    if (marks[next].writes || places_.cell > px(40) || is_later(r)) return false;
    return step_of(marks[c].version) <= cursor_.step &&
           canvas_.width(marks[c].text, digits(Role::text)) > places_.cell - 2;
}

void FlowPainter::mark(int r, int c) {
    if (grows(r, places_.beside(c, -1))) return;
    const FlowMark& mark = layout_.rows[r].marks[c];
    Rect box = places_.at(r, c);
    if (grows(r, c)) box.w = std::min(places_.cell + places_.column, px(42));
    const int step = mark.version ? step_of(mark) : -1;
    const bool later = mark.version ? step > cursor_.step : is_later(r);
    if (!mark.version || (later && !mark.writes)) {
        canvas_.circle({box.middle_x(), box.middle_y()}, 1.6f, Role::future_outline);
    } else if (later) {
        canvas_.outline(box, Role::future_outline, radius(), 1.25f);
        // A value of an earlier launch is already there; the row only reads it later.
        if (layout_.rows[r].kind == FlowRowKind::input &&
            made_by_kernel(flow_.versions[mark.version]))
            figures(mark, digits(Role::idle_value), box);
    } else if (!mark.writes) {
        carried(r, c, mark, box);
    } else {
        written(r, c, mark, box, step);
    }
    if (mark.version && static_cast<int>(mark.version) == cursor_.version && !later)
        canvas_.outline(box.inside(-3), Role::text, radius() + 2, 2);
}
float FlowPainter::radius() const { return std::min(7.f, places_.height * .24f); }

TextStyle FlowPainter::digits(Colour colour, Font font) const {
    TextStyle style = mono_style(metrics_.figure, colour, font);
    style.align = Align::centre;
    return style;
}

// A value that did not change: dim, with a thin box while some row still reads it.
void FlowPainter::carried(int r, int c, const FlowMark& mark, Rect box) {
    if (is_later(r)) {
        canvas_.circle({box.middle_x(), box.middle_y()}, 1.6f, Role::future_outline);
        return;
    }
    const float faint = in_cone(mark.version) ? 1 : .3f;
    const bool source = is_source(r, c);
    if (is_key(mark)) return key(r, c, mark, box, faint);
    if (source) {
        source_box(box);
    } else if (layout_.last_reader[mark.version] > r) {
        canvas_.outline(box, Colour{Role::future_outline, faint}, radius(), 1.25f);
        if (r > places_.first_row)
            canvas_.dashed_line({box.middle_x(), places_.y_of(r - 1) + places_.height + 3},
                                {box.middle_x(), box.y - 3}, Colour{Role::future_outline, faint},
                                1.4f, 2.5f);
    }
    const TextStyle style =
        source ? digits(Role::text, Font::mono_bold) : digits(Colour{Role::idle_value, faint});
    if (!source && is_given_up(layout_, r, mark))
        canvas_.text({box.middle_x(), box.middle_y()}, "\u2013", style);
    else
        figures(mark, style, box);
    if (r == now_ && layout_.answers.size() > 1 && places_.column > px(36) &&
        layout_.answers.contains(mark.version))
        answer({box.right() - 1, box.y + 1});
}

void FlowPainter::source_box(Rect box) {
    // opaque, because lines from rows above run behind it
    if (lit_ < 1) canvas_.fill(box, Role::cell_done, radius());
    canvas_.fill(box, Colour{Role::accent, .22f * lit_}.on(Role::panel), radius());
    canvas_.outline(box, Colour{Role::accent, lit_}, radius(), 2);
}

void FlowPainter::written(int r, int c, const FlowMark& mark, Rect box, int step) {
    const Version& version = flow_.versions[mark.version];
    const FlowRow& row = layout_.rows[r];
    const float faint = in_cone(mark.version) ? 1 : .3f;
    const bool input = row.kind == FlowRowKind::input || row.kind == FlowRowKind::start;
    const bool target = r == now_ && !input && !is_over(), source = !target && is_source(r, c);
    TextStyle style = digits(Colour{Role::text, faint});
    const float fill = std::min(filled(step), r == now_ ? lit_ : 1.f);
    if (is_key(mark)) {
        if (fill < 1 && target) canvas_.outline(box, Role::future_outline, radius(), 1.25f);
        return key(r, c, mark, box, std::min(faint, target ? fill : 1.f));
    }
    if (problem(r, c, FlowProblemKind::unused)) {
        canvas_.dashed_outline(box, Role::bad, radius(), 1.6f);
        style.colour = Role::bad;
    } else if (source) {
        source_box(box);
        style = digits(Role::text, Font::mono_bold);
    } else if (target && mark.live && version.edges) {
        if (fill < 1) canvas_.outline(box, Role::future_outline, radius(), 1.25f);
        canvas_.fill(box, Colour{Role::accent, fill}, radius());
        style = digits(Colour{Role::ink, fill}, Font::mono_bold);
    } else if ((!mark.live && !input) || (version.edges == 0 && !input)) {
        canvas_.outline(box, Colour{target ? Role::stroke : Role::future_outline, faint}, radius(),
                        1.25f);
        style.colour = Colour{mark.live ? Role::text2 : Role::text3, faint * fill};
    } else {
        canvas_.fill(box, Colour{Role::cell_done, faint}, radius());
    }
    figures(mark, style, box);
    badges(r, c, mark, box);
}

void FlowPainter::badges(int r, int c, const FlowMark& mark, Rect box) {
    TextStyle style = mono_style(px(11.5f), Role::text2, Font::mono_bold);
    style.align = Align::right;
    if (mark.writes > 1 && !layout_.rows[r].collapsed) {
        // Above the box; below it where column numbers stand above.
        const float numbers = places_.header.middle_y() + metrics_.micro * .6f;
        const bool under = places_.header.h > 0 && box.y - px(6) - style.size * .7f < numbers;
        const std::string count = "\u00d7" + std::to_string(mark.writes);
        // Beside the arrow that ends in the middle of the box.
        const float x =
            std::max(box.right() + 1, box.middle_x() + px(3) + canvas_.width(count, style));
        canvas_.text({x, under ? box.bottom() + px(6) : box.y - px(6)}, count, style);
    }
    if (const FlowProblem* read = problem(r, c, FlowProblemKind::unwritten)) {
        canvas_.dashed_outline(box.inside(-2), Role::bad, radius() + 1, 1.6f);
        style.colour = Role::bad;
        style.align = Align::centre;
        const Version& source = flow_.versions[read->version];
        const std::string whole = "? [" + std::to_string(source.cell) + "]";
        const bool fits = canvas_.width(whole, style) < places_.column;
        canvas_.text({box.middle_x(), box.y - px(9)}, fits ? whole : "?", style);
    } else if (r == now_ && is_answer(mark)) {
        answer({box.right() - 1, box.y + 1});
    }
}

bool FlowPainter::is_answer(const FlowMark& mark) const {
    return places_.column > px(36) && layout_.answers.contains(mark.version);
}

// Whether the current row shows an answer.
bool FlowPainter::has_answers() const {
    if (now_ < 0) return false;
    const FlowRow& row = layout_.rows[static_cast<std::size_t>(now_)];
    return std::ranges::any_of(places_.shown, [&](int column) {
        return is_answer(row.marks[static_cast<std::size_t>(column)]);
    });
}

// The last value of its column, which leaves the block: the lane's answer.
void FlowPainter::answer(Point at) {
    canvas_.circle(at, 5.5f, Role::panel);
    canvas_.circle(at, 4.5f, Role::good);
    icon::tick(canvas_, at, 6, Role::panel, 1.4f);
}

const FlowProblem* FlowPainter::problem(int r, int c, FlowProblemKind kind) const {
    const auto found = problems_.find({r, c, kind});
    return found == problems_.end() ? nullptr : found->second;
}

}  // namespace app

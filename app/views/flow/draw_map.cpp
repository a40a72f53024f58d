// The thin map of the whole block above the lens. See painter.h.
#include "app/views/flow/painter.h"

#include <algorithm>
#include <array>

#include "app/draw/icons.h"
#include "app/format.h"

namespace app {

using namespace simulator;

void FlowPainter::map() {
    const Rect words{area_.x, places_.map.y, places_.map.x - area_.x, places_.map.h};
    const TextStyle small = small_style(metrics_);
    const auto used = static_cast<std::int64_t>(layout_.columns.size());
    const std::int64_t empty = empty_places(layout_);
    const std::string part = empty ? grouped(used) + " of " : std::string();
    if (words.w > 0) {
        canvas_.text({words.x, words.y + metrics_.small * .65f}, "Whole block", small);
        text_fitting(canvas_, {words.x, words.y + metrics_.small * 2.1f}, words.w - metrics_.px(6),
                     small_style(metrics_, Role::text3),
                     {part + plural(used + empty, name_of(layout_.unit)),
                      part + grouped(used + empty), grouped(used)});
    }
    const int columns = static_cast<int>(layout_.columns.size());
    for (int r = 0; r < static_cast<int>(layout_.rows.size()); ++r)
        for (int first = 0; first < columns; first += warp_size)
            map_warp(r, first, std::min(first + warp_size, columns));
    lens();
    problems_outside();
}

void FlowPainter::map_warp(int r, int first, int last) {
    const FlowRow& row = layout_.rows[r];
    const int written = row.doings.busy[static_cast<std::size_t>(first / warp_size)];
    const float gap = columns_are_many() ? 1.5f : 0;
    Rect box = places_.map_at(layout_, r, static_cast<float>(first), static_cast<float>(last));
    box.w -= gap * 2;
    box.x += gap;
    canvas_.fill(box, Colour{Role::raised, .7f}, 1.5f);
    if (!written) return;
    box.w = std::max(2.f, box.w * static_cast<float>(std::min(written, last - first)) /
                              static_cast<float>(last - first));
    const bool later = row.first_step > cursor_.step;
    canvas_.fill(box, r == now_ ? Role::accent : later ? Role::future_outline : Role::stroke, 1.5f);
}
bool FlowPainter::columns_are_many() const {
    return layout_.columns.size() > static_cast<std::size_t>(warp_size);
}

void FlowPainter::lens() {
    const Colour line{Role::text, .55f};
    const float end = static_cast<float>(places_.last_column() + 1);
    Rect box =
        places_.map_at(layout_, places_.first_row, static_cast<float>(places_.first_column()), end);
    box.h = places_.map_at(layout_, places_.first_row + places_.rows - 1, 0, 1).bottom() - box.y;
    box = box.inside(-2, -3);
    const float below = (places_.strides() ? places_.header.y : places_.cells.y - 6),
                left = box.x + .75f, right = box.right();
    canvas_.line({left, box.bottom()}, {left, below}, line, 1.5f);
    // Near the right end there is no room for the curve.
    const bool part =
        end < static_cast<float>(layout_.columns.size()) && right + px(40) <= places_.cells.right();
    const float turn = part ? std::min(right + px(90), places_.cells.right()) : right;
    if (part)
        canvas_.curve({right, box.bottom()}, {right, below}, {right + px(30), below}, {turn, below},
                      line, 1.5f);
    else
        canvas_.line({right - .75f, box.bottom()}, {right - .75f, below}, line, 1.5f);
    if (turn < places_.cells.right())
        canvas_.line({turn, below}, {places_.cells.right(), below}, line, 1.5f);
    lens_frame(box);
    const TextStyle style = small_style(metrics_, Role::text3);
    const std::string lens = lens_words();
    const std::string ticks = has_answers() ? "; ticked: last values" : "";
    std::vector<std::string> forms{lens + ticks, lens};
    if (looks_outside())
        forms = {lens + "; dashed lines come from outside it" + ticks,
                 lens + "; dashed: from outside" + ticks, lens + ticks,
                 lens + "; dashed: from outside", lens};
    // The words must not cross the curve: they stand beside it, left of it, or left of the lens.
    const auto at_right = [&](const std::string& words) {
        return turn + px(8) + canvas_.width(words, style) < places_.cells.right();
    };
    const auto at_left = [&](const std::string& words) {
        const float end_of_room = part ? right : places_.cells.right();
        return left + px(16) + canvas_.width(words, style) < end_of_room;
    };
    const auto found = std::ranges::find_if(
        forms, [&](const std::string& words) { return at_right(words) || at_left(words); });
    const std::string words = found == forms.end() ? lens : *found;
    const float wide = canvas_.width(words, style), before_lens = left - px(8) - wide;
    const bool goes_before = !at_left(words) && before_lens >= places_.cells.x;
    const float x =
        goes_before ? before_lens : std::min(left, places_.cells.right() - wide) + px(8);
    const Point at =
        at_right(words)
            ? Point{right + px(40), places_.map.bottom() + metrics_.small * .62f}
            : Point{x, places_.map.bottom() + metrics_.small * (places_.strides() ? 1.f : .75f)};
    canvas_.text(at, words, style);
    lens_words_end_ = at.x + wide;
}

// Where columns within the frame are hidden, each shown column has a tick.
void FlowPainter::lens_frame(Rect box) {
    if (!places_.strides()) return canvas_.outline(box, Role::text, 4, 2);
    canvas_.dashed_outline(box, Role::text, 4, 1.6f);
    for (const int c : places_.shown) {
        const float x =
            places_.map_at(layout_, 0, static_cast<float>(c), static_cast<float>(c + 1)).middle_x();
        canvas_.fill({x - .75f, box.bottom() - 1, 1.5f, px(6)}, Role::text);
    }
}

// Whether an arrow comes from a hidden column. Problems have their own words.
bool FlowPainter::looks_outside() const {
    return layout_.problems.empty() && std::ranges::any_of(seen_, [&](const FlowArrow* arrow) {
               return arrow->kind != EdgeKind::index && arrow->from_row != arrow->row &&
                      !places_.has_column(arrow->from);
           });
}

std::string FlowPainter::lens_words() const {
    if (places_.shown.size() == layout_.columns.size())
        return "the lens: rows " + std::to_string(places_.first_row + 1) + " to " +
               std::to_string(places_.first_row + places_.rows) + " of " +
               std::to_string(layout_.rows.size());
    if (places_.strides())
        return "the lens: " + std::to_string(places_.shown.size()) + " of " +
               plural(layout_.columns.size(), name_of(layout_.unit));
    const auto first = layout_.columns[places_.first_column()];
    const auto last = layout_.columns[places_.last_column()];
    return "the lens: " + std::string(name_of(layout_.unit)) + "s " + std::to_string(first) +
           " to " + std::to_string(last);
}

// Problems outside the lens.
void FlowPainter::problems_outside() {
    std::array<std::vector<std::int64_t>, 2> cells;
    for (const FlowProblem& problem : layout_.problems) {
        if (places_.has_column(problem.column) && places_.has_row(problem.row)) continue;
        const Rect tick = places_.map_at(layout_, problem.row, static_cast<float>(problem.column),
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
        words += kind == FlowProblemKind::unused ? std::to_string(count) + " never used"
                                                 : std::to_string(count) + " read, never written";
        words += count == 1 ? " at " + std::to_string(list[0])
                            : " at " + std::to_string(list.front()) + "\u2026" +
                                  std::to_string(list.back());
    }
    if (words.empty()) return;
    // Problems in the lens are marked there; these words count the others.
    const std::ptrdiff_t outside = std::ssize(cells[0]) + std::ssize(cells[1]),
                         inside = std::ssize(layout_.problems) - outside;
    TextStyle style = small_style(metrics_, Role::bad);
    style.align = Align::right;
    const Point at{places_.cells.right(), places_.map.bottom() + metrics_.small * .75f};
    const float room = at.x - lens_words_end_ - metrics_.small * 2.5f;
    if (canvas_.width(words, style) > room)
        words = plural(outside, inside > 0 ? "more problem" : "problem");
    if (canvas_.width(words, style) > room && inside > 0) words = std::to_string(outside) + " more";
    if (canvas_.width(words, style) > room) words.clear();  // the mark stays
    icon::octagon(canvas_, {at.x - canvas_.width(words, style) - metrics_.small, at.y},
                  metrics_.small * .42f, Role::bad);
    canvas_.text(at, words, style);
}

// The column's number; for a table the entry's number, with its name where there is room.
std::string FlowPainter::column_words(int column, const TextStyle& style) const {
    const std::int64_t number = layout_.columns[std::size_t(column)];
    if (!layout_.of_table(column)) return std::to_string(number);
    const std::string entry = std::to_string(number - layout_.table_from);
    const std::string words = layout_.table_words + " " + entry;
    return canvas_.width(words, style) + px(6) < places_.column ? words : entry;
}

void FlowPainter::header() {
    if (places_.header.h <= 0) return;
    const float y = places_.header.middle_y() - px(3);
    if (places_.names.w > 0)
        canvas_.text({area_.x, y}, name_of(layout_.unit), small_style(metrics_, Role::text3));
    TextStyle style = mono_style(metrics_.micro, Role::text3, Font::mono);
    style.align = Align::centre;
    float end = -1e9f;
    int before = -1;  // the column whose number was written last
    for (const int c : places_.shown) {
        const std::string number = column_words(c, style);
        const float half = canvas_.width(number, style) / 2;
        if (places_.x_of(c) - half < end + px(3)) continue;
        canvas_.text({places_.x_of(c), y}, number, style);
        const float from = end, to = places_.x_of(c) - half;
        if (before >= 0 && !places_.has_column(c - 1) && to - from > px(9))  // columns are left out
            canvas_.circle({(from + to) / 2, y}, 1.4f, Role::text3);
        before = c;
        end = places_.x_of(c) + half;
    }
}

}  // namespace app

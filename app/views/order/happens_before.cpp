// "Happens before": two threads that access one address, the actions of each, and the edges that
// order one access before the other, or the missing edge. Registers itself as "happens_before".
#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/format.h"
#include "app/view.h"
#include "app/views/blocks/layout.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/order/places.h"
#include "app/views/order/words.h"
#include "simulator/code.h"

namespace app::happens_before_view {
namespace {

using What = OrderRow::What;

// The inputs of a frame.
struct Here {
    const lab::Run* run = nullptr;
    const Meeting* meeting = nullptr;
    std::vector<OrderRow> rows;
    OrderPlaces places;
    std::string lacking = no_meetings;  // the words where there is no meeting
    explicit operator bool() const { return meeting != nullptr; }
    int row_of(const Act& act) const {
        for (int i = 0; i < int(rows.size()); ++i)
            if (rows[std::size_t(i)].what == What::access &&
                rows[std::size_t(i)].act.event == act.event &&
                rows[std::size_t(i)].act.line == act.line &&
                rows[std::size_t(i)].act.thread == act.thread &&
                rows[std::size_t(i)].act.block == act.block)
                return i;
        return -1;
    }
    Rect box(int index) const { return places.box(index, rows[std::size_t(index)]); }
};

// Beside a leading run: the meeting at the same place as its meeting. Another version of the same
// kernel may have none there, and that is the answer. Another kernel shows its own meetings.
void find_meeting(const DrawContext& context, Here& here) {
    const lab::Run* led =
        context.beside && context.beside->leads ? context.beside->result.picture.get() : nullptr;
    const Meeting* other = led ? meeting_shown(*led, context.beside->cursor) : nullptr;
    if (other) here.meeting = meeting_beside(*here.run, context.cursor, *other);
    const bool of_one = led && led->request.settings.rung == here.run->request.settings.rung;
    if (other && of_one && !here.meeting)
        here.lacking = "No two warps meet at " + other->place + " here.";
    else if (!here.meeting)
        here.meeting = meeting_shown(*here.run, context.cursor);
}

Here here_in(const DrawContext& context, Rect area) {
    Here here;
    here.run = &context.picture();
    if (here.run->trace) find_meeting(context, here);
    if (!here.meeting) return here;
    here.rows = rows_of(*here.run, *here.meeting);
    here.places = order_places(context.metrics, area, int(here.rows.size()));
    return here;
}

// ---- Edges

void head_at(Canvas& canvas, Point from, Point to, Colour colour, float size) {
    const float dx = to.x - from.x, dy = to.y - from.y;
    const float length = std::max(1.f, std::hypot(dx, dy));
    const float ux = dx / length, uy = dy / length;
    const Point back{to.x - ux * size, to.y - uy * size};
    const Point corners[] = {to,
                             {back.x - uy * size * .5f, back.y + ux * size * .5f},
                             {back.x + uy * size * .5f, back.y - ux * size * .5f}};
    canvas.polygon(corners, colour);
}

enum class Edge : std::uint8_t { program, met, synchronises, seen, missing };

Colour colour_of(Edge edge) {
    return edge == Edge::synchronises || edge == Edge::met ? Colour(Role::accent)
           : edge == Edge::missing                         ? Colour(Role::bad)
           : edge == Edge::seen                            ? Colour(Role::text2)
                                                           : Colour(Role::text3);
}

void draw_edge(Canvas& canvas, Point from, Point to, Edge edge) {
    const Colour colour = colour_of(edge);
    const bool whole = edge <= Edge::synchronises;
    const float width = edge <= Edge::met ? 1.3f : 2.4f;
    if (whole)
        canvas.line(from, to, colour, width);
    else
        canvas.dashed_line(from, to, colour, width, edge == Edge::missing ? 7 : 3);
    if (edge != Edge::missing)  // unordered: no direction
        head_at(canvas, from, to, colour, edge <= Edge::met ? 6 : 9);
}

// Between boxes of different columns, from side to side.
void draw_across(Canvas& canvas, const Here& here, const Act& from, const Act& to, Edge edge) {
    const int a = here.row_of(from), b = here.row_of(to);
    if (a < 0 || b < 0 || a == b) return;
    const Rect first = here.box(a), last = here.box(b);
    draw_edge(canvas, {first.right() + 3, first.middle_y()}, {last.x - 3, last.middle_y()}, edge);
}

// A lane relies on the action of another lane of its warp: they met between.
bool lanes_differ(const OrderRow& a, const OrderRow& b) {
    return a.what != What::both && b.what != What::both && a.act.lane != b.act.lane;
}

// The program order of each thread, and through rows that both pass.
void draw_program_order(Canvas& canvas, const Here& here) {
    for (int side = 0; side < 2; ++side) {
        int above = -1;
        for (int i = 0; i < int(here.rows.size()); ++i) {
            const OrderRow& row = here.rows[std::size_t(i)];
            if (row.what != What::both && row.side != side) continue;
            const float x = here.places.cell(0, side).middle_x();
            if (above >= 0)
                draw_edge(
                    canvas, {x, here.box(above).bottom() + 1}, {x, here.box(i).y - 1},
                    lanes_differ(here.rows[std::size_t(above)], row) ? Edge::met : Edge::program);
            above = i;
        }
    }
}

void draw_edges(Canvas& canvas, const Here& here) {
    const Meeting& meeting = *here.meeting;
    draw_program_order(canvas, here);
    if (meeting.by_flag)
        draw_across(canvas, here, meeting.tells, meeting.told,
                    meeting.how == Ordering::flag ? Edge::synchronises : Edge::seen);
    if (lacks_order(meeting)) draw_across(canvas, here, meeting.first, meeting.last, Edge::missing);
    if (meeting.how == Ordering::others || meeting.how == Ordering::itself)
        draw_across(canvas, here, meeting.first, meeting.last, Edge::seen);
}

// ---- Boxes

bool is_meeting_access(const Here& here, const OrderRow& row) {
    if (row.what != What::access) return false;
    const int at = here.row_of(row.act);
    return at == here.row_of(here.meeting->first) || at == here.row_of(here.meeting->last);
}

// Beside the line of an access its verb may be dropped, but not its value.
std::vector<std::string> words_beside(const Canvas& canvas, const ActWords& words,
                                      const TextStyle& style, float width) {
    const auto end = words.forms.begin() + std::ptrdiff_t(words.valued);
    const auto found = std::find_if(words.forms.begin(), end, [&](const std::string& form) {
        return canvas.width(form, style) <= width;
    });
    return found == end ? words.forms : std::vector<std::string>{*found};
}

void draw_words_in(Canvas& canvas, const Here& here, const OrderRow& row, Rect box,
                   const Metrics& metrics) {
    const bool two = box.h >= metrics.small * 2.7f;
    const float width = box.w - metrics.px(16), x = box.x + metrics.px(8);
    const float middle = box.middle_y();
    const TextStyle style = mono_style(metrics.figure, Role::text, Font::mono_bold);
    const Act& own = row.side == 0 ? here.meeting->first : here.meeting->last;
    std::vector<std::string> parts = parts_beside(*here.run, row);
    if (row.act.lane != own.lane) parts.push_back("by lane " + std::to_string(row.act.lane));
    const Note beside = note_of_parts(parts);
    const std::string &whole = beside.whole(), &line = beside.forms.back();
    const float left =
        two ? width : width - metrics.px(8) - canvas.width(line, small_style(metrics));
    const auto words = words_beside(canvas, act_words(*here.run, *here.meeting, row), style, left);
    const float said = text_fitting(canvas, {x, two ? middle - metrics.small * .65f : middle},
                                    width, style, words);
    if (two)
        text_fitting(canvas, {x, middle + metrics.small * .75f}, width, small_style(metrics),
                     {whole, ""});
    else  // after it, as far as there is room
        text_fitting(canvas, {x + width, middle}, width - said - metrics.px(8),
                     aligned(small_style(metrics), Align::right), {whole, line, ""});
}

void draw_both(Canvas& canvas, const Here& here, Rect box, const Metrics& metrics) {
    canvas.fill(box, Role::panel, 4);  // an edge that passes the box goes behind it
    canvas.fill(box, Colour{Role::accent, .12f}, 4);
    canvas.outline(box, Role::accent, 4, 1.6f);
    text_fitting(canvas, {box.middle_x(), box.middle_y()}, box.w - metrics.px(16),
                 aligned(strong(small_style(metrics, Role::text)), Align::centre),
                 {both_words(*here.meeting),
                  here.meeting->how == Ordering::launch ? "The launch ends" : "Barrier", ""});
}

void draw_row(Canvas& canvas, const Here& here, int index, const DrawContext& context) {
    const OrderRow& row = here.rows[std::size_t(index)];
    const Rect box = here.box(index);
    if (row.what == What::both) return draw_both(canvas, here, box, context.metrics);
    const bool now = row.what == What::access && step_of(*here.run, row.act) >= 0 &&
                     step_of(*here.run, row.act) == context.cursor.step;
    const bool missing = lacks_order(*here.meeting) && is_meeting_access(here, row);
    canvas.fill(box, row.what == What::fence ? Role::sunk : Role::raised, 5);
    const Role frame = missing ? Role::bad : now ? Role::accent : Role::stroke;
    canvas.outline(box, frame, 5, missing || now ? 2.2f : 1);
    if (now) canvas.fill({box.x, box.y, 4, box.h}, Role::accent, 2);
    draw_words_in(canvas, here, row, box, context.metrics);
}

void draw_heads(Canvas& canvas, const Here& here, const Metrics& metrics) {
    const Meeting& meeting = *here.meeting;
    const Rect& title = here.places.title;
    text_fitting(canvas, {title.x, title.middle_y()}, title.w, strong(small_style(metrics)),
                 {meeting.place + ": " + thread_words(meeting, meeting.first) + " and " +
                      thread_words(meeting, meeting.last),
                  meeting.place});
    for (int side = 0; side < 2; ++side) {
        const Act& act = side == 0 ? meeting.first : meeting.last;
        const Rect cell = here.places.cell(0, side);
        text_fitting(canvas, {cell.x, here.places.heads.middle_y()}, cell.w, small_style(metrics),
                     column_words(meeting, act));
    }
}

// In the parts of the columns without boxes: above the second thread's, below the first one's.
void draw_edge_words(Canvas& canvas, const Here& here, const Metrics& metrics) {
    const auto second = std::ranges::find_if(
        here.rows, [](const OrderRow& row) { return row.what == What::both || row.side == 1; });
    const int above = int(second - here.rows.begin());
    const Role role = lacks_order(*here.meeting) ? Role::bad : Role::text2;
    paragraph_fitting(canvas, here.places.room(0, above, 1), edge_words(*here.meeting),
                      small_style(metrics, role));
    const bool across = second != here.rows.end() && second->what == What::both;
    const int from = above + across, below = int(here.rows.size()) - from;
    if (below > (here.meeting->by_flag ? 1 : 0))
        paragraph_fitting(canvas, here.places.room(from, below, 0),
                          flag_words(*here.run, *here.meeting), small_style(metrics));
}

// ---- The side

void draw_key(Canvas& canvas, const Here& here, Rect column, const Metrics& metrics) {
    KeyColumn key(canvas, column, metrics, 1.9f);
    const auto entry = [&](Edge edge, const char* words) {
        key.entry(metrics.px(30), {words},
                  [&](Point left, Point right) { draw_edge(canvas, left, right, edge); });
    };
    if (lacks_order(*here.meeting)) entry(Edge::missing, "the missing edge");
    if (here.meeting->how == Ordering::flag) entry(Edge::synchronises, "synchronises with");
    if (here.meeting->by_flag && here.meeting->how != Ordering::flag)
        entry(Edge::seen, "sees the flag");
    if (here.meeting->how == Ordering::others) entry(Edge::seen, "by other threads");
    if (here.meeting->how == Ordering::itself) entry(Edge::seen, "sees the word");
    if (meets_in_warps(*here.meeting)) entry(Edge::met, "lanes of the warp met");
    entry(Edge::program, "program order");
}

void draw_side(Canvas& canvas, const Here& here, const Metrics& metrics) {
    Rect column = here.places.side;
    if (column.w <= 0) return;
    const Meetings& all = meetings_of(*here.run);
    big_number(canvas, column, grouped(all.races), all.races == 1 ? "meeting" : "meetings",
               "that nothing orders", metrics, all.races > 0);
    column.cut_top(metrics.number_gap);
    if (all.lockstep > 0) {
        big_number(canvas, column, grouped(all.lockstep),
                   all.lockstep == 1 ? "meeting" : "meetings", "ordered by lockstep alone", metrics,
                   true);
        column.cut_top(metrics.number_gap);
    }
    big_number(canvas, column, grouped(all.flags), all.flags == 1 ? "meeting" : "meetings",
               "ordered by a flag", metrics, false);
    column.cut_top(metrics.number_gap);
    draw_key(canvas, here, column, metrics);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Here here = here_in(context, area);
    if (!here) return nothing(canvas, area, here.lacking, context.metrics);
    if (!here.places) return nothing(canvas, area, "Too little room.", context.metrics);
    draw_heads(canvas, here, context.metrics);
    draw_edges(canvas, here);
    for (int i = 0; i < int(here.rows.size()); ++i) draw_row(canvas, here, i, context);
    draw_edge_words(canvas, here, context.metrics);
    draw_side(canvas, here, context.metrics);
}

// ---- The mouse

int row_at(const Here& here, Point at) {
    if (!here || !here.places) return -1;
    for (int i = 0; i < int(here.rows.size()); ++i)
        if (here.rows[std::size_t(i)].what != What::both && here.box(i).contains(at)) return i;
    return -1;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Here here = here_in(context, area);
    const int index = row_at(here, mouse);
    if (index < 0) return std::nullopt;
    const OrderRow& row = here.rows[std::size_t(index)];
    const Act& act = row.act;
    const int step = step_of(*here.run, act);
    const std::string beside = beside_words(*here.run, row);
    Spot found{here.box(index), "*" + capitalised(thread_words(row.act)) +
                                    "*: " + act_words(*here.run, *here.meeting, row).forms.front() +
                                    (beside.empty() ? "" : ", " + beside) + ".\n" +
                                    (step >= 0      ? "A click goes to its step."
                                     : act.traced() ? "A click goes to its step, in its block."
                                                    : "Its block was not traced.")};
    if (step >= 0) found.step = [step] { return step; };
    if (step >= 0 || !act.traced()) return found;
    found.watch = act.block;
    found.step = [run = here.run, act] { return step_of_its_block(*run, act); };
    return found;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const Here here = here_in(context, area);
    const int index = row_at(here, at);
    if (index < 0) return false;
    const Act& act = here.rows[std::size_t(index)].act;
    const int step = step_of(*here.run, act);
    if (!act.traced()) return false;
    if (step >= 0) cursor.step = step;
    cursor.warp = int(act.warp);
    cursor.lane = act.lane;
    return true;
}

// ---- Where it opens

double weight(const lab::Run& run, int step) {
    double most = 0;
    for (const std::uint32_t id : run.steps[std::size_t(step)].events)
        most = std::max(most, weight_of(run, run.trace->events[id]));
    return most;
}

// The lane of the weightiest meeting at that step; of several, of the one that the window names.
int opening_lane(const lab::Run& run, int step, int warp) {
    std::tuple best{-1., false, false};
    int lane = 0;
    for (const Meeting& meeting : meetings_of(run).all)
        for (const Act& act : {meeting.first, meeting.last}) {
            const std::tuple here{weight_of(meeting), is_spoken_of(run, meeting),
                                  int(act.warp) == warp};
            if (step_of(run, act) == step && here > best) best = here, lane = act.lane;
        }
    return lane;
}

bool named_by_lesson(const lab::Run& run) {
    const lab::Lesson* lesson = run.request.settings.lesson();
    return lesson && std::ranges::find(lesson->views, "happens_before") != lesson->views.end();
}

bool fits(const lab::Run& run) {
    if (!run.trace || !(tells_or_races(run) || named_by_lesson(run))) return false;
    const Meetings& all = meetings_of(run);
    return all.races + all.flags > 0 || all.lockstep > 0 ||
           (named_by_lesson(run) && !all.all.empty());
}

std::string note(const DrawContext& context) {
    const Meeting* meeting = meeting_shown(context.picture(), context.cursor);
    return meeting ? meeting->place : "";
}

// In a lesson about order, or in a person's own kernel with a race, blocks that wait for each other
// are no separate subject.
bool is_about_order(const lab::Run& run) {
    const bool named = lab::is_about(run.request.settings.subject.get(), "happens_before");
    return (named || is_about_a_race(run)) && is_about_blocks(run) && fits(run);
}

const RegisterView registered{
    {.id = "happens_before",
     .title = "Happens before",
     .slot = Slot::warp,
     .order = 5,
     .fits = fits,
     .prepare =
         [](const lab::Run& run) {
             if (run.trace && tells_or_races(run)) meetings_of(run);
         },
     .draw = draw,
     .words =
         {.claim = order_claim, .sentence = order_sentence, .note = note, .lacking = no_meetings},
     .pointing = {.click = click, .spot = spot},
     .interest = {.weight = weight,
                  .of_event = [](const lab::Run& run,
                                 const simulator::Event& event) { return weight_of(run, event); },
                  .lane = opening_lane,
                  .words = "where two warps meet at one address",
                  .about = is_about_order}}};

}  // namespace
}  // namespace app::happens_before_view

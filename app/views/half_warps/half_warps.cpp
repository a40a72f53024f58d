// "Half warps": one load or store of a warp by the rules of the first GPUs with CUDA, beside those
// of today. A box holds the lanes that are served together; its number is their turn.
#include <algorithm>
#include <string>
#include <vector>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/half_warps/served.h"
#include "app/views/marks.h"
#include "app/views/moment.h"

namespace app::half_warps_view {
namespace {

using simulator::Event;
using simulator::warp_size;

bool is_access(const simulator::Step& step) {
    return is_global_access(step) || is_shared_access(step);
}

// A rule, and how it serves the request.
struct Ruled {
    std::string rule, shorter;  // "Compute capability 1.0: each half warp, 16 words in order"
    const char* turn;           // "transaction"
    bool halves = false;        // it takes each half warp by itself
    Served served;

    std::string count() const { return plural(served.turns, turn); }
    std::string cost() const {
        return served.bytes > 0 ? count() + ", " + plural(served.bytes, "byte") : count();
    }
};

struct Rules {
    std::vector<Ruled> rows;  // the oldest first
    bool shared = false;
};

Rules rules_of(const lab::Run& run, const Event& event) {
    const Wants wants = wants_of(*run.trace, event);
    if (event.space == simulator::Space::shared)
        return {{{"Compute capability 1.x: 16 banks, half warps", "1.x", "pass", true,
                  by_16_banks(wants)},
                 {"Today: 32 banks, the whole warp", "Today", "wavefront", false,
                  by_32_banks(*run.trace, event)}},
                true};
    return {{{"Compute capability 1.0, 1.1: half warps, words in order", "1.0", "transaction", true,
              by_order(wants)},
             {"Compute capability 1.2, 1.3: half warps, segments", "1.2", "transaction", true,
              by_segments(wants)},
             {"Today: the whole warp, sectors of 32 bytes", "Today", "sector", false,
              by_sectors(wants)}},
            false};
}

// The inputs of a frame.
struct Here {
    Shown shown;
    Rules rules;
    int lane = 0;
    explicit operator bool() const { return bool(shown); }
};

Here here_in(const DrawContext& context) {
    const lab::Run& run = context.picture();
    Here here{.shown = nearest(run, context.cursor, is_access), .rules = {}};
    if (!here.shown) return here;
    here.rules = rules_of(run, *here.shown.event);
    here.lane = lane_in(*here.shown.event, context.cursor);
    return here;
}

// Layout: a head with the lanes' numbers, then two lines for each rule: its words, and its boxes.
struct Places {
    Rect head, rows;
    float lane = 0, pitch = 0, words = 0;
    Rect title(int row) const { return {rows.x, rows.y + float(row) * pitch, rows.w, words}; }
    Rect boxes(int row) const {
        const Rect said = title(row);
        return {rows.x, said.bottom(), rows.w, pitch - words * 1.3f};
    }
    Rect lanes(int row, int from, int to) const {
        const Rect all = boxes(row);
        return Rect{all.x + float(from) * lane, all.y, float(to - from) * lane, all.h}.inside(
            lane > 12 ? 1.5f : .5f, 0);
    }
};

Places places_of(const Metrics& metrics, std::size_t rules, Rect area) {
    Places places;
    const float labels = area.w >= metrics.px(420) ? metrics.small * 3.4f : 0;
    places.head = area.cut_top(metrics.small * 1.9f);
    places.head.cut_left(labels);
    area.cut_left(labels);
    places.rows = area;
    places.lane = area.w / warp_size;
    places.pitch = std::min(area.h / float(rules), metrics.small * 6.5f);
    places.words = std::min(metrics.small * 1.7f, places.pitch * .45f);
    return places;
}

// The first lane behind a box: it has another turn, or begins the second half.
int end_of_box(const Ruled& ruled, int from) {
    const auto& turn = ruled.served.turn;
    int to = from + 1;
    while (to < warp_size && turn[std::size_t(to)] == turn[std::size_t(from)] &&
           !(ruled.halves && to == warp_size / 2))
        ++to;
    return to;
}

void draw_boxes(Canvas& canvas, const Places& places, int row, const Ruled& ruled, int lane,
                const Metrics& metrics) {
    const Served& served = ruled.served;
    const int mine = served.turn[std::size_t(lane)];
    for (int from = 0, to = 0; from < warp_size; from = to) {
        to = end_of_box(ruled, from);
        const int turn = served.turn[std::size_t(from)];
        const Rect box = places.lanes(row, from, to);
        if (turn < 0) {
            canvas.outline(box, Role::future_outline, 5);
            continue;
        }
        work_cell(canvas, box, turn == mine);
        if (box.h < metrics.digits * 1.1f) continue;
        text_fitting(canvas, {box.middle_x(), box.middle_y()}, box.w,
                     aligned(mono_style(metrics.digits, on_work(turn == mine), Font::mono_bold),
                             Align::centre),
                     {std::to_string(turn + 1)});
    }
    if (!ruled.halves) return;
    const Rect all = places.boxes(row);
    canvas.line({all.middle_x(), all.y - metrics.px(3)},
                {all.middle_x(), all.bottom() + metrics.px(3)}, Role::text2);
}

void draw_rule(Canvas& canvas, const Places& places, int row, const Ruled& ruled, int lane,
               const Metrics& metrics) {
    Rect line = places.title(row);
    const TextStyle strong_one = aligned(strong(small_style(metrics)), Align::right);
    const float cost = text_fitting(canvas, {line.right(), line.middle_y()}, line.w * .6f,
                                    strong_one, {ruled.cost(), ruled.count()});
    text_fitting(canvas, {line.x, line.middle_y()}, line.w - cost - metrics.px(16),
                 small_style(metrics), {ruled.rule, ruled.shorter});
    draw_boxes(canvas, places, row, ruled, lane, metrics);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Here here = here_in(context);
    const Metrics& metrics = context.metrics;
    if (!here) return nothing(canvas, area, "This run loads and stores nothing.", metrics);
    const Places places = places_of(metrics, here.rules.rows.size(), area);
    if (places.pitch < metrics.small * 2.4f)
        return nothing(canvas, area, "There is no room for the rules here.", metrics);
    numbered_columns(canvas, places.head, places.head.x - area.x, "Lane", here.shown.event->mask,
                     metrics);
    for (int row = 0; row < int(here.rules.rows.size()); ++row)
        draw_rule(canvas, places, row, here.rules.rows[std::size_t(row)], here.lane, metrics);
    const float end = places.title(int(here.rules.rows.size())).y;
    if (end + metrics.small > area.bottom()) return;
    text_fitting(canvas, {places.rows.x, end + metrics.small * .5f}, places.rows.w,
                 small_style(metrics),
                 {"A box holds lanes that are served together. Its number is its turn.",
                  "A box is served together."});
}

std::string claim(const DrawContext& context) {
    const Here here = here_in(context);
    if (!here) return "This run loads and stores nothing";
    const std::vector<Ruled>& rows = here.rules.rows;
    return "In half warps " + rows.front().count() + ", today " + rows.back().count();
}

std::string sentence(const DrawContext& context) {
    const Here here = here_in(context);
    if (!here) return "No rule is asked.";
    const std::vector<Ruled>& rows = here.rules.rows;
    if (here.rules.shared)
        return "The cards of 2006 to 2009 had *16 banks*, and each half warp asked for itself: *" +
               rows.front().count() + "*. Today 32 banks serve the whole warp: *" +
               rows.back().count() + "*.";
    return "The cards of 2006 took a half warp at once only where lane k wanted word k of a "
           "segment: "
           "*" +
           rows.front().count() + "*. Those of 2008 took each segment once: *" + rows[1].count() +
           "*.";
}

std::string note(const DrawContext& context) {
    const Here here = here_in(context);
    return here ? request_words(here.shown) : "";
}

// The lane under the mouse, and the rule; -1: none.
struct There {
    int row = -1, lane = -1;
    Rect cell;
};

There there_at(const Here& here, const Metrics& metrics, Rect area, Point at) {
    if (!here) return {};
    const Places places = places_of(metrics, here.rules.rows.size(), area);
    for (int row = 0; row < int(here.rules.rows.size()); ++row)
        for (int lane = 0; lane < warp_size; ++lane)
            if (const Rect cell = places.lanes(row, lane, lane + 1); cell.contains(at))
                return {row, lane, cell};
    return {};
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const There there = there_at(here_in(context), context.metrics, area, at);
    if (there.lane >= 0) cursor.lane = there.lane;
    return there.lane >= 0;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const Here here = here_in(context);
    const There there = there_at(here, context.metrics, area, at);
    if (there.lane < 0) return std::nullopt;
    const Ruled& ruled = here.rules.rows[std::size_t(there.row)];
    const int turn = ruled.served.turn[std::size_t(there.lane)];
    const std::string served = turn < 0 ? "takes no part"
                                        : "is served by " + std::string(ruled.turn) + " " +
                                              std::to_string(turn + 1) + " of " +
                                              grouped(ruled.served.turns);
    return Spot{there.cell,
                "*Lane " + std::to_string(there.lane) + "* " + served + ".\nA click chooses it."};
}

bool fits(const lab::Run& run) { return std::ranges::any_of(run.steps, is_access); }

const RegisterView registered{
    {.id = "half_warps",
     .title = "Half warps",
     .slot = Slot::memory,
     .order = 9,
     .fits = fits,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence, .note = note, .badge = Badge::modelled},
     .pointing = {.click = click, .spot = spot},
     .interest = {.shows_step = is_access}}};

}  // namespace
}  // namespace app::half_warps_view

// "Same address": the lanes of an atomic, by address, stacked where they wait for each other; and
// how often lanes accessed each element over the steps of the block. Registers itself as
// "same_address".
#include <algorithm>
#include <cstdlib>

#include "app/format.h"
#include "app/in_step.h"
#include "app/view.h"
#include "app/views/before_here.h"
#include "app/views/cell_names.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/queue/places.h"
#include "app/views/queue/words.h"

namespace app::queue_view {
namespace {

using simulator::Event;

// The inputs of a frame.
struct Here {
    Shown shown;
    const Queue* queue = nullptr;
    int lane = 0, array = -1;
    QueuePlaces places;
    explicit operator bool() const { return queue != nullptr; }
};

Here here_in(const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    Here here;
    here.shown = queue_shown(run, context.cursor);
    if (!here.shown) return here;
    const Event& event = *here.shown.event;
    here.queue = &queue_of(run, event);
    here.lane = lane_in(event, context.cursor);
    if (const simulator::Slot* slot = run.trace->slot(event, here.lane))
        here.array = element_of(*run.trace, event, slot->address).array;
    here.places = queue_places(context.metrics, area, *here.queue, bar_range(run, here.array));
    return here;
}

// "7" of bins[7]; the address where the array is unknown.
std::string stack_name(const lab::Run& run, const Here& here, const Stack& stack) {
    return std::to_string(element_of(*run.trace, *here.shown.event, stack.address).index);
}

// ---- The request.

void draw_cell(Canvas& canvas, Rect cell, bool waits, bool chosen) {
    if (!waits || chosen) return work_cell(canvas, cell, chosen, 4);
    canvas.fill(cell, Colour{Role::waste, .10f}, 4);
    if (cell.h > 16) canvas.hatch({cell.x + 2, cell.bottom() - 6, cell.w - 4, 4}, Role::waste, 4);
    canvas.outline(cell, Role::waste, 4, cell.h > 6 ? 1.6f : 1);
}

// Where rows are too thin for numbers: every n-th lane's number, and the lens lane's.
void draw_lanes_beside(Canvas& canvas, const Here& here, int index, const Metrics& metrics) {
    const Stack& stack = here.queue->stacks[std::size_t(index)];
    const int every = std::max(1, int(metrics.digits * 1.2f / here.places.row + .99f));
    int chosen = -every;
    for (int place = 0; place < stack.high(); ++place)
        if (stack.lane_at(place) == here.lane) chosen = place;
    for (int place = 0; place < stack.high(); ++place) {
        const bool near_chosen = place != chosen && std::abs(place - chosen) < every;
        if (near_chosen || (place != chosen && place % every != 0)) continue;
        const Rect cell = here.places.cell(index, place);
        text_fitting(canvas, {cell.right() + metrics.px(5), cell.middle_y()}, here.places.beside,
                     mono_style(metrics.digits, place == chosen ? Role::text : Role::text2,
                                place == chosen ? Font::mono_bold : Font::mono_medium),
                     {std::to_string(stack.lane_at(place))});
    }
}

// Whether the lane at a place of a stack must wait for lanes below it.
bool waits(const Here& here, int place) { return place > 0 && !here.queue->at_once; }

void draw_stack(Canvas& canvas, const Here& here, int index, const Metrics& metrics) {
    const Stack& stack = here.queue->stacks[std::size_t(index)];
    TextStyle style =
        aligned(mono_style(metrics.digits, Role::text, Font::mono_bold), Align::centre);
    for (int place = 0; place < stack.high(); ++place)
        draw_cell(canvas, here.places.cell(index, place), waits(here, place),
                  stack.lane_at(place) == here.lane);
    if (here.places.beside > 0) return draw_lanes_beside(canvas, here, index, metrics);
    const bool room = here.places.column >= canvas.width("31", style) + 3 &&
                      here.places.row >= metrics.digits * 1.1f;
    for (int place = 0; room && place < stack.high(); ++place) {
        const Rect cell = here.places.cell(index, place);
        const int lane = stack.lane_at(place);
        const bool hatched = waits(here, place) && lane != here.lane;
        style.colour = hatched ? Colour(Role::text) : on_work(lane == here.lane);
        const float lift = hatched && cell.h > 16 ? 1.f : 0.f;
        canvas.text({cell.middle_x(), cell.middle_y() - lift}, std::to_string(lane), style);
    }
}

// Below the columns their elements: first the lens lane's, then the tallest stack's, then others
// that have room.
void draw_names(Canvas& canvas, const lab::Run& run, const Here& here, const Metrics& metrics) {
    const int chosen = here.queue->stack_of(here.lane), count = int(here.queue->stacks.size());
    std::vector<int> order{chosen, here.queue->tallest};
    for (int i = 0; i < count; ++i) order.push_back(i);
    std::vector<Rect> taken;
    for (const int i : order) {
        if (i < 0) continue;
        const bool strong_one = i == chosen || i == here.queue->tallest;
        const TextStyle style =
            aligned(mono_style(metrics.digits, strong_one ? Role::text : Role::text2,
                               strong_one ? Font::mono_bold : Font::mono_medium),
                    Align::centre);
        const std::string name = stack_name(run, here, here.queue->stacks[std::size_t(i)]);
        const Rect cell = here.places.cell(i, 0);
        const float width = canvas.width(name, style);
        const Rect box{cell.middle_x() - width / 2 - 3, here.places.names.y, width + 6,
                       here.places.names.h};
        const bool outside = box.x + 3 < here.places.stacks.x - here.places.labels ||
                             box.right() - 3 > here.places.stacks.right() + 1;
        if (outside || std::ranges::any_of(taken, [&](Rect one) { return one.meets(box); }))
            continue;
        canvas.text({cell.middle_x(), here.places.names.middle_y()}, name, style);
        taken.push_back(box);
    }
}

// "pass 1" at the bottom, labels above it where they have room, and always the last pass.
void draw_passes(Canvas& canvas, const Here& here, const Metrics& metrics) {
    if (here.places.labels <= 0) return;
    const int last = here.queue->passes - 1;
    const int every = std::max(1, int(metrics.small * 1.3f / here.places.row + .99f));
    for (int pass = 0; pass <= last; ++pass) {
        if (pass != last && (pass % every != 0 || last - pass < every)) continue;
        const Rect cell = here.places.cell(0, pass);
        const float x = here.places.stacks.x - here.places.labels;
        text_fitting(canvas, {x, cell.middle_y()}, here.places.labels - metrics.px(4),
                     small_style(metrics, pass > 0 ? Role::text : Role::text2),
                     {"pass " + std::to_string(pass + 1), std::to_string(pass + 1)});
    }
}

void draw_request(Canvas& canvas, const lab::Run& run, const Here& here, const Metrics& metrics) {
    const std::string title = queue_title(run, *here.shown.event, *here.queue);
    const std::string array = array_name(run, *here.shown.event);
    text_fitting(canvas, {here.places.title.x, here.places.title.middle_y()}, here.places.title.w,
                 strong(small_style(metrics)), {title, array, "Lanes by address"});
    for (int i = 0; i < int(here.queue->stacks.size()); ++i) draw_stack(canvas, here, i, metrics);
    draw_names(canvas, run, here, metrics);
    draw_passes(canvas, here, metrics);
}

// ---- All steps.

struct BarCount {
    int so_far = 0, in_all = 0;
};

// The largest count among the neighbours that share a bar.
BarCount bar_count(const lab::Run& run, const Here& here, std::int64_t index, int step) {
    const auto arrays = asked_of(run).arrays.find(here.array);
    const std::int64_t first = here.places.first + index * here.places.together;
    BarCount most;
    if (arrays == asked_of(run).arrays.end()) return most;
    const AskedElements& all = arrays->second;
    for (auto at = all.lower_bound(first);
         at != all.end() && at->first < first + here.places.together; ++at)
        if (int(at->second.size()) > most.in_all)
            most = {asked_up_to(at->second, step), int(at->second.size())};
    return most;
}

std::vector<BarCount> bar_counts(const lab::Run& run, const Here& here, int step) {
    std::vector<BarCount> made;
    for (std::int64_t i = 0; i < here.places.bar_count(); ++i)
        made.push_back(bar_count(run, here, i, step));
    return made;
}

std::int64_t bar_of(const Here& here, std::int64_t element) {
    return (element - here.places.first) / here.places.together;
}

void draw_heading(Canvas& canvas, const lab::Run& run, const Here& here, int most,
                  const Metrics& metrics) {
    Rect box = here.places.heading;
    const std::string each =
        here.places.together == 1
            ? "each element"
            : "the fullest of each " + grouped(here.places.together) + " elements";
    const std::string array = array_name(run, *here.shown.event);
    const std::string of = array.empty() ? "" : " of " + array;
    text_fitting(canvas, {box.x, box.y + metrics.small * .7f}, box.w, strong(small_style(metrics)),
                 {"Lanes that wanted " + each + of + " up to here; grey: in all steps of the block",
                  "Lanes that wanted " + each + of + "; grey: in all steps",
                  "Lanes that wanted " + each, "Lanes by element"});
    text_fitting(canvas, {box.x, box.bottom() - metrics.small * .7f}, box.w, small_style(metrics),
                 {plural(most, "lane") + " at the fullest", grouped(most)});
}

void draw_bars(Canvas& canvas, const lab::Run& run, const Here& here, int step,
               const Metrics& metrics) {
    if (here.places.bars.h <= 0) return;
    const std::vector<BarCount> counts = bar_counts(run, here, step);
    const int most = std::max(1, std::ranges::max_element(counts, {}, &BarCount::in_all)->in_all);
    const simulator::Slot* slot = run.trace->slot(*here.shown.event, here.lane);
    const std::int64_t chosen =
        slot ? bar_of(here, element_of(*run.trace, *here.shown.event, slot->address).index) : -1;
    draw_heading(canvas, run, here, most, metrics);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const Rect box = here.places.bar(std::int64_t(i));
        const Rect bar = box.inside(box.w > 4 ? 1 : .25f, 0);
        const auto high = [&](int count) { return bar.h * float(count) / float(most); };
        const float all = high(counts[i].in_all), now = high(counts[i].so_far);
        if (all > 0) canvas.fill({bar.x, bar.bottom() - all, bar.w, all}, Role::future_outline, 1);
        if (now > 0)
            work_cell(canvas, {bar.x, bar.bottom() - now, bar.w, now}, std::int64_t(i) == chosen,
                      1);
    }
    canvas.line({here.places.bars.x, here.places.bars.bottom()},
                {here.places.bars.right(), here.places.bars.bottom()}, Role::stroke);
    const TextStyle style = mono_style(metrics.digits, Role::text2);
    const float y = here.places.ends.middle_y();
    const std::string first = std::to_string(here.places.first);
    const std::string last = std::to_string(here.places.first + here.places.count - 1);
    canvas.text({here.places.bars.x, y}, first, style);
    if (here.places.count > 1 &&
        canvas.width(first, style) + canvas.width(last, style) + metrics.px(12) <
            here.places.bars.w)
        canvas.text({here.places.bars.right(), y}, last, aligned(style, Align::right));
}

// ---- The side.

std::string passes_words(int passes) { return passes == 1 ? "pass" : "passes"; }

void draw_key(Canvas& canvas, const Here& here, Rect column, const Metrics& metrics) {
    KeyColumn key(canvas, column, metrics);
    key.entry(Sample::chosen, {"the lens lane", "lens"});
    if (here.queue->merges())
        key.entry(Sample::work, {"counted at once", "at once"});
    else
        key.entry(Sample::work, {"first at its address", "first"});
    if (here.queue->passes > 1) key.entry(Sample::waste, {"waits for those below", "waits"});
}

// The hatch's meaning, at the right end of a line: a mark that is drawn keeps its word.
void draw_hatch_key(Canvas& canvas, Rect& line, const Metrics& metrics) {
    const float width =
        metrics.small * 1.6f + metrics.px(8) + canvas.width("waits", small_style(metrics));
    if (width > line.w / 2) return;
    const Rect place = line.cut_right(width);
    legend(canvas, {place.x, place.middle_y()}, Sample::waste, "waits", metrics);
    line.cut_right(metrics.px(12));
}

std::ptrdiff_t atomics_at(const lab::Run& run, const std::string& array) {
    const auto changes_array = [&](const simulator::Step& step) {
        return step.kind == simulator::EventKind::atomic &&
               array_at(run, static_cast<int>(&step - run.steps.data())) == array;
    };
    return std::ranges::count_if(run.steps, changes_array);
}

// Whether two atomics do the same job: on the same array, with equally many atomics in both runs,
// in the same round. Otherwise one may count numbers and the other add up the counts.
bool do_one_thing(const lab::Run& run, int step, const BeforeStep& before) {
    const std::string array = array_at(run, step);
    return round_at(run, step).round == round_at(before.run, before.step).round &&
           atomics_at(run, array) == atomics_at(before.run, array);
}

// Passes of the matching atomic in the run before the change; nullopt where they are equal.
std::optional<int> passes_before(const DrawContext& context, const Here& here) {
    const auto before = here.shown.now ? before_step(context, here.shown.step) : std::nullopt;
    const Event* old = before ? event_before(*before, context.cursor) : nullptr;
    if (!old || old->kind != simulator::EventKind::atomic) return std::nullopt;
    if (!do_one_thing(context.picture(), here.shown.step, *before)) return std::nullopt;
    const int passes = queue_of(before->run, *old).passes;
    return passes == here.queue->passes ? std::nullopt : std::optional(passes);
}

void draw_side(Canvas& canvas, const DrawContext& context, const Here& here) {
    const Metrics& metrics = context.metrics;
    const int passes = here.queue->passes;
    const std::string number = grouped(passes), noun = passes_words(passes);
    Rect column = here.places.side;
    if (column.h < metrics.small * 3) {
        if (passes > 1) draw_hatch_key(canvas, column, metrics);
        text_fitting(canvas, {column.x, column.middle_y()}, column.w, strong(small_style(metrics)),
                     {number + " " + noun + " for this atomic, by addresses",
                      number + " " + noun + " for this atomic", number + " " + noun});
        return;
    }
    Rect numbers = above_key(column, metrics.small * (passes > 1 ? 5.6f : 3.8f), metrics);
    big_number(canvas, numbers, number, noun + " for this atomic",
               passes > 1             ? "1 if no two met"
               : here.queue->merges() ? "equal lanes at once"
                                      : "no two lanes meet",
               metrics, passes > 1);
    if (const auto before = passes_before(context, here))
        before_line(canvas, numbers, context, *before);
    numbers.cut_top(metrics.number_gap);
    const auto different = std::ssize(here.queue->stacks);
    big_number(canvas, numbers, grouped(different), different == 1 ? "address" : "addresses",
               "for " + plural(here.queue->lanes, "lane"), metrics, false);
    numbers.cut_top(metrics.number_gap);
    column.cut_top(std::min(numbers.y, numbers.bottom()) - column.y);
    draw_key(canvas, here, column, metrics);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Here here = here_in(context, area);
    if (!here) return nothing(canvas, area, no_atomics, context.metrics);
    if (!here.places) return nothing(canvas, area, "Too little room for lanes.", context.metrics);
    draw_request(canvas, run, here, context.metrics);
    draw_bars(canvas, run, here, context.cursor.step, context.metrics);
    draw_side(canvas, context, here);
    if (!here.shown.now) {  // it lies far before or after the cursor
        const Rect& top = here.places.title;
        canvas.fill(
            Rect{top.x, top.bottom(), top.w, here.places.names.bottom() - top.bottom()}.inside(-3,
                                                                                               0),
            Colour{Role::panel, .55f});
    }
}

// ---- The mouse.

// The target at a point: a lane of a stack, or a bar.
struct There {
    int stack = -1, place = -1;
    std::int64_t bar = -1;
    Rect box;
    explicit operator bool() const { return stack >= 0 || bar >= 0; }
};

There there_at(const Here& here, Point at) {
    if (!here || !here.places) return {};
    for (int i = 0; i < int(here.queue->stacks.size()); ++i)
        for (int place = 0; place < here.queue->stacks[std::size_t(i)].high(); ++place)
            if (const Rect cell = here.places.cell(i, place); cell.contains(at))
                return {i, place, -1, cell};
    if (here.places.bars.h <= 0 || !here.places.bars.contains(at)) return {};
    const auto bar = std::int64_t((at.x - here.places.bars.x) / here.places.bar_width());
    if (bar < 0 || bar >= here.places.bar_count()) return {};
    return {-1, -1, bar, here.places.bar(bar)};
}

// The next step after `step` in which lanes access elements of a bar; wraps around.
int next_of_bar(const lab::Run& run, const Here& here, std::int64_t bar, int step) {
    const auto arrays = asked_of(run).arrays.find(here.array);
    const std::int64_t first = here.places.first + bar * here.places.together;
    int next = -1, least = -1;
    if (arrays == asked_of(run).arrays.end()) return -1;
    for (auto at = arrays->second.lower_bound(first);
         at != arrays->second.end() && at->first < first + here.places.together; ++at) {
        const auto later = std::ranges::upper_bound(at->second, step);
        if (later != at->second.end() && (next < 0 || *later < next)) next = *later;
        if (least < 0 || at->second.front() < least) least = at->second.front();
    }
    return next >= 0 ? next : least;
}

Spot bar_spot(const DrawContext& context, const Here& here, const There& there) {
    const lab::Run& run = context.picture();
    const BarCount count = bar_count(run, here, there.bar, context.cursor.step);
    const std::int64_t first = here.places.first + there.bar * here.places.together;
    const std::int64_t end =
        std::min(first + here.places.together, here.places.first + here.places.count);
    const std::string names =
        element_names(run, here.shown.event->launch, here.array, first, end - first);
    Spot found{there.box, bar_words(names, count.so_far, count.in_all)};
    if (count.in_all > 0)
        found.step = [run = context.result.picture, here, bar = there.bar] {
            return next_of_bar(*run, here, bar, here.shown.step);
        };
    return found;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const Here here = here_in(context, area);
    const There there = there_at(here, mouse);
    if (!there) return std::nullopt;
    if (there.bar >= 0) return bar_spot(context, here, there);
    const Stack& stack = here.queue->stacks[std::size_t(there.stack)];
    Spot found{there.box, lane_words(context.picture(), *here.shown.event, stack, there.place)};
    found.step = [run = context.result.picture, shown = here.shown, lanes = stack.lanes] {
        return next_step_of(*run, shown.step, shown.event->warp, lanes, is_atomic);
    };
    return found;
}

// A lane of the request that accesses an element of a bar; -1: none.
int lane_of_bar(const lab::Run& run, const Here& here, std::int64_t bar) {
    for (const Stack& stack : here.queue->stacks)
        if (bar_of(here, element_of(*run.trace, *here.shown.event, stack.address).index) == bar)
            return stack.lane_at(0);
    return -1;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const Here here = here_in(context, area);
    const There there = there_at(here, at);
    if (!there) return false;
    const int lane = there.bar >= 0
                         ? lane_of_bar(context.picture(), here, there.bar)
                         : here.queue->stacks[std::size_t(there.stack)].lane_at(there.place);
    if (lane < 0) return false;
    cursor.warp = int(here.shown.event->warp);
    cursor.lane = lane;
    return true;
}

// ---- Where it opens.

double lanes_that_meet(const lab::Run& run, const Event& event) {
    return event.kind == simulator::EventKind::atomic ? queue_of(run, event).high() - 1 : 0;
}

// The most lanes of a step at one address, less one; -1 for atomics that never meet.
double weight(const lab::Run& run, int step) {
    const simulator::Step& at = run.steps[std::size_t(step)];
    if (!is_atomic(at)) return 0;
    double most = 0;
    for (const std::uint32_t id : at.events)
        most = std::max(most, lanes_that_meet(run, run.trace->events[id]));
    return most > 0 ? most : -1;
}

// The first lane of the tallest stack.
int opening_lane(const lab::Run& run, int step, int warp) {
    Cursor cursor;
    cursor.step = step, cursor.warp = warp;
    const Event* event = event_in(run, step, cursor);
    if (!event || event->kind != simulator::EventKind::atomic) return 0;
    const Queue& queue = queue_of(run, *event);
    return queue.tallest < 0 ? 0 : queue.stacks[std::size_t(queue.tallest)].lane_at(0);
}

bool fits(const lab::Run& run) { return run.trace && std::ranges::any_of(run.steps, is_atomic); }

// In a lesson about queues, atomics by which blocks hand over work are no separate subject.
bool is_of_its_lesson(const lab::Run& run) {
    if (!lab::is_about(run.request.settings.subject.get(), "same_address")) return false;
    for (int step = 0; run.trace && step < std::ssize(run.steps); ++step)
        if (weight(run, step) > 0) return true;
    return false;
}

std::string note(const DrawContext& context) {
    const Shown shown = queue_shown(context.picture(), context.cursor);
    return shown ? request_words(shown) : "";
}

const RegisterView registered{{.id = "same_address",
                               .title = "Same address",
                               .slot = Slot::memory,
                               .order = 4,
                               .fits = fits,
                               .prepare =
                                   [](const lab::Run& run) {
                                       if (run.trace) asked_of(run);
                                   },
                               .draw = draw,
                               .words = {.claim = queue_claim,
                                         .sentence = queue_sentence,
                                         .note = note,
                                         .lacking = no_atomics},
                               .pointing = {.click = click, .spot = spot},
                               .interest = {.weight = weight,
                                            .of_event = lanes_that_meet,
                                            .shows_step = is_atomic,
                                            .lane = opening_lane,
                                            .words = "where lanes meet at one address",
                                            .of_waste = true,
                                            .about = is_of_its_lesson}}};

}  // namespace
}  // namespace app::queue_view

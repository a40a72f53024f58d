// "Timeline": the work of a device's engines over time: copies in, kernels and copies out. Each
// chunk has a box as long as its time; a hatch marks two boxes of which one should have waited.
// From the spans of a measured, recorded or modelled run. Registers itself as "timeline", for runs
// that give steps to streams.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/cards/plot.h"
#include "app/views/marks.h"
#include "app/views/timeline/box_words.h"
#include "app/views/timeline/clock_picture.h"
#include "app/views/timeline/clock_spans.h"
#include "app/views/timeline/engine_rows.h"
#include "app/views/timeline/memory_row.h"
#include "app/views/timeline/places.h"
#include "app/views/timeline/step_mark.h"

namespace app::timeline_view {
namespace {

using lab::Engine;
using Box = EngineTimes::Box;

constexpr const char* no_streams = "Its steps are in no stream: they run one after the other.";

struct DrawnTimeline {
    Canvas& canvas;
    const Metrics& metrics;
    const TimelinePlaces& places;
    const EngineTimes& times;
    int chunk = -1;   // the chunk of the cursor's launch
    int launch = -1;  // that launch
    DrawnLaunch drawn{};
    // By engine: whether all its boxes have room for the words of their work.
    std::array<bool, lab::engine_count> says_work{};
};

int chunk_shown(const DrawContext& context, const EngineTimes& times) {
    const int of = times.chunks(Engine::kernels);
    return of > 1 ? chunk_of_step(context.picture(), context.cursor.step, of) : -1;
}

int launch_shown(const DrawContext& context) {
    const lab::Run* timed = context.result.timed.get();
    return timed ? launch_of_step(context.picture(), context.cursor.step, *timed) : -1;
}

// ---- Words

// Both times in the unit of the longer one: "1.25 to 1.87 ms".
std::string span_words(const lab::TimelineBox& box) {
    return time_number(box.begin_ms, box.end_ms) + " to " + time_text(box.end_ms);
}

std::string rate_words(const lab::TimelineBox& box) {
    const double milliseconds = box.end_ms - box.begin_ms;
    if (milliseconds <= 0) return "";
    return ", " + shortest(static_cast<double>(box.bytes) / milliseconds / 1e6, 3) + " GB/s";
}

std::string work_of(const lab::TimelineBox& box) {
    if (box.engine != Engine::kernels) return bytes_text(box.bytes);
    return plural(box.steps, "launch");
}

// "recorded on an H200, 2026-11-23".
std::string source_words(const lab::Run& timed) {
    const std::string& device = timed.time.device.empty() ? timed.device.name : timed.time.device;
    switch (timed.time.kind) {
        case lab::TimeKind::measured: return "measured on this " + device;
        case lab::TimeKind::recorded: return "recorded on an " + device;
        case lab::TimeKind::modelled: return "by the formula for an " + device;
        case lab::TimeKind::none: break;
    }
    return "";
}

// ---- Marks

void draw_names(const DrawnTimeline& to) {
    if (to.places.names.w <= 0) return;
    for (const Engine engine : all_engines) {
        const Rect name = to.places.name(engine);
        const auto first = std::ranges::find(to.times.boxes, engine, &Box::engine);
        const bool works = first != to.times.boxes.end();
        const std::string stream =
            works && first->stream > 0 ? "stream " + std::to_string(first->stream) : "";
        const bool two = !stream.empty() && name.h > to.metrics.small * 2.6f;
        const float y = name.middle_y() - (two ? to.metrics.small * .65f : 0);
        text_fitting(to.canvas, {name.x, y}, name.w - to.metrics.px(8),
                     small_style(to.metrics, works ? Role::text : Role::text3), {name_of(engine)});
        if (two)
            text_fitting(to.canvas, {name.x, name.middle_y() + to.metrics.small * .7f},
                         name.w - to.metrics.px(8), micro_style(to.metrics), {stream});
    }
}

void draw_axis(const DrawnTimeline& to) {
    const Rect& rows = to.places.rows;
    const float floor = to.places.floor();
    const Scale scale{0, to.places.whole_ms, false, rows.x, rows.right()};
    const int most = std::max(2, static_cast<int>(rows.w / to.metrics.px(56)));
    std::vector<AxisText> labels;
    for (const double tick : linear_ticks(to.places.whole_ms, most)) {
        labels.push_back({tick, tick == 0 ? "0" : round_time_text(tick)});
        to.canvas.line({scale.at(tick), rows.y}, {scale.at(tick), floor + to.metrics.px(5)},
                       Role::line);
    }
    draw_below(to.canvas, scale, floor + to.metrics.micro * 1.2f,
               {rows.x - to.metrics.px(8), 0, rows.w + to.metrics.px(16), 1}, labels, to.metrics);
}

// The track of an engine without work stays empty.
void draw_tracks(const DrawnTimeline& to) {
    for (const Engine engine : all_engines) to.canvas.fill(to.places.track(engine), Role::sunk, 3);
}

std::string numbered_work(const Box& box) {
    return std::to_string(box.chunk + 1) + ": " + work_of(box);
}

// All boxes of an engine or none: mixed labels would look like two kinds of work.
void find_room(DrawnTimeline& to) {
    const TextStyle style = mono_style(to.metrics.digits, Role::text);
    to.says_work.fill(true);
    for (const Box& box : to.times.boxes)
        if (bool& says = to.says_work[static_cast<std::size_t>(box.engine)])
            says = to.canvas.width(numbered_work(box), style) <= to.places.box(box).w - 4;
}

// Neighbouring boxes differ in strength and have a gap between them.
void draw_box(const DrawnTimeline& to, const Box& box) {
    const Rect there = to.places.box(box);
    const float radius = std::min(3.f, there.w / 3);
    constexpr float thin = 4;  // too thin for an outline
    const bool chosen = box.chunk == to.chunk;
    const bool other = !chosen && box.chunk % 2;
    if (other && there.w > thin) {
        to.canvas.fill(there, Role::cell_done, radius);
        to.canvas.outline(there, Role::stroke, radius);
    } else if (other) {
        to.canvas.fill(there, Role::stroke, radius);
    } else {
        work_cell(to.canvas, there, chosen, radius);
    }
    const Colour ink = other ? Colour(Role::text) : on_work(chosen);
    const std::string number = std::to_string(box.chunk + 1);
    const bool says = to.says_work[static_cast<std::size_t>(box.engine)];
    const bool alone = to.times.chunks(box.engine) == 1;
    if (there.h < to.metrics.digits * 1.3f) return;
    text_fitting(to.canvas, {there.middle_x(), there.middle_y()}, there.w - 4,
                 aligned(mono_style(to.metrics.digits, ink), Align::centre),
                 {alone  ? work_of(box)
                  : says ? numbered_work(box)
                         : number});
}

// Two boxes that access one array at once without a wait: both outlined, and hatched between them
// while both work.
void draw_race(const DrawnTimeline& to, const EngineTimes::Race& race) {
    const Rect one = to.places.box(to.times.boxes[race.before]),
               other = to.places.box(to.times.boxes[race.later]);
    const float left = std::max(one.x, other.x), right = std::min(one.right(), other.right());
    const float top = std::min(one.y, other.y), foot = std::max(one.bottom(), other.bottom());
    if (right > left) {
        const Rect both{left, top, right - left, foot - top};
        to.canvas.fill(both, Colour(Role::bad, .16f));
        to.canvas.hatch(both, Role::bad, to.metrics.px(9), 1.4f);
    }
    for (const Rect& box : {one, other})
        to.canvas.outline(box, Role::bad, std::min(3.f, box.w / 3), 2.4f);
}

bool overlap(const EngineTimes& times, const EngineTimes::Race& race) {
    const Box &one = times.boxes[race.before], &other = times.boxes[race.later];
    return one.begin_ms < other.end_ms && other.begin_ms < one.end_ms;
}

// The arrays of all races: "at once, and no wait between: u, swept".
float race_legend(const DrawnTimeline& to, Point at, float room) {
    if (to.times.races.empty()) return 0;
    std::string arrays, at_once;
    for (const EngineTimes::Race& race : to.times.races) {
        arrays += (arrays.empty() ? "" : ", ") + race.buffer;
        if (overlap(to.times, race)) at_once = "at once, and ";
    }
    const float side = to.metrics.small, gap = to.metrics.px(6);
    const std::string brief = "no wait between";
    const std::string words = fitting(to.canvas, room - side - gap, small_style(to.metrics),
                                      {at_once + brief + ": " + arrays, brief});
    if (words.empty()) return 0;
    const Rect sample{at.x, at.y - side / 2, side, side};
    to.canvas.fill(sample, Colour(Role::bad, .16f), 3);
    to.canvas.hatch(sample, Role::bad, to.metrics.px(5), 1.4f);
    to.canvas.outline(sample, Role::bad, 3, 1.6f);
    to.canvas.text({sample.right() + gap, at.y}, words, small_style(to.metrics, Role::text));
    return side + gap + to.canvas.width(words, small_style(to.metrics)) + to.metrics.px(20);
}

// The end of the last box.
void draw_end(const DrawnTimeline& to) {
    const float x = to.places.at(to.times.end_ms);
    const float floor = to.places.floor();
    to.canvas.dashed_line({x, to.places.rows.y}, {x, floor + to.metrics.px(5)}, Role::text, 1.4f);
}

void draw_words(const DrawnTimeline& to, const lab::Run& timed) {
    const Rect& words = to.places.words;
    if (words.h <= 0) return;
    Point at{words.x, words.y + words.h * .6f};
    at.x += race_legend(to, at, words.w);
    at.x += memory_legend(to.canvas, to.metrics, at, words.w * .5f, to.times);
    if ((to.chunk >= 0 || to.launch >= 0) && to.times.races.empty()) {
        const float beside = to.metrics.small + to.metrics.px(32);
        for (const std::string& chosen : step_words(to.times, to.chunk, to.launch, to.drawn)) {
            if (to.canvas.width(chosen, small_style(to.metrics)) + beside >= words.w * .6f)
                continue;
            at.x += legend(to.canvas, at, Sample::chosen, chosen, to.metrics);
            break;
        }
        const float whose = to.metrics.px(24) + to.canvas.width("Recorded, in a run of its own",
                                                                small_style(to.metrics));
        if (const AwaitedBox* also = awaited_by_chunk(timed, to.times, to.chunk))
            at.x += awaited_legend(to.canvas, at, words.right() - at.x - whose, *also, to.metrics);
    }
    const std::string source = capitalised(source_words(timed));
    const bool by_clock = timed.time.kind != lab::TimeKind::modelled;
    text_fitting(to.canvas, at, words.right() - at.x, small_style(to.metrics, Role::text3),
                 by_clock ? std::vector{source + ", in a run of its own",
                                        capitalised(std::string(name_of(timed.time.kind))) +
                                            ", in a run of its own",
                                        std::string("a run of its own")}
                          : std::vector{source, std::string(name_of(timed.time.kind))});
}

std::string in_line(const EngineTimes& times) {
    std::string words = time_text(times.busy.whole_ms) + " in all";
    for (const Engine engine : all_engines)
        if (times.of(engine) > 0)
            words += "; " + uncapitalised(std::string(name_of(engine))) + " " +
                     time_text(times.of(engine));
    return words;
}

// Cards show the median of many runs; a timeline is one of them, slower because of a clock at each
// step. Empty where it is at most 5 % longer than the median, else the median.
std::string usual_time(const EngineTimes& times, const lab::Run& timed) {
    const double median = timed.time.median_ms;
    const bool modelled = timed.time.kind == lab::TimeKind::modelled;
    return median <= 0 || modelled || times.busy.whole_ms <= 1.05 * median ? "" : time_text(median);
}

std::string of_whole(const EngineTimes& times, const lab::Run& timed) {
    const std::string usual = usual_time(times, timed);
    if (usual.empty()) return "from the first start to the last end";
    return "with a clock at each step; the median without is " + usual;
}
std::string of_median(const EngineTimes& times, const lab::Run& timed) {
    const double median = timed.time.median_ms, off = std::fabs(median - times.busy.whole_ms);
    const bool said = off < .01 * median || times.busy.whole_ms > 1.05 * median;
    if (median <= 0 || said || timed.time.kind == lab::TimeKind::modelled) return "";
    return "median: " + time_text(median);
}

std::string one_of(Engine engine) {
    constexpr std::array<const char*, lab::engine_count> one{"a copy in", "a kernel", "a copy out"};
    return one[static_cast<std::size_t>(engine)];
}

void draw_side(const DrawnTimeline& to, const lab::Run& timed) {
    const EngineTimes& times = to.times;
    Rect column = to.places.side;
    const std::string whole = time_text(times.busy.whole_ms);
    if (column.h < to.metrics.small * 3) {
        const std::string usual = usual_time(times, timed);
        const std::string one = usual.empty() ? "" : ", in one run; the median is " + usual;
        text_fitting(to.canvas, {column.x, column.middle_y()}, column.w,
                     strong(small_style(to.metrics)),
                     {in_line(times) + one, whole + " in all" + one, whole + one, usual});
        return;
    }
    const std::string words = of_median(times, timed);
    const std::string median = words.empty() ? ""
                                             : fitting(to.canvas, column.w, small_style(to.metrics),
                                                       {"one run; the " + words, words});
    big_number(to.canvas, column, whole, of_whole(times, timed), median, to.metrics, false);
    column.cut_top(to.metrics.number_gap);
    // The note gives way to the rows that a sentence on two timelines names.
    const float numbers = to.metrics.big * 1.2f + to.metrics.small * 3 + to.metrics.number_gap;
    const bool roomy = column.h >= numbers + engine_rows_height(to.metrics);
    big_number(to.canvas, column, percent(times.busy.overlap()),
               "of the time " + one_of(times.longest()) + " runs",
               roomy ? "100 % would hide all else" : "", to.metrics, false);
    column.cut_top(to.metrics.number_gap);
    draw_engine_rows(to.canvas, to.metrics, times, column);
}

// ---- The view

bool of_clocks(const DrawContext& context) { return asks_for_clock(context.picture()); }

TimelinePlaces places_of(const DrawContext& context, Rect area) {
    return timeline_places(context.metrics, area, axis_ms(context),
                           engine_times(context.result).memory_lanes);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    if (of_clocks(context)) return draw_clocks(canvas, context, area);
    const EngineTimes& times = engine_times(context.result);
    if (!times) return nothing(canvas, area, why_no_time(context), context.metrics);
    const TimelinePlaces places = places_of(context, area);
    if (!places) return nothing(canvas, area, "Too little room for a timeline.", context.metrics);
    DrawnTimeline to{canvas,
                     context.metrics,
                     places,
                     times,
                     chunk_shown(context, times),
                     launch_shown(context),
                     drawn_launch(context)};
    find_room(to);
    draw_tracks(to);
    draw_axis(to);
    draw_names(to);
    for (const Box& box : times.boxes) draw_box(to, box);
    for (const EngineTimes::Race& race : times.races) draw_race(to, race);
    draw_memory(canvas, context.metrics, places, times);
    if (to.launch >= 0)
        draw_launch(canvas, context.metrics, places, times.launches[std::size_t(to.launch)],
                    to.chunk < 0);
    if (const AwaitedBox* also = awaited_by_chunk(*context.result.timed, times, to.chunk))
        draw_awaited(canvas, places.box(*also->box));
    draw_end(to);
    draw_words(to, *context.result.timed);
    draw_side(to, *context.result.timed);
}

std::string claim(const DrawContext& context) {
    if (of_clocks(context)) return claim_of_clocks(context);
    const EngineTimes& times = engine_times(context.result);
    if (!times) return "When each engine works";
    if (!times.races.empty()) {
        const EngineTimes::Race& race = times.races.front();
        return fmt::format(
            "{} do not wait for {}: a race for {}", name_of(times.boxes[race.later].engine),
            uncapitalised(std::string(name_of(times.boxes[race.before].engine))), race.buffer);
    }
    const double longest = times.busy.longest(), whole = times.busy.whole_ms;
    const std::string usual = usual_time(times, *context.result.timed);
    return fmt::format("{} work for {} of {}{}", name_of(times.longest()),
                       time_number(longest, whole), time_text(whole),
                       usual.empty() ? "" : "; the median run takes " + usual);
}

std::string sentence(const DrawContext& context) {
    if (of_clocks(context)) return sentence_of_clocks(context);
    const EngineTimes& times = engine_times(context.result);
    if (!times) return why_no_time(context);
    if (!times.races.empty()) return races_sentence(times);
    std::string words;
    for (const Engine engine : all_engines) {
        if (times.of(engine) <= 0) continue;
        const std::string name(name_of(engine));
        words += words.empty() ? name + " take *" : ", " + uncapitalised(name) + " *";
        words += time_text(times.of(engine)) + "*";
    }
    const std::string memory = memory_sentence(times);
    const double rest = times.sum() - times.busy.longest();
    const double share = rest > 0 ? times.hidden() / rest : 0;
    const std::string longest = uncapitalised(std::string(name_of(times.longest())));
    if (rest <= 0) return words + ", and nothing else is timed." + memory;
    if (share < .02)
        return words + ". They run one after the other, and " +
               (times.overlap() > 0 ? "almost nothing" : "nothing") + " overlaps." + memory;
    return words +
           fmt::format(". {} take longest; *{}* of all other work runs at the same time.",
                       capitalised(longest), percent(share)) +
           memory;
}

const Box* found_box(const DrawContext& context, Rect area, Point at, Rect* where = nullptr) {
    const EngineTimes& times = engine_times(context.result);
    if (!times) return nullptr;
    const TimelinePlaces places = places_of(context, area);
    const Box* box = places ? box_at(places, times, at) : nullptr;
    if (box && where) *where = places.box(*box);
    return box;
}

int step_of(const DrawContext& context, const Box& box) {
    const int of = engine_times(context.result).chunks(Engine::kernels);
    return box.chunk < of ? step_of_chunk(context.picture(), box.chunk, of) : -1;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const Box* box = found_box(context, area, at);
    const int step = box ? step_of(context, *box) : -1;
    if (step < 0) return false;
    cursor.step = step;
    return true;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    if (of_clocks(context)) return spot_of_clocks(context, area, at);
    Rect where;
    const Box* box = found_box(context, area, at, &where);
    const EngineTimes& times = engine_times(context.result);
    if (!box) return times ? memory_spot(places_of(context, area), times, at) : std::nullopt;
    std::string words = "*" + chunk_words(*box, times) + "*: " + span_words(*box) + ", " +
                        work_of(*box) + (box->bytes > 0 ? rate_words(*box) : "") + ", stream " +
                        std::to_string(box->stream) + ", " + source_words(*context.result.timed);
    const lab::Run& timed = *context.result.timed;
    if (const std::string waits = waits_words(timed, times, *box); !waits.empty())
        words += ".\n" + waits;
    words += step_of(context, *box) >= 0 ? ".\nA click leads to the first launch of its chunk."
                                         : ".\nThe picture is smaller and has no such chunk.";
    return Spot{where, words};
}

Badge badge_now(const DrawContext& context) {
    if (of_clocks(context)) return badge_of_clocks(context);
    const lab::Run* timed = context.result.timed.get();
    return engine_times(context.result) ? badge_of(timed->time.kind) : Badge::none;
}

Note note(const DrawContext& context) {
    if (of_clocks(context)) return note_of_clocks(context);
    const EngineTimes& times = engine_times(context.result);
    if (!times) return "";
    const int chunks = *std::ranges::max_element(times.count);
    const bool copies =
        times.chunks(lab::Engine::copies_in) + times.chunks(lab::Engine::copies_out) > 0;
    const std::string words = !copies       ? "kernels alone"
                              : chunks == 1 ? "one piece"
                                            : std::to_string(chunks) + " chunks";
    // Boxes show the requested run; steps are of the run followed lane by lane.
    const Note drawn =
        drawn_note(context.picture().request.settings, context.result.request.settings);
    if (!drawn.drawn) return words;
    Note note(words + "; steps " + drawn.whole());
    note.forms.push_back(words + "; steps " + drawn.forms.back());
    note.brief = words;
    return note;
}

std::string numbers(const DrawContext& context) {
    if (of_clocks(context)) return numbers_of_clocks(context);
    std::string csv = "engine,stream,chunk,begin (ms),end (ms),bytes,launches\n";
    for (const Box& box : engine_times(context.result).boxes)
        csv += fmt::format("{},{},{},{},{},{},{}\n", name_of(box.engine), box.stream, box.chunk + 1,
                           box.begin_ms, box.end_ms, box.bytes,
                           box.engine == Engine::kernels ? box.steps : 0);
    for (const EngineTimes::Memory& one : engine_times(context.result).memory)
        csv +=
            fmt::format("memory of {},{},{},{},{},{},0\n", one.array, one.allocated.call.on.number,
                        one.chunk + 1, one.allocated.begin_ms, one.freed.end_ms, one.bytes);
    return csv;
}

bool fits(const lab::Run& run) { return in_streams(run) || asks_for_clock(run); }

const RegisterView registered{{.id = "timeline",
                               .title = "Timeline",
                               .slot = Slot::memory,
                               .order = 12,
                               .fits = fits,
                               .draw = draw,
                               .numbers = numbers,
                               .words = {.claim = claim,
                                         .sentence = sentence,
                                         .note = note,
                                         .note_has_size = true,
                                         .badge = badge_now,
                                         .lacking = no_streams},
                               .pointing = {.click = click, .spot = spot}}};

}  // namespace
}  // namespace app::timeline_view

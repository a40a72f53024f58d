// The thread slot: every thread of the watched block as a cell, with warps as rows and lanes as
// columns. Cells show threads that take part in the step, threads that idle in a running warp, and
// missing threads. Below, the scrubber: all warps over all steps.
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/lanes_taking.h"
#include "app/view.h"
#include "app/views/lanes/differing.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/rungs.h"
#include "app/views/texture_read.h"
#include "app/warps_strip.h"
#include "app/weights.h"

namespace app::lanes_view {
namespace {

using namespace lanes;

Places places_of(int warps, const Metrics& metrics, Rect area) {
    Places places;
    places.side = cut_side(area, metrics, beside_lanes);
    places.labels = area.w >= metrics.px(420) ? metrics.small * 7.2f : 0;
    const float most = metrics.small * 2.6f;  // height of a warp's cells
    if (area.h >= metrics.px(220)) {
        float strip = std::clamp(area.h * .3f, metrics.px(60), metrics.px(150));
        // The height that few warps leave goes to the strip, at most doubles it, and stays below.
        const float cells = metrics.micro * 1.7f + most * static_cast<float>(std::max(warps, 1));
        const float spare = std::max(0.f, area.h - cells - metrics.px(14) - strip);
        area.cut_bottom(std::max(0.f, spare - strip));
        strip += std::min(spare, strip);
        places.strip = area.cut_bottom(strip);
        places.strip_title = places.strip.cut_top(metrics.small * 1.6f);
        places.strip.cut_bottom(3);  // for the mark of the current step
        places.strip.cut_left(places.labels);
        area.cut_bottom(metrics.px(14));
    }
    places.head = area.cut_top(metrics.micro * 1.7f);
    places.head.cut_left(places.labels);
    places.cells = area;
    places.cells.cut_left(places.labels);
    places.lane = places.cells.w / warp_size;
    places.pitch = std::min(area.h / static_cast<float>(std::max(warps, 1)), most);
    return places;
}

TextStyle value_style(bool chosen, const Metrics& metrics) {
    return aligned(mono_style(metrics.digits, on_work(chosen), Font::mono_bold), Align::centre);
}

bool values_fit(const Canvas& canvas, const Places& places, const lab::Run& run, const Taking& all,
                int digits, const Metrics& metrics) {
    for (int warp = 0; warp < all.warps; ++warp) {
        const Event* event = all.event[warp];
        if (!event) continue;
        if (event->kind == EventKind::barrier && !event->asks) return false;
        for (int lane = 0; lane < warp_size; ++lane) {
            if (!(all.on[warp] >> lane & 1)) continue;
            const std::string text = value_in(run, *event, lane, digits);
            const float room = places.cell(warp, lane).w + 1;
            // One digit of 2.5 is 2: another value.
            if (digits == 1 && text != value_in(run, *event, lane, 4)) return false;
            if (text.empty() || canvas.width(text, value_style(false, metrics)) > room)
                return false;
        }
    }
    return true;
}

// The number of digits in which every thread's value fits its cell; 0: none. All values get the
// same form: if only one-digit values were shown, the other threads would seem to move nothing.
int digits_of_values(const Canvas& canvas, const Places& places, const lab::Run& run,
                     const Taking& all, const Metrics& metrics) {
    if (places.cell(0, 0).h < metrics.px(16) || all.running == 0) return 0;
    for (const int digits : {4, 2, 1})
        if (values_fit(canvas, places, run, all, digits, metrics)) return digits;
    return 0;
}

void draw_warp(Canvas& canvas, const Places& places, const lab::Run& run, const Taking& all,
               int warp, const Cursor& cursor, int digits, const Metrics& metrics) {
    const std::uint32_t there = present(all.threads, warp);
    const Thread shown = shown_thread(all, cursor);
    for (int lane = 0; lane < warp_size; ++lane) {
        const Rect cell = places.cell(warp, lane);
        const float radius = std::min(5.f, cell.h * .24f);
        const bool chosen = warp == shown.warp && lane == shown.lane;
        const bool asked = warp == cursor.warp && lane == cursor.lane;
        if (!(there >> lane & 1)) {
            canvas.line({cell.middle_x() - 2, cell.middle_y()},
                        {cell.middle_x() + 2, cell.middle_y()}, Role::stroke);
        } else if (all.on[warp] >> lane & 1) {
            work_cell(canvas, cell, chosen, radius);
            if (digits > 0)
                canvas.text({cell.middle_x(), cell.middle_y()},
                            value_in(run, *all.event[warp], lane, digits),
                            value_style(chosen, metrics));
        } else if (all.event[warp]) {
            waste_box(canvas, cell, radius, .8f, 5);
        } else {
            canvas.fill(cell, Colour{Role::cell_done, .6f}.on(Role::panel), radius);
        }
        if (chosen)
            canvas.outline({cell.x - 2, cell.y - 2, cell.w + 4, cell.h + 4}, Role::text, radius + 2,
                           1.6f);
        else if (asked && (cursor.warp || cursor.lane))  // chosen, but not taking part
            canvas.outline({cell.x - 1, cell.y - 1, cell.w + 2, cell.h + 2}, Role::text3,
                           radius + 1, 1.2f);
    }
}

void draw_labels(Canvas& canvas, const Places& places, const Taking& all, const Cursor& cursor,
                 const Metrics& metrics) {
    if (places.labels <= 0) return;
    const int every =
        std::max(1, static_cast<int>(std::ceil(metrics.small * 1.35f / places.pitch)));
    for (int warp = 0; warp < all.warps; warp += every) {
        const bool strong_row = all.event[warp] != nullptr;
        TextStyle style = small_style(metrics, strong_row ? Role::text : Role::text3);
        if (warp == cursor.warp) style = strong(style);
        const float y = places.cell(warp, 0).middle_y();
        if (y + metrics.small * .6f > places.cells.bottom() + 2) break;
        canvas.text({places.cells.x - places.labels, y}, "warp " + std::to_string(warp), style);
    }
}

// All warps over all steps: the shape of the run, and the cursor's place in it.
void draw_strip(Canvas& canvas, const Places& places, const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Cursor& cursor = context.cursor;
    const Metrics& metrics = context.metrics;
    if (places.strip.h < metrics.px(20) || run.steps.empty()) return;
    const std::vector<std::string> words = strip_words(context);
    text_fitting(canvas, {places.strip_title.x, places.strip_title.middle_y()},
                 places.strip_title.w, small_style(metrics),
                 {words[0], words[1], words[2], words[3]});
    const WarpsOverTime& all = warps_over_time(run);
    draw_warps_over_time(canvas, all, std::min<int>(cursor.step, std::ssize(run.steps) - 1),
                         strip_in_step(context, places.strip));
    if (places.labels <= 0) return;
    const float pitch = places.strip.h / static_cast<float>(std::max(1, all.warps));
    const int every = std::max(1, static_cast<int>(std::ceil(metrics.micro * 1.3f / pitch)));
    for (int warp = 0; warp < all.warps; warp += every) {
        const float y = places.strip.y + pitch * (static_cast<float>(warp) + .5f);
        if (y + metrics.micro * .5f > places.strip.bottom() + 1) break;
        canvas.text({places.strip.x - places.labels, y}, "warp " + std::to_string(warp),
                    micro_style(metrics));
    }
}

std::string place_text(const lab::Run& run, int launch, int thread) {
    const simulator::Dim3 block = run.trace->launches[launch].block;
    const unsigned x = thread % block.x, y = thread / block.x % block.y,
                   z = thread / (block.x * block.y);
    if (block.y * block.z == 1) return "threadIdx.x = " + std::to_string(x);
    return "threadIdx (" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) +
           ")";
}

int empty(const Taking& all) { return all.warps * warp_size - static_cast<int>(all.threads); }

// Returns the y where it ends.
float draw_side(Canvas& canvas, const Places& places, const lab::Run& run, const Taking& all,
                const Step* step, const Cursor& cursor, const Metrics& metrics) {
    const std::string of = "of " + grouped(all.threads) + " threads";
    if (places.side.h < metrics.small * 3) {
        text_fitting(
            canvas, {places.side.x, places.side.middle_y()}, places.side.w,
            strong(small_style(metrics)),
            {grouped(all.active) + " " + of + " take part", grouped(all.active) + " threads"});
        return places.side.bottom();
    }
    Rect column = places.side;
    const std::string warps = grouped(all.running) + " of " + plural(all.warps, "warp");
    big_number(canvas, column, grouped(all.active), of, "in " + warps, metrics, false);
    column.cut_top(metrics.number_gap);
    if (all.asks)
        big_number(canvas, column, grouped(all.yes), "say yes",
                   "and " + grouped(all.active - all.yes) + " say no", metrics, false);
    else
        big_number(canvas, column, grouped(all.idle), "idle in warps that run",
                   all.parted   ? "in " + plural(all.parted, "warp")
                   : empty(all) ? "and " + plural(empty(all), "lane") + " without a thread"
                                : "in no warp",
                   metrics, all.idle > 0);
    column.cut_top(metrics.number_gap);
    const auto [warp, lane] = shown_thread(all, cursor);
    const int thread = warp * warp_size + lane;
    if (column.h < metrics.small * 3 || static_cast<std::uint64_t>(thread) >= all.threads)
        return column.y;
    const std::string name = "lane " + std::to_string(lane);
    text_fitting(canvas, {column.x, column.y + metrics.small}, column.w,
                 strong(small_style(metrics)), {name + " of warp " + std::to_string(warp), name});
    text_fitting(canvas, {column.x, column.y + metrics.small * 2.5f}, column.w,
                 mono_style(metrics.micro, Role::text2, Font::mono),
                 {place_text(run, step ? step->launch : 0, thread)});
    return column.y + metrics.small * 3.2f;
}

// Below the rest of the column: the meaning of the numbers in the cells.
void draw_meaning(Canvas& canvas, const Places& places, float below, EventKind kind, bool asks,
                  const Metrics& metrics) {
    const float y = below + metrics.small * 1.6f;
    if (places.side.h < metrics.small * 3 || y + metrics.small * .6f > places.side.bottom()) return;
    const std::string meaning = value_meaning(kind, asks);
    text_fitting(canvas, {places.side.x, y}, places.side.w, small_style(metrics),
                 {"In a cell: " + meaning, "number: " + meaning, meaning});
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    if (!run.trace || run.trace->launches.empty())
        return nothing(canvas, area, "No block of this run was traced.", context.metrics);
    const Step* step = step_at(run, context.cursor);
    const Taking all = taking_in(run, step);
    const Places places = places_of(all.warps, context.metrics, area);
    if (places.pitch < 3)
        return nothing(canvas, area, "Too little room for this block's warps.", context.metrics);
    numbered_columns(canvas, places.head, places.labels, "Lane",
                     1u << shown_thread(all, context.cursor).lane, context.metrics);
    draw_labels(canvas, places, all, context.cursor, context.metrics);
    const int digits = digits_of_values(canvas, places, run, all, context.metrics);
    for (int warp = 0; warp < all.warps; ++warp)
        draw_warp(canvas, places, run, all, warp, context.cursor, digits, context.metrics);
    const Differing differ = differing(context, all);
    draw_differing(canvas, places, differ);
    draw_strip(canvas, places, context);
    Places rest = places;
    if (rest.side.h >= context.metrics.small * 5)
        draw_differing_words(canvas, rest.side, context, differ, all.threads);
    const float below = draw_side(canvas, rest, run, all, step, context.cursor, context.metrics);
    if (digits > 0) draw_meaning(canvas, rest, below, step->kind, all.asks, context.metrics);
}

// Whether this step's line takes values from lanes that do not take part: a fault.
bool lanes_not_there(const lab::Run& run, const Step& step) {
    return std::ranges::any_of(run.faults, [&](const simulator::Fault& fault) {
        return fault.kind == simulator::FaultKind::missing_lane && fault.line == step.line &&
               fault.launch == step.launch;
    });
}

std::string claim(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Step* step = step_at(run, context.cursor);
    const Taking all = taking_in(run, step);
    if (!step) return plural(all.threads, "thread") + " in " + plural(all.warps, "warp");
    if (all.asks) return grouped(all.yes) + " of " + plural(all.active, "thread") + " say yes";
    if (step->kind == EventKind::barrier)
        return (all.running < all.warps || all.idle ? "" : "All ") + plural(all.active, "thread") +
               " wait here for each other";
    if (step->kind == EventKind::shuffle && lanes_not_there(run, *step))
        return "A shuffle reads lanes that do not take part";
    if (all.longest > 1) return "Lanes take turns: up to " + plural(all.longest, "pass");
    if (all.parted == 1)
        return (all.warps == 1 ? "The warp" : "One of " + count_word(all.warps) + " warps") +
               std::string(" runs with only part of its lanes");
    if (all.parted)
        return (all.parted == all.warps
                    ? "All " + count_word(all.warps)
                    : capitalised(count_word(all.parted)) + " of " + count_word(all.warps)) +
               " warps run with only part of their lanes";
    if (all.running < all.warps) return "Whole warps skip this line";
    return "All " + plural(all.threads, "thread") + " do the same";
}

std::string verb_of(const Step& step, bool one) {
    const std::string where = step.space == simulator::Space::none
                                  ? ""
                                  : " " + std::string(name_of(step.space)) + " memory";
    const std::string s = one ? "s" : "";
    switch (step.kind) {
        case EventKind::load:
            return is_texture_read(step) ? "read" + s + " through a texture"
                                         : "load" + s + " from" + where;
        case EventKind::store: return "store" + s + " to" + where;
        case EventKind::atomic: return "update" + s + where + " atomically";
        case EventKind::shuffle: return "read" + s + " another lane's register";
        case EventKind::vote: return "vote" + s;
        case EventKind::barrier: return "meet" + s + " at the barrier";
    }
    return "run";
}

// For atomics where lanes of a warp access one address.
std::string turns_words(const Taking& all) {
    return "Lanes at one address change it one after the other: *" + grouped(all.passes) +
           " passes* for " + plural(all.running, "request") + ".";
}

// "*3 lanes* of the same warp are off, 2 warps skip it": who does not take part; may be empty.
// Votes are told without the warps that skip them.
std::string words_of_others(const Taking& all) {
    const int skipping = all.asks ? 0 : all.warps - all.running;
    std::string words;
    if (all.idle)
        words = "*" + plural(all.idle, "lane") + "* of the same " +
                (all.running == 1 ? "warp" : "warps") + (all.idle == 1 ? " is" : " are") + " off";
    if (skipping)
        words += (all.idle ? ", " : "") + plural(skipping, "warp") +
                 (skipping == 1 ? " skips" : " skip") + " it";
    return words;
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Step* step = step_at(run, context.cursor);
    if (!step)
        return "An instruction is issued to a warp, for those of its 32 lanes that stand at it. "
               "Step forward to see which lanes take part.";
    const Taking all = taking_in(run, step);
    std::string text = "*" + plural(all.active, "thread") + "* " + verb_of(*step, all.active == 1);
    if (step->line > 0) text += " in line " + std::to_string(step->line);
    text += ".";
    if (const std::string others = words_of_others(all); !others.empty())
        text += " " + others + ".";
    if (all.asks && step->kind == EventKind::vote)
        return text +
               " Each thread says yes or no. The lanes of a warp learn the answer of *their own "
               "warp*.";
    if (all.asks)
        return text +
               " Each thread says yes or no. When the last thread has arrived, the barrier *tells "
               "all of them* the answer of the block.";
    const bool whole = !all.idle && all.warps == all.running;
    if (step->kind == EventKind::barrier && whole)
        return text + " All lanes wait here until the last lane has arrived.";
    if (all.longest > 1) return text + " " + turns_words(all);
    if (!whole) return text;
    return text + (empty(all) ? " *" + plural(empty(all), "lane") + "* of the last warp " +
                                    (empty(all) == 1 ? "has" : "have") + " no thread."
                              : " No lane waits.");
}

std::string note(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Step* step = step_at(run, context.cursor);
    const std::uint64_t blocks = run.trace->launches[step ? step->launch : 0].grid.count();
    const std::uint64_t block = step                         ? step->block
                                : run.trace->watched.empty() ? 0
                                                             : run.trace->watched[0];
    return block_among(block, blocks);
}

int lane_under(const Places& places, Point at) {
    return std::clamp(static_cast<int>((at.x - places.cells.x) / places.lane), 0, warp_size - 1);
}

// ": 0.25 is what it loaded".
std::string moved_words(const lab::Run& run, const Event* event, int lane) {
    const simulator::Slot* slot = event ? run.trace->slot(*event, lane) : nullptr;
    if (!slot || event->kind == EventKind::barrier) return "";
    return ": " + value_text(slot->value, event->type) + " is " + value_meaning(event->kind);
}

// A thread's cell says its place and what its number means, and leads to the next step in which the
// thread takes part.
std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const auto run = context.result.picture;
    const Step* step = step_at(*run, context.cursor);
    const Taking all = taking_in(*run, step);
    const Places places = places_of(all.warps, context.metrics, area);
    if (places.pitch < 3 || !places.cells.contains(at)) return std::nullopt;
    const int warp = static_cast<int>((at.y - places.cells.y) / places.pitch);
    const int lane = lane_under(places, at);
    if (warp >= all.warps || !(present(all.threads, warp) >> lane & 1)) return std::nullopt;
    const int thread = warp * warp_size + lane;
    Spot found{places.cell(warp, lane), "*Lane " + std::to_string(lane) + " of warp " +
                                            std::to_string(warp) + "*, " +
                                            place_text(*run, step ? step->launch : 0, thread) +
                                            moved_words(*run, all.event[std::size_t(warp)], lane) +
                                            ".\nA click chooses it."};
    found.step = [run, warp, lane, after = context.cursor.step] {
        return next_step_of(*run, after, static_cast<std::uint32_t>(warp), 1u << lane,
                            [](const Step&) { return true; });
    };
    return found;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const lab::Run& run = context.picture();
    const Taking all = taking_in(run, step_at(run, cursor));
    const Places places = places_of(all.warps, context.metrics, area);
    if (const Rect strip = strip_in_step(context, places.strip); strip.contains(at)) {
        cursor.step = step_at(warps_over_time(run), strip, at.x);
        return true;
    }
    if (!places.cells.contains(at)) return false;
    const int warp = static_cast<int>((at.y - places.cells.y) / places.pitch);
    if (warp >= all.warps) return false;
    cursor.warp = warp;
    cursor.lane = lane_under(places, at);
    return true;
}

// The other kernels, for the silhouettes beside their names.
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all;
    for (const lab::Settings& rung : every_rung(settings)) all.push_back(at_picture(rung));
    return all;
}

double weight(const lab::Run& run, int step) {
    return taking_in(run, &run.steps[static_cast<std::size_t>(step)]).idle;
}

bool fits(const lab::Run& run) { return run.trace && !run.trace->launches.empty(); }

// Faults of threads that do not arrive, or have left.
bool is_about_lanes(const lab::Run& run) {
    using simulator::FaultKind;
    return hunts(run, FaultKind::divergent_barrier) || hunts(run, FaultKind::fragile_barrier) ||
           hunts(run, FaultKind::missing_lane);
}

const RegisterView registered{{.id = "lanes",
                               .title = "Lanes",
                               .slot = Slot::thread,
                               .fits = fits,
                               .draw = draw,
                               .words = {.claim = claim, .sentence = sentence, .note = note},
                               .pointing = {.click = click, .spot = spot},
                               .needs = {.settings = needs},
                               .interest = {.weight = weight,
                                            .words = "where lanes wait",
                                            .of_waste = true,
                                            .about = is_about_lanes}}};

}  // namespace
}  // namespace app::lanes_view

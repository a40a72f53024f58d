// "Scheduler": the warps of one scheduler, cycle by cycle, in lab's model: a warp issues, is ready
// but not chosen, or waits. Below them the issue slots, and the slots that stay unused. Registers
// itself as "scheduler".
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/occupancy/packing.h"
#include "app/views/occupancy/way.h"
#include "lab/occupancy/card_knob.h"

namespace app::ready_view {
namespace {

using lab::WarpState;

constexpr int shown_cycles = 64;

// The cycles shown: up to the cycle in which the warp issues the cursor's instruction.
struct CyclesShown {
    int from = 0, to = 0;
    int count() const { return to - from; }
};

CyclesShown cycles_shown(const ScheduledWarps& warps, int step) {
    const int all = warps.schedule.cycles();
    const int to = std::clamp(warps.cycle_at(step) + 8, std::min(shown_cycles, all), all);
    return {std::max(0, to - shown_cycles), to};
}

struct ReadyPlaces {
    Rect names, rows, slots, axis, legend, side;
    float row = 0, column = 0;
    Rect cell(int warp, int cycle) const {
        return {rows.x + static_cast<float>(cycle) * column,
                rows.y + static_cast<float>(warp) * row, column, row};
    }
};

ReadyPlaces ready_places(const Metrics& metrics, Rect area, int warps, int cycles) {
    ReadyPlaces places;
    places.side = cut_side(area, metrics, {560, 190, .26f, 190, 270});
    if (area.h >= metrics.px(200)) places.legend = area.cut_bottom(metrics.small * 2);
    if (area.h >= metrics.px(110)) places.axis = area.cut_bottom(metrics.micro * 1.8f);
    if (area.w >= metrics.px(260)) places.names = area.cut_left(metrics.small * 5.8f);
    const float rows = static_cast<float>(warps) + 1.6f;  // a slot is a row, and a gap before it
    places.row = std::min(area.h / rows, metrics.px(56));
    places.column = area.w / static_cast<float>(std::max(1, cycles));
    places.rows = area.cut_top(places.row * static_cast<float>(warps));
    area.cut_top(places.row * .6f);
    places.slots = area.cut_top(places.row);
    return places;
}

void draw_state(Canvas& canvas, Rect cell, WarpState state) {
    const float gap = cell.h > 8 ? 1.f : .5f;
    const Rect box{cell.x + gap / 2, cell.y + gap, cell.w - gap, cell.h - 2 * gap};
    if (state == WarpState::issues) work_cell(canvas, box, true, 2);
    if (state == WarpState::ready) work_cell(canvas, box, false, 2);
    if (state == WarpState::waits)
        canvas.line({cell.x, cell.middle_y()}, {cell.right(), cell.middle_y()},
                    Role::future_outline);
}

void draw_slot(Canvas& canvas, Rect box, bool used) {
    if (used) return work_cell(canvas, {box.x + .5f, box.y, box.w - 1, box.h}, true, 2);
    waste_box(canvas, {box.x + .5f, box.y, box.w - 1, box.h}, 2);
}

void draw_names(Canvas& canvas, const ReadyPlaces& places, int warps, const Metrics& metrics) {
    if (places.names.w <= 0) return;
    int every = 1;
    while (places.row * static_cast<float>(every) < metrics.small * 1.25f) every *= 2;
    for (int warp = 0; warp < warps; warp += every)
        text_fitting(canvas, {places.names.x, places.cell(warp, 0).middle_y()}, places.names.w,
                     small_style(metrics), {"Warp " + std::to_string(warp)});
    const float last = places.cell((warps - 1) / every * every, 0).middle_y();
    const bool high = places.axis.h > 0 || places.slots.h >= metrics.small * 1.25f;
    if (high && places.slots.middle_y() - last >= metrics.small * 1.25f)
        text_fitting(canvas, {places.names.x, places.slots.middle_y()}, places.names.w,
                     strong(small_style(metrics)), {"Issue slot", "Slot"});
}

void draw_cycles(Canvas& canvas, const ReadyPlaces& places, const CyclesShown& shown,
                 const Metrics& metrics) {
    if (places.axis.h <= 0) return;
    const float y = places.slots.bottom() + metrics.micro;
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    const float half = canvas.width(grouped(shown.to), style) / 2;
    // The first number moves right by up to half its width.
    int every = 16;
    while (static_cast<float>(every) * places.column < 3 * half + metrics.px(8)) every *= 2;
    for (int i = 0; i < shown.count(); i += every) {
        const float x = places.rows.x + (static_cast<float>(i) + .5f) * places.column;
        canvas.text({std::max(x, places.rows.x + half), y}, grouped(shown.from + i + 1), style);
    }
    if (places.names.w > 0)
        text_fitting(canvas, {places.names.x, y}, places.names.w - half, micro_style(metrics),
                     {"Cycle"});
}

void draw_ready_legend(Canvas& canvas, const ReadyPlaces& places, const Metrics& metrics) {
    if (places.legend.h <= 0) return;
    Point at{places.legend.x,
             std::min(places.legend.middle_y(),
                      places.slots.bottom() + places.axis.h + metrics.small * 1.4f)};
    const TextStyle style = small_style(metrics);
    const float sample = metrics.small * 1.6f + metrics.px(32);
    for (const auto& [goes, ready, waits, unused] :
         {std::array{"issues an instruction", "ready, another issues", "waits", "no warp is ready"},
          {"issues", "ready", "waits", "no warp ready"}}) {
        const float all = 4 * sample + canvas.width(goes, style) + canvas.width(ready, style) +
                          canvas.width(waits, style) + canvas.width(unused, style);
        if (all > places.legend.w) continue;
        at.x += legend(canvas, at, Sample::chosen, goes, metrics);
        at.x += legend(canvas, at, Sample::work, ready, metrics);
        const float line = metrics.small, words = at.x + line + metrics.px(8);
        canvas.line(at, {at.x + line, at.y}, Role::future_outline);
        canvas.text({words, at.y}, waits, style);
        at.x = words + canvas.width(waits, style) + metrics.px(24);
        legend(canvas, at, Sample::waste, unused, metrics);
        return;
    }
}

// Where the settings choose a card, its multiprocessor sets the number of warps and of schedulers;
// the latencies stay those of the usual card.
std::string warps_of_card(const lab::Run& run) {
    const lab::Multiprocessor& of = lab::multiprocessor_of(run.request.settings);
    if (&of == &lab::usual_multiprocessor()) return "";
    return "The model takes as many warps and schedulers as a multiprocessor of " +
           lab::a_card(of) + " (" + (of.year > 0 ? std::to_string(of.year) : "of this machine") +
           ") holds, and the cycles of " + lab::a_card(lab::usual_multiprocessor()) + ". ";
}

// "one of four on an H200's multiprocessor"; the words on the model name other cards.
std::string scheduler_of(const lab::Run& run) {
    const lab::Multiprocessor& of = lab::multiprocessor_of(run.request.settings);
    const bool usual = &of == &lab::usual_multiprocessor();
    return (of.schedulers == 1 ? "the only one" : "one of " + count_word(of.schedulers)) + " on " +
           (usual ? lab::a_card(of) + "'s" : "its") + " multiprocessor";
}

// "A load takes 690 cycles. A warp issues 4 instructions for each load, one a cycle: 173 warps
// would hide it."
std::string hiding_words(const LoadsOfWay& loads) {
    if (loads.loads == 0 || loads.warps() == 0) return "";
    const double each = loads.each();
    const std::string issued = each == std::floor(each) ? grouped(static_cast<std::int64_t>(each))
                                                        : fmt::format("{:.1f}", each);
    return " A load takes *" + grouped(loads.latency) + " cycles*. A warp issues *" + issued +
           (issued == "1" ? " instruction" : " instructions") + "* for each load, one a cycle: *" +
           plural(loads.warps(), "warp") + "* would hide it.";
}

// Used issue slots, and all issue slots, of some cycles.
struct SlotsUsed {
    int used = 0, all = 0;
    SlotsUsed(const lab::Schedule& schedule, int from, int to)
        : used(schedule.used(from, to)), all(to - from) {}
    std::string words() const { return grouped(used) + " of " + grouped(all); }
    std::string share() const { return percent(double(used) / std::max(1, all)); }
};

// One line for little room: even the shortest form names the counted thing after its numbers.
void draw_ready_line(Canvas& canvas, Rect line, const SlotsUsed& here, const SlotsUsed& whole,
                     const Metrics& metrics) {
    const std::string words = here.words();
    text_fitting(canvas, {line.x, line.middle_y()}, line.w, strong(small_style(metrics)),
                 {words + " issue slots used, " + whole.words() + " in all, modelled",
                  words + " issue slots used, modelled", words + " slots used", words + " slots"});
}

// First the cycles shown, then all cycles: two kernels may look alike in the cycles shown.
void draw_ready_side(Canvas& canvas, Rect column, const lab::Run& run, const ScheduledWarps& warps,
                     const CyclesShown& shown, const Metrics& metrics) {
    const SlotsUsed here(warps.schedule, shown.from, shown.to),
        whole(warps.schedule, 0, warps.schedule.cycles());
    if (column.h < metrics.px(100)) return draw_ready_line(canvas, column, here, whole, metrics);
    big_number(canvas, column, here.share(), "of the issue slots used", here.words() + " cycles",
               metrics, here.used < here.all);
    column.cut_top(metrics.number_gap);
    if (whole.all > here.all) {
        big_number(canvas, column, whole.share(), "of all, first cycle to last",
                   whole.words() + " cycles", metrics, whole.used < whole.all);
        column.cut_top(metrics.number_gap);
    }
    big_number(canvas, column, grouped(warps.schedule.warps),
               warps.schedule.warps == 1 ? "warp of a scheduler" : "warps of a scheduler",
               scheduler_of(run), metrics, false);
    column.cut_top(metrics.number_gap);
    paragraph_fitting(
        canvas, column,
        warps_of_card(run) +
            "A model: each warp runs the PTX instructions that the traced warp ran. Arithmetic "
            "results arrive after 4 cycles, values from memory after 690.",
        small_style(metrics), 1.35f);
}

struct ReadyScene {
    const ScheduledWarps* warps = nullptr;
    CyclesShown shown;
    explicit operator bool() const { return warps && *warps; }
};

ReadyScene ready_scene(const DrawContext& context) {
    ReadyScene scene;
    const lab::Run& run = context.picture();
    if (!run.trace) return scene;
    scene.warps = &scheduled_warps(run, launch_at(run, context.cursor));
    scene.shown = cycles_shown(*scene.warps, context.cursor.step);
    return scene;
}

constexpr const char* not_known = "The trace does not show which way a warp took.";

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const ReadyScene scene = ready_scene(context);
    if (!scene) return nothing(canvas, area, not_known, metrics);
    const lab::Schedule& schedule = scene.warps->schedule;
    const ReadyPlaces places = ready_places(metrics, area, schedule.warps, scene.shown.count());
    if (places.row < 3 || places.column < 2)
        return nothing(canvas, area, "Too little room for warps.", metrics);
    for (int i = 0; i < scene.shown.count(); ++i) {
        const int cycle = scene.shown.from + i;
        for (int warp = 0; warp < schedule.warps; ++warp)
            draw_state(canvas, places.cell(warp, i), schedule.at(cycle, warp));
        draw_slot(canvas, {places.cell(0, i).x, places.slots.y, places.column, places.slots.h},
                  schedule.issued[static_cast<std::size_t>(cycle)] >= 0);
    }
    draw_names(canvas, places, schedule.warps, metrics);
    draw_cycles(canvas, places, scene.shown, metrics);
    draw_ready_legend(canvas, places, metrics);
    draw_ready_side(canvas, places.side, context.picture(), *scene.warps, scene.shown, metrics);
}

std::string claim(const DrawContext& context) {
    const ReadyScene scene = ready_scene(context);
    if (!scene) return "Not in the trace";
    const int unused =
        scene.shown.count() - scene.warps->schedule.used(scene.shown.from, scene.shown.to);
    if (unused == 0) return "In every cycle a warp is ready";
    return "In " + grouped(unused) + " of " + grouped(scene.shown.count()) +
           " cycles no warp is ready";
}

std::string cycles_words(const DrawContext& context) {
    const ReadyScene scene = ready_scene(context);
    if (!scene) return not_known;
    const lab::Multiprocessor& of = lab::multiprocessor_of(context.picture().request.settings);
    return (of.schedulers == 1 ? "The one scheduler" : "A scheduler") + std::string(" of ") +
           lab::a_card(of) + "'s multiprocessor has *" +
           plural(scene.warps->schedule.warps, "warp") +
           "*. In each cycle, one of the ready warps issues an instruction. The picture shows "
           "cycles *" +
           grouped(scene.shown.from + 1) + " to " + grouped(scene.shown.to) +
           "* of a model, up to the cursor." + hiding_words(scene.warps->loads);
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const std::string few = sparse_words(packing_of(run, launch_at(run, context.cursor)),
                                         context.result.request.settings);
    return cycles_words(context) +
           (few.empty() ? "" : " The model has as many warps as fit." + few);
}

bool fits(const lab::Run& run) {
    return run.trace && !run.trace->launches.empty() && scheduled_warps(run, 0);
}

// Issue slots unused since the warp's previous request. Below 0 where all were used: then the view
// opens at the request with most instructions before it, and no step is worth more than another.
double weight(const lab::Run& run, int step) {
    const int launch = run.steps[static_cast<std::size_t>(step)].launch;
    const ScheduledWarps& warps = scheduled_warps(run, launch);
    const auto request =
        std::ranges::lower_bound(warps.requests, step, {}, &ScheduledWarps::Request::step);
    if (request == warps.requests.end() || request->step != step) return 0;
    const bool first = request == warps.requests.begin();
    const int before = first ? 0 : warps.cycle_at(std::prev(request)->step);
    const int here = warps.cycle_at(step);
    const int unused = here - before - warps.schedule.used(before, here);
    return unused > 0 ? unused : -1 - double(request->behind);
}

const RegisterView registered{
    {.id = "scheduler",
     .title = "Scheduler",
     .slot = Slot::warp,
     .order = 9,
     .fits = fits,
     .draw = draw,
     .words =
         {.claim = claim, .sentence = sentence, .badge = Badge::modelled, .lacking = not_known},
     .interest = {.weight = weight, .words = "where issue slots stay unused for longest"}}};

}  // namespace
}  // namespace app::ready_view

// The view "Loads in flight" ("in_flight"): for each warp of the watched block its rounds of loads,
// each a stack as high as its bytes in flight together. Beside them: the bytes that a
// multiprocessor has in flight, and those that Little's law needs.
#include <algorithm>
#include <cmath>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/sentences/load_rounds.h"
#include "app/view.h"
#include "app/views/flight/law.h"
#include "app/views/marks.h"
#include "app/views/moment.h"

namespace app::in_flight_view {
namespace {

constexpr double least_scale = 2048;  // least bytes of a full row: small loads look small

// Layout: a row for each warp, a column for each round.
struct Places {
    Rect names, rows, axis, legend, side;
    float pitch = 0, column = 0;
    float strip = 0;  // height of the strip below each stack: instructions issued meanwhile
    std::size_t first_row = 0, shown_rows = 0, first_column = 0, shown_columns = 0;
    double scale = least_scale;  // bytes that fill a row
    Rect row(std::size_t warp) const {
        return {rows.x, rows.y + static_cast<float>(warp - first_row) * pitch, rows.w, pitch};
    }
    Rect cell(std::size_t warp, std::size_t round) const {
        const Rect all = row(warp);
        return {all.x + static_cast<float>(round - first_column) * column, all.y, column, all.h};
    }
    /// The floor of a row's stacks.
    float floor(Rect row) const { return row.bottom() - 2 - strip; }
    /// Whether each row has room for a line at its scale, with a label.
    bool scaled(const Metrics& metrics) const { return names.w > 0 && pitch > metrics.small * 5; }
    bool shows(std::size_t warp, std::size_t round) const {
        return warp >= first_row && warp < first_row + shown_rows && round >= first_column &&
               round < first_column + shown_columns;
    }
};

// The first of `shown` items that include `here`.
std::size_t first_shown(std::size_t all, std::size_t shown, std::size_t here) {
    if (shown >= all) return 0;
    const std::size_t half = shown / 2;
    return std::min(here > half ? here - half : 0, all - shown);
}

std::size_t room_for(float length, float least, std::size_t all) {
    const float most = std::max(1.f, std::floor(length / least));
    return std::min(all, static_cast<std::size_t>(most));
}

// The lens warp if it loads, else the first warp that does.
std::uint32_t warp_shown(const LoadRounds& rounds, const Cursor& cursor) {
    const auto wished = static_cast<std::uint32_t>(std::max(0, cursor.warp));
    if (wished < rounds.warps.size() && !rounds.warps[wished].empty()) return wished;
    const auto found = std::ranges::find_if(rounds.warps, [](const auto& w) { return !w.empty(); });
    return static_cast<std::uint32_t>(found - rounds.warps.begin());
}

void cut_places(Places& places, const Metrics& metrics, Rect area) {
    places.side = cut_side(area, metrics, {620, 190, .26f, 190, 260});
    if (area.h >= metrics.px(150) && area.w >= metrics.px(300))
        places.legend = area.cut_bottom(metrics.small * 2.2f);
    if (area.w >= metrics.px(260)) places.names = area.cut_left(metrics.small * 5.4f);
    if (area.h >= metrics.px(110)) places.axis = area.cut_bottom(metrics.micro * 1.8f);
    places.rows = area;
}

Places places_of(const LoadRounds& rounds, const Cursor& cursor, const Metrics& metrics,
                 Rect area) {
    Places places;
    cut_places(places, metrics, area);
    const std::uint32_t warp = warp_shown(rounds, cursor);
    const LoadRound* here = rounds.at(warp, cursor.step);
    places.scale = std::max(least_scale, static_cast<double>(rounds.most_bytes));
    places.shown_rows = room_for(places.rows.h, metrics.small * 1.9f, rounds.warps.size());
    places.pitch = std::min(places.rows.h / static_cast<float>(places.shown_rows), metrics.px(190));
    places.first_row = first_shown(rounds.warps.size(), places.shown_rows, warp);
    places.strip = std::clamp(places.pitch * .08f, 2.f, metrics.px(5));
    places.shown_columns = room_for(places.rows.w, metrics.px(8), rounds.most);
    places.column =
        std::min(places.rows.w / static_cast<float>(places.shown_columns), metrics.px(200));
    places.first_column =
        first_shown(rounds.most, places.shown_columns, here ? rounds.number(*here) : 0);
    return places;
}

// Draws a load by its state: done, in flight, issued now, or still to come.
void draw_load(Canvas& canvas, const LoadRound& round, const LoadRound::Load& load, int step,
               Rect box) {
    const float radius = std::min(3.f, box.h / 3);
    if (load.step == step || (load.step < step && round.under_way(step)))
        work_cell(canvas, box, load.step == step, radius);
    else if (load.step < step)
        canvas.fill(box, Role::cell_done, radius);
    else
        canvas.outline(box, Role::future_outline, radius);
}

float height_of(const Places& places, double bytes) {
    const float room = places.pitch * .82f - places.strip;
    return std::max(2.f, room * static_cast<float>(bytes / places.scale));
}

std::string bytes_words(double bytes) { return bytes_text(static_cast<std::uint64_t>(bytes)); }

// Draws the line at the row's scale and the name of its warp.
void draw_row(Canvas& canvas, const Places& places, Rect row, std::size_t warp, bool lens,
              const Metrics& metrics) {
    const float width = places.column * static_cast<float>(places.shown_columns);
    const float top = places.floor(row) - height_of(places, places.scale);
    canvas.line({row.x, row.bottom()}, {row.x + width, row.bottom()}, Role::stroke);
    if (places.scaled(metrics)) {
        canvas.line({row.x, top}, {row.x + width, top}, Role::line);
        if (warp == places.first_row)
            text_fitting(canvas, {places.names.x, top}, places.names.w - metrics.px(6),
                         micro_style(metrics), {bytes_words(places.scale)});
    }
    const TextStyle style = lens ? strong(small_style(metrics)) : small_style(metrics);
    if (places.names.w > 0)
        text_fitting(canvas, {places.names.x, row.bottom() - metrics.small * .8f}, places.names.w,
                     style, {"Warp " + std::to_string(warp), std::to_string(warp)});
}

// One bar for each load, from the row's floor up.
void draw_stack(Canvas& canvas, const Places& places, const LoadRound& round, Rect cell, int step) {
    const float gap = cell.w > 14 ? 3.f : 1.f;
    float floor = places.floor(cell);
    for (const LoadRound::Load& load : round.loads) {
        const float height = height_of(places, load.bytes);
        floor -= height;
        const float apart = height > 4 ? 1.5f : .5f;
        draw_load(canvas, round, load, step,
                  {cell.x + gap / 2, floor, cell.w - gap, std::max(1.f, height - apart)});
    }
}

// A strip for the instructions that the warp issues up to the next round; filled for those issued
// before a value is needed, while the loads are in flight.
void draw_meanwhile(Canvas& canvas, const Places& places, const LoadRound& round, Rect cell) {
    if (round.until_next == 0) return;
    const float gap = cell.w > 14 ? 3.f : 1.f;
    const Rect strip{cell.x + gap / 2, cell.bottom() - 1 - places.strip, cell.w - gap,
                     places.strip};
    canvas.fill(strip, Role::raised);
    const float share = static_cast<float>(round.meanwhile) / static_cast<float>(round.until_next);
    canvas.fill({strip.x, strip.y, strip.w * share, strip.h}, Role::text2);
}

void draw_rows(Canvas& canvas, const Places& places, const LoadRounds& rounds, int step,
               std::uint32_t lens, const Metrics& metrics) {
    for (std::size_t warp = places.first_row; warp < places.first_row + places.shown_rows; ++warp) {
        draw_row(canvas, places, places.row(warp), warp, warp == lens, metrics);
        for (const LoadRound& round : rounds.warps[warp])
            if (const std::size_t number = rounds.number(round); places.shows(warp, number)) {
                draw_stack(canvas, places, round, places.cell(warp, number), step);
                draw_meanwhile(canvas, places, round, places.cell(warp, number));
            }
    }
}

// Numbers of rounds, as often as there is room.
void draw_axis(Canvas& canvas, const Places& places, const LoadRounds& rounds,
               const Metrics& metrics) {
    if (places.axis.h <= 0) return;
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    const float y = places.row(places.first_row + places.shown_rows).y + metrics.micro * .9f;
    if (places.names.w > 0)
        text_fitting(canvas, {places.names.x, y}, places.names.w, micro_style(metrics),
                     {"Load round", "Round"});
    const float needed = canvas.width(std::to_string(rounds.most), style) + metrics.px(6);
    std::size_t every = 1;
    while (places.column * static_cast<float>(every) < needed) every *= 2;
    for (std::size_t i = 0; i < places.shown_columns; ++i) {
        const std::size_t number = places.first_column + i;
        if (number % every) continue;
        const Rect cell = places.cell(places.first_row, number);
        canvas.text({std::max(cell.middle_x(), places.rows.x + needed / 2), y},
                    std::to_string(number + 1), style);
    }
}

// "512 B" over the lens warp's stack that is in flight, above its neighbours.
void draw_number(Canvas& canvas, const Places& places, const LoadRounds& rounds,
                 const LoadRound& round, int step, const Metrics& metrics) {
    const std::size_t number = rounds.number(round);
    if (!round.under_way(step) || !places.shows(round.warp, number)) return;
    const TextStyle style =
        aligned(mono_style(metrics.digits, Role::text, Font::mono_medium), Align::centre);
    const std::string words = bytes_text(round.bytes_until(step));
    const float half = canvas.width(words, style) / 2 + 2;
    const Rect cell = places.cell(round.warp, number);
    const float x = std::clamp(cell.middle_x(), places.rows.x + half,
                               std::max(places.rows.x + half, places.rows.right() - half));
    float height = 0;
    for (const LoadRound& other : rounds.warps[round.warp])
        if (const Rect beside = places.cell(round.warp, rounds.number(other));
            beside.right() > x - half && beside.x < x + half)
            height = std::max(height, height_of(places, static_cast<double>(other.bytes())));
    const float y = places.floor(cell) - height - metrics.digits * .8f;
    if (y - metrics.digits * .6f < cell.y) return;
    canvas.text({x, y}, words, style);
}

// Explains the filled part of a strip where that fits. Returns the width taken.
float strip_key(Canvas& canvas, const Places& places, Point at, const Metrics& metrics) {
    const TextStyle style = small_style(metrics);
    const Rect sample{at.x, at.y - places.strip / 2, metrics.small * 1.6f, places.strip};
    for (const char* words : {"issued before a value is needed", "issued meanwhile"}) {
        const float width = sample.w + metrics.px(8) + canvas.width(words, style);
        if (at.x + width > places.legend.right()) continue;
        canvas.fill(sample, Role::raised);
        canvas.fill({sample.x, sample.y, sample.w * .6f, sample.h}, Role::text2);
        canvas.text({sample.right() + metrics.px(8), at.y}, words, style);
        return width + metrics.px(24);
    }
    return 0;
}

// Explains bars and strips, and a row's height where no line in it does.
void draw_legend(Canvas& canvas, const Places& places, const Metrics& metrics) {
    if (places.legend.h <= 0) return;
    Point at{places.legend.x, std::min(places.legend.bottom() - metrics.small * .8f,
                                       places.row(places.first_row + places.shown_rows).y +
                                           places.axis.h + metrics.small * 1.1f)};
    const TextStyle style = small_style(metrics);
    const float sample = metrics.small + metrics.px(32);
    for (const auto& [now, since] : {std::pair{"issued now", "already in flight"},
                                     {"issued now", "in flight"},
                                     {"now", "in flight"}}) {
        const float both = 2 * sample + canvas.width(now, style) + canvas.width(since, style);
        if (both > places.legend.w) continue;
        at.x += legend(canvas, at, Sample::chosen, now, metrics);
        at.x += legend(canvas, at, Sample::work, since, metrics);
        at.x += strip_key(canvas, places, at, metrics);
        const std::string whole = "a whole row: " + bytes_words(places.scale);
        const float room = places.legend.right() - at.x;
        if (!places.scaled(metrics) && canvas.width(whole, style) <= room)
            canvas.text(at, whole, style);
        return;
    }
}

// "4 loads of 128 B", "2 loads" where they differ.
std::string loads_words(const LoadRound& round) {
    const auto same = [&](const LoadRound::Load& load) {
        return load.bytes == round.loads.front().bytes;
    };
    const std::string count = plural(round.loads.size(), "load");
    return std::ranges::all_of(round.loads, same)
               ? count + " of " + bytes_text(round.loads.front().bytes)
               : count;
}

// A bar for the bytes in flight, a dashed line at the bytes that were enough, and a short line at
// the least by the law.
void draw_law_bar(Canvas& canvas, const LittlesLaw& law, std::uint64_t bytes, Rect bar) {
    const double whole = 1.1 * std::max(law.enough, law.bytes(bytes));
    const auto x_of = [&](double value) {
        return bar.x + bar.w * static_cast<float>(value / whole);
    };
    canvas.outline(bar, Role::stroke, 3);
    work_cell(canvas, {bar.x, bar.y, x_of(law.bytes(bytes)) - bar.x, bar.h}, true, 3);
    const float least = x_of(law.needed), enough = x_of(law.enough);
    canvas.line({least, bar.y}, {least, bar.bottom()}, Role::text3, 1.4f);
    canvas.dashed_line({enough, bar.y - 6}, {enough, bar.bottom() + 6}, Role::text, 2);
}

void draw_law(Canvas& canvas, const LittlesLaw& law, std::uint64_t bytes, Rect column,
              const Metrics& metrics) {
    const TextStyle small = small_style(metrics);
    const float line = metrics.small * 1.5f;
    if (column.h < line + metrics.px(34)) return;
    Rect head = column.cut_top(line);
    text_fitting(
        canvas, {head.x, head.middle_y()}, head.w, strong(small),
        {"full rate from " + bytes_words(law.enough) + ", recorded", bytes_words(law.enough)});
    column.cut_top(metrics.px(8));
    draw_law_bar(canvas, law, bytes, column.cut_top(metrics.px(14)));
    column.cut_top(metrics.px(12));
    const std::string recorded = "On an " + law.card + ", kernels with " + bytes_words(law.enough) +
                                 " or more in flight on each multiprocessor came within 5 % of the "
                                 "highest rate, *recorded*. ";
    const std::string law_alone =
        "Little's law requires " + bytes_words(law.needed) + " or more, *modelled*";
    const std::string how = ": " + grouped(std::int64_t(law.gigabytes)) +
                            " GB/s that arrive after " + grouped(std::lround(law.nanoseconds)) +
                            " ns. With many loads in flight, each takes longer.";
    for (const std::string& words : {recorded + law_alone + how, law_alone + how, law_alone + "."})
        if (paragraph_fitting(canvas, column, words, small_style(metrics, Role::text3), 1.35f) > 0)
            return;
}

void draw_side(Canvas& canvas, const Places& places, const LoadRound& round, const LittlesLaw& law,
               const Metrics& metrics) {
    const std::uint64_t bytes = round.bytes();
    const std::string warp = bytes_text(bytes), all = bytes_words(law.bytes(bytes)),
                      times = plural(law.warps, "warp"), enough = bytes_words(law.enough);
    if (places.side.h < metrics.small * 3) {
        text_fitting(canvas, {places.side.x, places.side.middle_y()}, places.side.w,
                     strong(small_style(metrics)),
                     {warp + " in flight, × " + times + " = " + all + " on a multiprocessor; " +
                          "full rate from " + enough + ", recorded",
                      warp + " × " + times + " = " + all + "; full rate from " + enough,
                      warp + " × " + times + " = " + all, warp});
        return;
    }
    Rect column = places.side;
    big_number(canvas, column, warp, "in flight for a warp", loads_words(round), metrics, false);
    column.cut_top(metrics.number_gap);
    big_number(canvas, column, all, "in flight on a multiprocessor",
               "× " + times +
                   (law.all          ? " at once"
                    : law.warps == 1 ? " that loads"
                                     : " that load"),
               metrics, false);
    column.cut_top(metrics.number_gap);
    draw_law(canvas, law, bytes, column, metrics);
}

// A launch's rounds, and the lens warp's current one.
struct Scene {
    const lab::Run* run = nullptr;
    const LoadRounds* rounds = nullptr;
    const LoadRound* here = nullptr;
    int launch = 0;
    explicit operator bool() const { return here != nullptr; }
};

Scene scene_of(const lab::Run& run, const Cursor& cursor) {
    Scene scene;
    if (!run.trace || run.trace->launches.empty()) return scene;
    scene.run = &run;
    scene.launch = launch_at(run, cursor);
    scene.rounds = &load_rounds(run, scene.launch);
    if (!scene.rounds->empty())
        scene.here = scene.rounds->at(warp_shown(*scene.rounds, cursor), cursor.step);
    return scene;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Scene scene = scene_of(context.picture(), context.cursor);
    if (!scene)
        return nothing(canvas, area, "This launch loads nothing from global memory.",
                       context.metrics);
    const Places places = places_of(*scene.rounds, context.cursor, context.metrics, area);
    if (places.rows.h < context.metrics.small || places.rows.w < context.metrics.px(40))
        return nothing(canvas, area, "Too little room for warps.", context.metrics);
    const int step = context.cursor.step;
    draw_rows(canvas, places, *scene.rounds, step, scene.here->warp, context.metrics);
    draw_axis(canvas, places, *scene.rounds, context.metrics);
    draw_number(canvas, places, *scene.rounds, *scene.here, step, context.metrics);
    draw_legend(canvas, places, context.metrics);
    draw_side(canvas, places, *scene.here, littles_law(context, scene.launch), context.metrics);
}

// Instructions that a warp usually issues between its loads and the first use of a value; 0 where
// they are few beside the latency.
std::int64_t hidden_behind(const Scene& scene) {
    const std::int64_t usual = scene.rounds->usually_meanwhile(scene.here->warp);
    return count_beside_latency(usual) ? usual : 0;
}

std::string claim(const DrawContext& context) {
    const Scene scene = scene_of(context.picture(), context.cursor);
    if (!scene) return "No loads from global memory here";
    const auto loads = static_cast<std::int64_t>(scene.here->loads.size()),
               waits = static_cast<std::int64_t>(scene.rounds->warps[scene.here->warp].size());
    if (const std::int64_t meanwhile = hidden_behind(scene))
        return capitalised(count_word(loads)) + (loads == 1 ? " load" : " loads") +
               " in flight during " + plural(meanwhile, "instruction");
    return capitalised(count_word(loads)) + (loads == 1 ? " load" : " loads") + " in flight, " +
           count_word(waits) + (waits == 1 ? " wait" : " waits");
}

// Which warp loads how much, how often. The requested launch may wait for memory far more often
// than the drawn part.
std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Scene scene = scene_of(run, context.cursor);
    if (!scene) return "This launch loads nothing from global memory.";
    const LoadRound& here = *scene.here;
    const auto rounds = static_cast<std::int64_t>(scene.rounds->warps[here.warp].size());
    const std::int64_t meanwhile = hidden_behind(scene);
    const bool whole = run.request.settings == context.result.request.settings;
    const std::string launch = whole ? "this launch" : "the drawn part of this launch";
    const std::string sends =
        "Warp " + std::to_string(here.warp) + " issues *" + loads_words(here) + "*" +
        (here.loads.size() > 1 ? ", *" + bytes_text(here.bytes()) + "* together," : "");
    if (meanwhile)
        return sends + " and usually *" + plural(meanwhile, "instruction") +
               "* more before it needs the first value; *" + plural(rounds, "round") + "* in " +
               launch + ".";
    return sends + " before it needs the first value. It waits *" + times_text(rounds) +
           "* for memory in " + launch + ".";
}

// The round drawn at a point.
struct Found {
    const LoadRound* round = nullptr;
    Rect cell;
};

Found round_at(const Scene& scene, const DrawContext& context, Rect area, Point at) {
    if (!scene) return {};
    const Places places = places_of(*scene.rounds, context.cursor, context.metrics, area);
    for (const auto& warp : scene.rounds->warps)
        for (const LoadRound& round : warp) {
            const std::size_t number = scene.rounds->number(round);
            if (!places.shows(round.warp, number)) continue;
            const Rect cell = places.cell(round.warp, number);
            if (cell.contains(at)) return {&round, cell};
        }
    return {};
}

// A click goes to the step that issues the round's last load, and to its warp.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const Scene scene = scene_of(context.picture(), context.cursor);
    const Found found = round_at(scene, context, area, at);
    if (!found.round) return false;
    cursor.step = found.round->last();
    cursor.warp = static_cast<int>(found.round->warp);
    return true;
}

std::string meanwhile_told(const LoadRound& round) {
    if (round.until_next == 0) return "\n";
    return "Of *" + plural(round.until_next, "instruction") +
           "* up to the next round, or to the warp's last access, *" + grouped(round.meanwhile) +
           "* are issued before the first value is needed.\n";
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const Scene scene = scene_of(context.picture(), context.cursor);
    const Found found = round_at(scene, context, area, at);
    if (!found.round) return std::nullopt;
    return Spot{found.cell, "*Load round " +
                                std::to_string(scene.rounds->number(*found.round) + 1) +
                                "* of warp " + std::to_string(found.round->warp) + ": " +
                                loads_words(*found.round) + ", " +
                                bytes_text(found.round->bytes()) + " in flight together. " +
                                meanwhile_told(*found.round) + "A click goes to its last load."};
}

// When the last load of a round is issued, all of its bytes are in flight.
double weight(const lab::Run& run, int step) {
    double sum = 0;
    const int launch = run.steps[static_cast<std::size_t>(step)].launch;
    for (const auto& warp : load_rounds(run, launch).warps)
        for (const LoadRound& round : warp)
            if (round.last() == step) sum += static_cast<double>(round.bytes());
    return sum;
}

bool fits(const lab::Run& run) {
    // A load that failed has nothing in flight.
    const auto sent = [&](std::uint32_t id) { return run.trace->events[id].sectors > 0; };
    return std::ranges::any_of(run.steps, [&](const simulator::Step& step) {
        return step.kind == simulator::EventKind::load && is_global_access(step) &&
               (!run.faulted() || std::ranges::any_of(step.events, sent));
    });
}

const RegisterView registered{
    {.id = "in_flight",
     .title = "Loads in flight",
     .slot = Slot::warp,
     .order = 3,
     .fits = fits,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence},
     .pointing = {.click = click, .spot = spot},
     .interest = {.weight = weight, .words = "where a warp has most in flight"}}};

}  // namespace
}  // namespace app::in_flight_view

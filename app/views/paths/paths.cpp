// "Paths": the way of each sample that a thread of the shown block walks, from its start to its
// place at the cursor, with the band in which it must end. Registers itself as "paths".
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/paths/outcomes.h"
#include "app/views/paths/walks.h"

namespace app::paths_view {
namespace {

constexpr std::int64_t most_lines = 6000;  // of other warps; beyond that only some of their paths

// The walks at a cursor.
struct Standing {
    const Walks& walks;
    std::vector<std::int64_t> taken;
    const Walk* lens = nullptr;  // the chosen thread's walk; nullptr: it has none
    std::int64_t lens_taken = 0;
    std::int64_t furthest = 0, inside = 0;  // steps; walks whose value is in the band now
    int warp = 0;
    bool ended = false;  // every walk has taken all its steps
};

Standing standing(const lab::Run& run, const Cursor& cursor) {
    Standing now{walks(run), walked(run, cursor.step)};
    now.warp = cursor.warp;
    now.ended = true;
    for (std::size_t i = 0; i < now.walks.all.size(); ++i) {
        const Walk& walk = now.walks.all[i];
        const std::int64_t taken = now.taken[i];
        now.furthest = std::max(now.furthest, taken);
        now.inside += now.walks.pays_at(walk.values[std::size_t(taken)]);
        now.ended = now.ended && taken == walk.steps();
        if (walk.warp == cursor.warp && walk.lane == cursor.lane)
            now.lens = &walk, now.lens_taken = taken;
    }
    return now;
}

struct WalkPlaces {
    Rect title, worth, plot, axis, axis_name, names, labels, side;
    double low = 0, high = 1, tick = 1;
    std::int64_t steps = 1;

    float x(std::int64_t step) const {
        return plot.x + plot.w * static_cast<float>(step) / static_cast<float>(steps);
    }
    float y(double value) const {
        return plot.bottom() - plot.h * static_cast<float>((value - low) / (high - low));
    }
    Point at(const Walk& walk, std::int64_t step) const {
        return {x(step), y(walk.values[std::size_t(step)])};
    }
};

WalkPlaces walk_places(const Walks& all, const Metrics& metrics, Rect area) {
    WalkPlaces places;
    places.side = cut_side(area, metrics, {560, 190, .22f, 170, 240});
    places.title = area.cut_top(metrics.small * 2);
    if (!all.worth_words.empty() && area.h > metrics.px(200))
        places.worth = area.cut_top(metrics.small * 1.8f);
    area.cut_top(metrics.micro * .6f);
    if (area.h > metrics.px(120)) places.axis_name = area.cut_bottom(metrics.micro * 1.7f);
    places.axis = area.cut_bottom(metrics.micro * 2);
    places.names = area.cut_left(metrics.micro * 3.8f);
    if (area.w > metrics.px(300))
        places.labels = area.cut_right(metrics.micro * 4.4f);
    else
        area.cut_right(metrics.px(8));
    places.plot = area;
    places.steps = std::max<std::int64_t>(1, all.steps);
    places.tick = round_step(std::max(all.high - all.low, 1e-9), 8);
    places.low = std::floor(all.low / places.tick) * places.tick;
    places.high = std::ceil(all.high / places.tick) * places.tick;
    return places;
}

bool too_small(const Metrics& metrics, Rect area) {
    return area.w < metrics.px(170) || area.h < metrics.px(130);
}

std::string tick_words(double at, double tick) {
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(tick) - 1e-9)));
    return fixed(std::round(at / tick) * tick + 0., digits);
}

void draw_values_axis(Canvas& canvas, const WalkPlaces& places, const Metrics& metrics) {
    const TextStyle style = aligned(micro_style(metrics), Align::right);
    const float apart =
        places.plot.h * static_cast<float>(places.tick / (places.high - places.low));
    const int every = std::max(1, static_cast<int>(std::ceil(metrics.micro * 1.5f / apart)));
    const auto count = std::llround((places.high - places.low) / places.tick);
    for (long long i = 0; i <= count; i += every) {
        const double at = places.low + double(i) * places.tick;
        const float y = places.y(at);
        canvas.line({places.plot.x, y}, {places.plot.right(), y}, Role::line);
        text_fitting(canvas, {places.names.right() - metrics.px(6), y}, places.names.w, style,
                     {tick_words(at, places.tick)});
    }
}

void draw_steps_axis(Canvas& canvas, const Walks& all, const WalkPlaces& places,
                     const Metrics& metrics) {
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    const auto every = std::max<std::int64_t>(
        1, std::llround(round_step(double(places.steps),
                                   std::max(1.f, places.plot.w / (metrics.micro * 4)))));
    for (std::int64_t step = 0; step <= places.steps; step += every)
        canvas.text({places.x(step), places.axis.middle_y()}, grouped(step), style);
    if (places.axis_name.h <= 0) return;
    text_fitting(canvas, {places.plot.middle_x(), places.axis_name.middle_y()}, places.plot.w,
                 aligned(small_style(metrics), Align::centre), {all.steps_words});
}

// The band in which a path must end, along the whole way: a path may leave it and come back.
void draw_band(Canvas& canvas, const Walks& all, const WalkPlaces& places) {
    if (all.worth_words.empty()) return;
    const float top = places.y(all.worth_to), foot = places.y(all.worth_from);
    canvas.fill({places.plot.x, top, places.plot.w, foot - top},
                Colour(Role::accent, .1f).on(Role::panel));
    for (const float y : {top, foot})
        canvas.dashed_line({places.plot.x, y}, {places.plot.right(), y}, Role::text3, 1.3f, 5);
}

void draw_title(Canvas& canvas, const Walks& all, const WalkPlaces& places,
                const Metrics& metrics) {
    text_fitting(canvas, {places.title.x, places.title.middle_y()}, places.title.w,
                 strong(small_style(metrics)), {all.walk_words});
    if (places.worth.h <= 0) return;
    text_fitting(canvas, {places.worth.x, places.worth.middle_y()}, places.worth.w,
                 small_style(metrics),
                 {"A " + all.noun + " " + all.worth_words, capitalised(all.worth_words)});
}

struct Stroke {
    Colour colour = Role::text;
    float width = 1;
};
const Stroke lens_stroke{Role::accent, 2.8f};
const Stroke warp_stroke{Colour(Role::accent, .65f).on(Role::panel), 1.5f};
const Stroke other_stroke{Colour(Role::stroke, .45f).on(Role::panel), 1};

void draw_walk(Canvas& canvas, const WalkPlaces& places, const Walk& walk, std::int64_t taken,
               const Stroke& stroke) {
    for (std::int64_t step = 1; step <= taken; ++step)
        canvas.line(places.at(walk, step - 1), places.at(walk, step), stroke.colour, stroke.width);
}

// A disc while the walk goes on and where the sample has a value at its end; else a ring.
void draw_head(Canvas& canvas, const WalkPlaces& places, const Walk& walk, std::int64_t taken,
               const Stroke& stroke, float radius) {
    const Point at = places.at(walk, taken);
    const bool ended = taken == walk.steps();
    canvas.circle(at, radius, ended && !walk.worth ? Colour(Role::panel) : stroke.colour);
    if (ended && !walk.worth) canvas.ring(at, radius, stroke.colour, 1.6f);
}

// The stride between drawn paths of other warps.
std::int64_t one_of(const Standing& now) {
    const std::int64_t others = std::ranges::count_if(
        now.walks.all, [&](const Walk& walk) { return walk.warp != now.warp; });
    const std::int64_t lines = others * std::max<std::int64_t>(1, now.walks.steps);
    return std::max<std::int64_t>(1, (lines + most_lines - 1) / most_lines);
}

Stroke stroke_of(const Standing& now, const Walk& walk) {
    if (&walk == now.lens) return lens_stroke;
    return walk.warp == now.warp ? warp_stroke : other_stroke;
}

void draw_layer(Canvas& canvas, const Standing& now, const WalkPlaces& places, auto chosen,
                float radius) {
    for (std::size_t i = 0; i < now.walks.all.size(); ++i) {
        const Walk& walk = now.walks.all[i];
        if (!chosen(walk)) continue;
        const Stroke stroke = stroke_of(now, walk);
        draw_walk(canvas, places, walk, now.taken[i], stroke);
        draw_head(canvas, places, walk, now.taken[i], stroke, radius);
    }
}

// Other warps behind the shown warp, and the shown warp behind the chosen thread.
void draw_walks(Canvas& canvas, const Standing& now, const WalkPlaces& places) {
    const std::int64_t every = one_of(now);
    draw_layer(
        canvas, now, places,
        [&](const Walk& walk) { return walk.warp != now.warp && walk.sample % every == 0; }, 1.6f);
    draw_layer(
        canvas, now, places,
        [&](const Walk& walk) { return walk.warp == now.warp && &walk != now.lens; }, 3);
    const auto is_chosen = [&](const Walk& walk) { return &walk == now.lens; };
    draw_layer(canvas, now, places, is_chosen, 5);
}

// With its own ground where the plot continues behind it.
void draw_lane_label(Canvas& canvas, Point at, const WalkPlaces& places, int lane, bool chosen,
                     const Metrics& metrics) {
    const TextStyle style = micro_style(metrics, chosen ? Role::text : Role::text3);
    const std::string number = std::to_string(lane), words = "lane " + number;
    const float room = places.labels.w - metrics.px(10), height = metrics.micro * 1.3f;
    const std::string fit = fitting(canvas, room, style, {words, number});
    if (fit.empty()) return;
    if (at.x < places.plot.right())
        canvas.fill({at.x - 2, at.y - height / 2, canvas.width(fit, style) + 4, height},
                    Role::panel, 4);
    canvas.text(at, fit, style);
}

// Labels beside the heads of the shown warp's lanes: the chosen lane first, as room allows.
void draw_lane_labels(Canvas& canvas, const Standing& now, const WalkPlaces& places,
                      const Metrics& metrics) {
    if (places.labels.w <= 0) return;
    const float x = places.x(now.furthest) + metrics.px(10);
    std::vector<std::pair<const Walk*, float>> rows;
    for (std::size_t i = 0; i < now.walks.all.size(); ++i)
        if (now.walks.all[i].warp == now.warp)
            rows.emplace_back(&now.walks.all[i], places.at(now.walks.all[i], now.taken[i]).y);
    std::stable_partition(rows.begin(), rows.end(),
                          [&](const auto& row) { return row.first == now.lens; });
    std::vector<float> taken;
    for (const auto& [walk, y] : rows) {
        const float here = y;
        const bool near = std::ranges::any_of(
            taken, [&](float other) { return std::abs(other - here) < metrics.micro * 1.4f; });
        if (near) continue;
        taken.push_back(y);
        draw_lane_label(canvas, {x, y}, places, walk->lane, walk == now.lens, metrics);
    }
}

// The target under the mouse: a drawn path, and the number of steps it had taken there.
struct Pointed {
    const Walk* walk = nullptr;
    std::int64_t step = 0;
    Point at;
};

Pointed pointed(const Standing& now, const WalkPlaces& places, const Metrics& metrics,
                Point mouse) {
    Pointed found;
    if (!places.plot.inside(-metrics.px(6)).contains(mouse)) return found;
    const float along = (mouse.x - places.plot.x) / places.plot.w;
    const auto step =
        std::clamp<std::int64_t>(std::llround(along * float(places.steps)), 0, places.steps);
    const std::int64_t every = one_of(now);
    float nearest = metrics.px(9);
    for (std::size_t i = 0; i < now.walks.all.size(); ++i) {
        const Walk& walk = now.walks.all[i];
        if (step > now.taken[i] || (walk.warp != now.warp && walk.sample % every != 0)) continue;
        const Point at = places.at(walk, step);
        const float off = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (off >= nearest) continue;
        nearest = off;
        found = {&walk, step, at};
    }
    return found;
}

void draw_pointed(Canvas& canvas, const Standing& now, const WalkPlaces& places,
                  const Pointed& under) {
    if (!under.walk) return;
    const auto taken = now.taken[std::size_t(under.walk - now.walks.all.data())];
    draw_walk(canvas, places, *under.walk, taken, {Role::text, 2});
    canvas.ring(under.at, 5, Role::text, 2);
}

std::string lane_words(const Walk& walk) {
    return "lane " + std::to_string(walk.lane) + " of warp " + std::to_string(walk.warp);
}

std::string steps_taken(const Standing& now, std::int64_t taken) {
    return "after " + grouped(taken) + " of " + plural(now.walks.steps, "step");
}

std::string in_band(const Walks& all) {
    return "between " + shortest(all.worth_from, 3) + " and " + shortest(all.worth_to, 3);
}

std::int64_t paying(const Walks& all) {
    return std::ranges::count_if(all.all, [](const Walk& walk) { return walk.worth; });
}

void draw_legend(Canvas& canvas, Rect column, const Standing& now, const Metrics& metrics) {
    const std::int64_t every = one_of(now);
    const std::string others = every == 1 ? "other warps" : "others: one of " + grouped(every);
    const std::pair<Stroke, std::string> entries[] = {
        {lens_stroke, now.lens ? "lane " + std::to_string(now.lens->lane) : ""},
        {warp_stroke, "warp " + std::to_string(now.warp)},
        {other_stroke, others}};
    KeyColumn key(canvas, column, metrics);
    for (const auto& [stroke, words] : entries)
        if (!words.empty())
            key.entry(metrics.px(24), {words}, [&, look = stroke](Point left, Point right) {
                canvas.line(left, right, look.colour, look.width);
            });
    if (now.ended) key.words({"full dot: pays; ring: pays nothing", "full dot: pays"});
}

std::string lens_value(const Standing& now) {
    return fixed(now.lens->values[std::size_t(now.lens_taken)], 4);
}

void draw_side(Canvas& canvas, Rect column, const Standing& now, const Metrics& metrics) {
    const std::string many = plural(std::ssize(now.walks.all), now.walks.noun);
    if (column.h < metrics.px(100)) {
        text_fitting(canvas, {column.x, column.middle_y()}, column.w, strong(small_style(metrics)),
                     {many + " " + steps_taken(now, now.furthest), many});
        return;
    }
    if (now.lens) {
        big_number(canvas, column, lens_value(now), lane_words(*now.lens),
                   steps_taken(now, now.lens_taken), metrics, false);
        column.cut_top(metrics.number_gap);
    }
    if (!now.walks.worth_words.empty()) {
        big_number(canvas, column, grouped(now.inside), in_band(now.walks),
                   now.ended ? grouped(paying(now.walks)) + " of them pay" : "of " + many, metrics,
                   false);
        column.cut_top(metrics.number_gap);
    }
    draw_legend(canvas, column, now, metrics);
}

constexpr const char* no_walks = "This run followed no paths.";

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Metrics& metrics = context.metrics;
    if (!walks(run)) return nothing(canvas, area, no_walks, metrics);
    if (too_small(metrics, area))
        return nothing(canvas, area, "Too little room for paths.", metrics);
    const Standing now = standing(run, context.cursor);
    const WalkPlaces places = walk_places(now.walks, metrics, area);
    draw_title(canvas, now.walks, places, metrics);
    draw_band(canvas, now.walks, places);
    draw_values_axis(canvas, places, metrics);
    draw_steps_axis(canvas, now.walks, places, metrics);
    draw_walks(canvas, now, places);
    draw_pointed(canvas, now, places, pointed(now, places, metrics, context.cursor.mouse));
    draw_lane_labels(canvas, now, places, metrics);
    draw_side(canvas, places.side, now, metrics);
}

std::string of_all(const Walks& all) { return "all " + plural(std::ssize(all.all), all.noun); }

std::string claim(const DrawContext& context) {
    const lab::Run& run = context.picture();
    if (!walks(run)) return "No paths";
    const Standing now = standing(run, context.cursor);
    if (now.furthest == 0) return capitalised(of_all(now.walks)) + " are at their start";
    if (now.walks.worth_words.empty())
        return capitalised(of_all(now.walks)) + " " + steps_taken(now, now.furthest);
    return grouped(now.inside) + " of " + plural(std::ssize(now.walks.all), now.walks.noun) +
           (now.ended ? " end " : " are ") + in_band(now.walks);
}

// Whether the transport makes no stop between the first and the last step of the paths.
bool in_one_go(const lab::Run& run, const Cursor& cursor, const Standing& now) {
    if (!now.ended || now.walks.steps < 2) return false;
    Cursor before = cursor;
    for (int step = std::max(cursor.step, 0); step >= 0; --step) {
        before.step = step - 1;
        const std::int64_t furthest = standing(run, before).furthest;
        if (furthest < now.furthest) return furthest == 0;
    }
    return false;
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Walks& all = walks(run);
    if (!all) return no_walks;
    const Standing now = standing(run, context.cursor);
    std::string text = "Each thread of block " + grouped(all.block) + " walks *one " + all.noun +
                       "* and keeps its place in a register. ";
    if (all.full) text += "The later steps are not kept: there were too many. ";
    if (now.furthest == 0) return text + "None has taken a step yet.";
    if (in_one_go(run, context.cursor, now))
        return text + "This kernel reads *no memory between steps*: one click runs all " +
               plural(all.steps, "step") + " of time.";
    if (now.ended)
        return text + "*" + grouped(paying(all)) + " of " + plural(std::ssize(all.all), all.noun) +
               "* " + (paying(all) == 1 ? "is" : "are") + " worth something.";
    return text + "The furthest have taken *" + grouped(now.furthest) + " of " +
           plural(all.steps, "step") + "*.";
}

std::string note(const DrawContext& context) {
    const lab::Run& run = context.picture();
    if (!walks(run)) return "";
    const Walks& all = walks(run);
    return block_among(all.block, all.blocks);
}

struct Under {
    Standing now;
    Pointed pointed;
};

std::optional<Under> under(const DrawContext& context, Rect area, Point at) {
    const lab::Run& run = context.picture();
    if (!walks(run) || too_small(context.metrics, area)) return std::nullopt;
    Standing now = standing(run, context.cursor);
    const WalkPlaces places = walk_places(now.walks, context.metrics, area);
    const Pointed found = pointed(now, places, context.metrics, at);
    if (!found.walk) return std::nullopt;
    return Under{std::move(now), found};
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const auto found = under(context, area, at);
    if (!found) return std::nullopt;
    const Walks& all = found->now.walks;
    const auto& [walk, step, place] = found->pointed;
    const float near = context.metrics.px(9);
    const std::string value = shortest(walk->values[std::size_t(step)], all.digits);
    Spot spot{
        Rect{place.x - near, place.y - near, 2 * near, 2 * near},
        "*" + capitalised(all.noun) + " " + grouped(walk->sample) + "*, " + lane_words(*walk) +
            ".\n" +
            (step == 0 ? "It begins at " : capitalised(steps_taken(found->now, step)) + ": ") +
            "*" + value + "*.\nA click chooses its thread."};
    spot.step = [run = context.result.picture, walk = walk, step = step] {
        return step_with(*run, *walk, step);
    };
    return spot;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const auto found = under(context, area, at);
    if (!found) return false;
    cursor.warp = found->pointed.walk->warp;
    cursor.lane = found->pointed.walk->lane;
    return true;
}

// Opens where the paths are complete; 0 at steps in which none grew.
double weight(const lab::Run& run, int step) {
    const auto sum = [&](int at) {
        const std::vector<std::int64_t> taken = walked(run, at);
        return std::accumulate(taken.begin(), taken.end(), 0.);
    };
    const double here = sum(step);
    return here > sum(step - 1) ? here : 0;
}

bool fits(const lab::Run& run) { return bool(walks(run)); }

const RegisterView registered{{.id = "paths",
                               .title = "Paths",
                               .slot = Slot::thread,
                               .order = 8,
                               .fits = fits,
                               .draw = draw,
                               .words = {.claim = claim, .sentence = sentence, .note = note},
                               .pointing = {.click = click, .spot = spot},
                               .interest = {.weight = weight, .words = "where paths go on"}}};

}  // namespace
}  // namespace app::paths_view

// "Dart board": the points that a run's threads threw, on a square with a quarter circle, and the
// estimate from their share of hits. Registers itself as "dart_board".
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/paths/darts.h"

namespace app::dart_board_view {
namespace {

constexpr const char* no_darts = "This run kept no thrown points.";

struct BoardPlaces {
    Rect square, names, axis, side;

    Point at(double x, double y) const {
        return {square.x + square.w * static_cast<float>(x),
                square.bottom() - square.h * static_cast<float>(y)};
    }
    Point at(const Dart& dart) const { return at(dart.x, dart.y); }
};

BoardPlaces board_places(const Metrics& metrics, Rect area) {
    BoardPlaces places;
    places.side = cut_side(area, metrics, {420, 190, .36f, 170, 300});
    area.cut_top(metrics.px(6));
    places.axis = area.cut_bottom(metrics.micro * 2);
    places.names = area.cut_left(metrics.micro * 2.4f);
    const float side = std::min(area.w - metrics.px(6), area.h);
    places.square = {area.x + std::max(0.f, (area.w - side) / 2), area.y, side, side};
    return places;
}

bool too_small_for_darts(const Metrics& metrics, Rect area) {
    return area.w < metrics.px(170) || area.h < metrics.px(150);
}

void draw_frame(Canvas& canvas, const BoardPlaces& places, const Metrics& metrics) {
    canvas.fill(places.square, Colour(Role::accent, .05f).on(Role::panel));
    constexpr int pieces = 64;
    for (int i = 0; i < pieces; ++i) {
        const auto on_arc = [&](int piece) {
            const double angle = std::numbers::pi / 2 * piece / pieces;
            return places.at(std::cos(angle), std::sin(angle));
        };
        canvas.line(on_arc(i), on_arc(i + 1), Role::text2, 2);
    }
    canvas.outline(places.square, Role::stroke, 0, 1.3f);
    const TextStyle below = aligned(micro_style(metrics), Align::centre);
    const TextStyle beside = aligned(micro_style(metrics), Align::right);
    for (const double at : {0., .5, 1.}) {
        const std::string words = shortest(at, 2);
        canvas.text({places.at(at, 0).x, places.axis.y + metrics.micro}, words, below);
        if (at > 0)
            canvas.text({places.square.x - metrics.px(6), places.at(0, at).y}, words, beside);
    }
}

// A disc for a hit, a ring for a miss; smaller and paler for points of other blocks.
void draw_dart(Canvas& canvas, Point at, bool hit, bool shown, float radius) {
    const float strength = shown ? 1 : .72f;
    if (!shown) radius *= .8f;
    if (hit)
        canvas.circle(at, radius, Colour(Role::accent, strength).on(Role::panel));
    else
        canvas.ring(at, radius, Colour(Role::waste, strength).on(Role::panel), shown ? 1.6f : 1.2f);
}

// A ring around a point of the lens thread.
void draw_lens_ring(Canvas& canvas, Point at, float radius, const Metrics& metrics) {
    canvas.ring(at, radius + metrics.px(4), Role::text, 2);
}

float dart_radius(const Darts& all, const Metrics& metrics) {
    return metrics.px(all.all.size() > 2500 ? 2.2f : all.all.size() > 600 ? 2.8f : 3.6f);
}

void draw_darts(Canvas& canvas, const Darts& all, const Cursor& cursor, const BoardPlaces& places,
                const Metrics& metrics) {
    const float radius = dart_radius(all, metrics);
    for (const bool shown : {false, true})
        for (const Dart& dart : all.all)
            if (dart.step <= cursor.step && (dart.block == all.block) == shown)
                draw_dart(canvas, places.at(dart), dart.hit, shown, radius);
    for (const Dart& dart : all.all)
        if (dart.step <= cursor.step && dart.block == all.block && dart.warp == cursor.warp &&
            dart.lane == cursor.lane)
            draw_lens_ring(canvas, places.at(dart), radius, metrics);
}

// As many digits as give the usual error one: "3.14" for 0.05.
std::string pi_digits(double value, double usual) {
    return fixed(value, std::clamp(static_cast<int>(std::ceil(-std::log10(usual))), 1, 6));
}

void board_legend(Canvas& canvas, Rect column, const Darts& all, const Cursor& cursor,
                  const Metrics& metrics) {
    KeyColumn key(canvas, column, metrics, 1.9f);
    const auto entry = [&](std::string_view words, bool hit, bool shown, bool lens = false) {
        key.entry(metrics.px(14), {words}, [&](Point left, Point) {
            const Point at{left.x + metrics.px(8), left.y};
            const float radius = metrics.px(3.6f);
            draw_dart(canvas, at, hit, shown, radius);
            if (lens) draw_lens_ring(canvas, at, radius, metrics);
        });
    };
    entry("a hit: within the circle", true, true);
    entry("a miss", false, true);
    entry("of lane " + std::to_string(cursor.lane) + ", warp " + std::to_string(cursor.warp), true,
          true, true);
    if (all.blocks > 1) entry("of other blocks", true, false);
}

void draw_board_side(Canvas& canvas, Rect column, const Darts& all, const Cursor& cursor,
                     const Metrics& metrics) {
    const OnBoard now = on_board(all, cursor.step);
    const std::string points = plural(now.points, "point");
    if (column.h < metrics.px(100)) {
        text_fitting(canvas, {column.x, column.middle_y()}, column.w, strong(small_style(metrics)),
                     {grouped(now.hits) + " hits of " + points, points});
        return;
    }
    // The key keeps its room, because the title shows the hits too.
    Rect numbers = above_key(column, metrics.small * (all.blocks > 1 ? 7.7f : 5.8f), metrics);
    if (now.points > 0) {
        const double usual = usual_error(now.places);
        big_number(canvas, numbers, pi_digits(now.pi(), usual), "four times the share of hits",
                   pi_digits(std::abs(now.pi() - std::numbers::pi), usual) + " from pi; " +
                       pi_digits(usual, usual) + " is usual",
                   metrics, false);
        numbers.cut_top(metrics.number_gap);
    }
    if (now.few_places()) {
        big_number(canvas, numbers, grouped(now.places), now.places == 1 ? "place" : "places",
                   "for " + points, metrics, true);
        numbers.cut_top(metrics.number_gap);
    }
    big_number(canvas, numbers, grouped(now.hits), now.hits == 1 ? "hit" : "hits", "of " + points,
               metrics, false);
    numbers.cut_top(metrics.number_gap);
    column.cut_top(std::min(numbers.y, numbers.bottom()) - column.y);
    board_legend(canvas, column, all, cursor, metrics);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    const Metrics& metrics = context.metrics;
    if (!darts(run)) return nothing(canvas, area, no_darts, metrics);
    if (too_small_for_darts(metrics, area))
        return nothing(canvas, area, "Too little room for points.", metrics);
    const Darts& all = darts(run);
    const BoardPlaces places = board_places(metrics, area);
    draw_frame(canvas, places, metrics);
    draw_darts(canvas, all, context.cursor, places, metrics);
    draw_board_side(canvas, places.side, all, context.cursor, metrics);
}

std::string claim(const DrawContext& context) {
    const Darts& all = darts(context.picture());
    if (!all) return "No points";
    const OnBoard now = on_board(all, context.cursor.step);
    if (now.few_places())
        return plural(now.points, "point") + " fall on " + plural(now.places, "place") +
               (now.places == 1 ? " alone" : "");
    return grouped(now.hits) + " of " + plural(now.points, "point") + " hit the circle";
}

// Points do not show how hits are counted; kernels with the same points differ in that.
std::string adding_words(const simulator::Counters& counted, std::int64_t hits) {
    if (counted.atomics == 0) return "";
    return "Atomics add up the hits: "
           "*" +
           plural(counted.atomics, "request") + "* in *" + grouped(counted.atomic_passes) +
           (counted.atomic_passes == 1 ? "* pass" : "* passes") +
           (hits > 2 * std::int64_t(counted.atomic_passes) ? ", all of a warp at once. " : ". ");
}

std::string sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Darts& all = darts(run);
    if (!all) return no_darts;
    const OnBoard now = on_board(all, context.cursor.step);
    if (now.points == 0) return "No point has been thrown yet.";
    if (now.few_places())
        return "Other threads throw *the same points*: they tell no more about pi than *" +
               plural(now.places, "point") + "* " + (now.places == 1 ? "does." : "do.");
    const double usual = usual_error(now.points);
    return adding_words(run.counters, std::int64_t(now.hits)) + "Four times their share is *" +
           pi_digits(now.pi(), usual) + "*. With so many points, " + pi_digits(usual, usual) +
           " from pi is usual; a tenth takes *a hundred times as many*.";
}

struct DartUnder {
    const Dart* dart = nullptr;
    Point at;
};

DartUnder dart_under(const DrawContext& context, Rect area, Point mouse) {
    DartUnder found;
    const lab::Run& run = context.picture();
    if (!darts(run) || too_small_for_darts(context.metrics, area)) return found;
    const BoardPlaces places = board_places(context.metrics, area);
    float nearest = context.metrics.px(8);
    for (const Dart& dart : darts(run).all) {
        if (dart.step > context.cursor.step) continue;
        const Point at = places.at(dart);
        const float off = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (off < nearest) nearest = off, found = {&dart, at};
    }
    return found;
}

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const auto [dart, at] = dart_under(context, area, mouse);
    if (!dart) return std::nullopt;
    const Darts& all = darts(context.picture());
    const float near = context.metrics.px(8);
    const bool mine = dart->block == all.block;
    Spot spot{Rect{at.x - near, at.y - near, 2 * near, 2 * near},
              "*Thread " + grouped(dart->thread) + "*, its point " + grouped(dart->number + 1) +
                  ": (" + fixed(dart->x, 4) + ", " + fixed(dart->y, 4) + ").\nx² + y² is *" +
                  fixed(dart->x * dart->x + dart->y * dart->y, 4) + "*: a " +
                  (dart->hit ? "hit" : "miss") + "." +
                  (mine ? "\nA click chooses its thread." : "")};
    if (mine) spot.step = [step = dart->step] { return step; };
    return spot;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point mouse) {
    const auto [dart, at] = dart_under(context, area, mouse);
    if (!dart || dart->block != darts(context.picture()).block) return false;
    cursor.warp = dart->warp, cursor.lane = dart->lane;
    return true;
}

// Opens at the step with all points; 0 where no point was thrown.
double weight(const lab::Run& run, int step) {
    const std::int64_t here = on_board(darts(run), step).points;
    return here > on_board(darts(run), step - 1).points ? double(here) : 0;
}

std::string note(const DrawContext&) { return "every block"; }

bool few_places(const lab::Run& run) {
    const Darts& all = darts(run);
    return all.places < std::ssize(all.all);
}

const RegisterView registered{
    {.id = "dart_board",
     .title = "Dart board",
     .slot = Slot::thread,
     .order = 9,
     .fits = [](const lab::Run& run) { return bool(darts(run)); },
     .draw = draw,
     .words = {.claim = claim,
               .sentence = sentence,
               .note = note,
               .lacking = "Only points that a kernel has as floats are drawn."},
     .pointing = {.click = click, .spot = spot},
     .interest = {.weight = weight, .words = "where points are thrown", .about = few_places}}};

}  // namespace
}  // namespace app::dart_board_view

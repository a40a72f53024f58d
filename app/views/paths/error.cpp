// "Error": the distance of four times the share of hits from pi after n points, on logarithmic
// axes, and the usual distance, which falls as one over the root of n. Registers itself as "error".
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/draw/side.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/key.h"
#include "app/views/marks.h"
#include "app/views/paths/darts.h"
#include "lab/features/dart_board.h"

namespace app::error_view {
namespace {

// An estimate from `points` points, of which `different` differ; 0: all differ.
struct Estimate {
    double points = 1, error = 0;
    std::int64_t different = 0;
    const lab::Run* run = nullptr;  // the larger run that made it; nullptr: the picture's run
};

struct ErrorCurve {
    std::vector<Estimate> after;  // by number of the picture's points
    std::vector<Estimate> larger;
    double least = 1, most = 1;  // range of errors, powers of ten
    double points = 10;          // right end, a power of ten
    bool alike = false;          // threads throw the same points
};

double power_of_ten(double value, double (*whole)(double)) {
    return std::pow(10, whole(std::log10(value)));
}

// Every point while they are few, then ten estimates per power of ten.
std::vector<Estimate> estimates_of(const Darts& all) {
    std::vector<Estimate> made;
    std::int64_t hits = 0, points = 0;
    double next = 1;
    for (const Dart& dart : all.all) {
        hits += dart.hit;
        if (double(++points) < next && points < std::ssize(all.all)) continue;
        made.push_back(
            {double(points), std::abs(4 * double(hits) / double(points) - std::numbers::pi)});
        next = std::max(next + 1, next * 1.05);
    }
    return made;
}

// The number of different points of a larger run, as its lesson says.
std::int64_t different_of(const lab::Run& run) {
    const auto& different = lab::feature<lab::DartBoard>(run.request.settings).different;
    return different ? different(run.request.settings) : 0;
}

ErrorCurve error_curve(const lab::Result& result) {
    ErrorCurve made;
    const Darts& all = darts(*result.picture);
    made.after = estimates_of(all);
    made.alike = all.places < std::ssize(all.all);
    if (made.alike) made.after.back().different = all.places;
    for (const auto* run : {result.counted.get(), result.timed.get()}) {
        const bool more = run && run->sample_mean.samples > std::uint64_t(std::ssize(all.all));
        if (!more ||
            (!made.larger.empty() && made.larger.back().points == double(run->sample_mean.samples)))
            continue;
        made.larger.push_back({double(run->sample_mean.samples),
                               std::abs(run->sample_mean.mean - std::numbers::pi),
                               made.alike ? different_of(*run) : 0, run});
    }
    double last = made.after.back().points, least = 1;
    for (const auto* some : {&made.after, &made.larger})
        for (const Estimate& one : *some) {
            last = std::max(last, one.points);
            if (one.error > 0) least = std::min(least, one.error);
        }
    const double usual = usual_error(std::int64_t(last));
    made.points = power_of_ten(last, std::ceil);
    made.least = power_of_ten(std::max(std::min(least, usual), usual / 30), std::floor);
    made.most = 10;
    return made;
}

struct ErrorPlaces {
    Rect title, plot, axis, names, side;
    double least = 1, most = 10, points = 10;

    Point at(double count, double error) const {
        const double along = std::log10(count) / std::log10(points);
        const double up = std::log10(std::max(error, least) / least) / std::log10(most / least);
        return {plot.x + plot.w * static_cast<float>(along),
                plot.bottom() - plot.h * static_cast<float>(std::clamp(up, 0., 1.))};
    }
};

ErrorPlaces error_places(const ErrorCurve& curve, const Metrics& metrics, Rect area) {
    ErrorPlaces places;
    places.side = cut_side(area, metrics, {480, 190, .26f, 170, 260});
    places.title = area.cut_top(metrics.small * 2);
    places.axis = area.cut_bottom(metrics.micro * 2.2f);
    places.names = area.cut_left(metrics.micro * 4.4f);
    area.cut_right(metrics.px(14));
    places.plot = area;
    places.least = curve.least;
    places.most = curve.most;
    places.points = curve.points;
    return places;
}

std::string power_words(double value) {
    const auto exponent = static_cast<std::int64_t>(std::llround(std::log10(value)));
    if (exponent >= 0 && exponent <= 3) return grouped(std::llround(value));
    if (exponent >= -3 && exponent < 0) return shortest(value, 3);
    return "10" + superscript(exponent);
}

void draw_error_axes(Canvas& canvas, const ErrorPlaces& places, const Metrics& metrics) {
    const TextStyle below = aligned(micro_style(metrics), Align::centre);
    const TextStyle beside = aligned(micro_style(metrics), Align::right);
    float free_from = places.plot.x - metrics.px(20);
    for (double count = 1; count <= places.points * 1.01; count *= 10) {
        const float x = places.at(count, places.least).x;
        canvas.line({x, places.plot.y}, {x, places.plot.bottom()}, Role::line);
        const std::string words = power_words(count);
        const float half = canvas.width(words, below) / 2;
        if (x - half < free_from) continue;
        canvas.text({x, places.axis.y + metrics.micro}, words, below);
        free_from = x + half + metrics.px(6);
    }
    float free_below = places.plot.bottom() + metrics.micro;
    for (double error = places.least; error <= places.most * 1.01; error *= 10) {
        const float y = places.at(1, error).y;
        canvas.line({places.plot.x, y}, {places.plot.right(), y}, Role::line);
        if (y > free_below - metrics.micro * 1.4f && error > places.least) continue;
        text_fitting(canvas, {places.names.right() - metrics.px(6), y}, places.names.w, beside,
                     {power_words(error)});
        free_below = y;
    }
}

void draw_errors(Canvas& canvas, const ErrorCurve& curve, const ErrorPlaces& places) {
    const auto usual = [&](double count) {
        return places.at(count, usual_error(std::int64_t(count)));
    };
    canvas.dashed_line(usual(1), usual(places.points), Role::text2, 2, 6);
    for (std::size_t i = 1; i < curve.after.size(); ++i)
        canvas.line(places.at(curve.after[i - 1].points, curve.after[i - 1].error),
                    places.at(curve.after[i].points, curve.after[i].error), Role::accent, 2);
    for (const Estimate& one : curve.larger)
        canvas.circle(places.at(one.points, one.error), 5, Role::accent);
}

void error_number(Canvas& canvas, Rect& column, const Estimate& one, const Metrics& metrics) {
    const std::int64_t differ = one.different ? one.different : std::int64_t(one.points);
    big_number(
        canvas, column, with_power(one.error, 2),
        "from pi, with " + power_or_grouped(std::int64_t(one.points)) + " points",
        (one.different ? grouped(differ) + (differ == 1 ? " different: " : " different: ") : "") +
            with_power(usual_error(differ)) + " is usual" +
            (one.run ? ", " + one.run->device.name : ""),
        metrics, false);
    column.cut_top(metrics.number_gap);
}

void draw_error_side(Canvas& canvas, Rect column, const ErrorCurve& curve, const Metrics& metrics) {
    const Estimate& last = curve.after.back();
    if (column.h < metrics.px(100)) {
        text_fitting(canvas, {column.x, column.middle_y()}, column.w, strong(small_style(metrics)),
                     {shortest(last.error, 2) + " from pi with " +
                          grouped(std::int64_t(last.points)) + " points",
                      shortest(last.error, 2) + " from pi"});
        return;
    }
    error_number(canvas, column, last, metrics);
    for (const Estimate& one : curve.larger) error_number(canvas, column, one, metrics);
    if (column.h < metrics.small * 4) return;
    KeyColumn key(canvas, column, metrics, 1.9f);
    const float sample = metrics.px(24);
    key.entry(sample, {"these points"},
              [&](Point left, Point right) { canvas.line(left, right, Role::accent, 2); });
    key.entry(sample, {"usual: 1.64 / √points"},
              [&](Point left, Point right) { canvas.dashed_line(left, right, Role::text2, 2, 6); });
    if (!curve.larger.empty())
        key.entry(sample, {"from a larger run"}, [&](Point left, Point) {
            canvas.circle({left.x + sample / 2, left.y}, 5, Role::accent);
        });
}

constexpr const char* no_points = "This run kept no thrown points as floats.";

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    if (!darts(context.picture())) return nothing(canvas, area, no_points, metrics);
    if (area.w < metrics.px(190) || area.h < metrics.px(150))
        return nothing(canvas, area, "Too little room for an error.", metrics);
    const ErrorCurve curve = error_curve(context.result);
    const ErrorPlaces places = error_places(curve, metrics, area);
    text_fitting(canvas, {places.title.x, places.title.middle_y()}, places.title.w,
                 strong(small_style(metrics)),
                 {"Distance from pi, by number of points", "Distance from pi"});
    draw_error_axes(canvas, places, metrics);
    draw_errors(canvas, curve, places);
    draw_error_side(canvas, places.side, curve, metrics);
}

std::string claim(const DrawContext& context) {
    const Darts& all = darts(context.picture());
    if (!all) return "No points";
    if (all.places < std::ssize(all.all))
        return plural(std::ssize(all.all), "point") + " come no nearer than " +
               plural(all.places, "point") + (all.places == 1 ? " does" : " do");
    return "100 times the points give one more digit";
}

std::string sentence(const DrawContext& context) {
    const Darts& all = darts(context.picture());
    if (!all) return no_points;
    const std::vector<Estimate> after = estimates_of(all);
    if (all.places < std::ssize(all.all))
        return "Each thread throws *the same " +
               (all.places == 1 ? "point" : plural(all.places, "point")) +
               "*, so more threads do not change the error: *" + shortest(after.back().error, 2) +
               "* from pi, where " + shortest(usual_error(std::ssize(all.all)), 2) +
               " is usual for as many different points. *More points a thread* change it.";
    return "With " + plural(std::ssize(all.all), "point") + ", the result is *" +
           shortest(after.back().error, 2) + "* from pi, where " +
           shortest(usual_error(std::ssize(all.all)), 2) +
           " is usual. The line of the usual distance falls to *a tenth for a hundred times the "
           "points*.";
}

std::string note(const DrawContext&) { return "every block"; }

const RegisterView registered{{.id = "error",
                               .title = "Error",
                               .slot = Slot::thread,
                               .order = 11,
                               .fits = [](const lab::Run& run) { return bool(darts(run)); },
                               .draw = draw,
                               .words = {.claim = claim, .sentence = sentence, .note = note}}};

}  // namespace
}  // namespace app::error_view

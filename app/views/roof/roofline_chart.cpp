// Makes rates from times. See roofline_chart.h.
#include "app/views/roof/roofline_chart.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/rates.h"
#include "app/views/rungs.h"
#include "lab/features/under_roofs.h"
#include "lab/occupancy/data_sheet.h"

namespace app {
namespace {

// No roof of these holds for operations on integers: 0 for them.
double flops_of(const lab::Settings& settings) {
    if (lab::computes_integers(settings)) return 0;
    return settings.subject->flops ? settings.subject->flops(settings) : 0;
}

// Whether all these kernels compute with floats: their dots share a scale of operations.
bool all_compute(const lab::Settings& settings) {
    return flops_of(settings) > 0 &&
           std::ranges::all_of(every_rung(settings),
                               [](const lab::Settings& rung) { return flops_of(rung) > 0; });
}

// Operations a byte where these kernels compute, else gigabytes.
double across_of(const lab::Settings& settings, bool computes) {
    const double bytes = settings.subject->bytes(settings);
    return computes ? flops_of(settings) / bytes : bytes * 1e-9;
}

double work_of(const lab::Settings& settings, bool computes) {
    return (computes ? flops_of(settings) : settings.subject->bytes(settings)) * 1e-9;
}

bool of_doubles(const lab::Settings& settings) {
    if (lab::refusal(settings)) return false;
    const lab::Plan plan = lab::plan_of(settings);
    return !plan.results.empty() && plan.results.front().type == lab::Type::f64;
}

RooflineDot dot_of(const RooflineChart& chart, const TimePoint& point, const TimeSource& source) {
    const double work = work_of(point.settings, chart.computes);
    const lab::Time& time = point.time;
    const auto rate = [&](double ms) { return work / ((ms > 0 ? ms : time.median_ms) * 1e-3); };
    return {point.settings.rung,
            &point,
            source,
            rate(time.median_ms),
            rate(time.high_ms),
            rate(time.low_ms),
            across_of(point.settings, chart.computes)};
}

void add_dots(const DrawContext& context, const RooflineChart& chart, const TimeSource& source,
              std::vector<RooflineDot>& dots) {
    for (const lab::Settings& settings : every_rung(chart.settings)) {
        const TimePoint* point = context.series.time(settings, source);
        if (!point || !(point->time.median_ms > 0)) continue;
        dots.push_back(dot_of(chart, *point, source));
        dots.back().doubles = chart.ranged && of_doubles(settings);
    }
    std::ranges::sort(dots, {}, &RooflineDot::rung);
}

const lab::Knob* repeats_of(const lab::Settings& settings) {
    const lab::Knob* repeats = lab::find_knob(*settings.subject, lab::Knob::Role::repeats);
    return repeats && !lab::idle(settings, *repeats) ? repeats : nullptr;
}

void add_path(const DrawContext& context, RooflineChart& chart) {
    const lab::Knob* repeats = chart.ranged ? repeats_of(chart.settings) : nullptr;
    if (!repeats) return;
    for (const TimePoint* point :
         context.series.times_over(chart.settings, *repeats, *chart.source))
        if (point->time.median_ms > 0) chart.path.push_back(dot_of(chart, *point, *chart.source));
}

// The same settings for as many elements; boxes get equal sides.
lab::Settings with_elements(lab::Settings settings, std::int64_t elements) {
    const lab::Subject& subject = *settings.subject;
    if (!subject.size) return settings;
    const auto sides = 1 + std::ssize(subject.sides);
    const std::int64_t each =
        sides == 1 ? elements
                   : std::int64_t{1} << ((std::bit_width(std::uint64_t(elements)) - 1) / sides);
    const auto set = [&](const lab::Knob& knob) {
        settings.set(knob, std::clamp(each, knob.low, knob.high));
    };
    set(*subject.size);
    for (const lab::Knob* side : subject.sides) set(*side);
    return settings;
}

// Every kernel of the other lessons shown under these roofs.
std::vector<lab::Settings> of_others(const lab::Settings& settings) {
    std::vector<lab::Settings> all;
    const lab::Knob* size = settings.subject->size;
    for (const std::string& id : lab::feature<lab::UnderRoofs>(settings).lessons)
        if (const lab::Lesson* lesson = size ? lab::find_lesson(id) : nullptr)
            for (lab::Settings& rung :
                 every_rung(with_elements(lab::Settings(*lesson), settings[*size])))
                all.push_back(std::move(rung));
    return all;
}

void add_others(const DrawContext& context, RooflineChart& chart) {
    if (!chart.ranged) return;
    for (const lab::Settings& settings : of_others(chart.settings)) {
        if (!context.series.timed(settings) || !(flops_of(settings) > 0)) continue;
        // Times of another day, but of the same clock.
        const auto source = context.series.source(settings);
        if (!source || source->clock() != chart.source->clock()) continue;
        const TimePoint* point = context.series.time(settings, *source);
        if (point && point->time.median_ms > 0)
            chart.others.push_back(dot_of(chart, *point, *source));
    }
}

void add_flat_roofs(RooflineChart& chart) {
    const lab::DataSheet* sheet = lab::data_sheet(chart.source->device);
    if (!sheet) return;
    if (!chart.modelled()) chart.sheet = sheet->gigabytes;  // the formula has its own rate
    if (!chart.ranged) {
        chart.doubles = of_doubles(chart.settings);
        const double flat = chart.doubles ? sheet->doubles : sheet->floats;
        chart.above = chart.computes;
        if (chart.computes && chart.rate() > 0 && chart.roof(chart.across) > flat)
            chart.flat = flat;
    } else {
        chart.flat = sheet->floats;
        chart.flat_doubles = sheet->doubles;
    }
    if (chart.flat > 0) chart.tensor = sheet->tensor;
}

}  // namespace

RooflineChart roofline_chart(const DrawContext& context) {
    RooflineChart chart;
    chart.settings = context.result.request.settings;
    const lab::Subject* subject = chart.settings.subject.get();
    if (!subject || !subject->bytes) return chart;
    chart.source = context.series.source(chart.settings);
    chart.computes = all_compute(chart.settings);
    chart.work = work_of(chart.settings, chart.computes);
    chart.across = across_of(chart.settings, chart.computes);
    if (!chart.source || !(subject->bytes(chart.settings) > 0)) return chart;
    if (!lab::times_kernels(chart.settings)) return chart;
    chart.ranged = differ_in_work(chart.settings);
    chart.copy = copy_rate(chart.source->kind, chart.source->device);
    chart.floor = context.series.floor_ms(*subject, *chart.source);
    add_flat_roofs(chart);
    add_dots(context, chart, *chart.source, chart.dots);
    add_path(context, chart);
    add_others(context, chart);
    chart.second_source = context.series.second_source(chart.settings);
    if (!chart.second_source) return chart;
    add_dots(context, chart, *chart.second_source, chart.second);
    chart.second_copy = copy_rate(chart.second_source->kind, chart.second_source->device);
    return chart;
}

bool differ_in_work(const lab::Settings& settings) {
    if (!settings.subject || !settings.subject->bytes || !all_compute(settings)) return false;
    const double here = across_of(settings, true);
    return std::ranges::any_of(every_rung(settings), [&](const lab::Settings& other) {
        return std::fabs(across_of(other, true) - here) > .01 * here;
    });
}

std::vector<lab::Settings> roofline_needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all = every_rung(settings);
    if (!differ_in_work(settings)) return all;
    if (const lab::Knob* repeats = repeats_of(settings))
        for (lab::Settings& at : over_ticks(settings, *repeats)) all.push_back(std::move(at));
    for (lab::Settings& other : of_others(settings)) all.push_back(std::move(other));
    return all;
}

}  // namespace app

// Finds the times that "Time by size" draws. See time_curves.h.
#include "app/views/cards/time_curves.h"

#include <algorithm>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/views/rungs.h"
#include "lab/lesson.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"

namespace app {
namespace {

constexpr std::size_t few_sizes = 3;  // no curve up to this number

// The ghost: the curve at the settings before. Where only few sizes are known at the current ones,
// the curve of the lesson's presets, so that they are not single dots in an empty plot.
void find_ghost(const DrawContext& context, TimeCurves& data) {
    const lab::Knob& size = *data.settings.subject->size;
    const auto take = [&](lab::Settings there, std::string name) {
        there.set(size, data.settings[size]);
        const bool known = there == data.settings || (data.other_rung == there.rung &&
                                                      there.values() == data.settings.values());
        if (known) return;
        data.ghost = context.series.times_over(there, size, *data.source);
        data.ghost_name = std::move(name);
    };
    if (context.before) {
        const lab::Settings& before = context.before->request.settings;
        if (lab::same(before.subject.get(), data.settings.subject.get()))
            take(before, difference(before, data.settings).words());
    }
    if (!data.ghost.empty() || data.shown.empty() || data.shown.size() > few_sizes) return;
    lab::Settings preset(data.settings.subject);
    preset.rung = data.settings.rung;
    preset.set(size, data.settings[size]);
    const Difference differs = difference(preset, data.settings);
    take(preset, differs.kind == Difference::Kind::several ? "presets" : differs.words());
    data.few = data.ghost.size() > data.shown.size();
    if (!data.few) data.ghost.clear();
}

// Adds the sizes of the presets' curve that are recorded: nothing is run for this curve.
void add_presets(const lab::Settings& settings, std::vector<lab::Settings>& all) {
    lab::Settings preset(settings.subject);
    preset.rung = settings.rung;
    const lab::Knob& size = *settings.subject->size;
    preset.set(size, settings[size]);
    if (preset == settings || lab::known_bench()) return;
    for (lab::Settings& more : over_ticks(preset, size)) {
        lab::Request request;
        request.settings = more;
        if (lab::recorded(request)) all.push_back(std::move(more));
    }
}

// Names the first size that, as all above it, was timed only with the other caches.
std::vector<std::string> missing_words(const Series& series, const lab::Settings& at,
                                       TimeSource source,
                                       const std::vector<const TimePoint*>& there) {
    const lab::Knob& size = *at.subject->size;
    const std::string regime(name_of(source.regime)), number = rung_number(at.rung);
    source.regime = source.regime == lab::Regime::warm ? lab::Regime::cold : lab::Regime::warm;
    std::int64_t first = 0;
    for (const TimePoint* point : series.times_over(at, size, source)) {
        const std::int64_t value = point->settings[size];
        const auto same = [&](const TimePoint* one) { return one->settings[size] == value; };
        const bool has = std::ranges::any_of(there, same);
        first = has ? 0 : first > 0 ? first : value;
    }
    if (first == 0) return {};
    const std::string what = "not measured " + regime,
                      from = there.empty() ? "" : " from " + power_text(first) + " on";
    return {"kernel " + number + ": " + what + from, number + ": " + what + from,
            number + ": not " + regime + from};
}

// For warm times only: these end where a run takes long; cold times are measured everywhere.
void note_missing(const Series& series, TimeCurves& data) {
    if (data.source->regime != lab::Regime::warm) return;
    const auto add = [&](int rung, const std::vector<const TimePoint*>& there) {
        auto words = missing_words(series, at_rung(data.settings, rung), *data.source, there);
        if (!words.empty()) data.missing.push_back(std::move(words));
    };
    add(data.settings.rung, data.shown);
    if (data.other_rung != data.settings.rung) add(data.other_rung, data.other);
}

using Points = std::vector<const TimePoint*>;

// Cuts a curve from the first point on that `ends`, and says `why`: after "kernel 2", or `brief`
// after "2".
template <class Ends>
void end_curve(TimeCurves& data, Points& points, const std::string& why, const std::string& brief,
               Ends ends) {
    const auto first = std::ranges::find_if(points, ends);
    if (first == points.end()) return;
    const lab::Settings& at = (*first)->settings;
    const std::string number = rung_number(at.rung),
                      from = " from " + power_text(at[*at.subject->size]) + " on";
    std::vector<std::string> forms{"kernel " + number + ": " + why + from,
                                   number + ": " + why + from, number + brief + from};
    if (std::ranges::count(data.missing, forms) == 0) data.missing.push_back(std::move(forms));
    points.erase(first, points.end());
}

// For the user's own file: a launch that counts the same at the next size leaves the added work
// undone, whatever its time is.
void end_where_work_stays(const Series& series, TimeCurves& data, Points& points) {
    const CountPoint* before = nullptr;
    end_curve(data, points, "its launch does no more work", ": no more work",
              [&](const TimePoint* point) {
                  const CountPoint* now = series.counts(point->settings);
                  const bool stays = before && now && before->counters == now->counters;
                  before = now;
                  return stays;
              });
}

// Kernels that leave other numbers did other work: their curves can't be compared.
void end_where_numbers_part(const Series& series, TimeCurves& data) {
    end_curve(data, data.other, "it leaves other numbers", ": other numbers",
              [&](const TimePoint* point) {
                  const lab::Settings& there = point->settings;
                  return !series.differing_array(there, at_rung(there, data.settings.rung)).empty();
              });
}

void end_curves(const Series& series, TimeCurves& data) {
    if (data.settings.lesson()) return;
    end_where_numbers_part(series, data);
    for (Points* points : {&data.shown, &data.other, &data.second, &data.ghost})
        end_where_work_stays(series, data, *points);
}

}  // namespace

TimeCurves curves_of(const DrawContext& context) {
    TimeCurves data;
    data.settings = context.result.request.settings;
    if (!data.settings.subject || !data.settings.subject->size) return data;
    data.source = context.series.source(data.settings);
    if (!data.source) return data;
    const lab::Knob& size = *data.settings.subject->size;
    data.other_rung = compared_rung(data.settings);
    data.shown = context.series.times_over(data.settings, size, *data.source);
    if (data.other_rung != data.settings.rung)
        data.other =
            context.series.times_over(at_rung(data.settings, data.other_rung), size, *data.source);
    data.second_source = context.series.second_source(data.settings);
    data.floor_ms = context.series.floor_ms(*data.settings.subject, *data.source);
    if (data.second_source) {
        data.second = context.series.times_over(data.settings, size, *data.second_source);
        data.second_floor_ms = context.series.floor_ms(*data.settings.subject, *data.second_source);
    }
    if (!data.second_source) find_ghost(context, data);
    note_missing(context.series, data);
    end_curves(context.series, data);
    return data;
}

std::pair<double, double> legal_sizes(const Series& series, const lab::Settings& settings) {
    const lab::Knob& size = *settings.subject->size;
    double low = 0, high = 0;
    for (const std::int64_t tick : size.ticks) {
        if (series.refuses(lab::turned(settings, size, tick))) continue;
        if (low == 0) low = double(tick);
        high = double(tick);
    }
    if (low == 0) return {double(size.ticks.front()), double(size.ticks.back())};
    return {low, high};
}

std::vector<lab::Settings> curve_needs(const lab::Settings& settings) {
    if (!settings.subject || !settings.subject->size) return {};
    std::vector<lab::Settings> all = over_ticks(settings, *settings.subject->size);
    const int other = compared_rung(settings);
    if (other != settings.rung)
        for (lab::Settings& more : over_ticks(at_rung(settings, other), *settings.subject->size))
            all.push_back(std::move(more));
    add_presets(settings, all);
    return all;
}

}  // namespace app

// Settings at which another kernel wins: a larger size, another set-up or block shape. See
// compared_times.h.
#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/time_numbers.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/knob_map.h"
#include "app/views/rungs.h"
#include "lab/asked.h"
#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/time/compare.h"
#include "lab/words.h"

namespace app {

// The first larger size at which the shown kernel was recorded as faster than the one that is ahead
// here, on the same device.
std::string larger_words(const Series& series, const ComparedTimes& data) {
    const lab::Knob* size = data.settings.subject->size;
    const std::vector<ComparedBar> timed = ranked(data);
    if (!size || timed.size() < 2 || !data.source || lab::is_library(timed[0].settings)) return "";
    const int ahead = timed[0].rung;
    if (ahead == data.settings.rung) return "";
    for (const std::int64_t tick : size->ticks) {
        if (tick <= data.settings[*size]) continue;
        const lab::Settings there = lab::turned(data.settings, *size, tick);
        const lab::Time *own = series.recorded_on(data.source->device, there),
                        *other =
                            own ? series.recorded_on(data.source->device, at_rung(there, ahead))
                                : nullptr;
        if (!other || own->median_ms >= other->median_ms || !lab::parted(*own, *other)) continue;
        return "With " + lab::size_words(there, power_or_grouped) + ", kernel " +
               rung_number(data.settings.rung) + " is ahead of " + rung_number(ahead) + ": " +
               times_against(own->median_ms, other->median_ms) + ".";
    }
    return "";
}

namespace {

// Distance of a set-up in doublings.
double far_from(const lab::Settings& now, const lab::Setup& setup) {
    double far = 0;
    for (const auto& [knob, value] : setup.values)
        far += std::abs(std::log2((1. + double(value)) / (1. + double(now[*knob]))));
    return far;
}

// Whether the kernel of `there` was recorded as faster than another one.
bool was_ahead(const Series& series, const ComparedTimes& data, const lab::Settings& there,
               int other) {
    const lab::Time *own = series.recorded_on(data.source->device, there),
                    *its = own ? series.recorded_on(data.source->device, at_rung(there, other))
                               : nullptr;
    return its && own->median_ms < its->median_ms && lab::parted(*own, *its);
}

// The kernel recorded as the fastest at these settings; -1: none was recorded.
int fastest_at(const Series& series, const ComparedTimes& data, const lab::Settings& there) {
    std::pair<double, int> least{HUGE_VAL, -1};
    for (const ComparedBar& bar : data.bars) {
        const lab::Settings other = at_rung(there, bar.rung);
        if (lab::is_library(bar.settings) || unequal_work(other, there)) continue;
        if (const lab::Time* time = series.recorded_on(data.source->device, other))
            least = std::min(least, {time->median_ms, bar.rung});
    }
    return least.second;
}

// "With “2²⁸ keys of 10 bits”". Where one value differs that is neither size nor choice: "With
// threads per block 256,", as the title may not name it. A choice's name says nothing alone.
std::string with_words(const lab::Settings& now, const lab::Setup& setup) {
    const auto turned = [&](const auto& value) { return now[*value.first] != value.second; };
    const auto first = std::ranges::find_if(setup.values, turned);
    const bool one = std::ranges::count_if(setup.values, turned) == 1;
    if (!one || first->first->role == lab::Knob::Role::size || !first->first->choices.empty())
        return "With \u201c" + setup.title + "\u201d";
    return "With " + uncapitalised(first->first->title) + " " +
           lab::worded(*first->first, first->second) + ",";
}

// The fastest kernel, without libraries; -1 where fewer than two have a time.
int first_of_ladder(const ComparedTimes& data) {
    const std::vector<ComparedBar> timed = ranked(data);
    const auto first = std::ranges::find_if(
        timed, [](const ComparedBar& bar) { return !lab::is_library(bar.settings); });
    return timed.size() < 2 || first == timed.end() ? -1 : first->rung;
}

// The nearest set-up at which the shown kernel was recorded as faster than `rival`. Where the shown
// kernel is the rival: at which another kernel was.
std::string nearest_setup(const Series& series, const ComparedTimes& data, int rival) {
    const int shown = data.settings.rung;
    std::pair<double, std::string> nearest{HUGE_VAL, ""};
    for (const lab::Setup& setup : lab::setups_of(data.settings)) {
        const double far = far_from(data.settings, setup);
        if (far == 0 || far >= nearest.first) continue;
        const lab::Settings there = lab::with_setup(data.settings, setup);
        const int fastest = shown == rival ? fastest_at(series, data, there) : shown;
        if (fastest < 0 || unequal_work(at_rung(there, fastest), at_rung(there, rival))) continue;
        if (was_ahead(series, data, at_rung(there, fastest), rival))
            nearest = {far, with_words(data.settings, setup) + " " + rung_number(fastest) +
                                " is ahead of " + rung_number(rival) + "."};
    }
    return nearest.second;
}

}  // namespace

// Where no set-up puts the shown kernel ahead of the fastest one: a set-up at which it is ahead of
// the kernel before it, unless it is ahead of that one here.
std::string setup_words(const Series& series, const ComparedTimes& data) {
    const int shown = data.settings.rung, ahead = first_of_ladder(data), before = shown - 1;
    if (ahead < 0 || !data.source) return "";
    const std::string words = nearest_setup(series, data, ahead);
    const bool pays = before < 0 || was_ahead(series, data, data.settings, before);
    return !words.empty() || shown == ahead || pays ? words : nearest_setup(series, data, before);
}

// For blocks with two sides: whether the shown kernel is behind at this shape only.
std::string shaped_words(const DrawContext& context, const ComparedTimes& data) {
    const std::vector<ComparedBar> timed = ranked(data);
    if (timed.size() < 2 || !data.source || data.second || lab::is_library(timed[0].settings))
        return "";
    const std::string own = best_shape_words(context, timed[0].rung);
    const bool ahead = lab::parted(timed[0].point->time, timed[1].point->time);
    return own.empty() || !ahead ? "" : number_of(timed[0]) + " is ahead here; " + own + ".";
}

}  // namespace app

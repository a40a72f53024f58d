// Which times "Time by knob" draws. See knob_times.h.
#include "app/views/cards/knob_times.h"

#include <algorithm>
#include <iterator>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/views/rungs.h"
#include "lab/time/compare.h"
#include "lab/words.h"

namespace app {
namespace {

// A size has its own card. Numbers that are names, such as a card's year, belong to a model: a
// clock knows only its own card.
bool is_timed(const lab::Settings& settings, const lab::Knob& knob) {
    return !is_side(*settings.subject, knob) && !knob.names && !lab::idle(settings, knob);
}

// Whether all values have the time of one run: the knob then changes only the simulator.
bool all_one_time(const KnobTimes& times) {
    return std::ranges::all_of(times.values, [&](const KnobTime& each) {
        const lab::Time &a = each.point->time, &b = times.values.front().point->time;
        return a.kind != lab::TimeKind::modelled && a.median_ms == b.median_ms &&
               a.samples == b.samples;
    });
}

// Whether the last change turned this knob, with the knobs that follow it.
bool turned_last(const DrawContext& context, const lab::Settings& now, const lab::Knob& knob) {
    if (!context.before) return false;
    const lab::Settings& was = context.before->request.settings;
    return lab::same(was.subject.get(), now.subject.get()) && was[knob] != now[knob] &&
           lab::turned(was, knob, now[knob]) == now;
}

std::string least_words(std::vector<const KnobTime*> least, const lab::Knob& knob) {
    const auto value = [&](const KnobTime* each) { return each->settings[knob]; };
    const auto name = [&](const KnobTime* each) {
        return uncapitalised(value_name(knob, value(each)));
    };
    constexpr std::size_t few = 3;  // names that fit into a line
    if (least.size() > few)
        return name(least[0]) + " and " + count_word(std::ssize(least) - 1) + " more";
    std::ranges::sort(least, {}, value);
    std::vector<std::string> names;
    std::ranges::transform(least, std::back_inserter(names), name);
    return lab::listed(names);
}

// By intervals, as for kernels; wrong results do not compete. A value may mean more work, so none
// is called better.
std::vector<std::string> verdict_of(const KnobTimes& times) {
    std::vector<const KnobTime*> right;
    for (const KnobTime& each : times.values)
        if (each.point && !each.point->wrong) right.push_back(&each);
    if (right.size() < 2) return {};
    std::ranges::stable_sort(right, {},
                             [](const KnobTime* each) { return each->point->time.median_ms; });
    const lab::Time& best = right[0]->point->time;
    std::vector<const KnobTime*> least;
    for (const KnobTime* each : right)
        if (each == right[0] || !lab::parted(each->point->time, best)) least.push_back(each);
    if (least.size() == right.size()) return {"intervals overlap"};
    const KnobTime& most = *right.back();
    const std::string brief = "least at " + least_words(least, *times.knob);
    return {brief + "; " + uncapitalised(value_name(*times.knob, most.settings[*times.knob])) +
                " takes " + shortest(most.point->time.median_ms / best.median_ms, 3) +
                " times as long",
            brief};
}

KnobTime time_at(const Series& series, lab::Settings settings, const TimeSource& source) {
    const auto day = series.on_any_day(settings, source);
    const TimePoint* point = day ? series.time(settings, *day) : nullptr;
    return {std::move(settings), point, day};
}

// Every value that a control offers, and the set one.
std::vector<lab::Settings> over_values(const lab::Settings& settings, const lab::Knob& knob) {
    std::vector<lab::Settings> all = over_ticks(settings, knob);
    if (std::ranges::find(all, settings) == all.end()) all.push_back(settings);
    return all;
}

// The knob's values: those timed by this clock, those that can't run, and the set one.
KnobTimes times_of(const Series& series, const lab::Settings& settings, const lab::Knob& knob,
                   const TimeSource& source) {
    KnobTimes times{&knob, {}};
    std::vector<KnobTime> others;
    for (lab::Settings& each : over_values(settings, knob)) {
        if (lab::unlike_copies(each, settings)) {  // its time is of another kind
            others.push_back({std::move(each)});
            continue;
        }
        KnobTime here = time_at(series, std::move(each), source);
        if (here.point) {
            const lab::Time& time = here.point->time;
            times.longest_ms = std::max({times.longest_ms, time.median_ms, lab::most_ms(time)});
            times.values.push_back(std::move(here));
        } else {
            const bool timed = series.timed(here.settings);
            times.awaited |= !timed && series.recorded(here.settings);
            if (timed || here.settings == settings || series.refuses(here.settings))
                others.push_back(std::move(here));
        }
    }
    if (times.values.size() < 2 || all_one_time(times))
        return {.knob = &knob, .values = {}, .awaited = times.awaited};
    std::ranges::move(others, std::back_inserter(times.values));
    std::ranges::sort(times.values, {}, [&](const KnobTime& each) { return each.settings[knob]; });
    times.verdict =
        times.awaited ? std::vector<std::string>{"waiting for the times"}
        : knob.role == lab::Knob::Role::clock
            ? std::vector<std::string>{"one kernel; only the clock differs", "one kernel"}
        : !lab::times_kernels(settings)
            ? std::vector<std::string>{"this clock stops before kernels end"}
            : verdict_of(times);
    return times;
}

}  // namespace

std::string value_name(const lab::Knob& knob, std::int64_t value) {
    constexpr std::int64_t most_read = 99'999;  // above it, powers of two are easier to read
    if (value >= 0 && value < std::ssize(knob.choices))
        return knob.choices[static_cast<std::size_t>(value)].title;
    return value <= most_read ? lab::grouped(value) : titled_value(knob, value);
}

TimesByKnob times_by_knob(const DrawContext& context) {
    TimesByKnob data{context.result.request.settings, {}, {}};
    if (!data.settings.subject) return data;
    data.source = context.series.source(data.settings);
    if (!data.source) return data;
    for (const lab::Knob* knob : data.settings.subject->knobs) {
        if (!is_timed(data.settings, *knob)) continue;
        KnobTimes times = times_of(context.series, data.settings, *knob, *data.source);
        data.awaited |= times.awaited;
        if (times.values.empty()) continue;
        if (turned_last(context, data.settings, *knob)) data.turned = data.knobs.size();
        data.knobs.push_back(std::move(times));
    }
    return data;
}

std::vector<lab::Settings> knob_needs(const lab::Settings& settings) {
    if (!settings.subject) return {};
    std::vector<std::vector<lab::Settings>> of_knobs;
    std::size_t longest = 0;
    for (const lab::Knob* knob : settings.subject->knobs) {
        if (!is_timed(settings, *knob)) continue;
        of_knobs.push_back(over_ticks(settings, *knob));
        longest = std::max(longest, of_knobs.back().size());
    }
    std::vector<lab::Settings> all;
    for (std::size_t i = 0; i < longest; ++i)
        for (std::vector<lab::Settings>& each : of_knobs)
            if (i < each.size() && !(each[i] == settings)) all.push_back(std::move(each[i]));
    return all;
}

bool has_knobs_to_time(const lab::Settings& settings) {
    return settings.subject && std::ranges::any_of(settings.subject->knobs, [&](const auto* knob) {
               return is_timed(settings, *knob);
           });
}

}  // namespace app

// Which times "Time by knob" draws. See knob_times.h.
#include "app/views/cards/knob_times.h"

#include <algorithm>

#include "app/format.h"
#include "app/sentences/turned.h"
#include "app/views/rungs.h"
#include "lab/time/compare.h"
#include "lab/words.h"

namespace app {
namespace {

// A size has a card of its own.
bool is_timed(const lab::Settings& settings, const lab::Knob& knob) {
    return !is_side(*settings.subject, knob) && !lab::idle(settings, knob);
}

// Of one run on one clock: what the knob changes is of the simulator alone.
bool all_one_time(const KnobTimes& times) {
    return std::ranges::all_of(times.values, [&](const KnobTime& each) {
        const lab::Time &a = each.point->time, &b = times.values.front().point->time;
        return a.kind != lab::TimeKind::modelled && a.median_ms == b.median_ms &&
               a.samples == b.samples;
    });
}

// Where the last change was of one knob alone, that.
const lab::Knob* turned_last(const DrawContext& context, const lab::Settings& now) {
    if (!context.before) return nullptr;
    const lab::Settings& was = context.before->request.settings;
    if (!lab::same(was.subject.get(), now.subject.get()) || was.rung != now.rung) return nullptr;
    const lab::Knob* found = nullptr;
    for (const lab::Knob* knob : now.subject->knobs) {
        if (was[*knob] == now[*knob]) continue;
        if (found) return nullptr;
        found = knob;
    }
    return found;
}

// By intervals, as of kernels: wrong results don't compete. A value may be more work, so that none
// is the better one.
std::string verdict_of(const KnobTimes& times) {
    const auto value = [&](const KnobTime* each) { return each->settings[*times.knob]; };
    const auto name = [&](const KnobTime* each) {
        return uncapitalised(value_name(*times.knob, value(each)));
    };
    std::vector<const KnobTime*> right;
    for (const KnobTime& each : times.values)
        if (each.point && !each.point->wrong) right.push_back(&each);
    if (right.size() < 2) return "";
    std::ranges::stable_sort(right, {},
                             [](const KnobTime* each) { return each->point->time.median_ms; });
    const lab::Time& best = right[0]->point->time;
    std::vector<const KnobTime*> least;
    for (const KnobTime* each : right)
        if (each == right[0] || !lab::parted(each->point->time, best)) least.push_back(each);
    if (least.size() == right.size()) return "intervals overlap";
    constexpr std::size_t few = 3;  // that a line has room for
    std::string where = name(least[0]);
    if (least.size() > few) {
        where += " and " + count_word(std::ssize(least) - 1) + " more";
    } else {
        std::ranges::sort(least, {}, value);
        std::vector<std::string> names;
        std::ranges::transform(least, std::back_inserter(names), name);
        where = lab::listed(names);
    }
    return "least at " + where + "; " + name(right.back()) + " takes " +
           shortest(right.back()->point->time.median_ms / best.median_ms, 3) + " times as long";
}

// Each value that a control offers, the nearest to the set one first.
std::vector<lab::Settings> over_values(const lab::Settings& settings, const lab::Knob& knob) {
    if (knob.kind != lab::Knob::Kind::choice) return over_ticks(settings, knob);
    std::vector<lab::Settings> all;
    for (std::int64_t value = 0; value < std::ssize(knob.choices); ++value)
        all.push_back(lab::turned(settings, knob, value));
    return all;
}

// Its values that were timed by this clock, and those that can't run.
KnobTimes times_of(const Series& series, const lab::Settings& settings, const lab::Knob& knob,
                   const TimeSource& source) {
    KnobTimes times{&knob, {}};
    for (const TimePoint* point : series.times_over(settings, knob, source)) {
        times.values.push_back({point->settings, point});
        times.longest_ms =
            std::max({times.longest_ms, point->time.median_ms, lab::most_ms(point->time)});
    }
    if (times.values.size() < 2 || all_one_time(times)) return {&knob, {}};
    for (lab::Settings& each : over_values(settings, knob))
        if (series.refuses(each)) times.values.push_back({std::move(each), nullptr});
    std::ranges::sort(times.values, {}, [&](const KnobTime& each) { return each.settings[knob]; });
    times.verdict = verdict_of(times);
    return times;
}

}  // namespace

std::string value_name(const lab::Knob& knob, std::int64_t value) {
    constexpr std::int64_t most_read = 99'999;  // powers of two above it are easier read as such
    if (knob.kind == lab::Knob::Kind::choice)
        return knob.choices[static_cast<std::size_t>(value)].title;
    return !knob.names && value <= most_read ? lab::grouped(value) : titled_value(knob, value);
}

TimesByKnob times_by_knob(const DrawContext& context) {
    TimesByKnob data{context.result.request.settings, {}, {}};
    if (!data.settings.subject) return data;
    data.source = context.series.source(data.settings);
    if (!data.source) return data;
    for (const lab::Knob* knob : data.settings.subject->knobs) {
        if (!is_timed(data.settings, *knob)) continue;
        KnobTimes times = times_of(context.series, data.settings, *knob, *data.source);
        if (times.values.size() > 1) data.knobs.push_back(std::move(times));
    }
    const auto turned = std::ranges::find(data.knobs, turned_last(context, data.settings),
                                          [](const KnobTimes& each) { return each.knob; });
    if (turned != data.knobs.end()) std::rotate(data.knobs.begin(), turned, turned + 1);
    return data;
}

std::vector<lab::Settings> knob_needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all;
    if (!settings.subject) return all;
    for (const lab::Knob* knob : settings.subject->knobs) {
        if (!is_timed(settings, *knob)) continue;
        for (lab::Settings& each : over_values(settings, *knob)) all.push_back(std::move(each));
    }
    return all;
}

bool has_knobs_to_time(const lab::Settings& settings) {
    return settings.subject && std::ranges::any_of(settings.subject->knobs, [&](const auto* knob) {
               return is_timed(settings, *knob);
           });
}

}  // namespace app

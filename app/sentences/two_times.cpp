// Puts two times of one clock into words. See two_times.h.
#include "app/sentences/two_times.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/sentences/measure_words.h"
#include "app/sentences/spent.h"
#include "app/sentences/thresholds.h"
#include "lab/occupancy/card_knob.h"
#include "lab/subject.h"
#include "lab/time/alternating.h"
#include "lab/time/compare.h"
#include "text/times.h"

namespace app {
namespace {

using lab::Result;
using lab::Run;
using lab::Settings;

std::string clock_of(const Run& run) {
    return run.time.device.empty() ? run.device.name : run.time.device;
}

bool one_clock(const Run& a, const Run& b) {
    const bool one_day = a.time.kind != lab::TimeKind::recorded || a.device.when == b.device.when;
    return a.time.kind == b.time.kind && clock_of(a) == clock_of(b) && one_day;
}

bool one_kind_of_clock(const Result& before, const Result& now) {
    return lab::clock_of(before.request.settings) == lab::clock_of(now.request.settings);
}

// Both with warm caches, or both without.
bool one_regime(const Run& a, const Run& b) { return lab::warm(a.time) == lab::warm(b.time); }

// A time is only compared with counts of the same PTX.
bool of_one_text(const Run* timed, const Run* counted) {
    return !timed || !counted || timed->ptx_hash.empty() || counted->ptx_hash.empty() ||
           timed->ptx_hash == counted->ptx_hash;
}

std::string share_text(double by) {
    const double share = std::fabs(by);
    return fixed(100 * share, share < .095 ? 1 : 0) + " %";
}

// Adds the device, where two are shown. Adds the caches, where they are not the usual ones or not
// the chosen ones.
std::string placed(std::string said, const TwoTimes& times) {
    const std::string& device = times.devices.first;
    if (!device.empty()) said = text::times::on_device({.said = said, .device = device});
    if (lab::warm(*times.now)) return text::times::with_warm({.said = said});
    const bool missing = times.chosen == lab::Regime::warm && !times.modelled();
    return missing ? text::times::with_cold({.said = said}) : said;
}

// "10.5 → 8.7 µs": one unit where both have the same; for two devices also the device.
std::string both_times(const TwoTimes& times, const char* between) {
    const std::string before = time_text(times.before->median_ms),
                      now = time_text(times.now->median_ms);
    if (before == now && std::fabs(times.ratio() - 1) >= 1e-3)
        return placed(times_against(times.before->median_ms, times.now->median_ms, between), times);
    const auto unit = [](const std::string& text) { return text.substr(text.find(' ')); };
    const bool one_unit = unit(before) == unit(now);
    const std::string first =
        one_unit ? time_number(times.before->median_ms, times.now->median_ms) : before;
    return placed(first + between + now, times);
}

constexpr const char* then = " → ";
constexpr const char* and_between = " and ";

bool is_far(const TwoTimes& times) { return times.ratio() >= 2 || times.ratio() <= .5; }

// "−17 %"; a ratio where one time is at least twice as long.
std::string change_text(const TwoTimes& times) {
    if (is_far(times)) return ratio_text(times.before->median_ms, times.now->median_ms);
    return (times.faster() ? "−" : "+") + share_text(times.ratio() - 1);
}

// Adds the second device's verdict on the same two.
std::string with_second(const std::string& said, const TwoDevices& devices) {
    const TwoTimes times{.before = devices.before, .now = devices.now};
    if (!times) return said;
    if (!times.parted()) return text::times::second_same({.said = said, .device = devices.second});
    const std::string change = change_text(times);
    return times.faster() ? text::times::second_faster(
                                {.said = said, .device = devices.second, .change = change})
                          : text::times::second_slower(
                                {.said = said, .device = devices.second, .change = change});
}

// The run's limit by the formula; empty where it was made from counts of another size.
std::string limit_of(const Result& result) {
    const Run& run = *result.timed;
    const Settings& settings = run.request.settings;
    const bool planned = lab::rung_of(settings).host || settings.subject->host;
    if (!result.note.empty() || !planned || run.launches.empty()) return "";
    return terms_of(run).all.limited_by();
}

// "recorded on an NVIDIA H200", "modelled".
std::string kind_words(const Run& run) {
    const bool modelled = run.time.kind == lab::TimeKind::modelled;
    return modelled ? text::times::kind_modelled()
                    : text::times::kind_on(
                          {.kind = lab::name_of(run.time.kind), .device = clock_of(run)});
}

std::string verdict_in_turns(const TwoTimes& times) {
    const std::string ratio = lab::ratio_number(*times.turns), ends = lab::ratio_ends(*times.turns),
                      both = both_times(times, then);
    return times.faster()
               ? text::times::in_turns_faster({.ratio = ratio, .ends = ends, .times = both})
               : text::times::in_turns_slower({.ratio = ratio, .ends = ends, .times = both});
}

std::string far_verdict(const TwoTimes& times) {
    const std::string factor = factor_text(times.ratio()), both = both_times(times, then);
    if (times.modelled())
        return times.faster()
                   ? text::times::times_faster_modelled({.factor = factor, .times = both})
                   : text::times::times_slower_modelled({.factor = factor, .times = both});
    if (factor == "2")
        return times.faster() ? text::times::twice_faster({.times = both})
                              : text::times::twice_slower({.times = both});
    return times.faster() ? text::times::times_faster({.factor = factor, .times = both})
                          : text::times::times_slower({.factor = factor, .times = both});
}

std::string near_verdict(const TwoTimes& times) {
    const std::string both = both_times(times, then), change = change_text(times);
    if (times.modelled())
        return times.faster() ? text::times::faster_modelled({.times = both, .change = change})
                              : text::times::slower_modelled({.times = both, .change = change});
    return times.faster() ? text::times::faster({.times = both, .change = change})
                          : text::times::slower({.times = both, .change = change});
}

}  // namespace

bool is_wrong(const Result& result) {
    for (const Run* run : {result.picture.get(), result.counted.get(), result.timed.get()})
        if (run && run->verdict.is_wrong()) return true;
    return false;
}

bool has_ended(const Result& result) {
    for (const Run* run : {result.picture.get(), result.counted.get(), result.timed.get()})
        if (run && !run->ended()) return false;
    return true;
}

double TwoTimes::ratio() const {
    return turns ? turns->median : now->median_ms / before->median_ms;
}

// Times in turns show a smaller difference than two intervals do.
bool TwoTimes::parted() const {
    if (turns) return turns->high < 1 || turns->low > 1;
    return lab::parted(*before, *now);
}

bool TwoTimes::near_floor() const {
    const auto near = [](const lab::Time& time) {
        return time.floor_ms > 0 && time.median_ms < from::near_floor * time.floor_ms;
    };
    return !modelled() && near(*before) && near(*now);
}

double TwoTimes::farthest() const {
    if (turns) return std::max(turns->high - 1, 1 - turns->low);
    return std::max(lab::most_ms(*now) / lab::least_ms(*before) - 1,
                    1 - lab::least_ms(*now) / lab::most_ms(*before));
}

TwoTimes two_times(const Result& before, const Result& now, const Run* first, const Run* second,
                   lab::Regime chosen) {
    const Run *a = before.timed.get(), *b = now.timed.get();
    if (!a || !b || a->time.kind == lab::TimeKind::none || !one_clock(*a, *b)) return {};
    if (!one_kind_of_clock(before, now) || !lab::times_kernels(now.request.settings)) return {};
    if (!of_one_text(a, first) || !of_one_text(b, second)) return {};
    if (chosen == lab::Regime::warm && a->repeated.median_ms > 0 && b->repeated.median_ms > 0)
        return {.before = &a->repeated, .now = &b->repeated, .chosen = chosen};
    if (!one_regime(*a, *b)) return {};
    if (!(a->time.median_ms > 0) || !(b->time.median_ms > 0)) return {};
    return {.before = &a->time, .now = &b->time, .chosen = chosen};
}

std::string time_words(const TwoTimes& times) {
    const std::string both = both_times(times, then);
    if (times.turns)
        return with_second(text::times::time_in_turns({.times = both,
                                                       .ratio = lab::ratio_number(*times.turns),
                                                       .ends = lab::ratio_ends(*times.turns)}),
                           times.devices);
    const std::string change = change_text(times);
    return with_second(times.modelled()
                           ? text::times::time_modelled({.times = both, .change = change})
                           : text::times::time({.times = both, .change = change}),
                       times.devices);
}

std::string time_verdict(const TwoTimes& times) {
    return with_second(times.turns     ? verdict_in_turns(times)
                       : is_far(times) ? far_verdict(times)
                                       : near_verdict(times),
                       times.devices);
}

std::string overlap_words(const TwoTimes& times) {
    const std::string both = both_times(times, and_between);
    if (times.modelled())
        return text::times::not_apart_modelled(
            {.factor = shortest(times.now->high_ms / times.now->median_ms, 2), .times = both});
    std::string said = text::times::not_apart({.times = both});
    if (times.turns)
        said =
            text::times::not_apart_in_turns({.times = both, .ends = lab::ratio_ends(*times.turns)});
    else if (times.near_floor())
        said = text::times::near_floor(
            {.times = placed(text::times::both(), times), .floor = time_text(times.now->floor_ms)});
    return with_second(said, times.devices);
}

std::string level_words(const TwoTimes& times) {
    return times.parted() ? time_words(times) : overlap_words(times);
}

std::string same_time_words(const TwoTimes& times) {
    return with_second(text::times::same_within({.time = placed(text::times::the_time(), times),
                                                 .share = share_text(times.farthest())}),
                       times.devices);
}

Unlike unlike_times(const Result& before, const Result& now) {
    const Run *a = before.timed.get(), *b = now.timed.get();
    if (!a || !b || !(a->time.median_ms > 0) || !(b->time.median_ms > 0)) return {};
    if (is_wrong(before) || is_wrong(now)) return {};
    const auto in_forms = [](const std::vector<std::string>& forms) {
        return Unlike{forms.front(), forms.back()};
    };
    if (!one_kind_of_clock(before, now)) return in_forms(text::times::unlike_clocks());
    if (!lab::times_kernels(now.request.settings)) return in_forms(text::times::early_clock());
    if (a->time.kind != b->time.kind)
        return in_forms(text::times::unlike_kinds(
            {.one = kind_words(*a),
             .other = kind_words(*b),
             .one_kind = capitalised(std::string(lab::name_of(a->time.kind))),
             .other_kind = lab::name_of(b->time.kind)}));
    if (clock_of(*a) != clock_of(*b))
        return in_forms(
            text::times::unlike_devices({.one = kind_words(*a), .other = kind_words(*b)}));
    if (!one_clock(*a, *b)) return in_forms(text::times::unlike_days());
    return one_regime(*a, *b) ? Unlike() : in_forms(text::times::unlike_caches());
}

std::string card_words(const lab::Settings& before, const lab::Settings& now,
                       const TwoTimes& times) {
    if (!times || times.modelled() || !lab::chooses_card(now)) return "";
    if (before[lab::card_knob()] == now[lab::card_knob()]) return "";
    return lab::fills_card(now) ? text::times::two_grids({.device = times.now->device})
                                : text::times::two_cards({.device = times.now->device});
}

std::string limit_words(const Result& before, const Result& now, const TwoTimes& times) {
    if (!times || !times.modelled()) return "";
    const std::string a = limit_of(before), b = limit_of(now);
    if (a.empty() || b.empty() || a == b) return "";
    return text::times::other_limit({.before = a, .now = b});
}

}  // namespace app

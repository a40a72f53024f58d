// Two times of one clock, in words. See two_times.h.
#include "app/sentences/two_times.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/spent.h"
#include "lab/occupancy/card_knob.h"
#include "lab/time/alternating.h"
#include "lab/time/compare.h"

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

// Both with warm caches, or both without.
bool one_regime(const Run& a, const Run& b) { return lab::warm(a.time) == lab::warm(b.time); }

// A time stands beside counts of the very same PTX only.
bool of_one_text(const Run* timed, const Run* counted) {
    return !timed || !counted || timed->ptx_hash.empty() || counted->ptx_hash.empty() ||
           timed->ptx_hash == counted->ptx_hash;
}

std::string share_text(double by) {
    const double share = std::fabs(by);
    return fixed(100 * share, share < .095 ? 1 : 0) + " %";
}

// " with warm caches": those that are not the usual ones, or not the chosen.
std::string caches_words(const TwoTimes& times) {
    if (lab::warm(*times.now)) return " with warm caches";
    return times.chosen == lab::Regime::warm && !times.modelled() ? " with cold caches" : "";
}

// "10.5 → 8.7 µs": the unit once, where both have the same; of two devices, on which.
std::string both_times(const TwoTimes& times, const char* between) {
    const std::string before = time_text(times.before->median_ms),
                      now = time_text(times.now->median_ms), &device = times.devices.first;
    const std::string behind = (device.empty() ? "" : " on " + device) + caches_words(times);
    if (before == now && std::fabs(times.ratio() - 1) >= 1e-3)
        return times_against(times.before->median_ms, times.now->median_ms, between) + behind;
    const auto unit = [](const std::string& text) { return text.substr(text.find(' ')); };
    const std::string first =
        unit(before) == unit(now) ? before.substr(0, before.find(' ')) : before;
    return first + between + now + behind;
}

// "−17 %"; from twice as long or half on a ratio.
std::string change_text(const TwoTimes& times) {
    const double ratio = times.ratio();
    if (ratio >= 2 || ratio <= .5) return ratio_text(times.before->median_ms, times.now->median_ms);
    return (ratio < 1 ? "−" : "+") + share_text(ratio - 1);
}

std::string times_text(const TwoTimes& times) {
    if (times.turns)
        return both_times(times, " → ") + ", " + lab::ratio_number(times.turns->ratio) +
               " times (" + lab::ratio_ends(times.turns->ratio) + ", alternating)";
    return both_times(times, " → ") + " (" + change_text(times) + ")";
}

// What the second device says of the same two: ", slower on A100 (+11 %)".
std::string on_the_second(const TwoDevices& devices) {
    const TwoTimes times{.before = devices.before, .now = devices.now};
    if (!times) return "";
    if (!times.parted()) return ", not to be told apart on " + devices.second;
    return (times.faster() ? ", faster on " : ", slower on ") + devices.second + " (" +
           change_text(times) + ")";
}

// What the formula says a run waits for; empty where it was made from counts of another size.
std::string limit_of(const Result& result) {
    const Run& run = *result.timed;
    const Settings& settings = run.request.settings;
    const bool planned = lab::rung_of(settings).host || settings.subject->host;
    if (!result.note.empty() || !planned || run.launches.empty()) return "";
    return terms_of(run).all.limited_by();
}

// "recorded on an NVIDIA H200", "modelled".
std::string kind_words(const Run& run) {
    const std::string kind(lab::name_of(run.time.kind));
    return run.time.kind == lab::TimeKind::modelled ? "modelled" : kind + " on an " + clock_of(run);
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
    return turns ? turns->ratio.median : now->median_ms / before->median_ms;
}

// In turns a smaller difference is known than from two intervals.
bool TwoTimes::parted() const {
    if (turns) return turns->ratio.high < 1 || turns->ratio.low > 1;
    return lab::parted(*before, *now);
}

bool TwoTimes::near_floor() const {
    const auto near = [](const lab::Time& time) {
        return time.floor_ms > 0 && time.median_ms < 1.5 * time.floor_ms;
    };
    return !modelled() && near(*before) && near(*now);
}

double TwoTimes::farthest() const {
    if (turns) return std::max(turns->ratio.high - 1, 1 - turns->ratio.low);
    return std::max(lab::most_ms(*now) / lab::least_ms(*before) - 1,
                    1 - lab::least_ms(*now) / lab::most_ms(*before));
}

TwoTimes two_times(const Result& before, const Result& now, const Run* first, const Run* second,
                   lab::Regime chosen) {
    const Run *a = before.timed.get(), *b = now.timed.get();
    if (!a || !b || a->time.kind == lab::TimeKind::none || !one_clock(*a, *b)) return {};
    if (!of_one_text(a, first) || !of_one_text(b, second)) return {};
    if (chosen == lab::Regime::warm && a->repeated.median_ms > 0 && b->repeated.median_ms > 0)
        return {.before = &a->repeated, .now = &b->repeated, .chosen = chosen};
    if (!one_regime(*a, *b)) return {};
    if (!(a->time.median_ms > 0) || !(b->time.median_ms > 0)) return {};
    return {.before = &a->time, .now = &b->time, .chosen = chosen};
}

std::string time_words(const TwoTimes& times) {
    return (times.modelled() ? "modelled time " : "time ") + times_text(times) +
           on_the_second(times.devices);
}

std::string time_verdict(const TwoTimes& times) {
    const std::string second = on_the_second(times.devices);
    if (times.turns)
        return lab::ratio_number(times.turns->ratio) + " times as " +
               (times.faster() ? "fast" : "slow") + " (" + lab::ratio_ends(times.turns->ratio) +
               ", alternating), " + both_times(times, " → ") + second;
    return std::string(times.faster() ? "faster" : "slower") +
           (times.modelled() ? " as modelled, " : ", ") + times_text(times) + second;
}

std::string overlap_words(const TwoTimes& times) {
    const std::string second = on_the_second(times.devices);
    if (times.modelled())
        return "the formula, within " + shortest(times.now->high_ms / times.now->median_ms, 2) +
               " times, can't tell " + both_times(times, " and ") + " apart";
    if (times.turns)
        return both_times(times, " and ") + " can't be told apart, timed in turns either: " +
               lab::ratio_ends(times.turns->ratio) + " times, alternating" + second;
    if (times.near_floor())
        return "both times" + caches_words(times) + " are near the launch floor, " +
               time_text(times.now->floor_ms) + second;
    return both_times(times, " and ") + " can't be told apart: their intervals overlap" + second;
}

std::string level_words(const TwoTimes& times) {
    return times.parted() ? time_words(times) : overlap_words(times);
}

std::string same_time_words(const TwoTimes& times) {
    const std::string& device = times.devices.first;
    return ", yet the time" + (device.empty() ? "" : " on " + device) + caches_words(times) +
           " is the same within " + share_text(times.farthest()) + on_the_second(times.devices);
}

Unlike unlike_times(const Result& before, const Result& now) {
    const Run *a = before.timed.get(), *b = now.timed.get();
    if (!a || !b || !(a->time.median_ms > 0) || !(b->time.median_ms > 0)) return {};
    if (is_wrong(before) || is_wrong(now)) return {};
    const std::string end = ": they are not compared.", short_end = " times are not compared.";
    const std::string one(lab::name_of(a->time.kind)), other(lab::name_of(b->time.kind));
    if (a->time.kind != b->time.kind)
        return {"One time is " + kind_words(*a) + ", the other " + kind_words(*b) + end,
                capitalised(one) + " and " + other + short_end};
    if (clock_of(*a) != clock_of(*b))
        return {"One time is " + kind_words(*a) + ", the other " + kind_words(*b) + end,
                "Two devices'" + short_end};
    if (!one_clock(*a, *b))
        return {"The two times are recorded on different days" + end, "Two days'" + short_end};
    if (!one_regime(*a, *b))
        return {"One time is with warm caches, the other without" + end,
                "Cold and warm" + short_end};
    return {};
}

std::string card_words(const lab::Settings& before, const lab::Settings& now,
                       const TwoTimes& times) {
    if (!times || times.modelled() || !lab::chooses_card(now)) return "";
    if (before[lab::card_knob()] == now[lab::card_knob()]) return "";
    return "Both were timed on an " + times.now->device +
           " with room for as many warps as those cards have.";
}

std::string limit_words(const Result& before, const Result& now, const TwoTimes& times) {
    if (!times || !times.modelled()) return "";
    const std::string a = limit_of(before), b = limit_of(now);
    if (a.empty() || b.empty() || a == b) return "";
    return "By the formula the limit was " + a + "; now it is " + b + ".";
}

}  // namespace app

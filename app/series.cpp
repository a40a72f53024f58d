// Keeps counts and times of earlier results, and finds what cards still lack. See series.h.
#include "app/series.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

#include "app/counted_of.h"
#include "app/view.h"
#include "app/weights.h"
#include "lab/lesson.h"
#include "lab/memory/memory_budget.h"
#include "lab/memory/unasked.h"
#include "lab/running/verdict.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "platform/available_memory.h"

namespace app {
namespace {

// Bytes, cached: cards ask for the same settings many times a frame, and the answer needs a plan.
// Refused settings are not cached: they may only lack a file that has not arrived.
std::uint64_t taken_by(const lab::Settings& settings) {
    thread_local std::unordered_map<std::string, std::uint64_t> known;
    const std::string line = line_of(settings);
    if (const auto found = known.find(line); found != known.end()) return found->second;
    if (lab::refusal(settings)) return 0;
    if (known.size() > 2000) known.clear();
    return known[line] =
               settings.lesson() ? lab::bytes_of_arrays(settings) : lab::bytes_to_count(settings);
}

// A lesson's plan may take a while, and the worker counts a smaller size where this one is too
// large.
bool takes_too_much(const lab::Settings& settings) {
    const std::uint64_t most = platform::memory_for_counts();
    if (settings.lesson()) return most != ~std::uint64_t{0} && taken_by(settings) > most;
    return taken_by(settings) > std::min(most, lab::room_for_cards(settings));
}

}  // namespace

double cost_for_cards(const lab::Settings& settings) {
    return takes_too_much(settings) ? std::numeric_limits<double>::infinity()
                                    : lab::cost_of(settings);
}

namespace {

// Size of a silhouette: it is small, and many are kept.
constexpr int most_columns = 120, most_warps = 8;

// Whether two settings differ only in `knob` and values that may follow it: any value in a file.
// Fast, since it is called for every kept result.
bool close(const lab::Settings& a, const lab::Settings& b, const lab::Knob& knob) {
    if (!lab::same(a.subject.get(), b.subject.get()) || a.rung != b.rung || a.anyway != b.anyway)
        return false;
    const auto free = [&](const std::string& id) {
        return id == knob.id || a.subject->turn ||
               (a.subject->size == &knob &&
                std::ranges::find(a.subject->sides, id, &lab::Knob::id) != a.subject->sides.end());
    };
    return std::ranges::equal(a.values(), b.values(), [&](const auto& one, const auto& other) {
        return one.first == other.first && (one.second == other.second || free(one.first));
    });
}

// Whether `b` is `a` with another value of `knob`; the other sides follow a size.
bool alike_but(const lab::Settings& a, const lab::Settings& b, const lab::Knob& knob) {
    return close(a, b, knob) && lab::turned(a, knob, b[knob]) == b;
}

template <class Point>
void sort_by(std::vector<const Point*>& points, const lab::Knob& knob) {
    std::sort(points.begin(), points.end(), [&](const Point* a, const Point* b) {
        return a->settings[knob] < b->settings[knob];
    });
}

bool same_time(const lab::Time& a, const lab::Time& b) {
    return a.median_ms == b.median_ms && a.samples == b.samples && a.low_ms == b.low_ms &&
           a.high_ms == b.high_ms;
}

TimeSource source_of(const lab::Run& run, const lab::Time& time) {
    return {time.kind, time.device.empty() ? run.device.name : time.device,
            time.kind == lab::TimeKind::recorded ? run.device.when : "", time.regime};
}

using Wish = lab::Worker::Wish;

struct Needs {
    std::vector<lab::Settings> settings;
    Wish wish;
    bool recorded_only = false;
};

std::vector<Needs> needs_of_cards(const lab::Settings& settings, const TimeChoice& choice) {
    std::vector<Needs> all;
    for (const View* view : views())
        if (view->needs.settings && !view->needs.on_request)
            all.push_back({view->needs.settings(settings, choice),
                           view->needs.times_only ? Wish::time : Wish::all,
                           view->needs.recorded_only});
    return all;
}

bool lacks(const Series& series, const Want& want) {
    const lab::Settings& settings = want.request.settings;
    if (series.knows(settings)) return false;
    return want.wish == Wish::all ||
           (!series.timed(settings) && series.ended_by(settings).empty() &&
            series.untold(settings).empty());
}

bool can_run(const Series& series, const Want& want, double most_cost) {
    const lab::Settings& settings = want.request.settings;
    if (series.refuses(settings)) return false;
    if (cost_for_cards(settings) <= most_cost) return true;
    return want.wish == Wish::time && series.recorded(settings);
}

}  // namespace

std::string line_of(const lab::Settings& settings) {
    if (!settings.subject) return "";
    std::string line = lab::name_of(settings) + settings.subject->key;
    for (const auto& [id, value] : settings.values())
        line += " " + id + "=" + std::to_string(value);
    return settings.anyway ? line + " anyway" : line;
}

std::string word_of(const TimeClock& clock) {
    return clock.kind == lab::TimeKind::measured ? "gpu" : lab::device_word(clock.device);
}

std::optional<TimeClock> clock_named(const std::string& word, const std::string& gpu) {
    if (word == "gpu" && !gpu.empty()) return TimeClock{lab::TimeKind::measured, gpu};
    const auto device = lab::recorded_device(word);
    return device ? std::optional(TimeClock{lab::TimeKind::recorded, *device}) : std::nullopt;
}

Badge badge_of(const std::optional<TimeSource>& source) {
    return source ? badge_of(source->kind) : Badge::none;
}

Series::Entry& Series::entry(const lab::Settings& settings) {
    Entry& found = entries_[line_of(settings)];
    found.settings = settings;
    note_use(found);
    return found;
}

const Series::Entry* Series::find(const lab::Settings& settings) const {
    const auto found = entries_.find(line_of(settings));
    if (found == entries_.end()) return nullptr;
    note_use(found->second);
    return &found->second;
}

bool Series::add(const lab::Result& result) {
    if (!result.request.settings.subject || result.alternated) return false;  // a ratio: no time
    ++changes_;
    bool fresh = !find(result.request.settings);
    const bool time_alone = result.timed && !(result.counted && result.picture);
    entry(result.request.settings).answered |= !time_alone;
    if (result.picture) note_silhouette(*result.picture);
    for (const auto& run : {result.picture, result.counted})
        if (run && run->request.settings.subject) add_run(*run, fresh);
    if (result.timed && result.timed->request.settings.subject) add_times(*result.timed, fresh);
    for (const auto& run : result.elsewhere) add_times(*run, fresh);
    if (result.timed && result.timed->request.settings.subject) note_untold(*result.timed, fresh);
    if (!result.timed && result.complete && lab::known_bench()) note_failed(result, fresh);
    if (result.timed && result.timed->time.kind != lab::TimeKind::none)
        entry(result.timed->request.settings).own = source_of(*result.timed, result.timed->time);
    // A fault or other work counted at a smaller size also holds at this size.
    if (result.counted) note_end(entry(result.request.settings), *result.counted, fresh);
    for (const auto& run : {result.picture, result.counted, result.timed})
        note_left(result.request.settings, run.get());
    forget_what_nobody_asks_for();
    return fresh;
}

// Called between frames: drawn cards point to kept entries.
void Series::forget_what_nobody_asks_for() {
    for (auto* answers : {&refused_, &recorded_})
        if (answers->size() > most_answers) answers->clear();
    if (recorded_on_.size() > most_answers) recorded_on_.clear();
    if (entries_.size() <= most_entries) return;
    std::vector<std::uint64_t> used;
    for (const auto& [line, kept] : entries_) used.push_back(kept.used);
    const auto middle = used.begin() + std::ssize(used) / 2;
    std::ranges::nth_element(used, middle);
    std::erase_if(entries_, [&](const auto& each) { return each.second.used < *middle; });
}

void Series::note_silhouette(const lab::Run& run) {
    if (!run.request.settings.subject) return;
    Entry& kept = entry(run.request.settings);
    if (kept.silhouette) return;
    kept.silhouette = shrunk(first_of_alike(warps_over_time(run)), most_columns, most_warps);
    if (run.ended()) kept.asked_of_l2 = lab::asked_of_l2(run);
}

// A run that was ended has no times: they would claim a run to its end.
void Series::note_end(Entry& kept, const lab::Run& run, bool& fresh) {
    const std::string_view by = run.faulted() ? "a fault" : run.ended() ? "" : "the limit of steps";
    fresh |= kept.ended_by != by;
    kept.ended_by = by;
    if (!by.empty()) kept.times.clear();
}

// Adds its time with cold caches, and with warm ones where there is one.
void Series::add_times(const lab::Run& run, bool& fresh) {
    Entry& kept = entry(run.request.settings);
    if (!kept.ended_by.empty()) return;
    for (const lab::Time* time : {&run.time, &run.repeated}) {
        if (time->kind == lab::TimeKind::none) continue;
        TimePoint& point = kept.times[source_of(run, *time)];
        fresh |= !same_time(point.time, *time);
        point = {run.request.settings, *time, run.verdict.is_wrong()};
        // A modelled time may be of a larger size than was compared.
        if (!run.verdict.checked || time->kind == lab::TimeKind::modelled) continue;
        point.off = run.verdict.worst_error;
        point.off_of = run.verdict.worst_of;
        point.compared_with = run.verdict.compared_with;
    }
}

// Otherwise a card that needs only the time would request it for ever, and nothing else.
void Series::note_untold(const lab::Run& run, bool& fresh) {
    Entry& kept = entry(run.request.settings);
    const bool none = run.time.kind == lab::TimeKind::none && kept.times.empty() && run.ended();
    const std::string why = none ? run.time.conditions : "";
    fresh |= kept.untold != why;
    kept.untold = why;
}

// A launch that the GPU did not take, such as one with too many registers.
void Series::note_failed(const lab::Result& result, bool& fresh) {
    Entry& kept = entry(result.request.settings);
    if (result.problem.empty() || !kept.times.empty()) return;
    fresh = true, kept.untold = result.problem.substr(0, result.problem.find_last_not_of('.') + 1);
}

void Series::add_run(const lab::Run& run, bool& fresh) {
    Entry& kept = entry(run.request.settings);
    add_times(run, fresh);
    if (run.device.kind == "gpu" || run.counters.warp_instructions == 0) return;
    CountPoint counts = counted_of(run);
    note_end(kept, run, fresh);
    fresh |= !kept.counts || !(kept.counts->counters == counts.counters);
    kept.counts = std::move(counts);
}

// Recorded and measured runs have no values left by the kernel.
void Series::note_left(const lab::Settings& asked, const lab::Run* run) {
    if (!run || run->left.empty()) return;
    entry(asked).left = run->left;
    entry(run->request.settings).left = run->left;
}

std::string Series::differing_array(const lab::Settings& one, const lab::Settings& other) const {
    if (!lab::same_arguments(one, other)) return "";
    const Entry *a = find(one), *b = find(other);
    return a && b ? lab::differing_array(a->left, b->left).value_or("") : "";
}

bool Series::leaves_known(const lab::Settings& settings) const {
    return find(settings) && !find(settings)->left.empty();
}

bool Series::knows(const lab::Settings& settings) const {
    const Entry* found = find(settings);
    return found && found->answered;
}

bool Series::timed(const lab::Settings& settings) const {
    const Entry* found = find(settings);
    return found && !found->times.empty();
}

bool Series::timed_wrong(const lab::Settings& settings) const {
    const Entry* found = find(settings);
    return found &&
           std::ranges::any_of(found->times, [](const auto& time) { return time.second.wrong; });
}

const WarpsOverTime* Series::silhouette(const lab::Settings& settings) const {
    const Entry* found = find(lab::picture_of(settings));
    return found && found->silhouette ? &*found->silhouette : nullptr;
}

const lab::AskedOfL2* Series::asked_of_l2(const lab::Settings& settings) const {
    const Entry* found = find(lab::picture_of(settings));
    return found && found->asked_of_l2.first > 0 ? &found->asked_of_l2 : nullptr;
}

std::string_view Series::ended_by(const lab::Settings& settings) const {
    const Entry* found = find(settings);
    return found ? found->ended_by : "";
}

const std::string& Series::untold(const lab::Settings& settings) const {
    static const std::string nothing;
    const Entry* found = find(settings);
    return found ? found->untold : nothing;
}

bool Series::refuses(const lab::Settings& settings) const {
    const auto [found, fresh] = refused_.try_emplace(line_of(settings), false);
    if (fresh) found->second = lab::refusal(settings).has_value();
    return found->second;
}

double Series::floor_ms(const lab::Subject& subject, const TimeSource& source) const {
    double least = 0;
    for (const auto& [line, kept] : entries_) {
        const auto point = kept.times.find(source);
        if (!lab::same(kept.settings.subject.get(), &subject) || point == kept.times.end())
            continue;
        const double floor = point->second.time.floor_ms;
        if (floor > 0 && (least == 0 || floor < least)) least = floor;
    }
    return least;
}

bool Series::recorded(const lab::Settings& settings) const {
    const auto [found, fresh] = recorded_.try_emplace(line_of(settings), false);
    if (fresh) found->second = lab::recorded({settings}) != nullptr;
    return found->second;
}

const lab::Time* Series::recorded_on(const std::string& device,
                                     const lab::Settings& settings) const {
    const auto [found, fresh] =
        recorded_on_.try_emplace(device + "\n" + line_of(settings), std::nullopt);
    if (fresh && !refuses(settings))
        for (const auto& run : lab::recorded_everywhere({settings}))
            if (run->device.name == device && !run->verdict.is_wrong()) found->second = run->time;
    return found->second && found->second->kind != lab::TimeKind::none ? &*found->second : nullptr;
}

const CountPoint* Series::counts(const lab::Settings& settings) const {
    const Entry* found = find(settings);
    return found && found->counts ? &*found->counts : nullptr;
}

const TimePoint* Series::time(const lab::Settings& settings, const TimeSource& source) const {
    const Entry* found = find(settings);
    if (!found) return nullptr;
    const auto point = found->times.find(source);
    return point == found->times.end() ? nullptr : &point->second;
}

std::optional<TimeSource> Series::on_any_day(const lab::Settings& settings,
                                             const TimeSource& source) const {
    const Entry* found = find(settings);
    if (!found) return std::nullopt;
    if (found->times.contains(source)) return source;
    for (const auto& [other, point] : found->times)
        if (other.clock() == source.clock() && other.regime == source.regime) return other;
    return std::nullopt;
}

const TimePoint* Series::time_of_any_day(const lab::Settings& settings,
                                         const TimeSource& source) const {
    const auto day = on_any_day(settings, source);
    return day ? time(settings, *day) : nullptr;
}

std::optional<TimeSource> Series::any_source(const lab::Settings& settings, lab::TimeKind kind,
                                             lab::Regime regime) const {
    if (const Entry* found = find(settings))
        for (const auto& [source, point] : found->times)
            if (source.kind == kind && source.regime == regime) return source;
    return std::nullopt;
}

std::vector<const TimePoint*> Series::times_over(const lab::Settings& settings,
                                                 const lab::Knob& knob,
                                                 const TimeSource& source) const {
    std::vector<const TimePoint*> points;
    for (const auto& [line, kept] : entries_) {
        const auto point = kept.times.find(source);
        if (point == kept.times.end() || !alike_but(settings, kept.settings, knob)) continue;
        note_use(kept);
        points.push_back(&point->second);
    }
    sort_by(points, knob);
    return points;
}

std::vector<const CountPoint*> Series::counts_over(const lab::Settings& settings,
                                                   const lab::Knob& knob) const {
    std::vector<const CountPoint*> points;
    for (const auto& [line, kept] : entries_)
        if (kept.counts && alike_but(settings, kept.settings, knob)) {
            note_use(kept);
            points.push_back(&*kept.counts);
        }
    sort_by(points, knob);
    return points;
}

// The source of their own time, as when they were asked for, else the best one.
std::optional<TimeSource> Series::best_source(const lab::Settings& settings) const {
    const Entry* own = find(settings);
    if (own && own->own && own->times.contains(*own->own)) return own->own;
    if (own && !own->times.empty()) return own->times.begin()->first;  // sorted by kind, best first
    std::optional<TimeSource> best;
    for (const auto& [line, kept] : entries_) {
        if (!lab::same(kept.settings.subject.get(), settings.subject.get()) || kept.times.empty())
            continue;
        const TimeSource& source =
            kept.own && kept.times.contains(*kept.own) ? *kept.own : kept.times.begin()->first;
        if (!best || source.kind < best->kind) best = source;
    }
    return best;
}

// The source of their own time where it has this clock, else any of the subject's.
std::optional<TimeSource> Series::of_clock(const lab::Settings& settings,
                                           const TimeClock& clock) const {
    const auto in = [&](const Entry& kept) -> std::optional<TimeSource> {
        for (const auto& [source, point] : kept.times)
            if (source.clock() == clock) return source;
        return std::nullopt;
    };
    if (const Entry* own = find(settings))
        if (auto found = in(*own)) return found;
    for (const auto& [line, kept] : entries_)
        if (lab::same(kept.settings.subject.get(), settings.subject.get()))
            if (auto found = in(kept)) return found;
    return std::nullopt;
}

bool Series::lacks_chosen(const lab::Settings& settings) const {
    const Entry* own = find(settings);
    if (!choice.first || !own || own->times.empty()) return false;
    return std::ranges::none_of(
        own->times, [&](const auto& time) { return time.first.clock() == *choice.first; });
}

std::optional<TimeSource> Series::source(const lab::Settings& settings) const {
    std::optional<TimeSource> source;
    if (choice.first && !lacks_chosen(settings)) source = of_clock(settings, *choice.first);
    if (!source) source = best_source(settings);
    if (source && source->kind != lab::TimeKind::modelled) source->regime = choice.regime;
    return source;
}

std::optional<TimeSource> Series::second_source(const lab::Settings& settings) const {
    const auto first = source(settings);
    if (!choice.second || !first || first->clock() == *choice.second) return std::nullopt;
    auto second = of_clock(settings, *choice.second);
    if (second) second->regime = choice.regime;
    return second;
}

std::vector<TimeClock> Series::clocks(const lab::Subject& subject) const {
    std::set<TimeClock> found;
    for (const auto& [line, kept] : entries_)
        if (lab::same(kept.settings.subject.get(), &subject))
            for (const auto& [source, point] : kept.times)
                if (source.kind != lab::TimeKind::modelled) found.insert(source.clock());
    return {found.begin(), found.end()};
}

std::vector<Want> wanted(const lab::Request& shown, const Series& series, double most_cost,
                         std::size_t most) {
    std::vector<Want> wants;
    if (!shown.settings.subject) return wants;
    const std::vector<Needs> cards = needs_of_cards(shown.settings, series.choice);
    std::size_t longest = 0;
    for (const Needs& card : cards) longest = std::max(longest, card.settings.size());
    const bool measures = lab::known_bench() != nullptr;  // then recorded settings run again
    std::set<std::pair<std::string, Wish>> seen;
    const auto add = [&](const Needs& card, const lab::Settings& settings, bool free) {
        Want want{shown, card.wish};
        want.request.settings = settings;
        const bool there = want.wish == Wish::time && !measures && series.recorded(settings);
        if (there != free || (card.recorded_only && !there && !measures)) return;
        if (!lacks(series, want) || !seen.emplace(line_of(settings), card.wish).second) return;
        if (can_run(series, want, most_cost)) wants.push_back(std::move(want));
    };
    for (const bool free : {true, false})          // recorded times first
        for (std::size_t i = 0; i < longest; ++i)  // every card gets its first need early
            for (const Needs& card : cards) {
                if (i < card.settings.size()) add(card, card.settings[i], free);
                if (wants.size() == most) return wants;
            }
    return wants;
}

}  // namespace app

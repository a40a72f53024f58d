// See timelines.h.
#include "app/sentences/timelines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/engines.h"
#include "app/sentences/measures.h"
#include "app/sentences/thresholds.h"
#include "lab/plan.h"

namespace app {
namespace {

// Copies both ways may overlap, so these are times on the clock, not sums of work.
struct OverlappedRun {
    double copies_ms = 0, all_ms = 0, beside_ms = 0;
    double both_ways_ms = 0;  // copies in and out, of copies_ms
    double kernels_ms = 0;
    bool pageable = false;
    bool of_another = false;  // its timeline is of another run, with another time
    explicit operator bool() const { return all_ms > 0; }
};

OverlappedRun overlapped_run(const lab::Result& result) {
    const lab::Run* timed = result.timed.get();
    const EngineTimes* times = timed ? &engine_times(*timed) : nullptr;
    if (!times || !*times) return {};
    const double whole = times->busy.whole_ms, time = timed->time.median_ms;
    constexpr std::array kernels{lab::Engine::kernels};
    return {.copies_ms = times->copies(1),
            .all_ms = whole,
            .beside_ms = times->overlap(),
            .both_ways_ms = times->copies(2),
            .kernels_ms = times->together(kernels, 1),
            .pageable = lab::plan_of(timed->request.settings).pageable,
            .of_another = std::abs(whole - time) > from::tenth * time};
}

bool is_much_less(double less, double more) { return less < from::shorter * more; }

std::vector<Move> moved_memory(bool was_pageable, bool is_pageable) {
    if (was_pageable == is_pageable) return {};
    return {move_of(is_pageable ? Measure::pageable : Measure::page_locked)};
}

void append(std::vector<Move>& all, const std::vector<Move>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

double pageable_bytes(const lab::Plan& plan) {
    return plan.pageable ? double(lab::copied_bytes(lab::timed_transfers(plan))) : 0;
}

// Why copies take less time: other memory, or both ways at once, where that makes half of the
// difference.
std::vector<Move> why_copies(const OverlappedRun& a, const OverlappedRun& b) {
    if (auto memory = moved_memory(a.pageable, b.pageable); !memory.empty()) return memory;
    const double by = a.copies_ms - b.copies_ms, at_once = b.both_ways_ms - a.both_ways_ms;
    if (by * at_once <= 0 || std::abs(at_once) < from::half_of_copies * std::abs(by)) return {};
    return {move_of(by > 0 ? Measure::both_ways : Measure::one_way)};
}

// Copies, where the faster run has the shorter ones.
std::vector<Move> moved_copies(const OverlappedRun& a, const OverlappedRun& b, bool faster) {
    const auto [less, more] = faster ? std::pair(b, a) : std::pair(a, b);
    if (!is_much_less(less.copies_ms, more.copies_ms)) return {};
    std::vector<Move> all{move_of(Measure::copies, a.copies_ms, b.copies_ms)};
    append(all, why_copies(a, b));
    return all;
}

Move moved_overlap(const OverlappedRun& a, const OverlappedRun& b) {
    return move_of(Measure::overlap, a.beside_ms, b.beside_ms);
}

// Overlap, where the faster run has more of it.
std::vector<Move> more_overlap(const OverlappedRun& a, const OverlappedRun& b, bool faster) {
    const auto [less, more] = faster ? std::pair(a, b) : std::pair(b, a);
    if (more.beside_ms < from::tenth * more.all_ms || !is_much_less(less.beside_ms, more.beside_ms))
        return {};
    return {moved_overlap(a, b)};
}

// The host's calls: one for each step, or one for all.
std::int64_t calls_for_steps(const lab::Settings& settings) {
    const lab::Plan plan = lab::plan_of(settings);
    return plan.by_calls ? std::ranges::count_if(plan.steps, lab::is_timed) : 1;
}

// Host calls, where the faster run has fewer.
std::vector<Move> fewer_calls(const lab::Result& before, const lab::Result& now, bool faster) {
    const bool fewer = calls_for_steps(now.request.settings) == 1;
    return faster == fewer ? moved_host_calls(before, now) : std::vector<Move>();
}

// Where the timelines agree, copies may take most of both.
std::vector<Move> copies_remain(const OverlappedRun& a, const OverlappedRun& b, bool faster) {
    const auto share = [](const OverlappedRun& run) { return run.copies_ms / run.all_ms; };
    if (share(a) < from::most_of_it || share(b) < from::most_of_it) return {};
    Move copies = move_of(Measure::copies, share(a), share(b));
    copies.form = Move::Form::last_share;
    // The copies take about as long in both, but the faster run has more overlap: the reason.
    const auto [less, more] = faster ? std::pair(a, b) : std::pair(b, a);
    if (more.beside_ms - less.beside_ms <= from::tenth * more.beside_ms) return {copies};
    return {moved_overlap(a, b), copies};
}

// For timelines whose runs took longer than the measured times: the way in which they still differ.
std::vector<Move> in_timelines(const OverlappedRun& a, const OverlappedRun& b, bool faster) {
    const auto [less, more] = faster ? std::pair(b, a) : std::pair(a, b);
    if (is_much_less(less.kernels_ms, more.kernels_ms))
        return {move_of(Measure::kernels_in_timelines, a.kernels_ms, b.kernels_ms)};
    if (!is_much_less(more.beside_ms / more.all_ms, less.beside_ms / less.all_ms)) return {};
    return {move_of(Measure::several_engines, a.beside_ms / a.all_ms, b.beside_ms / b.all_ms)};
}

}  // namespace

std::vector<Move> moved_host_calls(const lab::Result& before, const lab::Result& now) {
    const auto a = calls_for_steps(before.request.settings),
               b = calls_for_steps(now.request.settings);
    const bool graph = engine_times(before) && engine_times(now) && std::min(a, b) == 1 && a != b;
    return graph ? std::vector{move_of(Measure::host_calls, double(a), double(b))}
                 : std::vector<Move>();
}

std::vector<Move> moved_host_side(const lab::Settings& before, const lab::Settings& now) {
    const lab::Plan was = lab::plan_of(before), is = lab::plan_of(now);
    std::vector<Move> all;
    const double a = pageable_bytes(was), b = pageable_bytes(is);
    if ((a == 0) != (b == 0)) {
        append(all, moved_memory(was.pageable, is.pageable));
        all.push_back(move_of(Measure::pageable_bytes, a, b));
    }
    const auto one = double(was.timed_streams()), other = double(is.timed_streams());
    if (one != other) all.push_back(move_of(Measure::streams, one, other));
    return all;
}

std::optional<std::vector<Move>> moved_in_timelines(const lab::Result& before,
                                                    const lab::Result& now, bool faster) {
    const OverlappedRun a = overlapped_run(before), b = overlapped_run(now);
    if (!a || !b) return std::nullopt;
    const bool rungs = before.request.settings.rung != now.request.settings.rung;
    if (rungs && a.pageable && b.pageable && !faster)
        return std::vector{move_of(Measure::host_waits)};
    const std::vector<Move> calls = fewer_calls(before, now, faster);
    if (a.of_another || b.of_another) {
        if (faster == a.pageable && a.pageable != b.pageable)
            return moved_memory(a.pageable, b.pageable);
        return rungs ? calls : in_timelines(a, b, faster);
    }
    std::vector<Move> all = moved_copies(a, b, faster);
    append(all, more_overlap(a, b, faster));
    if (all.empty()) all = calls.empty() ? copies_remain(a, b, faster) : calls;
    return all.empty() ? std::nullopt : std::optional(all);
}

}  // namespace app

// Two timelines in one clause. See overlapped.h.
#include "app/sentences/overlapped.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "app/engines.h"
#include "app/format.h"
#include "lab/plan.h"

namespace app {
namespace {

constexpr double much = .75, tenth = .1;

// Copies both ways may be under way together, so these are times on the clock and not sums of work.
struct OverlappedRun {
    double copies_ms = 0, all_ms = 0, beside_ms = 0;
    double both_ways_ms = 0;  // copies in and out, of copies_ms
    double kernels_ms = 0;
    bool pageable = false;
    bool of_another = false;  // its timeline is of a run of its own, which took another time
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
            .of_another = std::abs(whole - time) > tenth * time};
}

bool is_much_less(double less, double more) { return less < much * more; }

// A hundredth of what is shown at most: nothing that anybody reads off a timeline.
std::string time_or_none(double ms, double beside, const std::string& words) {
    return ms < beside / 100 ? "none" : words;
}

std::string from_to(double before, double now) {
    const bool both = std::min(before, now) >= std::max(before, now) / 100;
    return time_or_none(before, now, both ? time_number(before, now) : time_text(before)) + " → " +
           time_or_none(now, before, time_text(now));
}

std::string memory_words(bool was_pageable, bool is_pageable) {
    if (was_pageable == is_pageable) return "";
    return is_pageable ? "memory no longer page-locked" : "memory page-locked now";
}

std::string memory_words(const OverlappedRun& a, const OverlappedRun& b) {
    return memory_words(a.pageable, b.pageable);
}

std::int64_t pageable_bytes(const lab::Plan& plan) {
    std::int64_t bytes = 0;
    for (const lab::TransferRecord& one : lab::timed_transfers(plan))
        bytes += std::int64_t(one.bytes);
    return plan.pageable ? bytes : 0;
}

std::int64_t streams_of(const lab::Plan& plan) {
    std::set<int> streams;
    for (const lab::PlanStep& step : plan.steps)
        if (lab::is_timed(step)) streams.insert(lab::on_stream(step).number);
    return std::int64_t(streams.size());
}

// Why copies take less of the clock: other memory, or both ways at once, where that makes half of
// it.
std::string why_copies(const OverlappedRun& a, const OverlappedRun& b) {
    if (const std::string memory = memory_words(a, b); !memory.empty()) return ": " + memory;
    const double by = a.copies_ms - b.copies_ms, at_once = b.both_ways_ms - a.both_ways_ms;
    if (by * at_once <= 0 || std::abs(at_once) < .5 * std::abs(by)) return "";
    return by > 0 ? ", both ways at once" : ", one way at a time";
}

// Copies, the shorter ones where the time is shorter.
std::string copies_words(const OverlappedRun& a, const OverlappedRun& b, bool faster) {
    const auto [less, more] = faster ? std::pair(b, a) : std::pair(a, b);
    if (!is_much_less(less.copies_ms, more.copies_ms)) return "";
    return "copies " + from_to(a.copies_ms, b.copies_ms) + why_copies(a, b);
}

std::string overlap_words(const OverlappedRun& a, const OverlappedRun& b) {
    return "overlap of copies in, kernels and copies out: " + from_to(a.beside_ms, b.beside_ms);
}

// More of it where the time is shorter.
std::string beside_words_of(const OverlappedRun& a, const OverlappedRun& b, bool faster) {
    const auto [less, more] = faster ? std::pair(a, b) : std::pair(b, a);
    if (more.beside_ms < tenth * more.all_ms || !is_much_less(less.beside_ms, more.beside_ms))
        return "";
    return overlap_words(a, b);
}

// What the host calls for, one by one, or all of it at once.
std::int64_t calls_for_steps(const lab::Settings& settings) {
    const lab::Plan plan = lab::plan_of(settings);
    return plan.by_calls ? std::ranges::count_if(plan.steps, lab::is_timed) : 1;
}

// Fewer of them where the time is shorter.
std::string calls_words(const lab::Result& before, const lab::Result& now, bool faster) {
    const bool fewer = calls_for_steps(now.request.settings) == 1;
    return faster == fewer ? graph_words(before, now) : "";
}

// Where no timeline moved by much, copies may take most of both.
std::vector<std::string> copies_remain(const OverlappedRun& a, const OverlappedRun& b,
                                       bool faster) {
    const auto most = [](const OverlappedRun& run) { return run.copies_ms >= much * run.all_ms; };
    if (!most(a) || !most(b)) return {};
    const std::string copies = "copies still " + percent(b.copies_ms / b.all_ms) + " of it";
    // It is about as long in both, and yet the longer one where the time is shorter: why it is.
    const auto [less, more] = faster ? std::pair(a, b) : std::pair(b, a);
    if (more.beside_ms - less.beside_ms < tenth * more.beside_ms) return {copies};
    return {overlap_words(a, b) + ", " + copies, overlap_words(a, b)};
}

// On timelines whose runs took longer than what is timed, which way they part all the same.
std::string in_timelines(const OverlappedRun& a, const OverlappedRun& b, bool faster) {
    const auto [less, more] = faster ? std::pair(b, a) : std::pair(a, b);
    if (is_much_less(less.kernels_ms, more.kernels_ms))
        return "kernels " + from_to(a.kernels_ms, b.kernels_ms) + " in the timelines";
    if (!is_much_less(more.beside_ms / more.all_ms, less.beside_ms / less.all_ms)) return "";
    return "more than one engine at work for " + percent(a.beside_ms / a.all_ms) + " → " +
           percent(b.beside_ms / b.all_ms) + " of the timelines";
}

std::string memory_given(const lab::Plan& before, const lab::Plan& now) {
    const std::int64_t a = pageable_bytes(before), b = pageable_bytes(now);
    if ((a == 0) == (b == 0)) return "";
    return memory_words(before.pageable, now.pageable) + ", pageable bytes copied " + grouped(a) +
           " → " + grouped(b);
}

std::string streams_given(const lab::Plan& before, const lab::Plan& now) {
    const std::int64_t a = streams_of(before), b = streams_of(now);
    return a == b ? "" : "streams " + grouped(a) + " → " + grouped(b);
}

}  // namespace

std::string graph_words(const lab::Result& before, const lab::Result& now) {
    const auto a = calls_for_steps(before.request.settings),
               b = calls_for_steps(now.request.settings);
    const bool graph = engine_times(before) && engine_times(now) && std::min(a, b) == 1 && a != b;
    return graph ? "calls for launches and copies " + grouped(a) + " → " + grouped(b) : "";
}

std::vector<std::string> with_given(std::vector<std::string> said, const lab::Settings& before,
                                    const lab::Settings& now, std::string_view none) {
    if (said.empty()) return said;
    const lab::Plan was = lab::plan_of(before), is = lab::plan_of(now);
    const std::string memory = memory_given(was, is), streams = streams_given(was, is);
    const std::string both = memory + (memory.empty() || streams.empty() ? "" : ", ") + streams;
    if (both.empty()) return said;
    const std::string first = said.front();
    if (!first.starts_with(none)) {
        said.insert(said.begin(), first + "; also changed: " + both);
        return said;
    }
    const std::string rest = first.substr(none.size());
    return {both + "; no other counter changed" + rest, both, memory.empty() ? streams : memory};
}

std::string held_up_words(const lab::Result& before, const lab::Result& now, bool faster) {
    const OverlappedRun a = overlapped_run(before), b = overlapped_run(now);
    const bool rungs = before.request.settings.rung != now.request.settings.rung;
    return a && b && rungs && a.pageable && b.pageable && !faster
               ? "memory is pageable in both, and each copy holds up the host"
               : "";
}

std::vector<std::string> overlapped_words(const lab::Result& before, const lab::Result& now,
                                          bool faster) {
    const OverlappedRun a = overlapped_run(before), b = overlapped_run(now);
    if (!a || !b) return {};
    const bool rungs = before.request.settings.rung != now.request.settings.rung;
    const std::string calls = calls_words(before, now, faster);
    if (a.of_another || b.of_another) {
        const std::string memory = faster == a.pageable ? memory_words(a, b) : "";
        if (!memory.empty() || rungs) return {memory.empty() ? calls : memory};
        return {in_timelines(a, b, faster)};
    }
    const std::string copies = copies_words(a, b, faster), beside = beside_words_of(a, b, faster);
    if (copies.empty() && beside.empty() && !calls.empty()) return {calls};
    if (copies.empty() && beside.empty()) return copies_remain(a, b, faster);
    if (copies.empty() || beside.empty()) return {copies + beside};
    return {beside + ", " + copies, copies};
}

}  // namespace app

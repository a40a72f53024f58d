// Matches the rounds of two runs, and sums what each has spent. See in_step.h.
#include "app/in_step.h"

#include <algorithm>
#include <map>
#include <vector>

namespace app {
namespace {

struct Stored {
    std::uint64_t values = 0;
};

using simulator::Event;
using simulator::Step;

// Steps of one barrier interval of one launch.
struct Round {
    std::uint16_t launch = 0;
    int first = 0, count = 0;
};

std::vector<Round> made_rounds(const lab::Run& run) {
    std::vector<Round> rounds;
    const Step* last = nullptr;
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const Step& step = run.steps[i];
        if (!last || last->launch != step.launch || last->interval != step.interval)
            rounds.push_back({step.launch, static_cast<int>(i), 0});
        ++rounds.back().count;
        last = &step;
    }
    return rounds;
}

// Cached in the run: each frame asks for it.
const std::vector<Round>& rounds_of(const lab::Run& run) {
    struct Rounds {
        std::vector<Round> all;
    };
    return run.derived(0, [&] { return Rounds{made_rounds(run)}; }).all;
}

std::vector<Round> of_launch(const std::vector<Round>& rounds, std::uint16_t launch) {
    std::vector<Round> found;
    std::ranges::copy_if(rounds, std::back_inserter(found),
                         [&](const Round& round) { return round.launch == launch; });
    return found;
}

// Maps step `done` of `from` steps to one of `to` steps; last maps to last.
int share(int done, int from, int to) {
    return std::max(0, ((done + 1) * to + from - 1) / from - 1);
}

int total(const std::vector<Round>& rounds, std::size_t from) {
    int steps = 0;
    for (std::size_t i = from; i < rounds.size(); ++i) steps += rounds[i].count;
    return steps;
}

// The step beside step `done` of round `at`, where `mine` are the rounds of its launch.
int beside(const std::vector<Round>& mine, std::size_t at, int done,
           const std::vector<Round>& theirs) {
    const Round& end = theirs.back();
    if (at >= theirs.size()) return end.first + end.count - 1;
    const bool last = at + 1 == mine.size();
    const int steps = last ? total(theirs, at) : theirs[at].count;
    return theirs[at].first + share(done, mine[at].count, steps);
}

std::uint64_t issued(const std::map<std::uint64_t, std::uint64_t>& by_warp) {
    std::uint64_t all = 0;
    for (const auto& [warp, slots] : by_warp) all += slots;
    return all;
}

struct SpentBySteps {
    std::vector<Spent> after;
};

SpentBySteps spent_by_steps(const lab::Run& run) {
    SpentBySteps made;
    std::map<std::uint64_t, std::uint64_t> slots;  // by launch and warp
    Spent now;
    for (const Step& step : run.steps) {
        for (const std::uint32_t index : step.events) {
            const Event& event = run.trace->events[index];
            std::uint64_t& warp = slots[std::uint64_t{event.launch} << 32 | event.warp];
            warp = std::max(warp, std::uint64_t{event.index} + 1);
            const bool constant = event.space == simulator::Space::constant;
            (constant ? now.passes : now.wavefronts) += event.wavefronts;
            const bool local = event.space == simulator::Space::local;
            (local ? now.local : now.sectors) += event.sectors;
        }
        now.issue_slots = issued(slots);
        made.after.push_back(now);
    }
    return made;
}

}  // namespace

bool alike(const lab::Run& first, int at, const lab::Run& second, int there) {
    if (at < 0 || there < 0 || at >= std::ssize(first.steps) || there >= std::ssize(second.steps))
        return false;
    const simulator::Step &a = first.steps[std::size_t(at)], &b = second.steps[std::size_t(there)];
    return a.kind == b.kind && a.space == b.space;
}

int step_beside(const lab::Run& first, int at, const lab::Run& second) {
    const int last = static_cast<int>(second.steps.size()) - 1;
    if (at < 0 || last < 0 || first.steps.empty()) return std::min(at, last);
    if (at >= static_cast<int>(first.steps.size()) - 1) return last;
    const std::uint16_t launch = first.steps[static_cast<std::size_t>(at)].launch;
    const std::vector<Round> mine = of_launch(rounds_of(first), launch),
                             theirs = of_launch(rounds_of(second), launch);
    if (theirs.empty()) return last;
    std::size_t round = 0;
    while (at >= mine[round].first + mine[round].count) ++round;
    return beside(mine, round, at - mine[round].first, theirs);
}

std::string array_of_step(const lab::Run& run, int step) {
    if (!run.trace || step < 0 || step >= std::ssize(run.steps)) return "";
    if (run.steps[std::size_t(step)].events.empty()) return "";
    const simulator::Event& event = run.trace->events[run.steps[std::size_t(step)].events.front()];
    const auto lanes = run.trace->lanes_of(event);
    const int array = lanes.empty() ? -1 : run.trace->array_of(event, lanes[0].address, nullptr);
    return array < 0 ? "" : run.trace->arrays[std::size_t(array)].name;
}

bool alike_in_array(const lab::Run& first, int at, const lab::Run& second, int there) {
    return alike(first, at, second, there) &&
           array_of_step(first, at) == array_of_step(second, there);
}

RoundPlace round_at(const lab::Run& run, int step) {
    RoundPlace place;
    for (const Round& round : rounds_of(run)) {
        ++place.rounds;
        if (round.first <= step) place.round = place.rounds;
        place.barriers |= run.steps[static_cast<std::size_t>(round.first)].interval > 0;
    }
    return place;
}

Spent spent(const lab::Run& run, int step) {
    if (!run.trace || run.steps.empty() || step < 0) return {};
    const std::vector<Spent>& after = run.derived(0, [&] { return spent_by_steps(run); }).after;
    return after[std::min(static_cast<std::size_t>(step), after.size() - 1)];
}

Spent spent_in_all(const lab::Run& run) { return spent(run, static_cast<int>(run.steps.size())); }

std::uint64_t values_stored(const lab::Run& run) {
    return run
        .derived(0,
                 [&] {
                     Stored all;
                     for (std::size_t i = 0; run.trace && i < run.trace->events.size(); ++i) {
                         const Event& event = run.trace->events[i];
                         if (event.kind == simulator::EventKind::store &&
                             event.space == simulator::Space::global)
                             all.values += run.trace->lanes_of(event).size();
                     }
                     return all;
                 })
        .values;
}

}  // namespace app

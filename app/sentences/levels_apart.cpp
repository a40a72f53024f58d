// Sectors of two pictures by the level that answers. See levels_apart.h.
#include "app/sentences/levels_apart.h"

#include <algorithm>
#include <vector>

#include "app/sentences/changed_settings.h"
#include "app/sentences/measures.h"
#include "app/sentences/thresholds.h"

namespace app {
namespace {

// By step, up to and including it; empty where some blocks are not followed.
struct SumsBySteps {
    std::vector<lab::LevelSums> after;
    lab::LevelSums all;
    // Warp loads with at least one sector from memory: the warp waits for it.
    std::uint64_t loads_from_memory = 0;
};

SumsBySteps made_sums(const lab::Run& run, const lab::Settings& asked) {
    SumsBySteps made;
    if (!lab::follows_all(run)) return made;
    const lab::Levels levels = lab::levels_of(*run.trace, lab::cache_room(run, asked));
    std::size_t done = 0;
    for (const simulator::Step& step : run.steps) {
        for (const std::uint32_t event : step.events) {
            bool moves = false;
            for (; done < levels.ends[event]; ++done) {
                made.all.add(levels.asks[done]);
                moves |= levels.asks[done].by == lab::Level::memory;
            }
            const bool loads = run.trace->events[event].kind == simulator::EventKind::load;
            made.loads_from_memory += moves && loads;
        }
        made.after.push_back(made.all);
    }
    for (; done < levels.asks.size(); ++done) made.all.add(levels.asks[done]);
    return made;
}

const SumsBySteps& sums_by_steps(const lab::Run& run, const lab::Settings& asked) {
    return run.derived(lab::key_of(asked), [&] { return made_sums(run, asked); });
}

bool can_ask(const lab::Run* run) {
    return run && run->trace && run->ended() && !run->trace->events.empty();
}

// Whether both pictures have one size and known requests.
bool can_ask_both(const lab::Result& before, const lab::Result& now) {
    const lab::Run *a = before.picture.get(), *b = now.picture.get();
    return can_ask(a) && can_ask(b) && one_size(a->request.settings, b->request.settings);
}

bool differs(std::uint64_t before, std::uint64_t now) {
    const auto more = double(std::max(before, now)), less = double(std::min(before, now));
    return before != now && more >= from::sectors * less;
}

const SumsBySteps& sums_by_steps(const lab::Result& result) {
    return sums_by_steps(*result.picture, result.request.settings);
}
const lab::LevelSums& sums_of(const lab::Result& result) { return sums_by_steps(result).all; }

}  // namespace

std::optional<lab::Level> level_apart(const lab::Result& before, const lab::Result& now) {
    if (!can_ask_both(before, now)) return std::nullopt;
    const lab::LevelSums &one = sums_of(before), &other = sums_of(now);
    if (one.asked == 0 || other.asked == 0) return std::nullopt;
    for (const lab::Level level : {lab::Level::memory, lab::Level::l2})
        if (differs(one.of(level), other.of(level))) return level;
    return std::nullopt;
}

std::uint64_t answered_up_to(const lab::Result& result, lab::Level level, int step) {
    if (!can_ask(result.picture.get()) || step < 0) return 0;
    const SumsBySteps& sums = sums_by_steps(*result.picture, result.request.settings);
    const bool whole = std::size_t(step) >= sums.after.size();
    return (whole ? sums.all : sums.after[std::size_t(step)]).of(level);
}

namespace {

struct TouchedLines {
    std::uint64_t all = 0;
};

// Lines of each global request, counted separately as sectors are.
TouchedLines touched_lines(const simulator::Trace& trace) {
    constexpr simulator::Address line_bytes = 128;
    TouchedLines made;
    std::vector<simulator::Address> lines;
    for (const simulator::Event& event : trace.events) {
        if (event.space != simulator::Space::global || event.sectors == 0) continue;
        lines.clear();
        for (const simulator::Slot& slot : trace.lanes_of(event))
            lines.push_back(slot.address / line_bytes);
        std::ranges::sort(lines);
        made.all += std::uint64_t(std::unique(lines.begin(), lines.end()) - lines.begin());
    }
    return made;
}

std::uint64_t lines_of(const lab::Run& run) {
    return run.derived(0, [&] { return touched_lines(*run.trace); }).all;
}

// The same number of sectors may belong to few loads, while all other loads hit a cache.
std::vector<Move> moved_waiting_loads(const lab::Result& before, const lab::Result& now,
                                      bool faster) {
    if (!can_ask_both(before, now)) return {};
    const std::uint64_t one = sums_by_steps(before).loads_from_memory,
                        other = sums_by_steps(now).loads_from_memory;
    const bool twice = std::max(one, other) >= std::uint64_t(from::twice) * std::min(one, other);
    if (!twice || one == 0 || other == 0 || (other < one) != faster) return {};
    return {move_of(Measure::waiting_loads, double(one), double(other))};
}

}  // namespace

std::vector<Move> moved_lines(const lab::Result& before, const lab::Result& now, bool faster) {
    if (!can_ask_both(before, now)) return {};
    const std::uint64_t one = lines_of(*before.picture), other = lines_of(*now.picture);
    if (!differs(one, other) || (other < one) != faster) return {};
    return {move_of(Measure::lines_touched, double(one), double(other))};
}

std::vector<Move> moved_sectors(const lab::Result& before, const lab::Result& now, bool faster) {
    const auto level = level_apart(before, now);
    if (!level) return moved_waiting_loads(before, now, faster);
    const std::uint64_t one = sums_of(before).of(*level), other = sums_of(now).of(*level);
    if ((other < one) != faster) return moved_waiting_loads(before, now, faster);
    return {move_of(*level == lab::Level::memory ? Measure::memory_sectors : Measure::l2_sectors,
                    double(one), double(other))};
}

}  // namespace app

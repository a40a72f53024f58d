// Lays out the blocks over time in rows and columns. See layout.h.
#include "app/views/blocks/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "app/blocks_behind.h"
#include "app/series.h"
#include "app/views/eased.h"
#include "app/views/moment.h"
#include "lab/occupancy/registers_knob.h"
#include "lab/programs.h"
#include "lab/subject.h"

namespace app {
namespace {

// Most lane instructions that are run once more, behind the frames in a window: about 60 ms.
constexpr double most_lane_instructions = 2e7;

// Whether the requested number of blocks can be shown, and not only those of a smaller size.
bool shows_all(const lab::Run* counted, const lab::Run& traced) {
    return counted && counted != &traced && counted->request.settings.subject && counted->ended() &&
           lab::cost_of(counted->request.settings) <= most_lane_instructions;
}

// The watched block's model step at each step of the transport.
struct StepPlaces {
    std::vector<std::int64_t> by_step;
};

// Matches both runs by the n-th time that a warp runs an instruction; where a warp polled more
// often in one run, by the last time.
StepPlaces made_places(const simulator::BlocksOverTime& times, const lab::Run& traced,
                       std::uint64_t block) {
    using Key = std::array<std::uint32_t, 3>;  // launch, warp, instruction
    struct Ran {
        std::vector<std::uint32_t> at;
        std::size_t next = 0;
    };
    std::map<Key, Ran> ran;
    for (const simulator::WatchedStep& one : times.watched)
        if (one.block == block) ran[{one.launch, one.warp, one.instruction}].at.push_back(one.step);
    std::vector<std::int64_t> by_event;
    for (const simulator::Event& event : traced.trace->events) {
        const auto found = ran.find({event.launch, event.warp, event.instruction});
        by_event.push_back(-1);
        if (event.block != block || found == ran.end()) continue;
        Ran& its = found->second;
        by_event.back() = its.at[std::min(its.next++, its.at.size() - 1)];
    }
    StepPlaces made;
    for (const simulator::Step& step : traced.steps) {
        made.by_step.push_back(-1);
        for (const std::uint32_t event : step.events)
            made.by_step.back() = std::max(made.by_step.back(), by_event[event]);
    }
    return made;
}

// Kept for each size shown with this run. Key 0 is the run itself, which every step needs: no look
// at its settings then.
const StepPlaces& places_of(const ShownBlocks& shown, const lab::Run& traced) {
    const std::size_t key =
        shown.run == &traced ? 0 : std::hash<std::string>{}(line_of(shown.run->request.settings));
    return traced.derived(static_cast<std::int64_t>(key),
                          [&] { return made_places(*shown.times, traced, shown_block(traced)); });
}

}  // namespace

const simulator::BlocksOverTime& blocks_over_time(const lab::Run& run, std::uint64_t watched) {
    return *run.derived(static_cast<std::int64_t>(watched), [&] {
        lab::Request request = run.request;
        request.watched = {watched};
        return lab::blocks_over_time(std::move(request), lab::blocks_held);
    });
}

ShownBlocks shown_blocks(const DrawContext& context) {
    const lab::Run* traced = &context.picture();
    if (!traced->trace || !traced->request.settings.subject) return {};
    const lab::Run* counted = context.result.counted.get();
    const std::uint64_t watched = shown_block(*traced);
    if (!shows_all(counted, *traced)) return {traced, &blocks_over_time(*traced, watched)};
    if (!frames_go_on(context)) return {counted, &blocks_over_time(*counted, watched)};
    const BlocksBehind& behind = blocks_behind(*counted, watched);
    if (const auto made = behind.made()) return {counted, made.get()};  // `counted` keeps them
    return {traced, &blocks_over_time(*traced, watched), behind.progress()};
}

BlockPlace block_place(const ShownBlocks& shown, const lab::Run& traced, int index) {
    BlockPlace place{0, shown_block(traced), -1};
    if (index < 0 || index >= static_cast<int>(traced.steps.size())) return place;
    place.launch = traced.steps[static_cast<std::size_t>(index)].launch;
    place.step = places_of(shown, traced).by_step[static_cast<std::size_t>(index)];
    return place;
}

std::vector<BlockPlace> block_places(const ShownBlocks& shown, const lab::Run& traced) {
    const std::vector<std::int64_t>& by_step = places_of(shown, traced).by_step;
    std::vector<BlockPlace> places;
    for (std::size_t i = 0; i < by_step.size(); ++i)
        places.push_back({traced.steps[i].launch, shown_block(traced), by_step[i]});
    return places;
}

namespace {

struct HandsOver {
    bool whether = false;
};

bool has_several_blocks(const lab::LaunchRecord& launch) { return launch.grid.count() > 1; }

}  // namespace

bool own_kernel_has_several_blocks(const lab::Run& run) {
    const std::string own = run.request.settings.kernel();
    const auto is_own = [&](const lab::LaunchRecord& launch) { return launch.kernel == own; };
    const bool runs = std::ranges::any_of(run.launches, is_own);
    return std::ranges::any_of(run.launches, [&](const lab::LaunchRecord& launch) {
        return has_several_blocks(launch) && (is_own(launch) || !runs);
    });
}

namespace {

bool hands_over(const lab::Run& run) {
    const lab::Subject* subject = run.request.settings.subject.get();
    if (!subject || !own_kernel_has_several_blocks(run)) return false;
    const std::string& first = run.launches.front().kernel;
    return std::ranges::any_of(run.launches, [&](const lab::LaunchRecord& launch) {
        return launch.kernel != first ||
               (has_several_blocks(launch) && lab::waits_for_blocks(*subject, launch.kernel));
    });
}

}  // namespace

bool is_about_blocks(const lab::Run& run) {
    return run.derived(0, [&] { return HandsOver{hands_over(run)}; }).whether;
}

bool is_about_a_race(const lab::Run& run) {
    return !run.request.settings.lesson() && is_about_blocks(run) &&
           std::ranges::any_of(run.faults, [](const simulator::Fault& fault) {
               return fault.kind == simulator::FaultKind::race &&
                      !(fault.block == fault.other_block);
           });
}

std::optional<simulator::Stretch> doing(const simulator::BlockTimes& block, std::int64_t step) {
    for (const simulator::Stretch& one : block.stretches)
        if (one.from <= step && step < one.to) return one;
    return {};
}

const simulator::BlockTimes* find_block(const simulator::LaunchTimes& launch, std::uint64_t block) {
    const auto found = std::ranges::find(launch.kept, block, &simulator::BlockTimes::block);
    return found == launch.kept.end() ? nullptr : &*found;
}

LongestWait longest_wait(const simulator::BlocksOverTime& times) {
    LongestWait longest;
    for (int i = 0; i < static_cast<int>(times.launches.size()); ++i)
        for (const simulator::BlockTimes& block :
             times.launches[static_cast<std::size_t>(i)].kept) {
            std::map<std::int64_t, std::uint32_t> of;
            for (const simulator::Stretch& one : block.stretches)
                if (one.phase == simulator::Phase::waits) of[one.awaited] += one.to - one.from;
            for (const auto& [awaited, steps] : of)
                if (steps > longest.steps) longest = {i, block.block, awaited, steps};
        }
    return longest;
}

int BlockRows::line_of(std::uint64_t block, std::uint64_t blocks) const {
    if (blocks <= static_cast<std::uint64_t>(lines)) return static_cast<int>(block);
    if (block < static_cast<std::uint64_t>(first)) return static_cast<int>(block);
    const std::uint64_t behind = blocks - block;
    return behind <= static_cast<std::uint64_t>(last) ? lines - static_cast<int>(behind) : -1;
}

std::optional<std::uint64_t> BlockRows::block_at(int line, std::uint64_t blocks) const {
    const auto at = static_cast<std::uint64_t>(line), all = static_cast<std::uint64_t>(lines);
    if (line < 0 || at >= std::min(all, blocks)) return {};
    if (blocks <= all || line < first) return at;
    if (line == first) return {};
    return blocks - all + at;
}

std::uint64_t BlockRows::left_out(std::uint64_t blocks) const {
    if (blocks <= static_cast<std::uint64_t>(lines)) return 0;
    return blocks - static_cast<std::uint64_t>(first + last);
}

BlockRows rows_for(std::uint64_t most_blocks, int most_lines) {
    constexpr int kept =
        static_cast<int>(simulator::first_blocks_kept + simulator::last_blocks_kept);
    const int most = std::clamp(most_lines, 0, kept);
    if (most_blocks <= static_cast<std::uint64_t>(most)) {
        const int all = static_cast<int>(most_blocks);
        return {all, all, 0};
    }
    if (most < 4) return {};
    const int last = std::min<int>(most / 4, simulator::last_blocks_kept);
    return {most, most - last - 1, last};
}

std::vector<PhaseShares> bands_of(const simulator::BlockTimes& block, double steps) {
    std::vector<PhaseShares> bands;
    const double from = block.from, to = block.to;
    for (double at = std::floor(from / steps) * steps; at < to; at += steps)
        bands.push_back({std::max(at, from), std::min(at + steps, to)});
    if (bands.size() > 1 && bands.back().to - bands.back().from < steps / 2) {  // too short
        bands.pop_back();
        bands.back().to = to;
    }
    for (PhaseShares& band : bands) {
        const auto add = [&](simulator::Phase phase, float& share) {
            double in = 0;
            for (const simulator::Stretch& one : block.stretches)
                if (one.phase == phase)
                    in += std::max(0., std::min<double>(one.to, band.to) -
                                           std::max<double>(one.from, band.from));
            share = static_cast<float>(in / (band.to - band.from));
        };
        add(simulator::Phase::loads, band.loads);
        add(simulator::Phase::stores, band.stores);
        add(simulator::Phase::at_barrier, band.at_barrier);
    }
    return bands;
}

namespace {

constexpr float least_drawn = 4;  // pixels: a very short launch beside a long one

// Pixels of a step, the same in all columns; `drawn` holds each column's steps. Columns too narrow
// for their words get more room than their steps take; the others share the rest.
float step_width(const std::vector<LaunchColumn>& columns, float room, float narrowest) {
    std::size_t narrow = 0;
    for (float step = 0;;) {
        float left = room - narrowest * static_cast<float>(narrow), steps = 0;
        std::vector<float> all;
        for (const LaunchColumn& column : columns) all.push_back(column.drawn);
        std::ranges::sort(all);
        for (std::size_t i = narrow; i < all.size(); ++i) steps += all[i];
        step = std::max(left, 0.f) / steps;
        if (narrow + 1 >= all.size() || step * all[narrow] >= narrowest) return step;
        ++narrow;
    }
}

}  // namespace

std::vector<LaunchColumn> columns_for(const simulator::BlocksOverTime& times, int now, float width,
                                      float gap, float narrowest) {
    const int all = static_cast<int>(times.launches.size());
    const int fit =
        std::clamp(static_cast<int>((width + gap) / (narrowest + gap)), std::min(all, 1), all);
    const int first = std::clamp(now - fit / 2, 0, all - fit);
    const auto steps_of = [&](int i) {
        return static_cast<float>(std::max(times.launches[static_cast<std::size_t>(i)].steps, 1u));
    };
    std::vector<LaunchColumn> columns;
    for (int i = first; i < first + fit; ++i) columns.push_back({i, 0, narrowest, steps_of(i)});
    const float step = step_width(columns, width - gap * static_cast<float>(fit - 1), narrowest);
    float left = 0;
    for (LaunchColumn& column : columns) {
        column.drawn = std::max(step * column.drawn, std::min(least_drawn, narrowest));
        column.left = left;
        column.width = fit == 1 ? width : std::max(narrowest, column.drawn);
        left += column.width + gap;
    }
    return columns;
}

float share_of_steps(const DrawContext& context, const ShownBlocks& shown) {
    constexpr double least = 1 / 3.;  // least share with room for words
    if (!context.beside) return 1;
    DrawContext other{context.beside->result, context.beside->cursor, context.metrics,
                      context.series};
    other.glides = context.glides;
    const ShownBlocks theirs = shown_blocks(other);
    if (!theirs) return 1;
    const auto steps = [](const ShownBlocks& blocks) {
        double all = 1;
        for (const simulator::LaunchTimes& launch : blocks.times->launches) all += launch.steps;
        return all;
    };
    return static_cast<float>(std::clamp(steps(shown) / steps(theirs), least, 1.));
}

double steps_of_band(const simulator::LaunchTimes& launch, float width) {
    constexpr double band = 12;  // pixels
    return band * std::max(launch.steps, 1u) / std::max(width, 1.f);
}

namespace {

bool too_dense(const simulator::LaunchTimes& launch, float width) {
    constexpr float least_apart = 10;  // pixels between stretches
    const auto marked = [](const simulator::Stretch& one) {
        return one.phase != simulator::Phase::computes && one.phase != simulator::Phase::waits;
    };
    std::ptrdiff_t most = 0;
    for (const simulator::BlockTimes& block : launch.kept)
        most = std::max(most, std::ranges::count_if(block.stretches, marked));
    return static_cast<float>(most) > width / least_apart;
}

}  // namespace

bool is_too_dense(const simulator::BlocksOverTime& times,
                  const std::vector<LaunchColumn>& columns) {
    return std::ranges::any_of(columns, [&](const LaunchColumn& column) {
        return too_dense(times.launches[static_cast<std::size_t>(column.launch)], column.drawn);
    });
}

}  // namespace app

// Sorts the values that a line left in registers into walks, one a thread. See walks.h.
#include "app/views/paths/walks.h"

#include <algorithm>
#include <bit>
#include <map>

#include "app/views/moment.h"
#include "lab/features/samples.h"

namespace app {
namespace {

constexpr int digits_of_float = 9, digits_of_double = 17;  // enough to restore the same bits

using simulator::LeftValue;
using simulator::LineValues;

// The walks by thread of the block.
std::map<std::int64_t, Walk> sorted(const LineValues& values, std::uint64_t block, double begins) {
    std::map<std::int64_t, Walk> found;
    for (const LeftValue& one : values.left) {
        if (one.block != block) continue;
        for (std::uint32_t lanes = one.mask; lanes; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            const auto thread = std::int64_t{one.warp} * simulator::warp_size + lane;
            Walk& walk = found[thread];
            if (walk.values.empty()) walk.values.push_back(begins);
            walk.warp = static_cast<int>(one.warp), walk.lane = lane;
            walk.values.push_back(values.value(one, lane));
            walk.places.emplace_back(one.launch, one.index);
        }
    }
    return found;
}

const std::vector<float>* worth_of(const lab::Run& run, const std::string& name) {
    const auto found = std::ranges::find(run.results, name, &lab::ResultShot::buffer);
    return found == run.results.end() ? nullptr : &found->values;
}

void put_words(Walks& made, const lab::Samples& samples) {
    made.noun = samples.noun;
    made.walk_words = samples.walk_words;
    made.steps_words = samples.steps_words;
    made.worth_words = samples.worth_words;
    made.worth_from = samples.worth_from, made.worth_to = samples.worth_to;
}

void put_ranges(Walks& made, double begins) {
    made.low = made.high = begins;
    if (!made.worth_words.empty())
        made.low = std::min(begins, made.worth_from), made.high = std::max(begins, made.worth_to);
    for (const Walk& walk : made.all) {
        const auto [least, largest] = std::ranges::minmax(walk.values);
        made.low = std::min(made.low, least), made.high = std::max(made.high, largest);
        made.steps = std::max(made.steps, walk.steps());
    }
}

Walks read_walks(const lab::Run& run) {
    Walks made;
    const lab::Samples& samples = lab::feature<lab::Samples>(run.request.settings);
    if (samples.line.empty() || !run.line_values || !run.trace || run.line_values->left.empty())
        return made;
    const LineValues& values = *run.line_values;
    const simulator::LaunchShape& launch = run.trace->launches.at(values.left.front().launch);
    made.block = shown_block(run), made.blocks = launch.grid.count();
    made.full = values.full;
    if (values.left.front().type == simulator::Type::f32)
        made.digits = digits_of_float;
    else
        made.digits = digits_of_double;
    put_words(made, samples);
    const std::vector<float>* worth = worth_of(run, samples.values);
    const auto first = std::int64_t(made.block * launch.block.count());
    for (auto& [thread, walk] : sorted(values, made.block, samples.begins)) {
        walk.sample = first + thread;
        walk.worth =
            worth && walk.sample < std::ssize(*worth) && (*worth)[std::size_t(walk.sample)] != 0;
        made.all.push_back(std::move(walk));
    }
    put_ranges(made, samples.begins);
    return made;
}

// A warp's place from a step of the run on.
struct Reached {
    int step = 0;
    WarpPlace place;
};

// By warp, in the order of the steps.
struct Progress {
    std::map<int, std::vector<Reached>> of_warp;

    const WarpPlace* at(int warp, int step) const {
        const auto found = of_warp.find(warp);
        if (found == of_warp.end()) return nullptr;
        const auto& all = found->second;
        const auto after = std::ranges::upper_bound(all, step, {}, &Reached::step);
        return after == all.begin() ? nullptr : &std::prev(after)->place;
    }
};

Progress read_progress(const lab::Run& run) {
    Progress made;
    for (std::size_t i = 0; i < run.steps.size(); ++i)
        for (const std::uint32_t id : run.steps[i].events) {
            const simulator::Event& event = run.trace->events[id];
            made.of_warp[static_cast<int>(event.warp)].push_back(
                {static_cast<int>(i), {event.launch, event.index}});
        }
    return made;
}

// Every frame needs it, and a search for the next waste needs it at every step: kept with the run.
const Progress& progress(const lab::Run& run) {
    return run.derived(0, [&] { return read_progress(run); });
}

}  // namespace

const Walks& walks(const lab::Run& run) {
    return run.derived(0, [&] { return read_walks(run); });
}

std::vector<std::int64_t> walked(const lab::Run& run, int step) {
    const Progress& reached = progress(run);
    std::vector<std::int64_t> taken;
    for (const Walk& walk : walks(run).all) {
        const WarpPlace* at = reached.at(walk.warp, step);
        taken.push_back(at ? std::ranges::lower_bound(walk.places, *at) - walk.places.begin() : 0);
    }
    return taken;
}

int step_with(const lab::Run& run, const Walk& walk, std::int64_t steps) {
    if (steps <= 0) return -1;
    const auto& of_warp = progress(run).of_warp;
    const auto found = of_warp.find(walk.warp);
    if (found == of_warp.end()) return -1;
    const WarpPlace wanted = walk.places.at(std::size_t(steps) - 1);
    const auto beyond =
        std::ranges::find_if(found->second, [&](const Reached& one) { return one.place > wanted; });
    return beyond == found->second.end() ? -1 : beyond->step;
}

}  // namespace app

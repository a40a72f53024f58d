// Sentences about blocks. See words.h.
#include "app/views/blocks/words.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "app/format.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/waves.h"
#include "lab/words.h"

namespace app {

using simulator::BlocksOverTime;
using simulator::BlockTimes;
using simulator::LaunchTimes;
using simulator::Phase;
using simulator::Stretch;

std::string does_words(const Stretch& what) {
    switch (what.phase) {
        case Phase::loads: return "loads from global memory";
        case Phase::stores: return "writes to global memory";
        case Phase::at_barrier: return "waits at a barrier";
        case Phase::waits:
            return what.awaited < 0 ? "waits for another block"
                                    : "waits for block " + grouped(what.awaited);
        default: return "computes";
    }
}

std::string crowd_words(const LaunchTimes& launch, std::int64_t step) {
    enum { works, at_barrier, waits, to_come, over, states };
    static constexpr std::array<std::array<const char*, 2>, states> does{
        {{"works", "work"},
         {"waits at a barrier", "wait at a barrier"},
         {"waits for another block", "wait for another block"},
         {"has not begun", "have not begun"},
         {"is done", "are done"}}};
    std::array<int, states> count{};
    for (const BlockTimes& block : launch.kept) {
        const auto what = doing(block, step);
        if (!what)
            ++count[step < block.from ? to_come : over];
        else if (what->phase == Phase::waits)
            ++count[waits];
        else
            ++count[what->phase == Phase::at_barrier ? at_barrier : works];
    }
    std::string words;
    for (std::size_t i = 0; i < states; ++i)
        if (count[i] > 0)
            words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count[i],
                                 does[i][count[i] == 1 ? 0 : 1]);
    const bool all = launch.kept.size() == launch.blocks;
    for (std::size_t i = 0; i < states && launch.kept.size() > 1; ++i)
        if (all && count[i] == std::ssize(launch.kept))
            return fmt::format("all {} blocks {}", count[i], does[i][1]);
    return fmt::format("of {}{} {}{}, {}", all ? "" : "the ", launch.kept.size(),
                       launch.kept.size() == 1 ? "block" : "blocks",
                       all ? "" : " that are followed", words);
}

namespace {

std::string blocks_text(const LaunchTimes& launch) { return plural(launch.blocks, "block"); }

// "1 019, 4 and 1 blocks", launch by launch; for many launches the largest.
std::string blocks_by_launch(const BlocksOverTime& times) {
    constexpr std::size_t most_listed = 4;
    const LaunchTimes& most = *std::ranges::max_element(times.launches, {}, &LaunchTimes::blocks);
    if (times.launches.size() > most_listed || std::ssize(times.launches) < times.launches_run)
        return "Up to " + blocks_text(most);
    std::vector<std::string> counts;
    for (const LaunchTimes& launch : times.launches) counts.push_back(grouped(launch.blocks));
    counts.back() += times.launches.back().blocks == 1 ? " block" : " blocks";
    return lab::listed(counts);
}

std::int64_t steps_of(const BlocksOverTime& times, const LongestWait& wait) {
    const LaunchTimes& launch = times.launches[static_cast<std::size_t>(wait.launch)];
    const BlockTimes* block = find_block(launch, wait.block);
    return block ? block->to - block->from : 0;
}

// "4 SMs"; of a chosen card "4 of 16 SMs".
std::string multiprocessors_text(const LaunchTimes& launch, const lab::Settings& settings) {
    const bool some = lab::chooses_card(settings);
    return (some ? grouped(launch.multiprocessors) + " of " : "") +
           plural(some ? lab::multiprocessor_of(settings).count : launch.multiprocessors, "SM");
}

std::string crowd_claim(const BlocksOverTime& times, const lab::Settings& settings) {
    const LaunchTimes& most = *std::ranges::max_element(times.launches, {}, &LaunchTimes::blocks);
    const std::string blocks = blocks_text(most),
                      on = " on " + multiprocessors_text(most, settings),
                      waves = most.waves > 1 ? ", in " + grouped(most.waves) + " waves" : "";
    if (times.launches_run == 1 && most.blocks == 1) return "One block, on one SM";
    if (times.launches_run == 1) return blocks + on + (waves.empty() ? ", all at once" : waves);
    const std::string launches = count_word(times.launches_run) + " launches";
    const bool alike = std::ranges::all_of(
        times.launches, [&](const LaunchTimes& launch) { return launch.blocks == most.blocks; });
    if (alike)
        return blocks + on + waves +
               (times.launches_run == 2 ? ", in both launches" : ", in each of " + launches);
    return blocks_by_launch(times) + ", in " + launches + " one after the other" +
           (waves.empty() ? "" : "; the largest" + waves.substr(1));
}

}  // namespace

std::string room_words(const LaunchTimes& launch, const lab::Settings& settings) {
    const std::string all = fmt::format("{} with room for {}", plural(launch.multiprocessors, "SM"),
                                        plural(launch.places, "such block"));
    if (!lab::chooses_card(settings)) return " This is a model: " + all + ".";
    const lab::Multiprocessor& of = lab::multiprocessor_of(settings);
    const std::int64_t each = launch.places / std::max(1u, launch.multiprocessors);
    const lab::Waves waves{static_cast<std::int64_t>(launch.blocks), of.count, each};
    return fmt::format(
        " This is a model: {} of {} of {}, with room for {} on each. All {} take *{}*.",
        launch.multiprocessors, plural(of.count, "SM"), lab::a_card(of), plural(each, "such block"),
        grouped(of.count), plural(waves.count(), "wave"));
}

std::string blocks_claim(const BlocksOverTime& times, const lab::Settings& settings) {
    const LongestWait wait = longest_wait(times);
    if (wait.steps == 0) return crowd_claim(times, settings);
    const std::string other = wait.awaited < 0 ? "another block" : "block " + grouped(wait.awaited);
    return fmt::format("Block {} waits for {}: {} of its {} model steps", grouped(wait.block),
                       other, grouped(wait.steps), grouped(steps_of(times, wait)));
}

}  // namespace app

// Sentences about blocks. See blocks_words.h.
#include "app/views/blocks_words.h"

#include <array>

#include <fmt/format.h>

#include "app/format.h"

namespace app {

using simulator::BlockTimes;
using simulator::LaunchTimes;
using simulator::Phase;
using simulator::Stretch;

std::string does_words(const Stretch& what) {
    switch (what.phase) {
        case Phase::loads: return "loads from global memory";
        case Phase::stores: return "stores to global memory";
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
         {"waits for another", "wait for another"},
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
    return fmt::format("of {}{} {}{} {}", all ? "" : "the ", launch.kept.size(),
                       launch.kept.size() == 1 ? "block" : "blocks",
                       all ? "" : " that are followed", words);
}

}  // namespace app

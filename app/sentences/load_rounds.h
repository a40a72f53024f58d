// Rounds of loads: the loads of a warp in one run of a basic block, from the trace. The layout of
// "Loads in flight", and a row of causes.h; knows no pixels. The rule is that of the counter
// global_load_rounds.
#pragma once

#include <cstdint>
#include <vector>

#include "app/sentences/moves.h"
#include "lab/run.h"

namespace app {

// Loads of one warp that are issued together and awaited together.
struct LoadRound {
    struct Load {
        int step = 0;             // into Run::steps
        std::uint32_t bytes = 0;  // bytes of its sectors
        bool operator==(const Load&) const = default;
    };
    std::uint32_t warp = 0;
    std::vector<Load> loads;
    // Instructions of the warp after the last load of the round: until the first use of a value of
    // the round; and until the next round or, after the last one, the warp's last access.
    std::uint32_t meanwhile = 0, until_next = 0;
    int first() const { return loads.front().step; }
    int last() const { return loads.back().step; }
    /// Whether a step lies from the first load to the last one.
    bool under_way(int step) const { return first() <= step && step <= last(); }
    /// Bytes of the loads issued up to this step.
    std::uint64_t bytes_until(int step) const;
    std::uint64_t bytes() const { return bytes_until(last()); }
};

// The rounds of the watched block in one launch.
struct LoadRounds {
    std::vector<std::vector<LoadRound>> warps;  // by warp, in order
    std::size_t most = 0;                       // most rounds of a warp
    std::uint64_t most_bytes = 0;               // most bytes of a round
    bool empty() const { return most == 0; }
    /// The round of this warp at a step: the round in progress, else the last one before, else the
    /// first one; nullptr where the warp has none.
    const LoadRound* at(std::uint32_t warp, int step) const;
    /// The median of `meanwhile` over the rounds of a warp.
    std::uint32_t usually_meanwhile(std::uint32_t warp) const;
    /// Its index among the rounds of its warp.
    std::size_t number(const LoadRound&) const;
};

/// The rounds of a launch; cached in the run.
const LoadRounds& load_rounds(const lab::Run&, int launch);

/// Whether so many instructions, at one per cycle, matter beside the memory latency of the modelled
/// card: a tenth of it or more.
bool count_beside_latency(std::int64_t instructions);

/// Instructions between a load and the first use of its value, of the first launches with loads.
/// Empty unless the faster run has four times as many, and the difference is a tenth of the
/// latency.
std::vector<Move> moved_between_loads(const lab::Run& before, const lab::Run& now, bool faster);

}  // namespace app

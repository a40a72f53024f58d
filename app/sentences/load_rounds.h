// Loads that go together: which loads of a warp stand in one run of a basic block, by the trace.
// The layout of "Loads under way", and a row of causes.h; knows no pixel. The rule is
// that of the counter global_load_rounds.
#pragma once

#include <cstdint>
#include <vector>

#include "app/sentences/moves.h"
#include "lab/run.h"

namespace app {

// Loads of one warp that are sent off together, and waited for together.
struct LoadRound {
    struct Load {
        int step = 0;             // into Run::steps
        std::uint32_t bytes = 0;  // of its sectors
        bool operator==(const Load&) const = default;
    };
    std::uint32_t warp = 0;
    std::vector<Load> loads;
    // Instructions of the warp: from its last load to the first that needs a value of the round,
    // and to the first load of the next round, or to the last access of the launch.
    std::uint32_t meanwhile = 0, until_next = 0;
    int first() const { return loads.front().step; }
    int last() const { return loads.back().step; }
    /// Whether some of it is sent off, and the last not before this step.
    bool under_way(int step) const { return first() <= step && step <= last(); }
    /// Of those that are sent off up to this step.
    std::uint64_t bytes_until(int step) const;
    std::uint64_t bytes() const { return bytes_until(last()); }
};

// Of the watched block in one launch.
struct LoadRounds {
    std::vector<std::vector<LoadRound>> warps;  // by warp, each in its order
    std::size_t most = 0;                       // rounds of a warp
    std::uint64_t most_bytes = 0;               // of a round
    bool empty() const { return most == 0; }
    /// The round of this warp that a step belongs to: the one that is under way, else the last
    /// before it, else the first to come; nullptr where the warp has none.
    const LoadRound* at(std::uint32_t warp, int step) const;
    /// What the rounds of a warp issue before they need a value: half of them no more than this.
    std::uint32_t usually_meanwhile(std::uint32_t warp) const;
    /// Its place among those of its warp.
    std::size_t number(const LoadRound&) const;
};

/// Kept with the run.
const LoadRounds& load_rounds(const lab::Run&, int launch);

/// Whether so many instructions, were one issued a cycle, count beside the latency of the modelled
/// card's memory: a tenth of it.
bool count_beside_latency(std::int64_t instructions);

/// Instructions between a load and the first use of its value, of the first launches that load,
/// where that of the faster run is four times the other's, and so many more count beside the
/// latency. Else none.
std::vector<Move> moved_between_loads(const lab::Run& before, const lab::Run& now, bool faster);

}  // namespace app

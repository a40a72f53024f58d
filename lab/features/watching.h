// Which blocks of a run are traced, and in which order blocks and warps run.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lab/feature.h"
#include "lab/run.h"
#include "simulator/fault.h"
#include "simulator/order.h"

namespace lab {

struct Watching {
    /// All blocks are traced, not one: the lesson has few, and they meet.
    bool follows_all_blocks = false;
    /// A refused kernel that is run all the same runs in the weak order: in the usual order its
    /// fault does not show.
    bool weakly_anyway = false;
    /// Warps wait for other warps, of any block: the number of blocks that wait is not known.
    bool waits_by_warp = false;
};

/// The order in which the simulator runs a request, and its seed: the one that the request asks
/// for; else that of the lesson's knobs, or the weak one (Watching::weakly_anyway).
std::pair<simulator::Order, std::uint64_t> order_of(const Request&);
/// How many blocks of a file's kernel run together where they wait for each other.
constexpr std::uint32_t most_together = 16;
/// Whether a file's kernel, run block after block, waited for ever: a block waits for a later one,
/// which does not begin before the waiting block ends.
bool waited_for_later_blocks(const Request&, const std::vector<LaunchRecord>&,
                             const std::vector<simulator::Fault>&);
/// Linear indices in the grid of the blocks that are traced. Pictures are about the first. Others
/// follow for lessons that trace all, and for a file's small grid whose blocks wait for each other:
/// an edge between two blocks is seen only where both are traced.
std::vector<std::uint64_t> watched_blocks(const Request&, const Plan&);

}  // namespace lab

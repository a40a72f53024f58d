// Deals a launch's blocks to the multiprocessors of the modelled card: a formula from the number of
// blocks that fit at once. Read by the first minute's picture.
#pragma once

#include <cstdint>
#include <string>

#include "lab/occupancy/occupancy.h"
#include "lab/run.h"

namespace app {

struct DealtBlocks {
    std::string card;           // "H200"
    int multiprocessors = 0;    // of that card
    std::uint64_t at_once = 0;  // blocks that fit a multiprocessor at once
    std::uint64_t blocks = 0;   // of the launch
    /// Blocks on a multiprocessor when the launch begins.
    std::uint64_t on(int multiprocessor) const;
    /// The multiprocessor of a block; -1 where the block waits for another to end.
    int home_of(std::uint64_t block) const;
    /// Blocks that run at once on the whole card.
    std::uint64_t room() const;
};

DealtBlocks dealt_blocks(std::uint64_t blocks, const lab::BlockNeeds& block);
/// The same for the blocks of a run's launch; for kernels of no known subject, only their threads
/// limit them.
DealtBlocks dealt_blocks(std::uint64_t blocks, const lab::Run&, int launch);

}  // namespace app

// How a launch's blocks would be dealt to the multiprocessors of the card that modelled times speak
// of: a formula, by the blocks that fit at once. Read by the first minute's picture.
#pragma once

#include <cstdint>
#include <string>

#include "lab/occupancy/occupancy.h"
#include "lab/run.h"

namespace app {

struct DealtBlocks {
    std::string card;           // "H200"
    int multiprocessors = 0;    // of that card
    std::uint64_t at_once = 0;  // blocks that a multiprocessor has room for
    std::uint64_t blocks = 0;   // of the launch
    /// Blocks on a multiprocessor when the launch begins.
    std::uint64_t on(int multiprocessor) const;
    /// Where a block goes; -1 where it waits for another to end.
    int home_of(std::uint64_t block) const;
    /// Blocks that have room at once.
    std::uint64_t room() const;
};

DealtBlocks dealt_blocks(std::uint64_t blocks, const lab::BlockNeeds& block);
/// Of blocks as a launch of this run has them; by their threads alone where nobody knows its
/// kernels.
DealtBlocks dealt_blocks(std::uint64_t blocks, const lab::Run&, int launch);

}  // namespace app

// Who wrote what: every element of a run's result, with the thread that stored to it last, of all
// blocks that were followed. The layout of "The array"; knows no pixel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

struct WrittenElement {
    std::uint64_t value = 0;   // bits of the array's type
    std::int64_t thread = -1;  // among all threads of the grid, by blocks; -1: nobody
    bool operator==(const WrittenElement&) const = default;
};

// Of the first launch, or of one that did not begin.
struct WrittenArray {
    std::string name;
    simulator::Type type{};
    simulator::Dim3 grid, block;
    bool began = false;
    std::vector<WrittenElement> elements;
    std::vector<std::int64_t> of_thread;  // the element that each thread wrote; -1: none
    std::int64_t nobodys = 0, idle = 0;   // elements without a thread, and the other way round
    std::int64_t past_end = -1;           // the element where a check ended it; -1: none did
    bool copied_before = false;           // the host has copied it before the launch that writes it

    std::int64_t threads() const { return std::int64_t(grid.count() * block.count()); }
    std::int64_t threads_of_block() const { return std::int64_t(block.count()); }
    /// Threads that wrote an element or more.
    std::int64_t writers() const;
    /// Blocks of which a thread wrote an element or more.
    std::int64_t blocks_writing() const;
    /// Whether all blocks wrote the same numbers, each to its own elements.
    bool repeats() const;
};

/// Kept with the run. Empty where the run has no result, or is too large to be drawn.
const WrittenArray& written_array(const lab::Run&);

}  // namespace app

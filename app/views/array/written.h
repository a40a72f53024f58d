// Every element of a run's result, with the last thread that stored to it, for all traced blocks.
// The layout of "The array"; knows no pixels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

struct WrittenElement {
    std::uint64_t value = 0;   // bits of the array's type
    std::int64_t thread = -1;  // index in the whole grid, block by block; -1: none
    bool operator==(const WrittenElement&) const = default;
};

// The array after the first launch, or before a launch that did not begin.
struct WrittenArray {
    std::string name;
    simulator::Type type{};
    simulator::Dim3 grid, block;
    bool began = false;
    std::vector<WrittenElement> elements;
    std::vector<std::int64_t> of_thread;  // the element that each thread wrote; -1: none
    std::int64_t nobodys = 0, idle = 0;   // elements without a thread; threads without an element
    std::int64_t past_end = -1;           // element where a check stopped the launch; -1: none
    bool copied_before = false;           // the host copied it before the launch

    std::int64_t threads() const { return std::int64_t(grid.count() * block.count()); }
    std::int64_t threads_of_block() const { return std::int64_t(block.count()); }
    /// Threads that wrote an element.
    std::int64_t writers() const;
    /// Blocks with a thread that wrote an element.
    std::int64_t blocks_writing() const;
    /// Whether all blocks wrote the same numbers, each to its own elements.
    bool repeats() const;
};

/// Kept with the run. Empty where the run has no result, or one that is too large to draw.
const WrittenArray& written_array(const lab::Run&);

}  // namespace app

// The first phase of a data-flow layout: which arrays are the stage, which are relays between its
// rows, and the meaning of a column. layout.cpp calls this.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "simulator/watch/flow.h"

namespace app {

struct FlowStage {
    std::vector<int> arrays;    // the one whose values are shown comes first
    std::map<int, int> relays;  // array -> its number from 1; rows between the stage's
    bool by_thread = false;     // a column is the writing thread, not the cell
    // Cells this far apart are a pair and share a column; 1: neighbours; 0: no pairs.
    std::int64_t pairs_apart = 0;
    // Cells this far apart, or a multiple of it, share a column; 0: each has its own.
    std::int64_t parts_of = 0;
    // of stage and relays, and the inputs that stand in them; ascending
    std::vector<std::uint32_t> versions;
    bool contains(int array) const;
    bool shows(int array) const { return contains(array) || relays.contains(array); }
    std::int64_t column(const simulator::Version&) const;
    bool second_of_pair(std::int64_t cell) const;
};

/// `made` are the versions that the block made in the launch, ascending.
FlowStage stage_of(const simulator::Flow&, const std::vector<std::uint32_t>& made,
                   const std::vector<const simulator::Comparison*>& comparisons);

bool made_by_kernel(const simulator::Version&);
std::span<const simulator::Edge> edges_of(const simulator::Flow&, const simulator::Version&);

}  // namespace app

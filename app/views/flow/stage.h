// The first half of a data-flow layout: which arrays are the stage, which are relays between its
// rows, and what a column stands for. Called by layout.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "simulator/watch/flow.h"

namespace app {

struct FlowStage {
    std::vector<int> arrays;    // the one whose values are shown comes first
    std::map<int, int> relays;  // array -> its number from 1: rows of its own between the stage's
    bool by_thread = false;     // a column is the writing thread, not the cell
    // Cells that stand so far apart are a pair, and one column; 1: every two neighbours; 0: each
    // has its own.
    std::int64_t pairs_apart = 0;
    // Cells that stand this far apart, once or several times, are one column; 0: each has its own.
    std::int64_t parts_of = 0;
    // of stage and relays, and inputs that stand in them, ascending
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

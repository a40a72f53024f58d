// When loads bring the inputs of a data-flow picture into their lanes. layout.cpp calls this;
// signature/draw.cpp takes the number of loaded values from it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "app/views/flow/layout.h"

namespace app {

// A cell of global memory that a thread of the block loads.
struct FlowLoad {
    std::uint32_t version = 0, thread = 0;
    int needed = -1;  // the step that makes the column's value from it; -1: none
    int step = -1;    // the last step before that which loads it; -1: not in the trace
};

/// The loads of each column. order_loads() finds their steps and sorts each column's loads by step,
/// and the numbers of one load by cell.
using FlowLoads = std::map<int, std::vector<FlowLoad>>;
void order_loads(const simulator::Flow&, const FlowQuestion&, FlowLoads&);

/// The loads of the column that has the most; empty without columns.
const std::vector<FlowLoad>& most_loads(const FlowLoads&);

/// By load of a column: its row, which is the row of its array among `most`. So a column with fewer
/// loads leaves rows empty. Where its arrays come in another order: rows 0, 1, 2, ...
std::vector<int> rows_of_loads(const simulator::Flow&, const std::vector<FlowLoad>& most,
                               const std::vector<FlowLoad>& of_column);

/// By number of one column, in order: its load and its place in it.
std::vector<FlowLoadPart> parts_of_loads(const simulator::Flow&, const std::vector<FlowLoad>&);

/// Number of values that the lanes of a block loaded from global memory in a launch.
std::uint64_t values_loaded(const simulator::Trace&, int launch, std::uint64_t block);

}  // namespace app

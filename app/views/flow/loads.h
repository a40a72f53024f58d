// When the inputs of a data-flow picture come into their lanes. Called by layout.cpp; how many they
// are, by signature/draw.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "app/views/flow/layout.h"

namespace app {

// A cell of global memory that a thread of the block loads.
struct FlowLoad {
    std::uint32_t version = 0, thread = 0;
    int needed = -1;  // the step that makes the column's value of it; -1: none
    int step = -1;    // the last step that loads it before that; -1: the trace has none
};

/// By column. Finds their steps and puts each column's loads in the order of time, and what one of
/// them brings in that of memory.
using FlowLoads = std::map<int, std::vector<FlowLoad>>;
void order_loads(const simulator::Flow&, const FlowQuestion&, FlowLoads&);

/// Those of the column with the most of them; empty where there is no column.
const std::vector<FlowLoad>& most_loads(const FlowLoads&);

/// By load of a column, in which row it stands: that of its array among `most`, so that one which
/// loads less leaves rows empty; where arrays follow each other otherwise, as they come.
std::vector<int> rows_of_loads(const simulator::Flow&, const std::vector<FlowLoad>& most,
                               const std::vector<FlowLoad>& of_column);

/// Of all loads of one column, in order.
std::vector<FlowLoadPart> parts_of_loads(const simulator::Flow&, const std::vector<FlowLoad>&);

/// How many values the lanes of a block loaded from global memory in a launch.
std::uint64_t values_loaded(const simulator::Trace&, int launch, std::uint64_t block);

}  // namespace app

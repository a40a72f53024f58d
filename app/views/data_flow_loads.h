// When the cells of a data-flow picture's input rows come into their lanes. Called by
// data_flow_layout.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/views/data_flow_layout.h"

namespace app {

/// For each of `versions`, cells of global memory: the first step in which the block loads that
/// cell; -1 where the trace has none.
std::vector<int> load_steps(const simulator::Flow&, const FlowQuestion&,
                            std::span<const std::uint32_t> versions);

}  // namespace app

// The layout of a launch of a run, made once and kept with it. Asked by data_flow.cpp.
#pragma once

#include "app/views/flow/layout.h"
#include "lab/run.h"

namespace app {

/// Of the watched block; empty where nothing flows.
const FlowLayout& layout_of(const lab::Run&, int launch);
/// Whether that has a row, which is known long before all of it is.
bool flows(const lab::Run&, int launch);

}  // namespace app

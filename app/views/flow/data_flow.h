// The layout that the data-flow view shows for a cursor, for others that follow it.
#pragma once

#include "app/view.h"
#include "app/views/flow/layout.h"

namespace app {

/// Of the watched block in the launch of the cursor's step; empty where nothing flows. Lives as
/// long as the run.
const FlowLayout& flow_layout(const lab::Run&, const Cursor&);

/// How many warps make the row that is now: "8 warps"; empty where none does.
std::string makers_at(const lab::Run&, const Cursor&);

}  // namespace app

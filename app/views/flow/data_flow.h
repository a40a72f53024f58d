// The layout that the data-flow view shows at a cursor, for other views that follow it.
#pragma once

#include "app/view.h"
#include "app/views/flow/layout.h"

namespace app {

/// For the watched block in the launch of the cursor's step; empty where nothing flows. Lives as
/// long as the run.
const FlowLayout& flow_layout(const lab::Run&, const Cursor&);

/// How many warps make the current row: "8 warps"; empty without such a row.
std::string makers_at(const lab::Run&, const Cursor&);

}  // namespace app

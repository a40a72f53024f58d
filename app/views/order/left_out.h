// A loop of the source that looks at a place again and again, and of which the compiler left one
// look: PTX has the access, and no instruction of the loop.
#pragma once

#include "app/views/order/meetings.h"

namespace app {

/// The line where such a loop begins that looked at what this access reads; 0 where there is none.
int loop_left_out(const lab::Run&, const Act& read);

}  // namespace app

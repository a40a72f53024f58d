// A loop of the source that reads a place repeatedly, of which the compiler left one read: PTX has
// that access, but no instruction of the loop.
#pragma once

#include "app/views/order/meetings.h"

namespace app {

/// The first line of such a loop that read what this access reads; 0: none.
int loop_left_out(const lab::Run&, const Act& read);

}  // namespace app

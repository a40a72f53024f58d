// Who calls the program's step, again and again: this loop, a test, or a browser between its
// frames.
#pragma once

#include <functional>

namespace platform {

/// Calls `step` until it returns false. A step waits by itself for what is due next.
void run_loop(const std::function<bool()>& step);

}  // namespace platform

// Calls the program's step repeatedly. A test, or a browser between its frames, may call the step
// instead.
#pragma once

#include <functional>

namespace platform {

/// Calls `step` until it returns false. A step waits by itself for the next event.
void run_loop(const std::function<bool()>& step);

}  // namespace platform

// The connections to a display, which shows a window while they are open.
#pragma once

namespace platform {

/// Closes this process's connections to X and Wayland, from any thread: its windows vanish at once.
/// A driver may keep an ended process, and its open connections.
void leave_screen();

}  // namespace platform

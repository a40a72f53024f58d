// The connection to a display, which shows a window for as long as it stands.
#pragma once

namespace platform {

/// Ends this process' connections to X and Wayland, from any thread: its windows go at once. A
/// driver may keep a process that has ended, and with it what was open.
void leave_screen();

}  // namespace platform

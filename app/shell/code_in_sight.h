// Scrolls the code pane to a line.
#pragma once

namespace app {

class Shell;

/// Scrolls the CUDA text to a line, if it is shown; 0: nowhere.
void put_in_sight(Shell& shell, int line);
/// Scrolls the code when a picture opens; the code stays there until the step changes. Goes to the
/// lines that a cured version changes, else to the kernel's own line: a function that other kernels
/// call too says less about this one.
void open_code(Shell& shell);
/// Scrolls to the lines that the chosen version changes; false where it changes nothing.
bool open_cure(Shell& shell);

}  // namespace app

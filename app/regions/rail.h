// The rail of controls: lessons, kernels, knobs, what to try next.
#pragma once

#include "app/shell/shell.h"

namespace app {

void rail(Ui& ui, Shell& shell, Rect area);
/// The list of a lesson's set-ups, over the window; the shell draws it while it is open.
void setup_menu(Ui& ui, Shell& shell, Rect window);
/// Runs the same settings for new samples; refused settings run with the value that fits.
void run_with_what_fits(Shell& shell);
/// In a lesson of programs with bugs: starts the hunt (from a cure, in its broken program), shows
/// the finding of the shown program, or ends the hunt.
void turn_hunt(Shell& shell);

}  // namespace app

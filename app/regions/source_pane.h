// The code beside the stage.
#pragma once

#include "app/shell/shell.h"

namespace app {

void source_pane(Ui& ui, Shell& shell, Rect area);
/// The code pane's body while it shows the host code.
void host_pane(Ui& ui, Shell& shell, Rect body);
/// The number of lines to scroll a program in `body`: by the wheel, and where `by_keys`, by the
/// page keys.
int lines_moved(Ui& ui, Rect body, int page, bool by_keys);
/// Scrolls the code pane to the lines that cause a counter; -1: none, and the pane stays as it is.
void mark_lines_of(Shell& shell, int counter);

}  // namespace app

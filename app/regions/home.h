// Home: every kernel of the lesson, in place of the stage.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// Home: every kernel of the lesson, in place of the stage.
void home(Ui& ui, Shell& shell, Rect area);
/// Whether this lesson has a home: more than one kernel.
bool has_home(const Shell& shell);
/// Opens home with the focus at the shown kernel; close_home() moves the focus back to the picture.
void open_home(Shell& shell);
void close_home(Shell& shell);

}  // namespace app

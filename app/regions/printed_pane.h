// What the kernel printed, in the code pane.
#pragma once

#include "app/shell/shell.h"

namespace app {

void printed_pane(Ui& ui, Shell& shell, Rect body);

}  // namespace app

// "Open a kernel", on a sheet over the window.
#pragma once

#include "app/shell/shell.h"

namespace app {

void open_sheet(Ui& ui, Shell& shell, Rect window);

}  // namespace app

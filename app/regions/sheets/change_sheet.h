// "Change this kernel", on a sheet over the window.
#pragma once

#include "app/shell/shell.h"

namespace app {

void change_sheet(Ui& ui, Shell& shell, Rect window);

}  // namespace app

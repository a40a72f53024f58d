// Keys and words, on a sheet over the window.
#pragma once

#include "app/shell/shell.h"

namespace app {

void help_sheet(Ui& ui, Shell& shell, Rect window);

}  // namespace app

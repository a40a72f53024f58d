// The lesson's text, on a sheet over the window.
#pragma once

#include "app/shell/shell.h"

namespace app {

void reading_sheet(Ui& ui, Shell& shell, Rect window);

}  // namespace app

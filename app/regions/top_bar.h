// The bar at the top: logo, switch of the stage, theme, help; and the list of the last changes.
#pragma once

#include "app/shell/shell.h"

namespace app {

void top_bar(Ui& ui, Shell& shell, const Frame& frame);
/// The list of the last settings that ran, with their results; a click goes back to one, as undo
/// does.
void history_menu(Ui& ui, Shell& shell, Rect window);
void open_history(Shell& shell);

}  // namespace app

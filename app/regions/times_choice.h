// The choice of times on cards.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// The choice of times in the head of a card of times. It ends at `right`; returns its width, 0
/// where there is no room or nothing to choose. Not `pressed`: only the words.
float times_choice(Ui& ui, Shell& shell, const View& view, Point right, float room,
                   bool pressed = true);
/// The list of that choice, over the window; the shell draws it while it is open.
void times_choice_menu(Ui& ui, Shell& shell, Rect window);

}  // namespace app

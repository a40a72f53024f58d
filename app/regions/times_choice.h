// The choice of times on cards, and of the knobs of the card "Time by two knobs".
#pragma once

#include <string>

#include "app/shell/shell.h"

namespace app {

/// The choice of times in the head of a card of times. It ends at `right`; returns its width, 0
/// where there is no room or nothing to choose. Not `pressed`: only the words.
float times_choice(Ui& ui, Shell& shell, const View& view, Point right, float room,
                   bool pressed = true);
/// The list of that choice, over the window; the shell draws it while it is open.
void times_choice_menu(Ui& ui, Shell& shell, Rect window);

/// Opens the list of knobs for the axis of a spot. `id` names the control that was pressed.
void open_map_menu(Shell&, const Spot&, const std::string& id);
/// Draws that list over the window while it is open, and takes the chosen knob.
void map_menu(Ui&, Shell&, Rect window);

}  // namespace app

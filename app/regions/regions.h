// The regions of the window, one file each. They draw from the shell's state and change it; none
// keeps any of its own.
#pragma once

#include "app/regions/widgets.h"
#include "app/shell.h"

namespace app {

void top_bar(Ui& ui, Shell& shell, const Frame& frame);
void rail(Ui& ui, Shell& shell, Rect area);
void stage(Ui& ui, Shell& shell, Rect area);
void transport(Ui& ui, Shell& shell, Rect area);
void live_transport(Ui& ui, Shell& shell, Rect area);
void refused_card(Ui& ui, Shell& shell, Rect stage);
void source_pane(Ui& ui, Shell& shell, Rect area);
/// The pane's body while it shows the host's side.
void host_pane(Ui& ui, Shell& shell, Rect body);
void card_row(Ui& ui, Shell& shell, Rect area, bool one_at_a_time);
void status_strip(Ui& ui, Shell& shell, Rect area);
void reading_sheet(Ui& ui, Shell& shell, Rect window);
void help_sheet(Ui& ui, Shell& shell, Rect window);
/// One view alone with its head, as a figure for slides.
void figure(Ui& ui, Shell& shell, const View& view, Rect area);
void figure_card(Ui& ui, Shell& shell, const View& view, Rect area);
void lesson_menu(Ui& ui, Shell& shell, Rect window);

}  // namespace app

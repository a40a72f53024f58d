// The cards below or beside the stage.
#pragma once

#include "app/shell/shell.h"

namespace app {

void card_row(Ui& ui, Shell& shell, Rect area, CardPlaces places);
/// The list of cards that share the last place, over the window; the shell draws it while it is
/// open.
void card_menu(Ui& ui, Shell& shell, Rect window, CardPlaces places);
/// Shows the next card of the last place, or the one before (`by` -1).
void next_card(Shell& shell, int by);
void figure_card(Ui& ui, Shell& shell, const View& view, Rect area);
/// In place of the cards, which would answer the question.
void locked_cards(Ui& ui, const Shell& shell, Rect area);

}  // namespace app

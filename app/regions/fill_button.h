// All times of a card at a press: a button in its head, a key, and the words on how far it is.
#pragma once

#include <string>

#include "app/shell/shell.h"
#include "app/widgets/ui.h"

namespace app {

/// Draws the button where the card lacks times that it does not get unasked, and one that searches,
/// the right edge at `right`; returns the width taken, 0 without them.
float fill_button(Ui&, Shell&, const View&, Point right, float room);
/// Fills the card under the mouse or focus, else the first in sight that lacks times; ends what is
/// being filled. A notice says where nothing is lacking.
void fill_card(Shell&);
/// The same for a search for the fastest setting.
void search_card(Shell&);
/// The result of a search that has ended becomes the notice.
void tell_found(Ui&, Shell&);
/// "Time by block shape: 12 of 60, 40 s left", or how sure a search is.
std::string words_of_filled(const FillProgress&);
std::string words_of_found(const FoundBest&);

}  // namespace app

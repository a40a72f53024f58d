// Zooms a card's plot: wheel, drag, double click, and keys while it has the focus. Each subject has
// its own zooms; they are not saved.
#pragma once

#include "app/shell/shell.h"

namespace app {

/// Zooms in (`factor` below 1) or out, about a point in shares of the visible part.
Zoom zoomed(const Zoom& zoom, double x, double y, double factor);
/// Moves by a drag, in shares of the visible part; never past an end.
Zoom panned(const Zoom& zoom, double right, double down);

/// Handles mouse and keys over a card's plot; `area` is the inside of the card.
void zoom_plot(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area);

}  // namespace app

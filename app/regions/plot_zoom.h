// A card's plot that can be looked at closer: wheel, drag, double click, and keys while it has the
// focus. Each subject has its own, and none is kept between starts.
#pragma once

#include "app/regions/shell.h"

namespace app {

/// Nearer (`factor` below 1) or further, about a point given as shares of what is seen.
Zoom zoomed(const Zoom& zoom, double x, double y, double factor);
/// As far as the mouse was dragged, in shares of what is seen; never over an end.
Zoom panned(const Zoom& zoom, double right, double down);

/// Answers mouse and keys over the plot of a card; `area` is the card's inside.
void zoom_plot(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area);

}  // namespace app

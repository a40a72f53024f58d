// Draws what a card has, in rows, each under its name in CUDA's device query. Beside "The card".
#pragma once

#include <optional>

#include "app/view.h"
#include "lab/occupancy/occupancy.h"

namespace app {

/// Draws as many rows as there is room for, below the card's name. Nothing in an empty area.
void draw_card_rows(Canvas&, Rect area, const lab::Multiprocessor&, const Metrics&);
/// The row at a point: its name in the query, and where its number is from.
std::optional<Spot> spot_of_card_rows(Rect area, const lab::Multiprocessor&, const Metrics&, Point);

}  // namespace app

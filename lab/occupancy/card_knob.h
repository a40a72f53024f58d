// The knob that chooses a card, from the first with CUDA to today's. For a lesson whose grid
// depends on how much a multiprocessor holds.
#pragma once

#include "lab/occupancy/occupancy.h"
#include "lab/settings.h"

namespace lab {

/// One object for all lessons, so that pictures recognise it. Each of the 132 multiprocessors of an
/// H200 gets the blocks that one of the chosen card holds.
const Knob& card_knob();
/// The same choice of a card as a whole: the launch is for its number of multiprocessors.
const Knob& whole_card_knob();
/// Whether these settings choose a card.
bool chooses_card(const Settings&);
/// Whether they choose it as a whole.
bool fills_card(const Settings&);
/// Whether they choose the card of this machine.
bool chooses_card_here(const Settings&);
/// The chosen card; the usual card where none is chosen, or this machine's is not known.
const Multiprocessor& multiprocessor_of(const Settings&);

}  // namespace lab

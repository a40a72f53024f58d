// The choice of a card, from the first with CUDA to today's: the control of a lesson whose grid is
// what a multiprocessor holds.
#pragma once

#include "lab/occupancy/occupancy.h"
#include "lab/settings.h"

namespace lab {

/// One for all, so that pictures know it where they meet it.
const Knob& card_knob();
/// Whether these settings choose a card.
bool chooses_card(const Settings&);
/// The card that these settings choose; the usual one where they choose none.
const Multiprocessor& multiprocessor_of(const Settings&);

}  // namespace lab

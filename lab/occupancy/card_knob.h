// The knob that chooses a card, from the first with CUDA to today's. For a lesson whose grid
// depends on how much a multiprocessor holds.
#pragma once

#include "lab/occupancy/occupancy.h"
#include "lab/settings.h"

namespace lab {

/// One object for all lessons, so that pictures recognise it.
const Knob& card_knob();
/// Whether these settings choose a card.
bool chooses_card(const Settings&);
/// The chosen card; the usual card where none is chosen.
const Multiprocessor& multiprocessor_of(const Settings&);

}  // namespace lab

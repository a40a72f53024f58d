// The knob that says how many registers a thread has, for the room on a card alone: a GPU runs the
// kernel with the registers that the compiler gave it. For lessons with the knob of the card.
#pragma once

#include "lab/occupancy/occupancy.h"
#include "lab/run.h"
#include "lab/settings.h"

namespace lab {

/// One object for all lessons, so that pictures recognise it.
const Knob& registers_knob();
/// Whether these settings say a number; else the compiler's holds.
bool says_registers(const Settings&);
/// Registers that a thread of this kernel takes where its blocks look for room.
std::int64_t registers_for_room(const Settings&, const std::string& kernel);
/// The resources that a block of this launch takes where it looks for room.
BlockNeeds needs_of(const Settings&, const LaunchRecord&);
/// Blocks of this launch that a multiprocessor of the chosen card holds at once. 0: no card is
/// chosen, or it has no room for one.
std::uint32_t blocks_held(const Settings&, const LaunchRecord&);

}  // namespace lab

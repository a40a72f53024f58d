// Refuses a launch for which a chosen card has no room. For lessons with a knob for the card.
#pragma once

#include <optional>

#include "lab/occupancy/occupancy.h"
#include "lab/settings.h"

namespace lessons {

// The knobs that decide what a block takes, and what that is.
struct RoomKnobs {
    const lab::Knob* block = nullptr;
    const lab::Knob* shared = nullptr;
    lab::BlockNeeds (*needs)(const lab::Settings&) = nullptr;
};

/// Why the card of this machine can't be chosen; nullopt where it can, or another one is chosen.
std::optional<lab::Refusal> no_card_here(const lab::Settings&);
/// nullopt where at least one block fits on a multiprocessor of the card of these settings.
std::optional<lab::Refusal> no_room_on_card(const lab::Settings&, const RoomKnobs&);

}  // namespace lessons

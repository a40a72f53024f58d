// The card of this machine, as its driver describes it. Whoever can ask the driver registers here:
// lab/cuda/card.cpp. A fact that the driver does not tell stays 0.
#pragma once

#include <optional>
#include <string>

#include "lab/occupancy/occupancy.h"

namespace lab {

/// The id of its Multiprocessor, and its name on the command line.
constexpr auto id_of_card_here = "here";

struct CardHere {
    std::optional<Multiprocessor> card;  // nullopt: no GPU
    int megahertz = 0;                   // of the multiprocessors
    int memory_megahertz = 0, bus_bits = 0;
    /// Why there is no card, or why no blocks can be packed on it: a sentence. Empty: they can.
    std::string lacks;
};

struct CardSource {
    /// True while it is unknown whether there is a card. Starts nothing.
    bool (*unknown)();
    /// Asks the driver. May wait as long as a call to the GPU may take.
    CardHere (*ask)();
};
struct RegisterCardSource {
    explicit RegisterCardSource(CardSource);
};

/// Asks the driver at the first call.
const CardHere& card_here();
/// The same without waiting: nullptr while it is unknown. Starts no search. For frames.
const CardHere* known_card_here();

/// Fills in what a driver does not tell, by the compute capability: allocation units, schedulers
/// and registers of a thread. False for a capability that is not in the table.
bool add_units(Multiprocessor&, int major, int minor);

}  // namespace lab

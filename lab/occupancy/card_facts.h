// What the tables of occupancy.h do not have of a card: its clock and its memory. No count and no
// modelled time uses them.
#pragma once

#include <string_view>

#include "lab/occupancy/occupancy.h"

namespace lab {

struct CardFacts {
    std::string_view id;            // of Multiprocessor
    int megahertz = 0;              // of the multiprocessors, the highest
    double gigabytes_a_second = 0;  // between memory and multiprocessors
    std::string_view source;
};

/// For a card of multiprocessors().
const CardFacts& facts_of(const Multiprocessor&);

}  // namespace lab

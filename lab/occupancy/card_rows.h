// What a card has, in rows, each under its name in CUDA's device query. A known card's facts are
// from tables and data sheets; those of this machine's card were asked from its driver.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/occupancy/occupancy.h"

namespace lab {

struct CardRow {
    enum class Unit : std::uint8_t { count, bytes, megahertz, gigabytes_a_second, gigaflops };
    std::string words;             // "registers of each"
    std::string query;             // "regsPerMultiprocessor"
    std::optional<double> amount;  // nullopt: not told
    Unit unit = Unit::count;
    std::string source;  // a sentence: where the amount is from, or why there is none
};
std::vector<CardRow> card_rows(const Multiprocessor&);

/// Whether the facts of this card were asked from the driver.
bool is_asked(const Multiprocessor&);

}  // namespace lab

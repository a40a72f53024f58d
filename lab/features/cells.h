// How pictures of where values come from draw the cells of shared memory: several numbers in one
// cell, or a table that is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "lab/feature.h"

namespace lab {

// All counts and places are in cells of shared memory, from 0.
struct CellMap {
    /// The second number of a pair stands so many cells after the first; 1: neighbours are pairs;
    /// 0: there are no pairs. Both are drawn in one cell.
    std::int64_t pairs_apart = 0;
    /// Things that have several numbers each: first one number of each, then the next of each. The
    /// last is drawn, in one cell. 0: there are none.
    std::int64_t parts_of = 0;
    /// From this cell on a table of factors stands, which is not drawn; 0: there is no table.
    std::int64_t table_from = 0;
    /// The name of an entry of that table, where the kernel is about it and it is drawn: "turn".
    std::string table_words{};
    /// Whether lanes of a warp pass pairs to each other: first one number, then the other.
    bool lanes_pass_pairs = false;
    std::string pair_words{};  // which of a pair is above: "factor s above term u"
    /// Which number is drawn of several that shared memory has of a thing, or a lane in registers:
    /// "right side of an equation". Empty where there is one.
    std::string part_words{};
};

struct Cells {
    std::function<CellMap(const Settings&)> map{};
};

/// How the settings' kernel has its cells; one number a cell where the lesson says nothing.
inline CellMap cells_of(const Settings& settings) {
    const Cells& cells = feature<Cells>(settings);
    return cells.map ? cells.map(settings) : CellMap{};
}

}  // namespace lab

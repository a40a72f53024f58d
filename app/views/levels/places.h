// Where the sectors of "Levels" stand: a band for each array, its cells wrapped into rows, the sums
// at the right and the key at the foot.
#pragma once

#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/views/memory_heat.h"

namespace app {

struct LevelPlaces {
    HeatGrid grid;
    std::size_t shown = 0;     // arrays
    float wide = 0, high = 0;  // of a cell
    float head = 0, between = 0, numbers = 0;
    Rect map, side, key;
    explicit operator bool() const { return wide > 0; }
    Rect head_of(std::size_t array) const;
    Rect cell_of(std::size_t array, int number) const;
    /// Of an array's cells.
    Rect band(std::size_t array) const;
};

/// `numbers`: width of the elements' numbers, left of the rows. Empty where there is too little
/// room.
LevelPlaces level_places(const Metrics&, Rect area, const std::vector<HeatArray>&, float numbers);

}  // namespace app

// Where "Levels" has its parts: a band for each array with its cells in rows, the sums at the
// right, the key at the bottom.
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
    /// The area of an array's cells.
    Rect band(std::size_t array) const;
};

/// `numbers`: width of the element numbers left of the rows. Empty where there is too little room.
LevelPlaces level_places(const Metrics&, Rect area, const std::vector<HeatArray>&, float numbers);

}  // namespace app

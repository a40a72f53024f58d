// Where "Levels" has its parts: its map, the sums at the right, the key at the bottom.
#pragma once

#include <vector>

#include "app/views/sector_map.h"

namespace app {

struct LevelPlaces : SectorMap {
    Rect side, key;
};

/// `numbers`: width of the element numbers left of the rows. Empty where there is too little room.
LevelPlaces level_places(const Metrics&, Rect area, const std::vector<HeatArray>&, float numbers);

}  // namespace app

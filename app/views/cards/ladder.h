// Places of a ladder's tiles. The view draws the tiles; their region makes controls of them.
#pragma once

#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/view.h"

namespace app {

/// Layout of a tile: silhouette under the title, silhouette beside all words, or one line without
/// one.
enum class TileForm : std::uint8_t { stacked, beside, line };

struct LadderTiles {
    TileForm form = TileForm::line;
    int columns = 1;
    int first = 0;             // kernel of the first tile; above 0 where not all have room
    std::vector<Rect> tiles;   // kernels from `first` on
    Rect legend{};             // below the tiles; empty without room
    std::vector<Rect> flat{};  // libraries and processor loops: all or none
};

/// As many tiles as fit, with that of `chosen`.
LadderTiles ladder_tiles(Rect area, const Metrics& metrics, int count, int chosen);
/// Tiles of the shown lesson, with those of libraries and processor loops where there is room.
LadderTiles ladder_places(const DrawContext& context, Rect area);

}  // namespace app

// Where the tiles of a ladder stand. The view draws them, the region that holds it makes controls
// of them.
#pragma once

#include <vector>

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/view.h"

namespace app {

/// How a tile is laid out: its silhouette under its title, or beside all words; or one line
/// without.
enum class TileForm : std::uint8_t { stacked, beside, line };

struct LadderTiles {
    TileForm form = TileForm::line;
    int columns = 1;
    int first = 0;             // the kernel of the first tile: more than 0 where not all have room
    std::vector<Rect> tiles;   // of the kernels from `first` on
    Rect legend{};             // below them; empty where there is no room
    std::vector<Rect> flat{};  // of what stands beside the ladder, below them: all or none
};

/// As many as there is room for, `chosen` among them.
LadderTiles ladder_tiles(Rect area, const Metrics& metrics, int count, int chosen);
/// Those of the lesson that is shown, with what stands beside its ladder where there is room.
LadderTiles ladder_places(const DrawContext& context, Rect area);

}  // namespace app

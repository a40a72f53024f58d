// A map of sectors: a band for each array, with its cells in rows. Shared by the heat map and by
// "Levels", which choose its grid and draw its cells.
#pragma once

#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/views/memory_heat.h"

namespace app {

// A cell of an array, numbered row by row.
struct SectorPlace {
    std::size_t array = 0;
    int number = -1;  // -1: no cell
};

// Cells are whole pixels wide, so that their gaps are even.
struct SectorMap {
    HeatGrid grid;
    std::size_t shown = 0;  // arrays
    float cell_w = 0, cell_h = 0;
    float label = 0, between = 0;  // height of an array's head; from a band to the next head
    float numbers = 0;             // width of the element numbers left of the rows; 0: none
    bool beside = false;           // matrices side by side; a cell is as wide as its floats
    Rect area;

    bool found() const { return cell_w > 0; }
    /// Area of an array's name and sums, above its cells.
    Rect head(std::size_t array) const;
    /// The area of an array's cells.
    Rect band(std::size_t array) const;
    Rect cell(std::size_t array, int number) const;
    /// A cell without the gap after it.
    Rect box(std::size_t array, int number) const;
    /// From a box to a later one.
    Rect boxes(std::size_t array, int first, int last) const;
    /// The first sector of a cell.
    std::uint64_t first_of(SectorPlace place) const;
    SectorPlace place_at(Point) const;

private:
    float left(std::size_t array) const;  // edge of an array's cells
};

/// Calls `use` with the first and the last of neighbouring cells in a row that `are` holds of.
template <class Are, class Use>
void for_runs(const HeatGrid& grid, int count, Are are, Use use) {
    for (int i = 0; i < count; ++i) {
        if (!are(i)) continue;
        const int first = i;
        while ((i + 1) % grid.columns && i + 1 < count && are(i + 1)) ++i;
        use(first, i);
    }
}

/// Left of the rows: the first element of each, as often as there is room.
void draw_row_numbers(Canvas&, const SectorMap&, const lab::Run&, const HeatArray&,
                      std::size_t array, const Metrics&);

}  // namespace app

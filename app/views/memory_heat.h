// How often each 32-byte sector of global memory is requested, step by step, and which of its bytes
// lanes use, for all arrays that the shown block touches. The layout step of the heat map; knows no
// pixels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/views/sectors.h"

namespace app {

// The part of a request that touches one sector.
struct HeatTouch {
    int step = 0;             // of Run::steps
    std::uint32_t place = 0;  // index into HeatArray::sectors
    std::uint32_t bytes = 0;  // one bit for each byte that a lane loads or stores
};

// Sums of an array up to some step.
struct HeatSum {
    std::uint64_t asked = 0;    // requests for sectors
    std::uint64_t sectors = 0;  // different ones
    std::uint64_t used = 0;     // different bytes
    std::uint32_t most = 0;     // most requests for one sector
    std::uint64_t again = 0;    // different bytes used by more than one request
    std::uint64_t least() const { return (used + sector_bytes - 1) / sector_bytes; }
    std::uint64_t beyond() const { return asked - least(); }
    bool operator==(const HeatSum&) const = default;
};

struct HeatArray {
    int array = -1;                      // index into Trace::arrays
    std::vector<std::uint64_t> sectors;  // requested by any step, counted from the array's first
    std::vector<HeatTouch> touches;      // by step
    std::vector<HeatSum> sums;           // after each step
    /// Sums after `step`; all 0 before the first step.
    HeatSum at(int step) const;
};

struct MemoryHeat {
    std::vector<HeatArray> arrays;  // by address
    bool ever_wasteful = false;     // wasteful() at some step
    /// Sectors requested up to a step, each request counted.
    std::uint64_t asked(int step) const;
    /// The part of asked() above the least number of sectors that holds the used bytes.
    std::uint64_t beyond(int step) const;
    /// Whether beyond() is 1 of 20 requested sectors or more: enough to be mentioned.
    bool wasteful(int step) const { return beyond(step) * 20 >= asked(step) && beyond(step) > 0; }
};

/// Made once and kept with the run.
const MemoryHeat& heat_of(const lab::Run&);

// One sector, up to some step.
struct SectorHeat {
    std::uint32_t asked = 0;  // requests
    std::uint32_t used = 0;   // one bit for each byte that some lane used
    std::uint32_t again = 0;  // one bit for each byte used by several requests
    int last = -1;            // last step that requested it
};
/// One entry for each of HeatArray::sectors.
std::vector<SectorHeat> heat_at(const HeatArray&, int step);

// An array's place in the grid. The grid has rows of cells of equal width, a cell shows
// neighbouring sectors, and a row begins where an address is a multiple of a row.
struct HeatRows {
    std::uint64_t first = 0;  // first sector of its first cell
    int rows = 0;
};
struct HeatGrid {
    int each = 1;             // sectors of a cell
    int columns = 1;          // cells of a row
    int left = 0, right = 1;  // columns with a sector: from `left` up to `right`, excluded
    std::vector<HeatRows> arrays;
    int rows = 0;  // of all arrays
    int shown() const { return right - left; }
    /// Cell of a sector, row by row within its array.
    int cell_of(std::size_t array, std::uint64_t sector) const {
        return static_cast<int>((sector - arrays[array].first) / static_cast<unsigned>(each));
    }
};
HeatGrid heat_grid(std::span<const HeatArray>, int each, int columns);
/// Sectors of one part of an array's shape: a plane of a field, a row of a matrix. 0 where the plan
/// gives no shape, or where the part does not end with a sector.
std::uint64_t plane_sectors(const lab::Run&, const HeatArray&);
/// The same for the first array that has such parts; 0 where none has.
std::uint64_t plane_sectors(const lab::Run&, std::span<const HeatArray>);
bool is_matrix(const lab::Run&, const HeatArray&);

// A cell of the map: neighbouring sectors.
struct HeatCell {
    int sectors = 0;          // requested by any step
    int touched = 0;          // requested up to now
    int used = 0;             // bytes used in the touched sectors
    std::uint32_t asked = 0;  // requests for its most requested sector
    int last = -1;
    /// Share of used bytes in the touched sectors, 0 to 1.
    float share() const {
        return touched ? static_cast<float>(used) / static_cast<float>(touched * sector_bytes) : 0;
    }
};
/// Cells of one array, row by row; cells without a sector stay empty.
std::vector<HeatCell> heat_cells(const HeatArray&, const HeatGrid&, std::size_t array, int step);

}  // namespace app

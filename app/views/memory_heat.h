// How often each 32-byte sector of global memory is asked for, step by step, and which of its bytes
// lanes use: of all arrays that the shown block touches. The layout step of the heat map; knows no
// pixels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/views/sectors.h"

namespace app {

// What one request asks of one sector.
struct HeatTouch {
    int step = 0;             // of Run::steps
    std::uint32_t place = 0;  // into HeatArray::sectors
    std::uint32_t bytes = 0;  // bit = a byte that a lane loads or stores
};

// An array up to some step.
struct HeatSum {
    std::uint64_t asked = 0;    // sectors, by every request that asks for them
    std::uint64_t sectors = 0;  // different ones
    std::uint64_t used = 0;     // different bytes
    std::uint32_t most = 0;     // requests for one sector
    std::uint64_t again = 0;    // different bytes that more than one request uses
    std::uint64_t least() const { return (used + sector_bytes - 1) / sector_bytes; }
    std::uint64_t beyond() const { return asked - least(); }
    bool operator==(const HeatSum&) const = default;
};

struct HeatArray {
    int array = -1;                      // into Trace::arrays
    std::vector<std::uint64_t> sectors;  // that any step asks for, counted from the array's first
    std::vector<HeatTouch> touches;      // by step
    std::vector<HeatSum> sums;           // after each step
    /// Before the first step nothing is asked for.
    HeatSum at(int step) const;
};

struct MemoryHeat {
    std::vector<HeatArray> arrays;  // by address
    bool ever_wasteful = false;     // at some step
    /// Sectors that the requests up to a step ask for.
    std::uint64_t asked(int step) const;
    /// Of those, what is beyond the least that would hold the bytes that lanes use.
    std::uint64_t beyond(int step) const;
    /// Whether that is a part of it worth a word: one sector in 20.
    bool wasteful(int step) const { return beyond(step) * 20 >= asked(step) && beyond(step) > 0; }
};

/// Kept with the run.
const MemoryHeat& heat_of(const lab::Run&);

// One sector up to some step.
struct SectorHeat {
    std::uint32_t asked = 0;  // requests
    std::uint32_t used = 0;   // bit = a byte that some lane used
    std::uint32_t again = 0;  // bit = one that was used by more than one request
    int last = -1;            // the last step that asked
};
/// By place in HeatArray::sectors.
std::vector<SectorHeat> heat_at(const HeatArray&, int step);

// How the arrays' sectors are laid out: as rows of cells of equal width, each cell some
// neighbouring sectors, wrapped where an address is a multiple of a row.
struct HeatRows {
    std::uint64_t first = 0;  // sector of its first cell
    int rows = 0;
};
struct HeatGrid {
    int each = 1;             // sectors a cell
    int columns = 1;          // cells a row
    int left = 0, right = 1;  // columns from the first to behind the last with a sector
    std::vector<HeatRows> arrays;
    int rows = 0;  // of all arrays
    int shown() const { return right - left; }
    /// Cell of a sector, counted row by row within its array.
    int cell_of(std::size_t array, std::uint64_t sector) const {
        return static_cast<int>((sector - arrays[array].first) / static_cast<unsigned>(each));
    }
};
HeatGrid heat_grid(std::span<const HeatArray>, int each, int columns);
/// Sectors of what an array's shape is made of: a plane of a field, a row of a matrix. 0 where its
/// plan gives it no shape, or they don't end with a sector.
std::uint64_t plane_sectors(const lab::Run&, const HeatArray&);
/// Of the first of these that has one.
std::uint64_t plane_sectors(const lab::Run&, std::span<const HeatArray>);
bool is_matrix(const lab::Run&, const HeatArray&);

// Some neighbouring sectors, as one cell shows them.
struct HeatCell {
    int sectors = 0;          // that any step asks for
    int touched = 0;          // up to now
    int used = 0;             // bytes, of those touched
    std::uint32_t asked = 0;  // requests, for the one of them that is asked for most
    int last = -1;
    /// Of the bytes that came with the sectors asked for.
    float share() const {
        return touched ? static_cast<float>(used) / static_cast<float>(touched * sector_bytes) : 0;
    }
};
/// Cells of one array, row by row; those without a sector stay empty.
std::vector<HeatCell> heat_cells(const HeatArray&, const HeatGrid&, std::size_t array, int step);

}  // namespace app

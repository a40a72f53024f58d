// The activity of each warp of the watched block at each step: lanes on, lanes that wait in an
// issuing warp, barriers. The layout of the strip below the lanes and, shrunk, of a kernel's
// silhouette; knows no pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/run.h"

namespace app {

struct WarpsOverTime {
    // A step's requests to global memory.
    enum class Asks : std::uint8_t { nothing, loads, stores };
    // Shares of a warp's lanes; both 0 where the warp skips the step.
    struct Cell {
        float on = 0, off = 0;
        bool operator==(const Cell&) const = default;
    };
    // A step, or several merged ones.
    struct Column {
        /// Wavefronts, sectors or atomic passes of the step's requests, relative to the least
        /// possible. It is also the column's width.
        float times = 1;
        int launch = 0, first_step = 0;
        bool barrier = false;  // a barrier begins or ends it
        std::vector<Cell> warps;
        float least = 1;  // `times` without repeated requests
        Asks asks{};      // of merged steps, the first one's
        /// The share of the width that is repeated requests.
        float again() const { return times > least ? 1 - least / times : 0; }
    };
    int warps = 0;
    std::vector<Column> columns;
    int steps = 0;  // of the run
    int alike = 1;  // launches that look the same; the first one is kept here
    bool empty() const { return warps == 0 || columns.empty(); }
};

/// One column per step; cached in the run.
const WarpsOverTime& warps_over_time(const lab::Run&);

/// Only the first launch, where all others look like it.
WarpsOverTime first_of_alike(const WarpsOverTime&);

/// At most so many columns and rows: neighbours are averaged, launches stay separate.
WarpsOverTime shrunk(const WarpsOverTime&, int most_columns, int most_warps);

/// The columns' left and right edges in a width; launches are separated by `gap`.
struct ColumnPlaces {
    std::vector<float> left, right;
};
ColumnPlaces places_of(const WarpsOverTime&, float width, float gap);

}  // namespace app

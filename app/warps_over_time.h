// What each warp of the watched block did at each step: how many of its lanes were on, how many
// waited in a warp that issued, where a barrier stood. The layout of the strip below the lanes,
// and, shrunk, of a kernel's silhouette; knows no pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/run.h"

namespace app {

struct WarpsOverTime {
    // What a step asks global memory for.
    enum class Asks : std::uint8_t { nothing, loads, stores };
    // Shares of a warp's lanes; both 0 where the warp skipped the step.
    struct Cell {
        float on = 0, off = 0;
        bool operator==(const Cell&) const = default;
    };
    // A step, or several that stand together.
    struct Column {
        /// How often the step's requests are served where once would do: wavefronts, sectors or
        /// passes of atomics taken, by the least. A column is as wide.
        float times = 1;
        int launch = 0, first_step = 0;
        bool barrier = false;  // one begins or ends it
        std::vector<Cell> warps;
        float least = 1;  // of `times`: where each request is served once
        Asks asks{};      // of several steps, the first
        /// How much of it only serves again what once would do.
        float again() const { return times > least ? 1 - least / times : 0; }
    };
    int warps = 0;
    std::vector<Column> columns;
    int steps = 0;  // of the run
    int alike = 1;  // launches that look the same, of which the first stands here
    bool empty() const { return warps == 0 || columns.empty(); }
};

/// A column a step. Kept with the run.
const WarpsOverTime& warps_over_time(const lab::Run&);

/// The first launch alone, where all others look like it.
WarpsOverTime first_of_alike(const WarpsOverTime&);

/// The same in at most so many columns and rows: those that stand together are averaged, launches
/// stay apart.
WarpsOverTime shrunk(const WarpsOverTime&, int most_columns, int most_warps);

/// Where the columns stand in a width: their left edges, and behind the last its right one.
/// Launches are parted by `gap`.
struct ColumnPlaces {
    std::vector<float> left, right;
};
ColumnPlaces places_of(const WarpsOverTime&, float width, float gap);

}  // namespace app

// The walks of a run's samples: the values that the simulator computed step by step for each thread
// of the shown block, and each walk's length at the cursor. The layout of "Paths"; knows no pixel.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lab/run.h"

namespace app {

// A value's place in its warp's run: launch, and the warp's instructions before it.
using WarpPlace = std::pair<std::uint32_t, std::uint32_t>;

struct Walk {
    std::int64_t sample = 0;  // number in the run: the thread's number in the grid
    int warp = 0, lane = 0;
    std::vector<double> values;     // the start value, then one value a step
    std::vector<WarpPlace> places;  // of the steps' values: one fewer than values
    bool worth = false;             // its result is not 0

    std::int64_t steps() const { return std::int64_t(places.size()); }
};

struct Walks {
    std::vector<Walk> all;  // of one block, by sample
    std::uint64_t block = 0, blocks = 1;
    std::int64_t steps = 0;    // of the longest walk
    double low = 0, high = 0;  // of all values, and of the band
    int digits = 9;            // enough to tell two values of their type apart
    bool full = false;         // later values are missing
    std::string noun, walk_words, steps_words;
    std::string worth_words;              // empty: not said
    double worth_from = 0, worth_to = 0;  // of the last value, where there are words

    explicit operator bool() const { return !all.empty(); }
    bool pays_at(double value) const { return value >= worth_from && value <= worth_to; }
};

/// From the line that the lesson names (lab::Samples::line), in the shown block; empty where it
/// names none, or the run left none. Kept with the run.
const Walks& walks(const lab::Run&);

/// Steps that each walk has taken at this step of the run, in the order of Walks::all. Counts
/// values that existed before the warp's instruction of that step.
std::vector<std::int64_t> walked(const lab::Run&, int step);
/// The first step of the run at which the walk has taken so many of its steps; -1: none.
int step_with(const lab::Run&, const Walk&, std::int64_t steps);

}  // namespace app

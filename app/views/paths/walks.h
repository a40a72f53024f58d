// The ways of a run's samples: what the simulator computed for each thread of the shown block, step
// after step, and how far each is at the cursor. The layout of "Paths"; knows no pixel.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lab/run.h"

namespace app {

// Where a value stands in its warp's run: launch, and instructions of the warp before it.
using WarpPlace = std::pair<std::uint32_t, std::uint32_t>;

struct Walk {
    std::int64_t sample = 0;  // among all of the run: the thread's number in the grid
    int warp = 0, lane = 0;
    std::vector<double> values;     // what it begins with, then one a step
    std::vector<WarpPlace> places;  // of the steps' values; one fewer than values
    bool worth = false;             // its result is not 0

    std::int64_t steps() const { return std::int64_t(places.size()); }
};

struct Walks {
    std::vector<Walk> all;  // of one block, by sample
    std::uint64_t block = 0, blocks = 1;
    std::int64_t steps = 0;    // of the longest
    double low = 0, high = 0;  // of all values, and of what pays
    int digits = 9;            // that tell two values of their type apart
    bool full = false;         // later values are missing
    std::string noun, walk_words, steps_words;
    std::string worth_words;              // empty: nobody says
    double worth_from = 0, worth_to = 0;  // of the last value, where there are words

    explicit operator bool() const { return !all.empty(); }
    bool pays_at(double value) const { return value >= worth_from && value <= worth_to; }
};

/// Of the line that the lesson names (lab::Samples::line), in the block that pictures show; empty
/// where it names none, or the run left none. Kept with the run.
const Walks& walks(const lab::Run&);

/// How many steps each has taken when the warps stand at this step of the run, in the order of
/// Walks::all: those whose value was there before the warp's instruction of that step.
std::vector<std::int64_t> walked(const lab::Run&, int step);
/// The first step of the run at which `sample` has taken so many of its own; -1 where none is.
int step_with(const lab::Run&, const Walk&, std::int64_t steps);

}  // namespace app

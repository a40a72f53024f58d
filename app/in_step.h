// Two runs in step: the step of the second beside a step of the first, round by round, and the
// counts that a run has spent so far. Called by the split stage; knows no window.
#pragma once

#include <cstdint>
#include <string>

#include "lab/run.h"

namespace app {

/// The step of `second` beside step `at` of `first`: rounds (barrier intervals of a launch) are
/// matched in order. A run with fewer rounds waits at its last step. While the first is in its last
/// round of a launch, the second goes through all its remaining steps of it.
int step_beside(const lab::Run& first, int at, const lab::Run& second);

/// Whether two steps have the same kind of event and of memory.
bool alike(const lab::Run& first, int at, const lab::Run& second, int there);

/// The plan's name of the array of a step; empty where it has none.
std::string array_of_step(const lab::Run& run, int step);
/// Whether the array is the same too, so that a picture can compare them.
bool alike_in_array(const lab::Run& first, int at, const lab::Run& second, int there);

// The round of a step, from 1, and the number of rounds over all launches.
struct RoundPlace {
    int round = 0, rounds = 0;
    bool barriers = false;  // true: rounds end at barriers; false: at launches
};
RoundPlace round_at(const lab::Run& run, int step);

// Counts of the watched block, up to and including a step.
struct Spent {
    std::uint64_t issue_slots = 0;  // instructions of its warps, up to their last event
    std::uint64_t wavefronts = 0;   // of shared memory
    std::uint64_t sectors = 0;      // of global memory
    std::uint64_t passes = 0;       // of constant memory
    std::uint64_t local = 0;        // sectors of local memory
    bool operator==(const Spent&) const = default;
};
Spent spent(const lab::Run& run, int step);
/// spent() at the last step.
Spent spent_in_all(const lab::Run& run);

/// Values that the watched block stores to global memory, over all launches. Blocks that store
/// different numbers are not compared by their counts.
std::uint64_t values_stored(const lab::Run& run);

}  // namespace app

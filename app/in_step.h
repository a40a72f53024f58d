// Two runs in step: where the second stands while a viewer goes through the first, round by round,
// and what a run has spent so far. Called by the split stage; knows no window.
#pragma once

#include <cstdint>
#include <string>

#include "lab/run.h"

namespace app {

/// The step of `second` beside step `at` of `first`: rounds (barrier intervals of a launch) stand
/// beside each other. Who has fewer waits at its last; while the first is in its last round of a
/// launch, the second goes through all that it has left there.
int step_beside(const lab::Run& first, int at, const lab::Run& second);

/// Whether two steps do the same kind of thing to the same kind of memory.
bool alike(const lab::Run& first, int at, const lab::Run& second, int there);

/// Which array a step is about, as the plan names it; empty where it is about none.
std::string array_of_step(const lab::Run& run, int step);
/// Whether it is the same array as well: what a picture can set against each other.
bool alike_in_array(const lab::Run& first, int at, const lab::Run& second, int there);

// Which round a step is in, from 1, of how many there are over all launches.
struct RoundPlace {
    int round = 0, rounds = 0;
    bool barriers = false;  // else each is a launch
};
RoundPlace round_at(const lab::Run& run, int step);

// Of the watched block, up to and with a step.
struct Spent {
    std::uint64_t issue_slots = 0;  // instructions of its warps, up to their last event
    std::uint64_t wavefronts = 0;   // of shared memory
    std::uint64_t sectors = 0;      // of global memory
    std::uint64_t passes = 0;       // of constant memory
    std::uint64_t local = 0;        // sectors of local memory
    bool operator==(const Spent&) const = default;
};
Spent spent(const lab::Run& run, int step);
/// At its last step.
Spent spent_in_all(const lab::Run& run);

/// Values that the watched block stores to global memory, over all launches: two blocks that do
/// not make as much are not compared by what they spend.
std::uint64_t values_stored(const lab::Run& run);

}  // namespace app

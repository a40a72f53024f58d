// What the bug hunt asks before it shows. Part of bug_hunt.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> bug_hunt_predictions{
    {.question = "A row of 64 numbers is turned round by a block of two warps: each thread "
                 "writes its number into shared memory and reads that of its mirror image, "
                 "with no barrier between. The first warp runs, then the second. How many "
                 "of the 64 are wrong?",
     .choices = {{"None: each number is written before it is read", 1},
                 {"32: those of the first warp", 33},
                 {"All of them"}},
     .answer = "bug_hunt/no_barrier n=64.wrong",
     .unit = "numbers",
     .because = "The first warp reads what the second has not written yet; the second reads "
                "what the first wrote. With rows of one warp, "
                "{bug_hunt/no_barrier n=64 block=32.wrong} are wrong, and the check says "
                "all the same that only lockstep puts the two in order."},
    {.question = "Two blocks go through four tiles of 64 numbers, two each, and store the "
                 "sum of a tile in a slot. Its number should be 2 · round + block, and is "
                 "round + block. Block 0 runs before block 1. How many of the four sums "
                 "are wrong?",
     .choices = {{"1: of the two that share a slot, one is lost", 2},
                 {"2", 3},
                 {"3: and two are in the wrong slot", 4},
                 {"All 4"}},
     .answer = "bug_hunt/two_slots n=256.wrong",
     .unit = "sums",
     .because = "Slots 0, 1, 1 and 2: one sum is lost, one stands where another should, "
                "and nothing stands in the last slot. Whose sum is lost is up to the "
                "order: by seed 1 there are "
                "{bug_hunt/two_slots n=256 order=by_seed seed=1.wrong} wrong ones."},
};

}  // namespace lessons

// The questions of the bug hunt, in the order of its programs. Part of bug_hunt.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> bug_hunt_predictions{
    {.question = "A block of two warps goes through 200 numbers, tile by tile. All threads read "
                 "what came before, while the last one adds the tile's sum to it, with no barrier "
                 "between. The first warp runs, then the second. How many of the 200 running "
                 "sums are wrong?",
     .choices = {{"None", 1},
                 {"72: those of the first warp, from the second tile on", 100},
                 {"136: all from the second tile on", 137},
                 {"All 200"}},
     .answer = "bug_hunt/running_sum n=200.wrong",
     .unit = "sums",
     .because = "The last thread is of the warp that comes last, and all have read by then. By "
                "seed 1 the second warp comes first, and "
                "{bug_hunt/running_sum n=200 order=by_seed seed=1.wrong} are wrong. The check "
                "names the race in both: a right result is no proof."},
    {.question = "A block of two warps puts 64 keys in order in place, even ones first: each "
                 "thread reads its key and stores it at its new place. The first warp runs, then "
                 "the second. How many of the 64 keys are wrong?",
     .choices = {{"None: each thread reads before it writes", 1},
                 {"Less than 32: those that stand where a key was lost", 32},
                 {"32: those of the second warp", 33},
                 {"All 64"}},
     .answer = "bug_hunt/in_place n=64.wrong",
     .unit = "keys",
     .because = "A warp reads its 32 keys together before it writes. Where it writes into the "
                "other's half, keys are lost that nobody has read: "
                "{bug_hunt/in_place n=64.wrong} places get another key than theirs."},
    {.question = "A kernel adds each of 200 numbers to one of eight sums, and the host never sets "
                 "these to 0. It launches the kernel twice on the same numbers. How many of the "
                 "eight are wrong after that?",
     .choices = {{"None: fresh memory holds 0, and each launch begins anew", 1},
                 {"Some, as threads of different warps meet at a sum", 8},
                 {"All 8"}},
     .answer = "bug_hunt/never_zeroed n=200.wrong",
     .unit = "sums",
     .because = "Atomics lose nothing, but memory stays as the launch before left it: each sum is "
                "twice what it should be. Nor does cudaMalloc() set anything to 0."},
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
};

}  // namespace lessons

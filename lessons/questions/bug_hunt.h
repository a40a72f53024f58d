// The questions of the bug hunt, in the order of its programs. Part of bug_hunt.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> bug_hunt_predictions{
    {.question = "A block of two warps goes through 200 numbers, tile by tile. All threads read "
                 "the sum so far, while the last thread adds the tile's sum to it, with no barrier "
                 "between. The first warp runs, then the second. How many of the 200 running sums "
                 "are wrong?",
     .choices = {{"None", 1},
                 {"72", 100, "those of the first warp, from the second tile on"},
                 {"136", 137, "all from the second tile on"},
                 {"All 200"}},
     .answer = "bug_hunt/running_sum n=200.wrong",
     .unit = "sums",
     .because = "The last thread is in the warp that runs last, and by then all threads have read. "
                "With seed 1 the second warp runs first, and {bug_hunt/running_sum n=200 "
                "order=by_seed seed=1.wrong} are wrong. The check names the race in both orders: a "
                "right result is no proof."},
    {.question = "A block of two warps moves 64 keys in place, so that even keys come first: each "
                 "thread reads its key and stores it at its new place. The first warp runs, then "
                 "the second. How many of the 64 keys are wrong?",
     .choices = {{"None", 1, "each thread reads before it writes"},
                 {"Fewer than 32", 32, "those at places whose key was lost"},
                 {"32", 33, "those of the second warp"},
                 {"All 64"}},
     .answer = "bug_hunt/in_place n=64.wrong",
     .unit = "keys",
     .because = "A warp reads its 32 keys together before it writes. Where it writes into the "
                "other warp's half, it overwrites keys that are not read yet: {bug_hunt/in_place "
                "n=64.wrong} places get a wrong key."},
    {.question = "A kernel adds each of 200 numbers to one of eight sums, and the host never sets "
                 "the sums to 0. The host launches the kernel twice on the same numbers. How many "
                 "of the eight sums are wrong after that?",
     .choices = {{"None", 1, "fresh memory holds 0, and each launch begins anew"},
                 {"Some", 8, "threads of different warps meet at a sum"},
                 {"All 8"}},
     .answer = "bug_hunt/never_zeroed n=200.wrong",
     .unit = "sums",
     .because = "Atomics lose no addition, but memory keeps what the first launch left there: each "
                "sum is twice as large as it should be. cudaMalloc() does not set memory to 0 "
                "either."},
    {.question = "Two blocks go through four tiles of 64 numbers, two each, and store the sum of "
                 "each tile in a slot. The slot's number should be 2 · round + block, but is round "
                 "+ block. Block 0 runs before block 1. How many of the four sums are wrong?",
     .choices = {{"1", 2, "two sums share a slot, and one is lost"},
                 {"2", 3},
                 {"3", 4, "one is lost, and two are in a wrong slot"},
                 {"All 4"}},
     .answer = "bug_hunt/two_slots n=256.wrong",
     .unit = "sums",
     .because = "The four sums go to slots 0, 1, 1 and 2. One sum is lost, one stands in the slot "
                "of another, and nothing is written to the last slot. The order decides which sum "
                "is lost: with seed 1 {bug_hunt/two_slots n=256 order=by_seed seed=1.wrong} are "
                "wrong."},
    {.question = "A block of two warps reverses a row of 64 numbers: each thread writes its number "
                 "into shared memory and reads the number at the mirrored place, with no barrier "
                 "between. The first warp runs, then the second. How many of the 64 are wrong?",
     .choices = {{"None", 1, "each number is written before it is read"},
                 {"32", 33, "those of the first warp"},
                 {"All of them"}},
     .answer = "bug_hunt/no_barrier n=64.wrong",
     .unit = "numbers",
     .because = "The first warp reads places that the second has not written yet. The second reads "
                "what the first wrote. With rows of one warp {bug_hunt/no_barrier n=64 "
                "block=32.wrong} are wrong, but the check still reports that only lockstep orders "
                "the two accesses."},
};

}  // namespace lessons

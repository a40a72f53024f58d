// The questions on tridiagonal systems before a run is shown. Part of tridiagonal.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> tridiagonal_predictions{
    {.question = "There are 128 equations a x[i-1] + b x[i] + c x[i+1] = d. Thomas goes down them "
                 "and up again: 255 steps. In each round of parallel cyclic reduction, each of 128 "
                 "threads writes its equation anew from two others. How many equations do all "
                 "rounds write?",
     .choices = {{"128", 200}, {"About 250", 400}, {"About 900", 2000}, {"About 16 000"}},
     .answer = "tridiagonal/fixed n=128.line.lanes",
     .unit = "equations",
     .because = "{tridiagonal/fixed n=128.line.lanes}: each of 128 threads writes one equation in "
                "each of seven rounds. That is n log n equations in log n rounds."},
    {.question = "The GPU solves one system of 128 equations. Thomas's single thread computes less "
                 "than a third of what 128 threads compute. How long does it take, compared with "
                 "them?",
     .choices = {{"A third as long", .6},
                 {"As long, or somewhat less or more", 1.5},
                 {"Twice as long", 2.5},
                 {"More than that"}},
     .answer = "tridiagonal/thomas n=128 systems=1.time over tridiagonal/fixed n=128.time",
     .unit = "times as long",
     .because = "{tridiagonal/thomas n=128 systems=1.time}, and the block {tridiagonal/fixed "
                "n=128.time}, on an {tridiagonal/fixed n=128.device}. Thomas has 255 steps that "
                "wait for each other, the block has seven rounds."},
    {.question = "Each thread goes down its own system of 128, and systems stand one after the "
                 "other. How many sectors does a load of a warp touch?",
     .answer = "tridiagonal/thomas n=128 systems=64.global_load_sectors/global_load_requests",
     .unit = "sectors",
     .most = 64,
     .known = {{"A block for each system",
                "tridiagonal/blocks n=128 systems=64.global_load_sectors/global_load_requests"}},
     .because = "Neighbouring threads are 128 numbers apart, and each has a sector to itself."},
    {.question =
         "65 536 systems of 512 are interleaved, so that the loads of Thomas are coalesced. Thomas "
         "issues less than a tenth of the instructions of parallel cyclic reduction. How long does "
         "it take, compared with a block for each system?",
     .choices = {{"A quarter as long or less", .3},
                 {"Half as long", .8},
                 {"As long, within a fifth", 1.2},
                 {"Longer"}},
     .answer = "tridiagonal/thomas_interleaved n=512 systems=65536.time over tridiagonal/blocks "
               "n=512 systems=65536.time",
     .unit = "times as long",
     .because = "{tridiagonal/thomas_interleaved n=512 systems=65536.time}, and blocks "
                "{tridiagonal/blocks n=512 systems=65536.time}, on an {tridiagonal/blocks n=512 "
                "systems=65536.device}. Thomas writes two arrays on the way down and reads them "
                "again on the way up. Four unknowns a thread took {tridiagonal/four n=512 "
                "systems=65536.time}.",
     .seen_in = "heat_map"},
};

}  // namespace lessons

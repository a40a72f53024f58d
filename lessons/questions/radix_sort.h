// The questions of the lesson on radix sort before a run is shown. Part of radix_sort.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> radix_sort_predictions{
    {.question = "A warp sorts 32 keys of 10 bits. A ballot tells every lane which keys have a "
                 "one at a bit. How many ballots does the warp make?",
     .answer = "radix_sort/warp.line.executions",
     .unit = "ballots",
     .most = 64,
     .known = {{"One for each key", "radix_sort/warp.32"}},
     .because = "It makes one for each bit of a key, from the lowest bit on. A lane counts zeros "
                "and ones of the ballot, and so finds the place of its key."},
    {.question = "The keys of a warp have 16 different digits and go straight to their places. "
                 "How many sectors does a store of a warp request if the block puts its keys in "
                 "order first?",
     .answer = "radix_sort/in_order n=2^16 key=32.line.global_store_sectors/"
               "line.global_store_requests",
     .unit = "sectors",
     .most = 32,
     .known = {{"As they come",
                "radix_sort/blocks n=2^16 key=32.line.global_store_sectors/"
                "line.global_store_requests"},
               {"Side by side",
                "radix_sort/blocks n=2^16 key=32 "
                "spread=one.line.global_store_sectors/"
                "line.global_store_requests"}},
     .because = "A block of 256 keys has about 16 keys of each digit. So a warp with ordered "
                "keys writes to two or three places, and the ends of each share sectors with "
                "other keys."},
    {.question = "Only four different keys of 32 bits occur. How many warp instructions does the "
                 "sort take, compared with random keys?",
     .choices = {{"A quarter", .5, "most passes change nothing"},
                 {"Somewhat fewer", .97},
                 {"As many", 1.03},
                 {"More"}},
     .answer = "radix_sort/eight n=2^16 key=32 spread=few.warp_instructions over "
               "radix_sort/eight n=2^16 key=32.warp_instructions",
     .unit = "times as many",
     .because = "Every pass counts, scans and scatters, whatever the digits are. The passes are "
                "planned before any key is read."},
    {.question = "There are 2^27 keys of 10 bits. When each block puts its keys in order first, "
                 "its scatter requests less than half of the sectors. How long does the whole "
                 "sort take, compared with keys as they come?",
     .choices = {{"Less than two thirds as long", .67},
                 {"Somewhat less long", .97},
                 {"As long", 1.03},
                 {"Longer"}},
     .answer = "radix_sort/in_order n=2^27.time over radix_sort/blocks n=2^27.time",
     .unit = "times as long",
     .because =
         "It takes {radix_sort/in_order n=2^27.time} with keys in order first and "
         "{radix_sort/blocks n=2^27.time} as they come, on an {radix_sort/blocks n=2^27.device}. "
         "With 2^16 keys the sectors of all stores fall from {radix_sort/blocks "
         "n=2^16.global_store_sectors} to {radix_sort/in_order n=2^16.global_store_sectors}. The "
         "wavefronts of shared stores rise from {radix_sort/blocks "
         "n=2^16.shared_store_wavefronts} to {radix_sort/in_order "
         "n=2^16.shared_store_wavefronts}, since the block puts its keys in order there. Counts "
         "show what each kernel does; a clock shows the result."},
    {.question = "A warp finds lanes with the same digit by eight ballots, or by one instruction "
                 "match. How long does a sort of 2^28 keys of 32 bits take with match, with one "
                 "kernel a pass and blocks of 512?",
     .choices = {{"Less than two thirds as long", .67},
                 {"Somewhat less long", .97},
                 {"As long", 1.03},
                 {"Longer"}},
     .answer = "radix_sort/one_sweep n=2^28 key=32 block=512 equals=match.time over "
               "radix_sort/one_sweep n=2^28 key=32 block=512.time",
     .unit = "times as long",
     .because = "It takes {radix_sort/one_sweep n=2^28 key=32 block=512 equals=match.time} with "
                "match and {radix_sort/one_sweep n=2^28 key=32 block=512.time} with ballots, on "
                "an {radix_sort/one_sweep n=2^28 key=32 block=512.device}. Fewer instructions "
                "need not help. One match compares the digits of 32 lanes, and no count of "
                "instructions says how long that takes."},
    {.question = "2^28 keys of 32 bits are in order already. How long does the sort take now, in "
                 "blocks of 512, compared with random keys?",
     .choices = {{"Less than half as long", .5},
                 {"Somewhat less long", .97},
                 {"As long", 1.03},
                 {"Longer"}},
     .answer = "radix_sort/one_sweep n=2^28 key=32 block=512 spread=sorted.time over "
               "radix_sort/one_sweep n=2^28 key=32 block=512.time",
     .unit = "times as long",
     .because = "It takes {radix_sort/one_sweep n=2^28 key=32 block=512 spread=sorted.time} with "
                "ordered keys and {radix_sort/one_sweep n=2^28 key=32 block=512.time} with "
                "random keys, on an {radix_sort/one_sweep n=2^28 key=32 block=512.device}: every "
                "pass is made. Stores to shared memory have bank conflicts: "
                "{radix_sort/one_sweep n=2^16 key=32 block=512 "
                "spread=sorted.shared_store_bank_conflicts} with 2^16 ordered keys, "
                "{radix_sort/one_sweep n=2^16 key=32 block=512.shared_store_bank_conflicts} with "
                "random keys. Keys that are all alike have {radix_sort/one_sweep n=2^16 key=32 "
                "block=512 spread=one.shared_store_bank_conflicts}, and take "
                "{radix_sort/one_sweep n=2^28 key=32 block=512 spread=one.time}.",
     .seen_in = "banks"},
};

}  // namespace lessons

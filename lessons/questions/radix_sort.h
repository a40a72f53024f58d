// The questions of the lesson on radix sort before a run is shown. Part of radix_sort.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> radix_sort_predictions{
    {.question = "A warp puts 32 keys of 10 bits in order. A ballot tells every lane which keys "
                 "have a one at a bit. How many ballots does it make?",
     .answer = "radix_sort/warp.line.executions",
     .unit = "ballots",
     .most = 64,
     .known = {{"One for each key", "radix_sort/warp.32"}},
     .because = "One for each bit of a key, from the lowest on: the zeros and ones before its own "
                "in the ballot tell a lane the place of its key."},
    {.question = "Keys of a warp with 16 different digits go straight to their places. If "
                 "the block puts its keys in order first, how many sectors does a warp's "
                 "store ask for?",
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
     .because = "A block of 256 keys has about 16 of each digit, so a warp of ordered keys "
                "writes in two or three places, whose ends share sectors with others."},
    {.question = "Only four different keys of 32 bits occur. How many warp instructions "
                 "does the sort take, against any keys?",
     .choices = {{"A quarter: most passes change nothing", .5},
                 {"Somewhat fewer", .97},
                 {"As many", 1.03},
                 {"More"}},
     .answer = "radix_sort/eight n=2^16 key=32 spread=few.warp_instructions over "
               "radix_sort/eight n=2^16 key=32.warp_instructions",
     .unit = "times as many",
     .because = "Every pass counts, scans and scatters, whatever the digits are: the plan "
                "is made before anyone has seen a key."},
    {.question = "2^27 keys of 10 bits. The block that puts its keys in order first asks "
                 "for less than half of the sectors in its scatter. How long does the "
                 "whole sort take, against keys as they come?",
     .choices = {{"Less than two thirds as long", .67},
                 {"Somewhat less long", .97},
                 {"As long", 1.03},
                 {"Longer"}},
     .answer = "radix_sort/in_order n=2^27.time over radix_sort/blocks n=2^27.time",
     .unit = "times as long",
     .because =
         "{radix_sort/in_order n=2^27.time}, and {radix_sort/blocks n=2^27.time} as "
         "they come, on an {radix_sort/blocks n=2^27.device}. Of 2^16 keys the sectors of all "
         "stores fall from {radix_sort/blocks n=2^16.global_store_sectors} to "
         "{radix_sort/in_order n=2^16.global_store_sectors}, and putting keys in order "
         "takes wavefronts of shared stores from {radix_sort/blocks "
         "n=2^16.shared_store_wavefronts} to {radix_sort/in_order "
         "n=2^16.shared_store_wavefronts}: counts say what was given for what, and the "
         "clock what it came to."},
    {.question = "Lanes with the same digit are found by eight ballots, or by one "
                 "instruction match. How long does a sort of 2^28 keys of 32 bits take "
                 "with match, in one kernel a pass and blocks of 512?",
     .choices = {{"Less than two thirds as long", .67},
                 {"Somewhat less long", .97},
                 {"As long", 1.03},
                 {"Longer"}},
     .answer = "radix_sort/one_sweep n=2^28 key=32 block=512 equals=match.time over "
               "radix_sort/one_sweep n=2^28 key=32 block=512.time",
     .unit = "times as long",
     .because = "{radix_sort/one_sweep n=2^28 key=32 block=512 equals=match.time}, and "
                "{radix_sort/one_sweep n=2^28 key=32 block=512.time} with ballots, on an "
                "{radix_sort/one_sweep n=2^28 key=32 block=512.device}: fewer "
                "instructions are not less time. One match compares the digits of 32 lanes, and "
                "how long that takes is in no count of instructions."},
    {.question = "2^28 keys of 32 bits are in order already. How long does the sort take "
                 "now, in blocks of 512, against keys at random?",
     .choices = {{"Less than half as long", .5},
                 {"Somewhat less long", .97},
                 {"As long", 1.03},
                 {"Longer"}},
     .answer = "radix_sort/one_sweep n=2^28 key=32 block=512 spread=sorted.time over "
               "radix_sort/one_sweep n=2^28 key=32 block=512.time",
     .unit = "times as long",
     .because = "{radix_sort/one_sweep n=2^28 key=32 block=512 spread=sorted.time}, and "
                "{radix_sort/one_sweep n=2^28 key=32 block=512.time} at random, on an "
                "{radix_sort/one_sweep n=2^28 key=32 block=512.device}: every pass is made. Its "
                "stores meet in banks: of 2^16 keys in order {radix_sort/one_sweep "
                "n=2^16 key=32 block=512 spread=sorted.shared_store_bank_conflicts} conflicts, of "
                "any {radix_sort/one_sweep n=2^16 key=32 "
                "block=512.shared_store_bank_conflicts}. Keys that are all alike have "
                "{radix_sort/one_sweep n=2^16 key=32 block=512 "
                "spread=one.shared_store_bank_conflicts}, and take {radix_sort/one_sweep n=2^28 "
                "key=32 block=512 spread=one.time}.",
     .seen_in = "banks"},
};

}  // namespace lessons

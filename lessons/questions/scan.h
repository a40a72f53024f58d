// The questions of the lesson on running totals before a run is shown. Part of scan.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> scan_predictions{
    {.question = "Hillis and Steele scan 512 numbers in 9 rounds. How many additions do they make?",
     .answer = "scan/hillis.line.lanes",
     .unit = "additions",
     .most = 6000,
     .known = {{"One after the other", "scan/hillis.511"}},
     .because = "In the round that reaches d places to the left, 512 - d threads add."},
    {.question = "Blelloch's trees need 18 rounds. How many additions do they make, compared with "
                 "Hillis and Steele?",
     .choices = {{"About a quarter as many", .5}, {"About as many", 1.5}, {"Twice as many"}},
     .answer = "scan/blelloch.line.lanes+line.lanes over scan/hillis.line.lanes",
     .unit = "times as many",
     .because = "Two trees make {scan/blelloch.line.lanes} additions each. Hillis and Steele make "
                "{scan/hillis.line.lanes}."},
    {.question = "In a chain, each block waits for the block before it. Three kernels move twice "
                 "the bytes. How long does the chain take for 2^24 numbers, compared with three "
                 "kernels?",
     .choices = {{"Less long", 1},
                 {"Up to 10 times as long", 10},
                 {"10 to 50 times as long", 50},
                 {"More than 50 times as long"}},
     .answer = "scan/chain n=2^24.time over scan/three_kernels n=2^24.time",
     .unit = "times as long",
     .because = "{scan/chain n=2^24.time}, and the three kernels {scan/three_kernels n=2^24.time}, "
                "on an {scan/chain n=2^24.device}: the whole GPU waits while one number goes from "
                "block to block."},
    {.question = "A decoupled look-back reads and writes once, where three kernels do both twice. "
                 "How long does it take for 2^24 numbers, one a thread, compared with three "
                 "kernels?",
     .choices = {{"Half as long or less", .55},
                 {"Somewhat less long", .95},
                 {"About as long", 1.05},
                 {"Longer"}},
     .answer = "scan/look_back n=2^24.time over scan/three_kernels n=2^24.time",
     .unit = "times as long",
     .because = "{scan/look_back n=2^24.time}, and the three kernels {scan/three_kernels "
                "n=2^24.time}, on an {scan/look_back n=2^24.device}: a block looks back once for "
                "every 512 numbers. With 64 bytes a thread it took {scan/wide n=2^24.time}."},
};

}  // namespace lessons

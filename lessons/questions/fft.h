// The questions of the lesson on convolution before a run is shown. Part of fft.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> fft_predictions{
    {.question = "50 numbers and a filter of 11 are 550 products. A block that goes by three "
                 "transforms of 64 points makes 576 butterflies. How many warp instructions does "
                 "it issue, beside the direct way?",
     .choices = {{"Fewer", 1},
                 {"As many, or up to twice as many", 2},
                 {"Two to five times as many", 5},
                 {"More than that"}},
     .answer = "fft/block.warp_instructions over fft/direct.warp_instructions",
     .unit = "times as many",
     .because =
         "{fft/block.warp_instructions} in place of {fft/direct.warp_instructions}. The "
         "direct way, two warps make eleven products each, of about eleven instructions with "
         "their loads. By transforms, a warp makes 32 butterflies in each of three times "
         "six rounds: about 90 instructions with the loop, of which a sine and a cosine are "
         "47; to bring numbers into their order and to multiply spectra are the rest. With "
         "sines and cosines from a table they are {fft/table.warp_instructions}."},
    {.question = "512 numbers and a filter of 512 are 262 144 products. By transforms of 1024 "
                 "points, signal and filter in one, how many instructions are issued, beside the "
                 "direct way?",
     .choices = {{"A fiftieth as many", .05},
                 {"About a fifth as many", .4},
                 {"About half as many", .8},
                 {"As many, or more"}},
     .answer = "fft/together n=512 m=512 points=1024.warp_instructions over fft/direct n=512 "
               "m=512.warp_instructions",
     .unit = "times as many",
     .because = "{fft/together n=512 m=512 points=1024.warp_instructions} in place of "
                "{fft/direct n=512 m=512.warp_instructions}: 10 240 butterflies stand for all "
                "products. Four outputs a thread go the direct way by {fft/four n=512 "
                "m=512.warp_instructions}."},
    {.question = "2^20 numbers and a filter of 64. By products each output is 64 of them; by "
                 "pieces of 512 points it is about 23 multiplications. How long do pieces take, "
                 "beside the kernel with four outputs a thread?",
     .choices = {{"Half as long or less", .5},
                 {"Half to nine tenths as long", .9},
                 {"As long, or up to twice as long", 2},
                 {"More than twice as long"}},
     .answer = "fft/spread n=2^20 m=64 points=512 block=128.time over fft/four n=2^20 m=64 "
               "points=512 block=128.time",
     .unit = "times as long",
     .because = "{fft/spread n=2^20 m=64 points=512 block=128.time}, and four outputs a thread "
                "{fft/four n=2^20 m=64 points=512 block=128.time}, on an {fft/four n=2^20 m=64 "
                "points=512 block=128.device}. Of 4096 numbers pieces issue {fft/spread n=4096 "
                "m=64 points=512 block=128.warp_instructions} warp instructions, and products "
                "{fft/four n=4096 m=64 points=512 block=128.warp_instructions}: around each "
                "multiplication of a transform are places, turns and barriers. With a filter of "
                "1024 it is {fft/spread n=2^20 "
                "m=1024 points=2048 block=512.time} and {fft/four n=2^20 m=1024 points=2048 "
                "block=512.time}."},
    {.question =
         "2^20 numbers and a filter of 64, by pieces. Two rounds at once meet four lanes at "
         "a bank here and there; spread, no lane waits for a bank. How long does the "
         "spread kernel take, beside the one before it?",
     .choices = {{"Two thirds as long or less", .67},
                 {"Somewhat less long", .93},
                 {"As long, within 7 %", 1.07},
                 {"Longer"}},
     .answer = "fft/spread n=2^20 m=64 points=512 block=128.time over fft/by_four n=2^20 m=64 "
               "points=512 block=128.time",
     .unit = "times as long",
     .because = "{fft/spread n=2^20 m=64 points=512 block=128.time}, and before "
                "{fft/by_four n=2^20 m=64 points=512 block=128.time}, on an {fft/by_four n=2^20 "
                "m=64 points=512 block=128.device}. The wavefronts are gone, and instructions that "
                "compute places have come: a count points, and the clock decides.",
     .seen_in = "banks"},
};

}  // namespace lessons

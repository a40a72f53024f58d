// The questions of the lesson on convolution before a run is shown. Part of fft.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> fft_predictions{
    {.question = "50 numbers and a filter of 11 make 550 products. A block that makes three "
                 "transforms of 64 points computes 576 butterflies. How many warp instructions "
                 "does it issue, compared with the direct way?",
     .choices = {{"Fewer", 1},
                 {"As many, or up to twice as many", 2},
                 {"Two to five times as many", 5},
                 {"More than that"}},
     .answer = "fft/block.warp_instructions over fft/direct.warp_instructions",
     .unit = "times as many",
     .because =
         "{fft/block.warp_instructions} by transforms, {fft/direct.warp_instructions} in the "
         "direct "
         "way. There, two warps make eleven products each, and a product takes about eleven "
         "instructions "
         "with its loads. With transforms, a warp computes 32 butterflies in each of three times "
         "six rounds. These take about 90 instructions with the loop, and 47 of them are a sine "
         "and a cosine. Reordering the numbers and multiplying the spectra make the rest. With "
         "sines and cosines from a table there are {fft/table.warp_instructions}."},
    {.question = "512 numbers and a filter of 512 make 262 144 products. Another kernel uses "
                 "transforms of 1024 points, with signal and filter in one. How many instructions "
                 "does it issue, compared with the direct way?",
     .choices = {{"A fiftieth as many", .05},
                 {"About a fifth as many", .4},
                 {"About half as many", .8},
                 {"As many, or more"}},
     .answer = "fft/together n=512 m=512 points=1024.warp_instructions over fft/direct n=512 "
               "m=512.warp_instructions",
     .unit = "times as many",
     .because =
         "{fft/together n=512 m=512 points=1024.warp_instructions} by transforms, {fft/direct "
         "n=512 m=512.warp_instructions} in the direct way: 10 240 butterflies replace all "
         "products. The "
         "direct way with four outputs a thread issues {fft/four n=512 "
         "m=512.warp_instructions}."},
    {.question = "2^20 numbers and a filter of 64: the direct way makes 64 products for each "
                 "output, and pieces of 512 points make about 23 multiplications. How long do the "
                 "pieces take, compared with the direct kernel with four outputs a thread?",
     .choices = {{"Half as long or less", .5},
                 {"Half to nine tenths as long", .9},
                 {"As long, or up to twice as long", 2},
                 {"More than twice as long"}},
     .answer = "fft/spread n=2^20 m=64 points=512 block=128.time over fft/four n=2^20 m=64 "
               "points=512 block=128.time",
     .unit = "times as long",
     .because = "Pieces take {fft/spread n=2^20 m=64 points=512 block=128.time}, and four outputs "
                "a thread {fft/four n=2^20 m=64 points=512 block=128.time}, on an {fft/four n=2^20 "
                "m=64 points=512 block=128.device}. For 4096 numbers pieces issue {fft/spread "
                "n=4096 m=64 points=512 block=128.warp_instructions} warp instructions, and four "
                "outputs a thread {fft/four n=4096 m=64 points=512 block=128.warp_instructions}: "
                "beside its multiplications, a transform computes places, applies turns and meets "
                "barriers. With a filter of 1024 they take {fft/spread n=2^20 m=1024 points=2048 "
                "block=512.time} and {fft/four n=2^20 m=1024 points=2048 block=512.time}."},
    {.question =
         "2^20 numbers and a filter of 64, in pieces. With two rounds at once, four lanes share a "
         "bank in some accesses. In the spread kernel no lane waits for a bank. How long does the "
         "spread kernel take, compared with the kernel before it?",
     .choices = {{"Two thirds as long or less", .67},
                 {"Somewhat less long", .93},
                 {"As long, within 7 %", 1.07},
                 {"Longer"}},
     .answer = "fft/spread n=2^20 m=64 points=512 block=128.time over fft/by_four n=2^20 m=64 "
               "points=512 block=128.time",
     .unit = "times as long",
     .because = "The spread kernel takes {fft/spread n=2^20 m=64 points=512 block=128.time}, and "
                "the one before it {fft/by_four n=2^20 m=64 points=512 block=128.time}, on an "
                "{fft/by_four n=2^20 m=64 points=512 block=128.device}. The extra wavefronts are "
                "gone, but now more instructions compute places. A count gives a hint, and the "
                "clock decides.",
     .seen_in = "banks"},
};

}  // namespace lessons

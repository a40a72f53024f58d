// The questions of the lesson on Laplace's equation before a run is shown. Part of laplace.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> laplace_predictions{
    {.question = "A sweep needs 8 bytes a point: one float read and one written. How many bytes a "
                 "point do the lanes of the march request, for 64 × 64 × 64 points?",
     .choices = {{"About 8", 12}, {"About 16", 20}, {"About 26"}},
     .answer = "laplace/marching nx=64 ny=64 nz=64 sweeps=1.bytes_requested/262144",
     .unit = "bytes a point",
     .because = "Six loads and a store request 28 bytes at each inner point, and points of a face "
                "request none. This count does not say whether a cache or memory answers them."},
    {.question = "The tile in shared memory loads each point once, the register queue five times. "
                 "How long does the tile take for 128 × 128 × 128 points, compared with the queue?",
     .choices =
         {{"Half as long or less", .6}, {"Somewhat less long", .97}, {"As long", 1.03}, {"Longer"}},
     .answer = "laplace/tile.time over laplace/queue.time",
     .unit = "times as long",
     .because = "The tile takes {laplace/tile.time}, and the queue {laplace/queue.time}, on an "
                "{laplace/tile.device}. Caches answer the repeated loads of the queue, whose loop "
                "is unrolled by four planes. The tile's threads wait at a barrier on every plane."},
};

}  // namespace lessons

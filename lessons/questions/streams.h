// The questions of the lesson on streams and copies before a run is shown. Part of streams.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> streams_predictions{
    {.question = "A box of 32 planes is swept four times, in four chunks. No chunk waits for the "
                 "results of another. Each chunk also sweeps planes of its neighbours: three on "
                 "each side in the first sweep, then two, then one. How many planes are stored, "
                 "for each plane that one piece would store?",
     .choices = {{"1", 1.02, "every plane is stored once a sweep"},
                 {"About 1.1", 1.2},
                 {"About 1.3", 1.4},
                 {"About 2"}},
     .answer = "streams/overlapped n=32 sweeps=4 chunks=4.global_store_requests over "
               "streams/locked n=32 sweeps=4.global_store_requests",
     .unit = "times as many",
     .because =
         "At each of three seams, both sides sweep 3 + 2 + 1 planes more. That makes 36 planes "
         "more than the 128 that one piece sweeps. Thicker chunks sweep fewer planes twice."},
    {.question = "512 × 512 × 512 points come from pageable memory, are swept ten times and go "
                 "back. Now all of it is done in 16 chunks, on three streams. How long does it "
                 "take, compared with one piece?",
     .choices = {{"About a third as long", .45, "three things at once"},
                 {"About half as long", .8},
                 {"About 0.9 times as long", .97},
                 {"As long, or longer"}},
     .answer = "streams/chunks.time over streams/whole.time",
     .unit = "times as long",
     .because = "{streams/chunks.time}, and in one piece {streams/whole.time}, on an "
                "{streams/chunks.device}. The host waits for each copy from or to pageable memory, "
                "and streams do not change that. From page-locked memory the same calls took "
                "{streams/overlapped.time}."},
};

}  // namespace lessons

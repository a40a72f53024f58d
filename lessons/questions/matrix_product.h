// The questions of lesson 8 before a run is shown.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> matrix_product_predictions{
    {.question = "A tile of 32 × 32 floats is stored turned over. For the same products, how "
                 "many wavefronts does its warp need in shared memory, against a tile that "
                 "is stored as it is? The compiler makes one load of four reads in a row.",
     .choices = {{"As many", 1.1},
                 {"Twice as many", 2.5},
                 {"Five to ten times as many", 10},
                 {"32 times as many"}},
     .answer = "matrix_product/transposed n=128.line.shared_load_wavefronts over "
               "matrix_product/straight n=128.line.shared_load_wavefronts",
     .unit = "times as many",
     .because = "For 128 rows {matrix_product/transposed n=128.line.shared_load_wavefronts} in "
                "place of {matrix_product/straight n=128.line.shared_load_wavefronts}: the "
                "compiler makes one load of four reads, and of 32 lanes that stand a row apart "
                "all want the same four banks, 32 turns for four products."},
    {.question = "Tiles in shared memory, stored turned over, for 4096 rows. How long does "
                 "the product take, against no tiles at all?",
     .choices = {{"Half as long or less", .55},
                 {"Somewhat less long", .95},
                 {"As long", 1.05},
                 {"Longer"}},
     .answer = "matrix_product/transposed n=4096.time over matrix_product/naive n=4096.time",
     .unit = "times as long",
     .because = "{matrix_product/transposed n=4096.time}, and without tiles "
                "{matrix_product/naive n=4096.time}, on an {matrix_product/naive "
                "n=4096.device}: far fewer bytes are asked for, through four of 32 banks. "
                "As they are, tiles take {matrix_product/straight n=4096.time}."},
    {.question = "A thread makes eight by eight numbers in place of one. How many of its "
                 "warps' loads from shared memory are left, for the same product? A load may "
                 "bring four numbers.",
     .choices = {{"A tenth or less", .1}, {"About an eighth", .2}, {"Half", .6}, {"All"}},
     .answer = "matrix_product/square n=128.shared_load_requests over "
               "matrix_product/straight n=128.shared_load_requests",
     .unit = "times as many",
     .because = "For 128 rows {matrix_product/square n=128.shared_load_requests} in place of "
                "{matrix_product/straight n=128.shared_load_requests}: four loads of four "
                "numbers each serve 64 products of a thread, where five served four."},
    {.question = "And the time, for 4096 rows?",
     .choices = {{"A tenth or less", .1},
                 {"A tenth to a third", .33},
                 {"A third to two thirds", .67},
                 {"Not much less"}},
     .answer = "matrix_product/square n=4096.time over matrix_product/straight n=4096.time",
     .unit = "times as long",
     .because = "{matrix_product/square n=4096.time} in place of {matrix_product/straight "
                "n=4096.time}, on an {matrix_product/square n=4096.device}: multiply-adds "
                "have to be made all the same, and they are most of what is left."},
};

}  // namespace lessons

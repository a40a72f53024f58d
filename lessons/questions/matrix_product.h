// The questions of the lesson on products of matrices before a run is shown. Part of
// matrix_product.cpp.
#pragma once

#include <vector>

#include "lab/lesson.h"

namespace lessons {

inline const std::vector<lab::Prediction> matrix_product_predictions{
    {.question = "A tile of 32 × 32 floats is stored transposed, and the compiler "
                 "makes one load of four reads in a row. How many wavefronts does a warp need in "
                 "shared memory for the same products, compared with a tile stored straight?",
     .choices = {{"As many", 1.1},
                 {"Twice as many", 2.5},
                 {"Five to ten times as many", 10},
                 {"32 times as many"}},
     .answer = "matrix_product/transposed n=128.line.shared_load_wavefronts over "
               "matrix_product/straight n=128.line.shared_load_wavefronts",
     .unit = "times as many",
     .because = "For 128 rows the transposed tile needs "
                "{matrix_product/transposed n=128.line.shared_load_wavefronts} wavefronts, and the "
                "straight tile {matrix_product/straight n=128.line.shared_load_wavefronts}. In the "
                "transposed tile one load reads four numbers for each lane. The 32 lanes read 32 "
                "different rows, and all of these numbers are in the same four banks: 32 "
                "wavefronts for four products."},
    {.question = "Tiles in shared memory are stored transposed. How long does the product of 4096 "
                 "rows take, compared with no tiles at all?",
     .choices = {{"Half as long or less", .55},
                 {"Somewhat less long", .95},
                 {"As long", 1.05},
                 {"Longer"}},
     .answer = "matrix_product/transposed n=4096.time over matrix_product/naive n=4096.time",
     .unit = "times as long",
     .because = "With these tiles {matrix_product/transposed n=4096.time}, without tiles "
                "{matrix_product/naive n=4096.time}, on an {matrix_product/naive n=4096.device}: "
                "the tiles request far fewer bytes, but their numbers come through four of 32 "
                "banks. Tiles stored straight take {matrix_product/straight n=4096.time}."},
    {.question = "A thread computes eight by eight numbers in place of one, and a load may bring "
                 "four numbers. How many of the warps' loads from shared memory are left, for the "
                 "same product?",
     .choices = {{"A tenth or less", .1}, {"About an eighth", .2}, {"Half", .6}, {"All"}},
     .answer = "matrix_product/square n=128.shared_load_requests over "
               "matrix_product/straight n=128.shared_load_requests",
     .unit = "times as many",
     .because =
         "For 128 rows {matrix_product/square n=128.shared_load_requests}, and with one number "
         "a thread {matrix_product/straight n=128.shared_load_requests}: four loads of four "
         "numbers "
         "each serve 64 products of a thread, where five loads served four products "
         "before."},
    {.question = "A thread computes eight by eight numbers in place of one. How long does that "
                 "take for 4096 rows?",
     .choices = {{"A tenth or less", .1},
                 {"A tenth to a third", .33},
                 {"A third to two thirds", .67},
                 {"Not much less"}},
     .answer = "matrix_product/square n=4096.time over matrix_product/straight n=4096.time",
     .unit = "times as long",
     .because = "It takes {matrix_product/square n=4096.time}, and with one number a thread "
                "{matrix_product/straight n=4096.time}, on an {matrix_product/square "
                "n=4096.device}: there are as many "
                "multiply-adds as before, and they are most of the work that is left."},
};

}  // namespace lessons

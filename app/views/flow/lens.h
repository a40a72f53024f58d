// Which columns of a data-flow layout the lens shows: neighbours while they hold what the row that
// is now does, else the columns between which its values travel, however far apart they stand.
// Asked by places.cpp.
#pragma once

#include <vector>

#include "app/views/flow/layout.h"

namespace app {

struct FlowLensQuestion {
    int now = -1;                 // row; -1: none
    int room = 32;                // columns
    int from = -1;                // the first column, where a person moved the lens; -1: wherever
    int first_row = 0, rows = 0;  // that are shown
    std::vector<int> lit{};       // columns of the way of a value that was chosen; ascending
};

/// Ascending, at most `room`; both ends of each arrow into a shown cell of the row that is now are
/// among them. Where nobody moved the lens it goes to what is lit.
std::vector<int> lens_columns(const FlowLayout&, const FlowLensQuestion&);

}  // namespace app

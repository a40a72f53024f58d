// Which columns of a data-flow layout the lens shows: neighbours while they hold enough of the
// current row, else the columns between which its values travel. places.cpp calls this.
#pragma once

#include <vector>

#include "app/views/flow/layout.h"

namespace app {

struct FlowLensQuestion {
    int now = -1;                 // row; -1: none
    int room = 32;                // columns
    int from = -1;                // first column of a lens that a person moved; -1: none
    int first_row = 0, rows = 0;  // the rows that are shown
    std::vector<int> lit{};       // columns on the way of a chosen value; ascending
};

/// Ascending, at most `room` columns. Both ends of each arrow into a shown cell of the current row
/// are among them. A lens that nobody moved goes to the lit columns.
std::vector<int> lens_columns(const FlowLayout&, const FlowLensQuestion&);

}  // namespace app

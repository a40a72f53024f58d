// Where "Happens before" has its parts: a column for each of the two warps, and a row for each of
// their actions, in the order in which it was seen.
#pragma once

#include <vector>

#include "app/draw/metrics.h"
#include "app/views/order/meetings.h"

namespace app {

// The content of a row: an access, a fence before an access, or something that both sides pass.
struct OrderRow {
    enum class What : std::uint8_t { access, fence, both };
    What what = What::access;
    int side = 0;  // 0: the first thread's, 1: the second's
    Act act;       // of a fence: the access after it
};

/// The rows of a meeting, from top to bottom.
std::vector<OrderRow> rows_of(const lab::Run&, const Meeting&);

struct OrderPlaces {
    Rect title, heads, rows, side;
    float row = 0, column = 0;  // height and width
    int count = 0;              // of rows
    explicit operator bool() const { return count > 0; }

    float left(int side_of) const { return side_of == 0 ? rows.x : rows.right() - column; }
    Rect cell(int index, int side_of) const {
        return {left(side_of), rows.y + float(index) * row, column, row};
    }
    Rect box(int index, const OrderRow& of) const {
        const float pad = row > 40 ? 5 : row > 22 ? 2 : 1;
        if (of.what == OrderRow::What::both)
            return Rect{rows.x, rows.y + float(index) * row, rows.w, row}.inside(
                0, row > 40 ? row * .25f : pad + 1);  // its words need room
        return cell(index, of.side).inside(0, of.what == OrderRow::What::fence ? row * .2f : pad);
    }
    /// Room for words in a column without boxes: rows [first, first + many).
    Rect room(int first, int many, int side_of) const {
        return Rect{left(side_of), rows.y + float(first) * row, column, row * float(many)}.inside(
            0, 3);
    }
};

/// Empty where there is too little room.
OrderPlaces order_places(const Metrics&, Rect area, int rows);

}  // namespace app

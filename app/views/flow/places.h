// Where a data-flow layout lands on the screen: the map of the whole block, the lens over some
// columns, the rows that fit, and which row is now. Used for drawing (draw.cpp) and for
// clicks (data_flow.cpp).
#pragma once

#include <span>
#include <vector>

#include "app/view.h"
#include "app/views/flow/layout.h"

namespace app {

/// The row that the cursor's step makes, or that the steps around it prepare: the current row. -1:
/// none.
int row_now(const FlowLayout&, std::span<const simulator::Step>, int step);

/// Height of a cell that shows two numbers, where rows leave room for it.
float cell_of_two(const Metrics&);

struct FlowPlaces {
    Rect map;                    // empty where everything fits into the lens
    Rect header;                 // numbers of the columns; empty where a map says enough
    Rect names;                  // of the rows
    Rect cells;                  // the lens
    float column = 0, cell = 0;  // width of a column and of the cell in it
    float height = 0;            // of a cell
    float threads = 0;           // height of the strip of threads under a row; 0: no room
    std::vector<int> shown;      // columns of the lens, ascending
    int first_row = 0, rows = 0;
    std::vector<float> tops;  // of the rows, from first_row on

    /// Middle of a column; of a hidden column, between its shown neighbours.
    float x_of(int c) const;
    float y_of(int r) const { return tops[static_cast<std::size_t>(r - first_row)]; }
    float gap_above(int r) const { return r > first_row ? y_of(r) - y_of(r - 1) - height : 16; }
    float right() const { return cells.x + column * static_cast<float>(shown.size()); }
    Rect at(int r, int c) const { return {x_of(c) - cell / 2, y_of(r), cell, height}; }
    bool has_column(int c) const;
    /// The next shown column to the right, or with -1 to the left; -1: none.
    int beside(int c, int by) const;
    int first_column() const { return shown.empty() ? 0 : shown.front(); }
    int last_column() const { return shown.empty() ? -1 : shown.back(); }
    /// Whether columns between its first and its last are hidden.
    bool strides() const { return last_column() - first_column() >= std::ssize(shown); }
    bool has_row(int r) const { return r >= first_row && r < first_row + rows; }
    Rect map_at(const FlowLayout&, int row, float from, float to) const;
};

// What the caller wants of the lens.
struct LensWish {
    std::span<const int> columns{};          // the columns to show; empty: the lens chooses
    bool halved = false;                     // half a stage: rows give way to threads
    const std::vector<bool>* way = nullptr;  // by version: on the chosen value's way
};

FlowPlaces places_of(const FlowLayout&, const Cursor&, const Metrics&, Rect area, int now,
                     const LensWish& wish = {});

/// Where a click lands: a column of the map, or a mark; -1: not there.
struct FlowHit {
    int map_column = -1;
    int row = -1, column = -1;
};
FlowHit hit_of(const FlowLayout&, const FlowPlaces&, Point);

void draw_flow(Canvas&, const lab::Run&, const FlowLayout&, const Cursor&, const Metrics&,
               Rect area, const LensWish& wish = {}, Glides* glides = nullptr);

/// The digit that the keys of a row show: that of row `now` where the row feeds it, else its own.
FlowDigit digit_shown(const FlowLayout&, int now, int row);
/// Whether a key's cell is so high that its fill shows the size of the key.
bool has_bar(const Metrics&, float cell);
/// The legend of sorted keys: the colour of each digit in a row, and the meaning of the bars.
void draw_digit_key(Canvas&, const FlowLayout&, int row, const Metrics&, Rect area, bool bars);

}  // namespace app

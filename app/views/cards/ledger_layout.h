// Where the ledger's rows and columns stand in a card, and how much of each number has room there.
// Called by the card, which draws it.
#pragma once

#include "app/views/cards/ledger_rows.h"

namespace app {

constexpr std::size_t most_ledger_columns = 5;

struct LedgerPlaces {
    Rect head, rows;
    float title = 0, row = 0, inset = 0;
    std::vector<float> widths;           // of the columns
    bool fits = true;                    // each of them holds what it must, if in short
    bool brief = false;                  // numbers are short, all of them
    bool stacked = false, bare = false;  // what changed: under its value; its triangle alone
    int shown = 0;
    float left(std::size_t column) const;
    Rect cell(int line, std::size_t column) const;
};

struct LedgerLayout {
    LedgerData data;  // its rows: those in sight
    Metrics metrics;
    LedgerPlaces places;
    RowsInSight sight = {};                     // which of all rows, those that tell most first
    std::vector<std::string> left_out() const;  // in words, the longest first; empty: none
    Rect more() const;                          // where they stand: over the rows' names
};

/// As many columns as there is room for, and of rows those that tell them apart; of the others
/// those that DrawContext::first_row brings.
LedgerLayout ledger_layout(const Canvas& canvas, const DrawContext& context, Rect area);

/// With all digits, or in short: "12 582 912", "12.6 M".
std::string ledger_value(const LedgerRow& row, double value);
std::string short_ledger_value(const LedgerRow& row, double value);
/// Behind a column's title: whom it is compared with, or why there is nothing to compare.
std::vector<std::string> behind_title(const LedgerData& data, std::size_t column);
/// In place of the numbers of a column that is not counted: where, and why, the longest sentence
/// that has room; empty where none has, or where its counts come.
Rect well_of(const LedgerLayout& laid, std::size_t column);
Rect words_in_well(Rect well, const Metrics& metrics);
std::string why_empty(const Canvas& canvas, const LedgerLayout& laid, std::size_t column);

}  // namespace app

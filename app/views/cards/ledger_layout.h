// Places of the ledger's rows and columns in a card, and the form in which numbers fit. Called by
// the card that draws it.
#pragma once

#include "app/views/cards/ledger_rows.h"

namespace app {

constexpr std::size_t most_ledger_columns = 5;

struct LedgerPlaces {
    Rect head, rows;
    float title = 0, row = 0, inset = 0;
    std::vector<float> widths;           // of the columns
    bool fits = true;                    // each column holds its contents, in short form at least
    bool brief = false;                  // all numbers in short form
    bool stacked = false, bare = false;  // change under its value; triangle only
    int shown = 0;
    float left(std::size_t column) const;
    Rect cell(int line, std::size_t column) const;
};

struct LedgerLayout {
    LedgerData data;  // only the rows in sight
    Metrics metrics;
    LedgerPlaces places;
    RowsInSight sight = {};                     // which of all rows
    std::vector<std::string> left_out() const;  // words, longest first; empty: none
    Rect more() const;                          // place of these words, over the rows' names
};

/// As many columns as fit, and the rows that differ most between them; other rows as
/// DrawContext::first_row asks.
LedgerLayout ledger_layout(const Canvas& canvas, const DrawContext& context, Rect area);

/// A value with all digits, and in short form: "12 582 912", "12.6 M".
std::string ledger_value(const LedgerRow& row, double value);
std::string short_ledger_value(const LedgerRow& row, double value);
/// Words after a column's title: the column that it is compared with, or why none is.
std::vector<std::string> behind_title(const LedgerData& data, std::size_t column);
/// For a column that is not counted: the place of its numbers, and the longest sentence that fits
/// there and says why. Empty where none fits, or where counts are still to come.
Rect well_of(const LedgerLayout& laid, std::size_t column);
Rect words_in_well(Rect well, const Metrics& metrics);
std::string why_empty(const Canvas& canvas, const LedgerLayout& laid, std::size_t column);

}  // namespace app

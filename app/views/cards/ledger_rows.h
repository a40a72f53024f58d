// The numbers of the ledger: a row a counter, a value in each column, and how much of it moved from
// one column to the next. Called by the card.
#pragma once

#include "app/views/ledger/ledger_columns.h"

namespace app {

struct LedgerRow {
    std::string title;
    std::vector<double> values{};     // by column, NaN where not counted
    bool share = false;               // of bytes: more is better
    bool cost = true;                 // more is worse
    std::string meaning{}, metric{};  // what it is; its name in Nsight Compute
    int counter = -1;                 // of simulator::counter_names(), where it is one of them
    bool tells = false;               // no counter, and stays before those where it moved
    // By column, the size that is counted ("64 points") where it moved as blocks did that thin
    // launches made more than what was asked for has: the ratio is of that size alone. Else empty.
    std::vector<std::string> alone_at{};
};

struct LedgerData {
    std::vector<LedgerColumn> columns;
    std::vector<LedgerRow> rows;
    std::vector<std::string> titles{};  // of all that say something, also where rows have no room
};

/// "Global atomic passes", as its row is named.
std::string counter_title(const simulator::CounterName& counter);

/// Without "shared" or "global" in front, where that still names one row alone, is not the name of
/// another counter, and the other memory has no row of such an access.
std::string short_title(const LedgerData& data, const LedgerRow& row);

/// At most so many columns. Rows of nothing but zeros go.
LedgerData ledger_data(const DrawContext& context, std::size_t columns);

/// The column that this one is compared with: the next to its left that is counted and does the
/// same work, as far as the numbers that it left tell; -1: none.
int compared_with(const LedgerData& data, std::size_t column);
/// "4 096 systems", where another column's kernel does another number of them, so that neither
/// stands against the other; else empty.
std::string own_work(const LedgerData& data, std::size_t column);
/// The value there; NaN where there is none.
double before_of(const LedgerData& data, const LedgerRow& row, std::size_t column);

// How much of what columns compare moved in a row: none, some, all of it (from nothing or to
// nothing), and in cycles.
struct LedgerMove {
    int how = 0;
    double cycles = 0;
    auto operator<=>(const LedgerMove&) const = default;
};
LedgerMove moved_in(const LedgerData& data, const LedgerRow& row);

/// Where not all rows have room, those come first that tell the columns apart: the one in which
/// most was gained or lost, those that came from nothing or went to nothing, then by what moved;
/// where nobody scrolled (`first` is -1), before them all that of the `counter` whose lines are
/// marked. So many stay, from the `first` on; returns which.
RowsInSight keep_telling_rows(LedgerData& data, int shown, int first, int counter);

}  // namespace app

// The numbers of the ledger: a row for each counter, a value in each column, and how much it
// changed between columns. Called by the card.
#pragma once

#include <string>
#include <vector>

#include "app/views/ledger/ledger_columns.h"

namespace app {

struct LedgerRow {
    std::string title;
    std::vector<double> values{};     // by column, NaN where not counted
    bool share = false;               // a share of bytes: more is better
    bool cost = true;                 // more is worse
    std::string meaning{}, metric{};  // explanation; name in Nsight Compute
    int counter = -1;                 // index in simulator::counter_names(); -1: none
    bool of_counted_size = false;     // its values are of the counted size, as a counter's
    bool tells = false;               // no counter; a change ranks as one from nothing
    // By column: the counted size ("64 points") where the change comes from blocks of thin launches
    // that the requested size does not have, so that the ratio holds at that size only. Else empty.
    std::vector<std::string> alone_at{};
    /// nullptr: no counter.
    const simulator::CounterName* counted() const;
};

struct LedgerData {
    std::vector<LedgerColumn> columns;
    std::vector<LedgerRow> rows;
    // of all rows, also those without room
    std::vector<const simulator::CounterName*> counters{};
};

/// A title without "Shared" or "Global" in front. The full title where the short one is not unique,
/// names another counter, or the other memory has a row of such an access.
std::string short_title(const LedgerData& data, const LedgerRow& row);

/// The ledger with at most `columns` columns, without rows of only zeros.
LedgerData ledger_data(const DrawContext& context, std::size_t columns);

/// The column that this one is compared with: the next to its left that is counted and does the
/// same work, also by the numbers that it left. -1: none.
int compared_with(const LedgerData& data, std::size_t column);
/// "4 096 systems", where another column's kernel solves another number of them, so that the two
/// are not compared; else empty.
std::string own_work(const LedgerData& data, std::size_t column);
/// The value of the column compared with; NaN where there is none.
double before_of(const LedgerData& data, const LedgerRow& row, std::size_t column);

// How much a row changed between compared columns. `how`: 0 not at all, 1 in part, 2 from nothing
// or to nothing; then the cycles of the change.
struct LedgerMove {
    int how = 0;
    double cycles = 0;
    auto operator<=>(const LedgerMove&) const = default;
};
LedgerMove moved_in(const LedgerData& data, const LedgerRow& row);

/// Where not all rows have room, keeps `shown` of them from `first` on, in this order: the row
/// whose change has most cycles, rows that came from or went to nothing, the others by their
/// change. Where the user has not scrolled (`first` is -1), the row of the marked `counter` comes
/// before all. Returns which rows stay.
RowsInSight keep_telling_rows(LedgerData& data, int shown, int first, int counter);

}  // namespace app

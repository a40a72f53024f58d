// The ledger's columns and what each is compared with: kernels at the shown settings, the state
// before a change, or a person's choice. All of one size. Called by the card.
#pragma once

#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct LedgerColumn {
    int rung = 0;  // index of a rung, or before_column or version_column
    lab::Settings settings{};
    std::string title{}, brief{};       // "Kernel 3", "3"
    const CountPoint* point = nullptr;  // nullptr: not counted
    bool shown = false, refused = false;
    std::string_view ended_by{};  // as in Series
    bool never_ran = false;       // its launch did not start
    bool costly = false;          // too costly to count, and not chosen by itself
    // By earlier column: its kernel left other numbers, so that no count compares.
    std::vector<bool> unlike{};
    bool when_chosen = false;  // costly, but counted at this size once it is chosen
    /// Whether its counts are of a complete run.
    bool whole() const { return point && ended_by.empty(); }
};

/// At most `most` columns; the shown kernel is among them where the card chose the columns itself.
std::vector<LedgerColumn> ledger_columns(const DrawContext& context, std::size_t most);

/// Why a column is empty and how to fill it, longest first; empty while its counts are coming.
std::vector<std::string> why_not_counted(const LedgerColumn& column);

/// The requested settings of the columns, for a shown kernel that is counted as `shown`.
std::vector<lab::Settings> column_settings(const DrawContext& context, const lab::Settings& shown);

/// The usual rungs; both versions where kernels are no ladder.
std::vector<int> ledger_ladder(const lab::Settings& settings);
/// The settings of a column.
lab::Settings ledger_settings(const lab::Settings& now, int column);

}  // namespace app

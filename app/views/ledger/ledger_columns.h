// What stands in the ledger's columns, and what each is compared with: kernels at the shown
// settings, what was shown before, or what somebody chose. All of one size. Called by the card.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/series.h"
#include "app/view.h"

namespace app {

struct LedgerColumn {
    int rung = 0;  // or before_column, version_column
    lab::Settings settings{};
    std::string title{}, brief{};       // "Kernel 3", "3"
    const CountPoint* point = nullptr;  // nullptr: not counted
    bool shown = false, refused = false;
    std::string_view ended_by{};  // as Series has it
    bool never_ran = false;       // its launch did not begin
    bool costly = false;          // too much to count, and nobody asked for it alone
    // By column before it: whether that one's kernel left other numbers, so that none compares.
    std::vector<bool> unlike{};
    bool when_chosen = false;  // so costly, and counted at this size once somebody chooses it
    /// Whether its counts are those of a whole run.
    bool whole() const { return point && ended_by.empty(); }
};

/// At most `most`, the shown one among them where the card chose them itself.
std::vector<LedgerColumn> ledger_columns(const DrawContext& context, std::size_t most);

/// Why a column stays empty and what fills it, longest first; nothing where its counts come.
std::vector<std::string> why_not_counted(const LedgerColumn& column);

/// The settings of its columns, as they were asked for, where the shown ones are counted as
/// `shown`.
std::vector<lab::Settings> column_settings(const DrawContext& context, const lab::Settings& shown);

/// The usual rungs; both versions where kernels are no ladder.
std::vector<int> ledger_ladder(const lab::Settings& settings);
/// The settings of such a column.
lab::Settings ledger_settings(const lab::Settings& now, int column);

/// What is less than a hundredth of a count is no difference to point at.
inline bool changed(double before, double value) {
    return std::fabs(value - before) >= .01 * std::max(before, value) && before != value;
}

}  // namespace app

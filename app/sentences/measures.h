// Measures that are no counters, in one table: their names, how their moves are written, and their
// rows in the ledger. Used by the sentence after a change and by the ledger.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/sentences/moves.h"
#include "app/series.h"

namespace app {

// A measure as a row of the ledger.
struct MeasureRow {
    /// `asked`: the settings of the column, which may ask for a larger size.
    double (*value)(const CountPoint&, const lab::Settings& asked);
    /// Whether its values, from the least to the most, are worth a row. nullptr: it stands beside
    /// another row.
    bool (*fits)(double least, double most);
    std::string_view meaning;
    std::string (*title)() = nullptr;  // nullptr: the measure's name
};

struct UncountedMeasure {
    std::string_view id;  // "bytes_spilled"
    std::string (*name)();
    simulator::Says says;
    Move like{};  // how a move of it is written
    std::optional<MeasureRow> row{};
};

/// In the order of their rows in the ledger.
std::span<const UncountedMeasure> measures();
/// nullptr: none of this id, as for a counter.
const UncountedMeasure* measure_named(std::string_view id);
/// The move of a measure of the table.
Move move_of(std::string_view id, double before = 0, double now = 0);

}  // namespace app

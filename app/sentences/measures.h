// Measures that are no counters, in one table: their names, how their moves are written, and their
// rows in the ledger. Used by the sentence after a change and by the ledger.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/sentences/moves.h"
#include "app/series.h"

namespace app {

// One for each row of the table, in its order.
enum class Measure : std::uint8_t {
    blocks_launched,
    blocks_in_all_launches,
    registers_per_thread,
    bytes_spilled,
    bytes_copied,
    pageable_bytes,
    launches,
    fp_operations,
    streams,
    blocks,
    operations,
    waiting_blocks,
    resident_warps,
    threads_launched,
    atomic_addresses,
    lines_touched,
    memory_sectors,
    l2_sectors,
    waiting_loads,
    instructions_between,
    host_calls,
    overlap,
    copies,
    kernels_in_timelines,
    several_engines,
    page_locked,
    pageable,
    both_ways,
    one_way,
    host_waits,
};

// A measure as a row of the ledger.
struct MeasureRow {
    /// `asked`: the settings of the column, which may ask for a larger size.
    double (*value)(const CountPoint&, const lab::Settings& asked);
    /// Whether its values, from the least to the most, are worth a row. nullptr: it stands beside
    /// another row.
    bool (*fits)(double least, double most);
    std::string_view meaning;
    std::string (*title)() = nullptr;  // nullptr: the measure's name
    std::optional<Measure> after{};    // the row that stands before it: registers before spills
    bool of_counted_size = false;      // it has the counted size, as counters have; else any size
};

struct UncountedMeasure {
    Measure which;
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
const UncountedMeasure& entry_of(Measure);
std::string_view id_of(Measure);
/// The move of a measure: its name is the measure's id.
Move move_of(Measure, double before = 0, double now = 0);

}  // namespace app

// Causes of two times' difference that no counter counts: a table, searched from its top. The first
// row that applies and finds something is said; some rows are said together. docs/because.md shows
// the same rows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/sentences/change.h"
#include "app/sentences/counted_runs.h"
#include "app/sentences/measures.h"
#include "lab/run.h"

namespace app {

// Two results, and how their counts moved.
struct TwoResults {
    const lab::Result &before, &now;
    const CountedRuns& counts;
    const Change& change;
};

struct UncountedCause {
    // When a row applies. A time is explained where a count went with it.
    enum class When : std::uint8_t {
        unexplained,        // the times differ, and no count went with them
        or_of_levels,       // the same; in lessons on caches, whatever count went with them
        alike_or_in_part,   // the times differ; no count moved, or counts explain less than half
        in_part_or_unsure,  // counts explain less than half, none went with the time, or none moved
        no_count_leads,     // no count leads, with times or without
        always,
    };
    Measure measure;  // the first that the row finds
    When when;
    std::vector<Move> (*find)(const TwoResults&);
    bool joins = false;  // said together with other rows that join
};
std::span<const UncountedCause> causes();
std::string_view name_of(UncountedCause::When);

/// The causes that the table finds; empty where no row that applies finds one.
std::vector<Move> uncounted_causes(const TwoResults&);

}  // namespace app

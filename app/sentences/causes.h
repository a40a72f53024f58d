// What may have made two times part and no counter counts: a table, looked through from its top. Of
// the rows that apply the first that finds something is said; some are said together.
// docs/because.md shows the same rows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/sentences/change.h"
#include "app/sentences/counted_runs.h"
#include "lab/run.h"

namespace app {

// Two results, and how their counts moved.
struct TwoResults {
    const lab::Result &before, &now;
    const CountedRuns& counts;
    const Change& change;
};

struct UncountedCause {
    // Where a row is asked. A time is explained where a count went with it.
    enum class When : std::uint8_t {
        unexplained,        // two times part, and no count went with them
        or_of_levels,       // the same, and in lessons on who answers whatever went with them
        alike_or_in_part,   // two times part, and no count moved, or what did is less than half
        in_part_or_unsure,  // the last two, or no count moved and the times can't be told apart
        no_count_leads,     // with times or without
        always,
    };
    std::string_view id;  // of the first measure that it finds
    When when;
    std::vector<Move> (*find)(const TwoResults&);
    bool joins = false;  // said with others that join
};
std::span<const UncountedCause> causes();
std::string_view name_of(UncountedCause::When);

/// What the table finds; nothing where no row that applies does.
std::vector<Move> uncounted_causes(const TwoResults&);

}  // namespace app

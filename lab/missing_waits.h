// Finds steps of different streams that touch the same elements of a buffer, at least one of them a
// write, and have no order. Reads the plan alone, before anything runs.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/plan.h"

namespace lab {

struct MissingWait {
    Buffer buffer;
    std::size_t before = 0, later = 0;  // steps, in the order of the plan
    std::size_t behind = 0;             // the last step that the later step must wait for
    bool before_writes = false, later_writes = false;
    bool operator==(const MissingWait& other) const {
        return buffer.id == other.buffer.id && before == other.before && later == other.later &&
               behind == other.behind && before_writes == other.before_writes &&
               later_writes == other.later_writes;
    }
};

/// The first missing wait of each buffer. Sorted: pairs that are nearest in the plan come first, as
/// they are the likeliest to run at the same time.
std::vector<MissingWait> missing_waits(const Plan&);

}  // namespace lab

// Steps of different streams that touch the same elements of a buffer, one of them to write, and of
// which neither waits for the other: by a plan alone, before anything runs.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/plan.h"

namespace lab {

struct MissingWait {
    Buffer buffer;
    std::size_t before = 0, later = 0;  // steps, in the order of the plan
    std::size_t behind = 0;             // the last step that the later one has to wait for
    bool before_writes = false, later_writes = false;
    bool operator==(const MissingWait& other) const {
        return buffer.id == other.buffer.id && before == other.before && later == other.later &&
               behind == other.behind && before_writes == other.before_writes &&
               later_writes == other.later_writes;
    }
};

/// The first of each buffer; ahead those whose steps stand nearest each other in the plan, which
/// are the likeliest to be at work at once.
std::vector<MissingWait> missing_waits(const Plan&);

}  // namespace lab
